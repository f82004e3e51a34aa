package render

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// sinceOf tells the viewer what the others did since the viewer's turn before, a
// sentence for each of their turns, the newest that there is room for; nothing when
// nobody has played since.
func sinceOf(s *sitting.Sight, players []who) sentence {
	me, from := s.View.Seat, len(s.Log)
	for from > 0 && s.Log[from-1].Seat == me && s.View.Turn == me {
		from-- // what they did in the turn under way
	}
	others := s.Log[:from]
	from = 1 + lastOf(others, me)
	key := lang.HandSince
	if from == 0 {
		key = lang.HandSofar
	}
	turns := turnsOf(players, newest(others[from:], handRoom))
	if len(turns) == 0 {
		return sentence{}
	}
	return sentence{key: key, list: listOf(turns)}
}

// lastOf gives the index of a seat's last event in a log; -1 without one.
func lastOf(log []engine.PublicEvent, seat engine.Seat) int {
	for i, e := range slices.Backward(log) {
		if e.Seat == seat {
			return i
		}
	}
	return -1
}

// turnsOf tells what each seat did in one go, one after another.
func turnsOf(players []who, events []engine.PublicEvent) []sentence {
	var turns []sentence
	for len(events) > 0 {
		seat, n := events[0].Seat, 0
		var deeds company
		for n < len(events) && events[n].Seat == seat {
			if did := deedOf(events[n]); did.key != "" {
				deeds = append(deeds, did)
			}
			n++
		}
		if events = events[n:]; len(deeds) > 0 {
			turns = append(turns, sentence{key: lang.DidTurn, name: brief{sits(players, seat)}, list: deeds})
		}
	}
	return turns
}

// deedOf tells an event without who did it; nothing for how a hand ended, which is told apart.
func deedOf(e engine.PublicEvent) sentence {
	s := sentence{cards: e.Cards, meld: e.Meld + 1}
	switch e.Kind {
	case engine.SawDraw:
		s.key, s.n = drawDeed(e), len(e.Cards)+e.Hidden
	case engine.SawMeld:
		s.key, s.cards = lang.DidMeld, inOrder(engine.HandOf(e.Cards...))
	case engine.SawLayOff:
		s.key = lang.DidLayoff
	case engine.SawDiscard:
		s.key = lang.DidDrop
	case engine.SawTakeback:
		s.key = lang.DidTakeback
		if e.Source == engine.FromDiscard {
			s.key = lang.DidPutback
		}
	case engine.SawGoOut:
		s.key = lang.DidGoout
		if e.Discard != engine.NoCard {
			s.key, s.cards = lang.DidGooutDiscard, []engine.Card{e.Discard}
		}
	case engine.SawWin, engine.SawBlock:
	}
	return s
}

func drawDeed(e engine.PublicEvent) lang.Key {
	switch e.Source {
	case engine.FromStock:
		return lang.DidStock
	case engine.FromDiscard, engine.FromMixed:
		if e.Hidden > 0 {
			return lang.DidBoth
		}
		return lang.DidDiscard
	case engine.FromTurnover:
		return lang.DidTurnover
	}
	return ""
}

// afterOf names the others in the order in which they play after the viewer, with
// how many cards each holds.
func afterOf(v engine.View, players []who) sentence {
	var others []sentence
	for i := 1; i < v.Players; i++ {
		seat := (v.Seat + engine.Seat(i)) % engine.Seat(v.Players)
		others = append(others, sentence{
			key: lang.HandOther, name: brief{sits(players, seat)}, word: sentence{key: lang.CountCards, n: v.Counts[seat]},
		})
	}
	return sentence{key: lang.HandAfter, list: listOf(others)}
}
