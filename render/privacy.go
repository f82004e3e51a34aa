package render

import "github.com/boathouse-rum/boathouse/render/lang"

// Privacy tells what is kept of the reader and why; of who isn't known that there is nothing.
func Privacy(l lang.Lang, known bool) Message {
	return private(text(paragraph(l, sceneOfPrivacy(known)...)))
}

func sceneOfPrivacy(known bool) []sentence {
	if !known {
		return []sentence{{key: lang.PrivacyUnknown}}
	}
	return []sentence{{key: lang.PrivacyKeeps}, {key: lang.PrivacyWhy}, {key: lang.PrivacyWay}}
}

// Erase asks the reader whether they are to be erased, and says what goes with them and what
// stays. asked is their pseudonym: only who has it can say yes.
func Erase(p Pen, asked string) Message { return sceneOfErase(asked).message(p) }

func sceneOfErase(asked string) confirmScene {
	return confirmScene{
		question: []sentence{{key: lang.PrivacyAsk}, {key: lang.PrivacyGoes}, {key: lang.PrivacyStays}},
		answers:  []press{origin{}.danger(lang.ButtonErase, VerbErase, asked), origin{}.secondary(lang.ButtonDisagree, VerbKeep, "")},
	}
}

// Erased tells who was erased that it is done.
func Erased(l lang.Lang) Message { return Line(l.Say(lang.PrivacyErased)) }
