package render

import (
	"strings"

	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Seal draws the message that seals a deal, whose id is a cut. Again says
// that it stood in another, which was deleted.
func Seal(l lang.Lang, d sitting.DealFacts, again bool) Message {
	return public(text(small(sceneOfSeal(d, again).say(l))))
}

func sceneOfSeal(d sitting.DealFacts, again bool) sentence {
	s := sentence{key: lang.CommitmentText, hand: d.Hand, word: sealCode(d)}
	if again {
		s.key = lang.CommitmentAgain
	}
	return s
}

// sealCode is the line by which people compare a seal.
func sealCode(d sitting.DealFacts) told { return code(deal.SealLine(d.Commitment)) }

// A Dealt is a hand that is being dealt, or was, as its own message tells it.
type Dealt struct {
	Hand  int
	Words []string // cut into it; an erased one is empty
	Mute  bool     // they are counted, because Discord doesn't want to see them
	Again bool     // the message may stand for the second time
}

// DealtOf is the hand of a deal that is frozen.
func DealtOf(d sitting.DealFacts) Dealt {
	words := make([]string, len(d.Cuts))
	for i, c := range d.Cuts {
		words[i] = c.Word
	}
	return Dealt{Hand: d.Hand, Words: words}
}

// Dealing draws the message of a hand that is being dealt, which becomes the table message, and
// what is left of it when the table has moved on. Its id is the last cut.
func Dealing(l lang.Lang, d Dealt) Message { return public(text(DealingLine(l, d))) }

// DealingLine is the text of that message, by which the bot knows it again.
func DealingLine(l lang.Lang, d Dealt) string {
	line := sceneOfDealing(d).say(l)
	if d.Again {
		line += l.Apart() + l.Say(lang.DealAgain)
	}
	return small(line)
}

func sceneOfDealing(d Dealt) sentence {
	s := sentence{key: lang.DealText, hand: d.Hand}
	var words []string
	for _, word := range d.Words {
		if word == "" { // erased
			d.Mute = true
			continue
		}
		words = append(words, "*"+SafeWord(word)+"*")
	}
	switch {
	case len(d.Words) == 0:
	case d.Mute:
		s.key, s.n = lang.DealCount, len(d.Words)
	default:
		s.key, s.word = lang.DealCut, literal(strings.Join(words, " · "))
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
func (s seal) text(l lang.Lang) string { return linkText(l, lang.CommitmentLink, s.hand, s.url) }

// linkText links to a message of a hand; "" when there is nothing to link to.
func linkText(l lang.Lang, key lang.Key, hand int, url string) string {
	if url == "" {
		return ""
	}
	return "[" + l.Say(key, lang.Hand(hand)) + "](" + url + ")"
}
