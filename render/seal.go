package render

import (
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Seal draws the message that seals a deal before anyone can influence it. It is
// never edited. Again says that it stood in another, which was deleted.
func Seal(l lang.Lang, d sitting.DealFacts, again bool) Message {
	return public(text(small(sceneOfSeal(d, again).say(l))))
}

func sceneOfSeal(d sitting.DealFacts, again bool) sentence {
	s := sentence{key: lang.CommitmentText, hand: d.Hand, word: code(d.Commitment)}
	if again {
		s.key = lang.CommitmentAgain
	}
	return s
}

// A seal is where a sealed deal stands in the channel.
type seal struct {
	hand int
	url  string // of the message; empty when it isn't posted
}

func (r Reader) seal(hand int) seal { return seal{hand, r.Seals[hand]} }

// text links to the sealed deal; "" when there is nothing to link to.
func (s seal) text(l lang.Lang) string {
	if s.url == "" {
		return ""
	}
	return "[" + l.Say(lang.CommitmentLink, lang.Hand(s.hand)) + "](" + s.url + ")"
}
