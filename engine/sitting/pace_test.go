package sitting_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func TestAPaceIsReadAsItIsWritten(t *testing.T) {
	for _, p := range sitting.Paces() {
		back, ok := sitting.ParsePace(p.String())
		equal(t, back, p)
		equal(t, ok, true)
	}
	for _, text := range []string{"", "set", "Live", "warp", "90s"} {
		if p, ok := sitting.ParsePace(text); ok || p != sitting.Set {
			t.Errorf("%q is read as the pace %d", text, p)
		}
	}
}

// TestATurnLastsAsThePaceAndTheSeatsSay deals with computers in all the seats but
// one, who comes to play and is waited for.
func TestATurnLastsAsThePaceAndTheSeatsSay(t *testing.T) {
	for _, c := range []struct {
		pace  sitting.Pace
		limit [sitting.MaxSeats + 1]time.Duration // by seats
	}{
		{sitting.Live, [...]time.Duration{2: 90 * time.Second, 3: 90 * time.Second, 4: 90 * time.Second, 5: 90 * time.Second, 6: 90 * time.Second}},
		{sitting.Today, [...]time.Duration{2: 4 * time.Hour, 3: 4 * time.Hour, 4: 4 * time.Hour, 5: 4 * time.Hour, 6: 4 * time.Hour}},
		{sitting.Slow, [...]time.Duration{2: 24 * time.Hour, 3: 12 * time.Hour, 4: 12 * time.Hour, 5: 8 * time.Hour, 6: 8 * time.Hour}},
		{sitting.None, [sitting.MaxSeats + 1]time.Duration{}},
	} {
		for seats := sitting.MinSeats; seats <= sitting.MaxSeats; seats++ {
			e := newEvening(t, 11)
			e.does("ann", sitting.Open{Server: "s", Channel: "c", Settings: sitting.Settings{
				Rules: engine.Boathouse.Rules(), Seats: sitting.MaxSeats, Pace: c.pace, Lang: "en",
			}})
			for range seats - 1 {
				e.does("ann", sitting.AddComputer{Level: opponent.Easy})
			}
			e.does("ann", sitting.Start{})
			for e.state.WaitsOn() == "" {
				e.ticks()
			}
			s := sitting.See(e.state, "ann", nil)
			equal(t, s.Limit, c.limit[seats])
			var until time.Time
			if s.Limit > 0 {
				until = s.Since.Add(s.Limit)
			}
			equal(t, s.Deadline, until)
			e.holds()
		}
	}
}

// TestATurnLastsAsItDidAtTheDeal has others sit down and get up in mid-hand.
func TestATurnLastsAsItDidAtTheDeal(t *testing.T) {
	e := newEvening(t, 12)
	e.does("ann", sitting.Open{Server: "s", Channel: "c", Settings: sitting.Settings{
		Rules: engine.Boathouse.Rules(), Seats: sitting.MaxSeats, Pace: sitting.Slow, Lang: "en",
	}})
	e.does("bob", sitting.Join{})
	e.does("ann", sitting.Start{})
	limit := func() time.Duration { return sitting.Watch(e.state, nil).Limit }
	e.does("cy", sitting.Join{})
	equal(t, limit(), 24*time.Hour)
	e.finishes()
	equal(t, limit(), 12*time.Hour)
	e.does("ann", sitting.Next{})
	e.does("cy", sitting.Leave{Sure: true})
	equal(t, limit(), 12*time.Hour)
	e.finishes()
	equal(t, limit(), 24*time.Hour)
	e.holds()
}

func TestALimitIsNamedOrFollowsFromThePace(t *testing.T) {
	open := func(pace sitting.Pace, turn time.Duration) error {
		return newEvening(t, 13).asks("ann", sitting.Open{Server: "s", Channel: "c", Settings: sitting.Settings{
			Rules: engine.Boathouse.Rules(), Seats: 2, Pace: pace, Turn: turn,
		}})
	}
	for _, pace := range append(sitting.Paces(), sitting.Set) {
		equal(t, open(pace, 0), nil)
	}
	equal(t, open(sitting.Set, 7*24*time.Hour), nil)
	no := error(&sitting.Refusal{Code: sitting.BadSettings})
	equal(t, open(sitting.Live, time.Hour), no)
	equal(t, open(sitting.None+1, 0), no)
	equal(t, open(sitting.Set, time.Minute-1), no)
	equal(t, open(sitting.Set, 8*24*time.Hour), no)
}
