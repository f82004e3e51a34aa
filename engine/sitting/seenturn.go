package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A seenTurn is a turn as a spectator saw it.
type seenTurn struct {
	seat          engine.Seat
	took          []engine.Card // off the discard pile, its top first
	laid          int           // cards melded and laid off
	before, after []int         // cards in hand, by seat
}

// turns lists the turns of the hand without what was taken back.
func (l *handLog) turns(players int) []seenTurn {
	var turns []seenTurn
	cards := slices.Repeat([]int{engine.HandSize(players)}, players)
	for _, e := range l.kept() {
		if e.Kind == engine.SawDraw {
			turns = append(turns, seenTurn{seat: e.Seat, took: e.Cards, before: slices.Clone(cards)})
		}
		if len(turns) == 0 || e.Seat == engine.Nobody {
			continue
		}
		turn := &turns[len(turns)-1]
		turn.laid += laidBy(e)
		cards[e.Seat] += drawnBy(e) - laidBy(e) - discardedBy(e)
		turn.after = slices.Clone(cards)
	}
	return turns
}

// kept is what was seen, without what was taken back.
func (l *handLog) kept() []engine.PublicEvent {
	var kept []engine.PublicEvent
	for _, e := range l.public {
		if e.Kind == engine.SawTakeback {
			kept = kept[:len(kept)-1]
			continue
		}
		kept = append(kept, e)
	}
	return kept
}

func drawnBy(e engine.PublicEvent) int {
	if e.Kind != engine.SawDraw {
		return 0
	}
	return len(e.Cards) + e.Hidden
}

// laidBy counts the cards that go to the table.
func laidBy(e engine.PublicEvent) (n int) {
	switch e.Kind {
	case engine.SawMeld, engine.SawLayOff:
		return len(e.Cards)
	case engine.SawGoOut:
		for _, m := range e.Melds {
			n += m.Len()
		}
		for _, l := range e.LayOffs {
			n += l.Cards.Len()
		}
	case engine.SawDraw, engine.SawDiscard, engine.SawWin, engine.SawBlock, engine.SawTakeback:
	}
	return n
}

func discardedBy(e engine.PublicEvent) int {
	if e.Kind == engine.SawDiscard || e.Kind == engine.SawGoOut && e.Discard != engine.NoCard {
		return 1
	}
	return 0
}
