package sitting_test

import (
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestTheScoreIsWhatTheHandsCameTo plays hands one after another and reckons up their
// results apart; one that is off the tab counts for nothing, and nobody's score stays
// behind on a seat that another takes.
func TestTheScoreIsWhatTheHandsCameTo(t *testing.T) {
	e := newEvening(t, 3)
	e.opens("ann", time.Hour, "bob", "cy")
	want, won := map[sitting.Person]int{}, false
	ends := func(after string) {
		t.Helper()
		e.finishes()
		last := e.state.Last()
		for i, seat := range last.Seats {
			if pips := int(last.Result.Payments[i]); last.OnTab && last.Result.Winner != engine.Nobody {
				want[seat.Person] -= pips
				want[last.Seats[last.Result.Winner].Person] += pips
			}
		}
		s := sitting.Watch(e.state, nil)
		for i, seat := range s.Seats {
			if s.Scores[i] != want[seat.Person] {
				t.Errorf("after %s: %s has %d, want %d", after, seat.Person, s.Scores[i], want[seat.Person])
			}
		}
		won = won || slices.ContainsFunc(s.Scores, func(n int) bool { return n != 0 })
	}
	e.does("ann", sitting.Start{})
	ends("a hand")
	e.does("bob", sitting.Next{})
	ends("two")
	e.does("bob", sitting.Again{})
	ends("one off the tab")
	e.does("ann", sitting.Leave{})
	e.does("dee", sitting.Join{})
	delete(want, "ann")
	e.does("bob", sitting.Next{})
	ends("a change of seats")
	if !won {
		t.Error("nobody won anything: the test shows nothing")
	}
}
