package sitting_test

import (
	"errors"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// opensMatch opens a table that plays a match.
func (e *evening) opensMatch(m sitting.Match, people ...sitting.Person) {
	e.tb.Helper()
	set := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 5, Turn: time.Hour, Lang: "en", Match: m}
	e.does(people[0], sitting.Open{Server: "server", Channel: "channel", Settings: set})
	for _, p := range people[1:] {
		e.does(p, sitting.Join{})
	}
}

func (e *evening) match() *sitting.MatchFacts { return sitting.Watch(e.state, nil).Match }

// TestAMatchIsWonByWhoFirstCollectsEnough plays matches to their end and reckons up apart
// what each has collected in them; a hand that is dealt again counts for nothing.
func TestAMatchIsWonByWhoFirstCollectsEnough(t *testing.T) {
	for seed := range uint64(6) {
		e := newEvening(t, seed)
		e.opensMatch(sitting.EveningMatch, "ann", "bob", "cy")
		equal(t, e.match(), (*sitting.MatchFacts)(nil))
		e.does("ann", sitting.Start{})
		equal(t, e.match().Pips, sitting.EveningMatch.Pips(engine.Boathouse, 3))
		collected := map[sitting.Person]int{}
		for hands := 1; ; hands++ {
			e.holdsBack()
			last := e.state.Last()
			equal(t, last.Match, e.match())
			if winner := last.Result.Winner; winner != engine.Nobody && last.Again == 0 {
				for _, pips := range last.Result.Payments {
					collected[last.Seats[winner].Person] += int(pips)
				}
			}
			over := false
			for _, p := range last.Match.Players {
				equal(t, p.Collected, collected[p.Person])
				over = over || p.Collected >= last.Match.Pips
			}
			equal(t, last.Match.Over, over)
			if over {
				won := last.Match.Players[last.Match.Winner]
				if won.Person != last.Seats[last.Result.Winner].Person || won.Collected < last.Match.Pips {
					t.Errorf("won by %+v", won)
				}
				break
			}
			if hands%2 == 1 && last.Again == 0 {
				e.does("bob", sitting.Again{})
			} else {
				e.does("bob", sitting.Next{})
			}
		}
		equal(t, sitting.Watch(e.state, nil).Settings.Match, sitting.NoMatch)
		e.holds()
		e.does("bob", sitting.Again{}) // it is won once
		e.holdsBack()
		equal(t, e.state.Last().Match, (*sitting.MatchFacts)(nil))
		e.does("cy", sitting.Next{})
		equal(t, e.match(), (*sitting.MatchFacts)(nil))
		e.holds()
	}
}

// TestAMatchIsPlayedByThoseWhoBeganIt has somebody join, who waits until it is over, and
// others leave: with one of its players left it is over without a winner.
func TestAMatchIsPlayedByThoseWhoBeganIt(t *testing.T) {
	e := newEvening(t, 4)
	e.opensMatch(sitting.LongMatch, "ann", "bob", "cy")
	e.does("ann", sitting.Start{})
	e.does("dee", sitting.Join{})
	e.holdsBack()
	e.does("dee", sitting.Next{})
	equal(t, len(e.state.Last().Seats), 3)
	equal(t, len(sitting.Watch(e.state, nil).Seats), 3)
	refused := func(err error, code sitting.Code) {
		t.Helper()
		var no *sitting.Refusal
		if !errors.As(err, &no) || no.Code != code {
			t.Errorf("got %v, want %v", err, code)
		}
	}
	refused(e.asks("dee", sitting.Play{}), sitting.JoinsAfter)
	refused(e.asks("dee", sitting.Next{}), sitting.JoinsAfter)
	e.does("cy", sitting.Leave{Sure: true})
	m := e.match()
	if !m.Players[2].Gone || m.Over {
		t.Errorf("somebody left: %+v", m)
	}
	e.holdsBack()
	e.does("ann", sitting.Next{})
	equal(t, len(sitting.Watch(e.state, nil).Seats), 2)
	e.holds()
	e.does("cy", sitting.Join{}) // and waits like anybody
	e.holdsBack()
	e.does("ann", sitting.Next{})
	equal(t, len(sitting.Watch(e.state, nil).Seats), 2)
	e.does("bob", sitting.Leave{Sure: true})
	m = e.match()
	if !m.Over || m.Winner != -1 {
		t.Errorf("one is left: %+v", m)
	}
	e.holdsBack()
	e.does("ann", sitting.Next{})
	equal(t, sitting.Watch(e.state, nil).Seats, []sitting.Sitter{{Person: "ann"}, {Person: "dee"}, {Person: "cy"}})
	e.holds()
}

// TestAMatchEndsWithoutAWinner ends them in every other way; the next table like it
// plays the same.
func TestAMatchEndsWithoutAWinner(t *testing.T) {
	for name, end := range map[string]func(e *evening){
		"no person left": func(e *evening) {
			e.does("ann", sitting.Remove{Seat: 1})
			e.follow("ann", sitting.Left{Seat: 0, By: "ann"})
		},
		"closed": func(e *evening) { e.does("ann", sitting.Close{}) },
		"closed in a hand": func(e *evening) {
			e.does("ann", sitting.Next{})
			e.does("ann", sitting.Close{Sure: true})
			e.follow("ann", sitting.Closed{By: "ann"})
		},
		"another is chosen": func(e *evening) {
			set := sitting.Watch(e.state, nil).Settings
			set.Match = sitting.NoMatch
			e.does("ann", sitting.SetSettings{Settings: set})
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEvening(t, 4)
			e.opensMatch(sitting.LongMatch, "ann", "bob")
			e.does("ann", sitting.AddComputer{Character: opponent.Kano})
			e.does("ann", sitting.AddComputer{Character: opponent.Vela})
			e.does("ann", sitting.Start{})
			e.holdsBack()
			end(e)
			if m := e.match(); m == nil || !m.Over || m.Winner != -1 {
				t.Fatalf("%+v", m)
			}
			if e.state.Phase() != sitting.Ended {
				e.does("ann", sitting.Close{})
			}
			e.holds()
			do, err := sitting.Rematch(e.state, "ann", sitting.Open{Server: "server", Channel: "channel"})
			equal(t, err, nil)
			want := sitting.LongMatch
			if name == "another is chosen" { // none
				want = sitting.NoMatch
			}
			equal(t, do.Settings.Match, want)
		})
	}
}

func TestLongerMatchesTakeMore(t *testing.T) {
	for _, preset := range engine.Presets() {
		for players := sitting.MinSeats; players <= sitting.MaxSeats; players++ {
			for m, before := range sitting.Matches()[:3] {
				if longer := sitting.Matches()[m+1]; longer.Pips(preset, players) <= before.Pips(preset, players) {
					t.Errorf("%v with %d: %v isn't longer than %v", preset, players, longer, before)
				}
			}
		}
	}
	for _, word := range []string{"", "Short", "match-4"} {
		if m, ok := sitting.ParseMatch(word); ok {
			t.Errorf("%q is %v", word, m)
		}
	}
}
