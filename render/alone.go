package render

import (
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// alone adds to the hand of who plays by themselves what the menu of a table message is for.
func (h *handScene) alone(o origin, s *sitting.Sight) {
	row := 0
	if len(h.buttons[row]) == maxRow {
		row = 1
	}
	h.buttons[row] = append(h.buttons[row], o.secondary(lang.ButtonMore, VerbMore, ""))
}

// sceneOfAloneResult is the end of a hand that was played alone, as its player reads it.
func sceneOfAloneResult(r Reader, s *sitting.Sight) resultScene {
	t := sceneOfResult(r, s)
	t.own = true
	t.computer, t.head, t.next = false, sentence{}, sentence{} // nobody owes anybody, and the next seal stands in the next message
	o := from(s, r.Prefs)
	t.buttons = append(o.overButtons(s), o.review(s.Last)...)
	if !s.Last.Abandoned {
		t.buttons = append(t.buttons, o.secondary(lang.ButtonShare, VerbShare, strconv.Itoa(s.Last.Hand)))
	}
	t.buttons = append(t.buttons, o.secondary(lang.ButtonMore, VerbMore, s.Last.Key().String()))
	return t
}

// Shared draws the last hand of who played alone for everybody to read, where they want it
// to stand. It has nothing to click.
func Shared(p Pen, r Reader, s *sitting.Sight) Message {
	return sceneOfShared(r, s).message(p.as(ViewPictures, r.Prefs.Cards))
}

func sceneOfShared(r Reader, s *sitting.Sight) resultScene {
	t := sceneOfAloneResult(r, s)
	t.own, t.buttons, t.head = false, nil, sentence{key: lang.AloneShared, word: mention{"play", r.Commands["play"]}}
	return t
}

// StillOn puts above the hand of who plays alone, and has just asked for another, that it is
// still on, with a way to end it for that; arg is [VerbInstead]'s.
func StillOn(p Pen, s *sitting.Sight, arg string, m Message) Message {
	return stillOnMessage(p, sceneOfStillOn(s, arg), m)
}

func sceneOfStillOn(s *sitting.Sight, arg string) []press {
	return []press{from(s, Prefs{}).danger(lang.ButtonInstead, VerbInstead, arg)}
}

func stillOnMessage(p Pen, buttons []press, m Message) Message {
	return m.with(append([]Component{text(p.Lang.Say(lang.AloneStill)), p.row(buttons)}, m.Components...))
}

// SealAlone draws the message that seals a deal before who plays alone sees a card of it.
func SealAlone(l lang.Lang, d sitting.DealFacts) Message {
	return private(text(small(sceneOfSeal(d, false).say(l))))
}

// Sealed puts below a message of who plays alone, as its last small lines, the seal of
// the hand that they see, and that of the one before where the message carried it first.
// message is its id; empty: not known, so it carried none.
func Sealed(l lang.Lang, s *sitting.Sight, message string, m Message) Message {
	return sealedMessage(l, sceneOfSealed(s, message), m)
}

func sceneOfSealed(s *sitting.Sight, message string) []sentence {
	var seals []sentence
	if last := s.Last; last != nil && (s.Phase != sitting.Playing || last.Seal == message && message != "") {
		seals = append(seals, keptSeal(sitting.DealFacts{Hand: last.Hand, Commitment: last.Commitment, Seal: last.Seal}, message))
	}
	if s.Phase == sitting.Playing {
		seals = append(seals, keptSeal(s.Deal, message))
	}
	return seals
}

func sealedMessage(l lang.Lang, seals []sentence, m Message) Message {
	parts := slices.Clone(m.Components)
	for _, seal := range seals {
		parts = append(parts, text(small(seal.say(l))))
	}
	return m.with(parts)
}

// keptSeal is a seal on a message, marked where another message carried it first.
func keptSeal(d sitting.DealFacts, message string) sentence {
	seal := sceneOfSeal(d, false)
	if d.Seal != message {
		seal.key = lang.AloneSealAgain
	}
	return seal
}
