package render

import (
	"time"

	"github.com/boathouse-rum/boathouse/render/lang"
)

// A PrivacyModel is what is stored of the reader; without a User nothing.
type PrivacyModel struct {
	User     string // Discord id
	Lang     string // tag of the language that they acted in last; empty: not known
	Settings bool   // they have settings for what they are shown
	Quiet    bool   // they have quiet hours
	Servers  []HeldHere
	Alone    int    // hands of their record in which nobody else sat
	Texts    int    // that they wrote
	Shared   int    // messages in which something was shared that shows them
	Tables   int    // open ones at which they may have a seat
	Open     int    // open proposals
	Here     string // the server in which it is read; empty: in direct messages
}

// HeldHere is what is stored of the reader in one server.
type HeldHere struct {
	Server  string    // Discord id
	Name    string    // not made safe yet; empty: none
	Hands   int       // of their record
	Entries int       // on their side of the tab
	Opens   bool      // they are told when a table opens
	Left    time.Time // since when they are known to have left it; zero: they haven't
}

// mostHeld is how many servers are told one by one.
const mostHeld = 10

// Privacy tells what is kept of the reader and why; of who isn't known that there is nothing.
func Privacy(p Pen, m PrivacyModel) Message { return sceneOfPrivacy(m).message(p) }

// A privacyScene is what is kept of the reader, by server, and why, and what they can do about it.
type privacyScene struct {
	kept, servers, why []sentence
	ways               []press
}

func (s privacyScene) message(p Pen) Message {
	l := p.Lang
	return private(text(paragraph(l, s.kept...)), text(paragraph(l, s.servers...)), text(paragraph(l, s.why...)), p.row(s.ways))
}

func sceneOfPrivacy(m PrivacyModel) privacyScene {
	if m.User == "" {
		return privacyScene{kept: []sentence{{key: lang.PrivacyUnknown}}}
	}
	s := privacyScene{
		kept: []sentence{{key: lang.PrivacyKeeps}, {key: lang.PrivacyId, word: code(m.User)}},
		why:  []sentence{{key: lang.PrivacyClicks}, {key: lang.PrivacyWhy}, {key: lang.PrivacyBackups}, {key: lang.PrivacyWay}},
		ways: []press{origin{}.secondary(lang.ButtonExport, VerbExport, ""), origin{}.danger(lang.ButtonAskErase, VerbAskErase, "")},
	}
	also := func(is bool, line sentence) {
		if is {
			s.kept = append(s.kept, line)
		}
	}
	also(m.Lang != "", sentence{key: lang.PrivacyLanguage, word: literal(lang.Own(m.Lang))})
	also(m.Settings, sentence{key: lang.PrivacySettings})
	also(m.Quiet, sentence{key: lang.PrivacyQuiet})
	also(m.Alone > 0, sentence{key: lang.PrivacyAlone, n: m.Alone})
	also(m.Texts > 0, sentence{key: lang.PrivacyTexts, n: m.Texts})
	also(m.Shared > 0, sentence{key: lang.PrivacyShared, n: m.Shared})
	also(m.Tables > 0, sentence{key: lang.PrivacyTables, n: m.Tables})
	also(m.Open > 0, sentence{key: lang.PrivacyOpen, n: m.Open})
	for i, held := range m.Servers {
		if i == mostHeld {
			s.servers = append(s.servers, sentence{key: lang.PrivacyMore, n: len(m.Servers) - mostHeld})
			break
		}
		s.servers = append(s.servers, held.sentences(m.Here)...)
	}
	return s
}

// sentences tell what is kept of the reader in a server, in the one where they are first of all that it is this one.
func (h HeldHere) sentences(here string) []sentence {
	at := sentence{key: lang.PrivacyServer, word: code(h.Server)}
	if h.Server == here {
		at = sentence{key: lang.PrivacyHere}
	}
	said := []sentence{{key: lang.PrivacyIn, word: at, n: h.Hands, total: h.Entries}}
	if h.Name != "" {
		said = append(said, sentence{key: lang.PrivacyName, name: literal(SafeName(h.Name))})
	}
	if h.Opens {
		said = append(said, sentence{key: lang.PrivacyOpens})
	}
	if !h.Left.IsZero() {
		said = append(said, sentence{key: lang.PrivacyLeft, when: onDay(h.Left.UnixMilli())})
	}
	return said
}

// An EraseModel is what the reader is told before they are erased.
type EraseModel struct {
	Asked     string // their pseudonym: only who has it can say yes
	Proposals int    // of theirs that are open
	Messages  int    // in channels, that show them
	Channels  int    // in which these are
	Shared    bool   // some of these were shared, and nothing of what they show is kept
}

// Erase asks the reader whether they are to be erased, and says what goes with them, open proposals
// among that, and what stays.
func Erase(p Pen, m EraseModel) Message { return sceneOfErase(m).message(p) }

func sceneOfErase(m EraseModel) confirmScene {
	question := []sentence{{key: lang.PrivacyAsk}, {key: lang.PrivacyGoes}}
	if m.Proposals > 0 {
		question = append(question, sentence{key: lang.PrivacyLapse, n: m.Proposals})
	}
	nobody := Player{}.who()
	question = append(question, sentence{key: lang.PrivacyStays, name: nobody})
	answers := []press{origin{}.danger(lang.ButtonErase, VerbErase, m.Asked)}
	if m.Messages == 0 {
		question = append(question, sentence{key: lang.PrivacyStill})
	} else {
		in := sentence{key: lang.PrivacyChannels, n: m.Channels}
		question = append(question, sentence{key: lang.PrivacyShown, name: nobody, n: m.Messages, word: in})
		if m.Shared {
			question = append(question, sentence{key: lang.PrivacyLine})
		}
		question = append(question, sentence{key: lang.PrivacyOthers})
		answers = append(answers, origin{}.danger(lang.ButtonEraseEdit, VerbEraseEdit, m.Asked))
	}
	return confirmScene{
		question: append(question, sentence{key: lang.PrivacyZero}, sentence{key: lang.PrivacyBackups}),
		answers:  append(answers, origin{}.secondary(lang.ButtonDisagree, VerbKeep, "")),
	}
}

// Erased tells who was erased that it is done, and whether messages are being edited.
func Erased(l lang.Lang, edits bool) Message {
	said := []sentence{{key: lang.PrivacyErased}}
	if edits {
		said = append(said, sentence{key: lang.PrivacyEditing})
	}
	return private(text(paragraph(l, said...)))
}

// Withdrawn takes the place of what was shared at a moment, in unix ms, because somebody in it was
// erased.
func Withdrawn(l lang.Lang, at int64) Message {
	return public(text(small(sentence{key: lang.PrivacyWithdrawn, when: onDay(at)}.say(l))))
}

// PrivacyExport gives the reader all that is kept of them, as JSON.
func PrivacyExport(l lang.Lang, json []byte) Message {
	return private(text(paragraph(l, sentence{key: lang.PrivacyFile}, sentence{key: lang.ExportPips})),
		Give(File{Name: "boathouse-privacy.json", Type: "application/json", Data: json}))
}
