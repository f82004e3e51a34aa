package sitting_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// liveHand is an evening at a live table whose first hand is over, everybody having
// played in it; its result isn't in the channel yet.
func liveHand(tb testing.TB, others ...sitting.Person) *evening {
	tb.Helper()
	e := newEvening(tb, 3)
	e.live = true
	e.opens("ann", 0, others...)
	e.does("ann", sitting.Start{})
	for e.state.Phase() == sitting.Playing {
		e.clock.Now = e.clock.Now.Add(time.Second)
		e.slow = true
		e.plays()
	}
	return e
}

// next is when the table deals by itself; zero when it doesn't.
func (e *evening) next() time.Time {
	e.tb.Helper()
	s := sitting.Watch(e.state, e.clock.Quiet)
	if what, due := e.clock.Next(e.state); (what == sitting.DealsNext) != !s.Next.IsZero() || !s.Next.IsZero() && !due.Equal(s.Next) {
		e.tb.Errorf("the clock does %d at %v, and the channel reads %v", what, due, s.Next)
	}
	return s.Next
}

func TestALiveTableDealsHalfAMinuteAfterTheSeal(t *testing.T) {
	e := liveHand(t, "bob", "cy")
	equal(t, e.next(), time.Time{})
	e.clock.Now = e.clock.Now.Add(time.Minute) // the post takes its time
	e.seals()
	equal(t, e.next(), e.clock.Now.Add(30*time.Second))
	before := e.clock.Now
	e.ticks()
	equal(t, e.clock.Now.Sub(before), 30*time.Second)
	equal(t, []any{e.state.Phase(), e.state.Hand()}, []any{sitting.Dealing, 1})
	e.seals()
	equal(t, e.state.Hand(), 2)
	e.holds()
}

// TestOnlyThoseWhoAreAboutAreDealtTo has each of what the deal waits for be missing.
func TestOnlyThoseWhoAreAboutAreDealtTo(t *testing.T) {
	for name, c := range map[string]struct {
		others []sitting.Person
		during func(e *evening) // the hand
		pause  func(e *evening) // before the seal
		deals  bool
	}{
		"all are about":                  {others: []sitting.Person{"bob"}, deals: true},
		"somebody joined in the hand":    {others: []sitting.Person{"bob"}, during: func(e *evening) { e.does("cy", sitting.Join{}) }, deals: true},
		"one person and a computer":      {deals: true},
		"somebody is away in the hand":   {others: []sitting.Person{"bob", "cy"}, during: func(e *evening) { e.does("cy", sitting.Away{}) }},
		"somebody leaves in the hand":    {others: []sitting.Person{"bob", "cy"}, during: func(e *evening) { e.does("cy", sitting.Leave{Sure: true}) }},
		"somebody leaves in the pause":   {others: []sitting.Person{"bob", "cy"}, pause: func(e *evening) { e.does("cy", sitting.Leave{}) }},
		"one is left":                    {others: []sitting.Person{"bob"}, pause: func(e *evening) { e.does("bob", sitting.Leave{}) }},
		"somebody is away in the pause":  {others: []sitting.Person{"bob"}, pause: func(e *evening) { e.does("bob", sitting.Away{}) }},
		"who joined is away":             {others: []sitting.Person{"bob"}, during: func(e *evening) { e.does("cy", sitting.Join{}); e.does("cy", sitting.Away{}) }},
		"the pace is another":            {others: []sitting.Person{"bob"}, pause: func(e *evening) { e.settles(sitting.Today) }},
		"somebody joined in the pause":   {others: []sitting.Person{"bob"}, pause: func(e *evening) { e.does("cy", sitting.Join{}) }, deals: true},
		"somebody is asleep":             {others: []sitting.Person{"bob"}, pause: func(e *evening) { e.clock.Quiet = sitting.QuietHours{"bob": allDay(e.tb)} }},
		"who is asleep doesn't sit here": {others: []sitting.Person{"bob"}, pause: func(e *evening) { e.clock.Quiet = sitting.QuietHours{"cy": allDay(e.tb)} }, deals: true},
	} {
		for _, sealed := range []string{"before", "after"} {
			t.Run(name+", "+sealed, func(t *testing.T) {
				e := newEvening(t, 3)
				e.live = true
				if c.others == nil {
					e.opens("ann", 0)
					e.does("ann", sitting.AddComputer{Level: opponent.Easy})
				} else {
					e.opens("ann", 0, c.others...)
				}
				e.does("ann", sitting.Start{})
				e.slow = true
				for step := 0; e.state.Phase() == sitting.Playing; step++ {
					if step == 6 && c.during != nil {
						c.during(e)
					}
					e.clock.Now = e.clock.Now.Add(time.Millisecond)
					e.plays()
				}
				if sealed == "before" {
					e.seals()
				}
				if c.pause != nil {
					c.pause(e)
				}
				if sealed == "after" {
					e.seals()
				}
				if dealt := !e.next().IsZero(); dealt != c.deals {
					t.Errorf("deals by itself: %v", dealt)
				}
				e.holds()
			})
		}
	}
}

