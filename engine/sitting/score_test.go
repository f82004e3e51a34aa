package sitting_test

import (
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestTheScoreIsWhatTheHandsCameTo plays hands one after another and reckons up their
// results apart; one that is off the tab counts for nothing, nobody's score stays
// behind on a seat that another takes, and who comes back goes on from theirs.
func TestTheScoreIsWhatTheHandsCameTo(t *testing.T) {
	e := newEvening(t, 3)
	e.opens("ann", time.Hour, "bob", "cy")
	want, won := map[sitting.Person]sitting.Score{}, false
	ends := func(after string) {
		t.Helper()
		e.finishes()
		last := e.state.Last()
		for i, seat := range last.Seats {
			if pips := int(last.Result.Payments[i]); last.OnTab && last.Result.Winner != engine.Nobody {
				pays, gets := want[seat.Person], want[last.Seats[last.Result.Winner].Person]
				pays.Net -= pips
				gets.Net, gets.Collected = gets.Net+pips, gets.Collected+pips
				if pips > 0 {
					want[seat.Person], want[last.Seats[last.Result.Winner].Person] = pays, gets
				}
			}
		}
		s := sitting.Watch(e.state, nil)
		for i, seat := range s.Seats {
			if s.Scores[i] != want[seat.Person] || last.Scores[i] != want[last.Seats[i].Person] {
				t.Errorf("after %s: %s has %d, want %d", after, seat.Person, s.Scores[i], want[seat.Person])
			}
		}
		won = won || slices.ContainsFunc(s.Scores, func(n sitting.Score) bool { return n.Collected != 0 })
	}
	e.does("ann", sitting.Start{})
	ends("a hand")
	e.does("bob", sitting.Next{})
	ends("two")
	e.does("bob", sitting.Again{})
	ends("one off the tab")
	e.does("ann", sitting.Leave{})
	e.does("dee", sitting.Join{})
	e.does("bob", sitting.Next{})
	ends("a change of seats")
	e.does("dee", sitting.Leave{})
	e.does("ann", sitting.Join{})
	e.does("bob", sitting.Next{})
	ends("somebody's return")
	if want["ann"] == want["dee"] {
		t.Error("who came back has what they would have without: the test shows nothing")
	}
	if !won {
		t.Error("nobody won anything: the test shows nothing")
	}
}

func TestWhoLeads(t *testing.T) {
	for _, c := range []struct {
		nets []int
		want engine.Seat
	}{
		{nil, engine.Nobody}, {[]int{0, 0}, engine.Nobody}, {[]int{3, -3}, 0}, {[]int{-9, 4, 5}, 2}, {[]int{4, 4, -8}, engine.Nobody}, {[]int{-8, 4, 4}, engine.Nobody},
	} {
		var scores []sitting.Score
		for _, n := range c.nets {
			scores = append(scores, sitting.Score{Net: n})
		}
		equal(t, sitting.Leads(scores), c.want)
	}
}
