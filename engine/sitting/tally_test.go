package sitting_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestAnEveningIsWhatItsHandsCameTo plays some evenings and reckons up apart what a
// table that closes tells; where nothing counted it tells nothing.
func TestAnEveningIsWhatItsHandsCameTo(t *testing.T) {
	rummies := 0
	for seed := range uint64(12) {
		e := newEvening(t, seed)
		e.opens("ann", time.Hour, "bob", "cy")
		want := sitting.Evening{}
		nets := map[sitting.Person]int{"ann": 0, "bob": 0, "cy": 0}
		hands := int(seed % 4)
		won := 0
		for n := range hands {
			if n == 0 {
				e.does("ann", sitting.Start{})
			} else {
				e.does("bob", sitting.Next{})
			}
			e.holdsBack()
			last := e.state.Last()
			want.Hands++
			if last.Result.Winner == engine.Nobody {
				continue
			}
			won++
			feat := sitting.Feat{Hand: last.Hand, By: last.Seats[last.Result.Winner]}
			for i, seat := range last.Seats {
				feat.Pips += int(last.Result.Payments[i])
				nets[seat.Person] -= int(last.Result.Payments[i])
			}
			nets[feat.By.Person] += feat.Pips
			if last.Result.Rummy && feat.Pips > want.Rummy.Pips {
				want.Rummy = feat
			}
			if won == 1 || feat.Pips < want.Closest.Pips {
				want.Closest = feat
			}
		}
		if won < 2 {
			want.Closest = sitting.Feat{}
		}
		if want.Rummy.Hand > 0 {
			rummies++
		}
		if seed%2 == 0 && hands > 0 {
			e.does("bob", sitting.Next{})
			want.Broken = true
		}
		if e.state.Evening() != nil {
			t.Error("an evening before its end")
		}
		e.follow("ann", sitting.Closed{By: "ann"})
		got := e.state.Evening()
		if hands == 0 {
			if got != nil {
				t.Errorf("an evening of nothing: %+v", got)
			}
			continue
		}
		before := 1 << 30
		for _, one := range got.Standings {
			if one.Net != nets[one.Person] || one.Net > before {
				t.Errorf("%d: %s has %d after %d, want %d", seed, one.Person, one.Net, before, nets[one.Person])
			}
			before = one.Net
		}
		equal(t, len(got.Standings), len(nets))
		want.Standings = got.Standings
		equal(t, *got, want)
	}
	if rummies == 0 {
		t.Error("no rummy in any of them")
	}
}

// holdsBack plays the hand to its end with everybody out for the double.
func (e *evening) holdsBack() {
	e.tb.Helper()
	for e.state.Phase() == sitting.Playing {
		turn := sitting.SeeTurn(e.state)
		moves, err := sitting.Move(e.state, turn.Seat, []engine.Move{opponent.Choose(opponent.HoldsForRummy, turn.View, turn.Log, e.dice, opponent.Budget{})})
		if err != nil {
			e.tb.Fatal(err)
		}
		e.follow("", moves...)
	}
}
