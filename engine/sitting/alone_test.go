package sitting_test

import (
	"errors"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// alone has ann open a table of her own, against so many computers.
func (e *evening) alone(computers int) error {
	e.tb.Helper()
	open := sitting.Open{Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 1 + computers, Pace: sitting.None, Lang: "en"}}
	for range computers {
		open.Against = append(open.Against, opponent.Easy)
	}
	return e.asks("ann", open)
}

func code(err error) sitting.Code {
	var no *sitting.Refusal
	if errors.As(err, &no) {
		return no.Code
	}
	return 0
}

func TestATableWithoutAChannelIsItsHostsAlone(t *testing.T) {
	for computers := 1; computers < sitting.MaxSeats; computers++ {
		e := newEvening(t, uint64(computers))
		if err := e.alone(computers); err != nil {
			t.Fatal(err)
		}
		e.does("ann", sitting.Start{})
		for range 3 {
			for e.state.Phase() == sitting.Playing {
				what, at := e.clock.Next(e.state)
				if who := e.state.WaitsOn(); who != "" && what != sitting.ClosesIdle {
					t.Fatalf("waits for %s and does %d at %s", who, what, at)
				}
				before := e.state
				e.plays()
				e.clock.Now = e.clock.Now.Add(time.Hour)
				if calls := e.clock.Calls(before, e.state); len(calls) > 0 {
					t.Fatalf("calls %v", calls)
				}
			}
			last := e.state.Last()
			if f := last.Finish(); len(f.Debts) > 0 || !sameOutcome(f.Outcome) {
				t.Errorf("counts in a server: %+v", f)
			}
			e.does("ann", sitting.Start{})
		}
		for _, do := range []sitting.Action{sitting.Join{}, sitting.Start{}, sitting.Close{Sure: true}, sitting.Play{}, sitting.End{Sure: true}} {
			if err := e.asks("bob", do); code(err) != sitting.NoTable {
				t.Errorf("bob does %T: %v", do, err)
			}
		}
		events := len(e.events)
		e.does("ann", sitting.Away{})
		if len(e.events) != events {
			t.Error("ann went away")
		}
		for e.state.WaitsOn() == "" {
			e.plays()
		}
		e.ticks()
		if s := sitting.Watch(e.state, nil); s.Phase != sitting.Ended || s.Idle != 7*24*time.Hour {
			t.Errorf("left alone it is in phase %d after %s", s.Phase, s.Idle)
		}
		e.holds()
	}
}

func sameOutcome(o tab.Outcome) bool { return len(o.People) == 0 && o.Winner == "" && !o.Rummy }

func TestWhoIsAloneHasAllTheirCompanyAtOnce(t *testing.T) {
	for _, open := range []sitting.Open{
		{Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 3}, Against: []opponent.Level{opponent.Easy}},
		{Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2}},
		{Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2}, Against: []opponent.Level{99}},
		{Channel: "c", Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 2}, Against: []opponent.Level{opponent.Easy, opponent.Easy}},
	} {
		if err := newEvening(t, 1).asks("ann", open); code(err) != sitting.BadSettings {
			t.Errorf("%+v: %v", open, err)
		}
	}
}

// TestNoCourseOfSeveralIsOneAlone puts what takes company into the events of a table
// without a channel.
func TestNoCourseOfSeveralIsOneAlone(t *testing.T) {
	for _, odd := range []sitting.Event{
		sitting.Joined{Person: "bob"}, sitting.WentAway{Seat: 0}, sitting.Called{Seat: 0}, sitting.Nudged{Seat: 0, By: "ann"}, sitting.Reminded{Seat: 0},
		sitting.HostPassed{To: "bob"}, sitting.EndAsked{By: "ann"},
	} {
		e := newEvening(t, 3)
		if err := e.alone(2); err != nil {
			t.Fatal(err)
		}
		e.does("ann", sitting.Start{})
		for e.state.WaitsOn() == "" {
			e.plays()
		}
		if err := audited("evening1", append(e.events, odd), append(e.at, e.clock.Now)); err == nil {
			t.Errorf("%T passes", odd)
		}
	}
}