// settles has the host choose another pace.
func (e *evening) settles(p sitting.Pace) {
	set := sitting.Watch(e.state, nil).Settings
	set.Pace = p
	e.does("ann", sitting.SetSettings{Settings: set})
}

// allDay are quiet hours that are nearly always.
func allDay(tb testing.TB) *sitting.Hours {
	tb.Helper()
	hours, ok := sitting.Quiet{From: 0, To: 24*60 - 1, Zone: "UTC"}.In(time.UTC)
	if !ok {
		tb.Fatal("no quiet hours")
	}
	return hours
}

// TestWhoHasSomethingToSayIsNotDealtTo has a deal that is near be ended for good.
func TestWhoHasSomethingToSayIsNotDealtTo(t *testing.T) {
	e := liveHand(t, "bob")
	e.seals()
	e.does("bob", sitting.Away{})
	e.does("bob", sitting.Back{})
	equal(t, e.next(), time.Time{})
	e.does("bob", sitting.Next{})
	e.seals()
	equal(t, e.state.Hand(), 2)
}

func TestAHandThatWasEndedEarlyIsNotPlayedOnByItself(t *testing.T) {
	e := newEvening(t, 3)
	e.live = true
	e.opens("ann", 0, "bob")
	e.does("ann", sitting.Start{})
	for range 20 {
		e.plays()
	}
	e.follow("ann", sitting.Abandoned{By: "ann"})
	equal(t, e.next(), time.Time{})
}

// TestARepeatedDealIsPlayedOnFrom has the next hand's seal stand long before.
func TestARepeatedDealIsPlayedOnFrom(t *testing.T) {
	e := liveHand(t, "bob")
	e.seals()
	e.does("bob", sitting.Again{})
	e.clock.Now = e.clock.Now.Add(time.Hour)
	e.finishes()
	equal(t, e.next(), e.clock.Now.Add(30*time.Second))
	e.holds()
}

// TestLostTimeDoesNotCountBeforeADeal loses a little of it, and then more than people wait.
func TestLostTimeDoesNotCountBeforeADeal(t *testing.T) {
	e := liveHand(t, "bob")
	e.seals()
	sealed := e.clock.Now
	since, limited := e.state.LimitedSince()
	equal(t, []any{since, limited}, []any{sealed, true})
	e.clock.Now = e.clock.Now.Add(5 * time.Minute)
	e.follow("", sitting.TimeLost{For: 4 * time.Minute})
	equal(t, e.next(), sealed.Add(4*time.Minute+30*time.Second))
	since, _ = e.state.LimitedSince()
	equal(t, since, e.clock.Now)
	e.follow("", sitting.TimeLost{For: 11 * time.Minute})
	equal(t, e.next(), time.Time{})
	if _, limited := e.state.LimitedSince(); limited {
		t.Error("time is given back to nothing")
	}
	e.holds()
}

// TestADealThatNobodyAskedForIsNoticed has an audit read of deals by the table itself
// that can't have been.
func TestADealThatNobodyAskedForIsNoticed(t *testing.T) {
	e := liveHand(t, "bob")
	e.seals()
	deals, err := sitting.PlayOn(e.state, e.dealer())
	if err != nil {
		t.Fatal(err)
	}
	events := append(e.events[:len(e.events):len(e.events)], deals...)
	for after, right := range map[time.Duration]bool{30 * time.Second: true, 29 * time.Second: false} {
		at := append(e.at[:len(e.at):len(e.at)], e.clock.Now.Add(after), e.clock.Now.Add(after))
		if err := audited("evening1", events, at); (err == nil) != right {
			t.Errorf("after %v: %v", after, err)
		}
	}
	e.does("bob", sitting.Away{})
	e.clock.Now = e.clock.Now.Add(time.Minute)
	events = append(e.events[:len(e.events):len(e.events)], deals...)
	if audited("evening1", events, append(e.at[:len(e.at):len(e.at)], e.clock.Now, e.clock.Now)) == nil {
		t.Error("nothing wrong with a deal to who is away")
	}
}
