package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// depictMoment shows a moment of a hand that is over, all hands open, as its scene tells it.
func depictMoment(m sitting.Moment, players []who, s replayScene) depiction {
	turn := openTurn(m)
	t := picture.Table{Middle: middleOf(m.View, turn), Last: turn, Melds: laidMelds(m.View)}
	for i := range t.Melds {
		t.Melds[i].New = newIn(turn, t.Melds[i].Number)
	}
	d := depiction{tells: []told{s.did, s.outcome}}
	for i, h := range s.hands {
		seat := engine.Seat(i)
		t.Seats = append(t.Seats, picture.Seat{
			Number: players[i].number, Name: players[i].drawnName(), Twin: players[i].twin, Computer: players[i].level != "",
			Dealer: m.View.Dealer == seat, Turn: m.View.Turn == seat, Cards: m.View.Counts[i],
		})
		t.Hands = append(t.Hands, picture.Fan{Melds: h.melds, Loose: h.loose})
		d.tells = append(d.tells, h)
	}
	d.tells = append(d.tells, s.pile.tells()...)
	d.tells = append(d.tells, s.melds.tells()...)
	d.of = t
	return d
}

// openTurn is what was done in the turn before a moment, all cards named.
func openTurn(m sitting.Moment) picture.Turn {
	did := oneByOne(m.Did)
	t := turnOfLog(m.View, did)
	t.Drew = nil
	for _, e := range did {
		switch e.Kind { //nolint:exhaustive // the others are told as they always are
		case engine.SawDraw:
			t.Drew = append(t.Drew, e.Cards...)
		case engine.SawDiscard:
			t.Threw = e.Cards[0] // with which they went out, maybe
		case engine.SawWin:
			t.Out = true
		}
	}
	return t
}
