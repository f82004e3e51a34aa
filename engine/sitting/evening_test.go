package sitting_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/google/go-cmp/cmp"
)

func equal(tb testing.TB, got, want any) {
	tb.Helper()
	if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
		tb.Errorf("difference (- want, + got):\n%s", diff)
	}
}

// An evening is a sitting with its events, which somebody carries through without
// a house: the time is what they say.
type evening struct {
	tb     testing.TB
	state  sitting.State
	events []sitting.Event
	at     []time.Time
	clock  sitting.Clock
	dice   *rand.Rand
	seeds  int
	live   bool // its table is
	slow   bool // the channel takes its time to show what seals a deal
}

func newEvening(tb testing.TB, seed uint64) *evening {
	tb.Helper()
	return &evening{
		tb: tb, state: sitting.New("evening1"), dice: rand.New(rand.NewPCG(7, seed)),
		clock: sitting.Clock{
			Now: time.UnixMilli(1_800_000_000_000).UTC(), Delay: time.Second,
			Acted: func(sitting.Person) time.Time { return time.Time{} },
		},
	}
}

func (e *evening) dealer() sitting.Dealer {
	return sitting.Fair(func() (deal.Seed, error) {
		e.seeds++
		return deal.Seed{byte(e.seeds), byte(e.dice.Uint32())}, nil
	})
}

// follow applies events and what they bring about.
func (e *evening) follow(by sitting.Person, events ...sitting.Event) {
	e.tb.Helper()
	after, all, err := sitting.Follow(e.state, events, by, e.clock.Now, e.clock.Quiet, e.dealer())
	if err != nil {
		e.tb.Fatal(err)
	}
	e.state = after
	for _, ev := range all {
		e.events, e.at = append(e.events, ev), append(e.at, e.clock.Now)
	}
	if !e.slow {
		e.seals()
	}
}

// seals has the channel show what the next deal waits for: its seal, or its table message.
func (e *evening) seals() {
	e.tb.Helper()
	message := fmt.Sprint("message ", len(e.events))
	if hand := e.state.Unsealed(); hand > 0 {
		e.follow("", sitting.Sealed{Hand: hand, Message: message})
	} else if hand := e.state.Unplaced(); hand > 0 {
		e.follow("", sitting.Placed{Hand: hand, Message: message})
	}
}

// asks has a person ask for something, as a house would.
func (e *evening) asks(by sitting.Person, do sitting.Action) error {
	e.tb.Helper()
	c := sitting.Command{Key: fmt.Sprint("key ", len(e.events)), By: by, Do: do}
	if back := sitting.Return(e.state, c); back != nil {
		e.follow(by, back)
	}
	events, err := sitting.Decide(e.state, c, e.dealer())
	if err == nil && len(events) > 0 {
		e.follow(by, events...)
	}
	return err
}

// does has a person do something that must be taken.
func (e *evening) does(by sitting.Person, do sitting.Action) {
	e.tb.Helper()
	if err := e.asks(by, do); err != nil {
		e.tb.Fatalf("%s %#v: %v", by, do, err)
	}
}

// opens has a person open a table, and others join it.
func (e *evening) opens(host sitting.Person, turn time.Duration, others ...sitting.Person) {
	e.tb.Helper()
	set := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Turn: turn, Lang: "en"}
	if e.live {
		set.Pace, set.Turn = sitting.Live, 0
	}
	e.does(host, sitting.Open{Server: "server", Channel: "channel", Settings: set})
	for _, p := range others {
		e.does(p, sitting.Join{})
	}
}

// ticks does what the sitting does by itself next, and says whether there was anything.
func (e *evening) ticks() bool {
	e.tb.Helper()
	what, due := e.clock.Next(e.state)
	if due.IsZero() {
		return false
	}
	if due.After(e.clock.Now) {
		e.clock.Now = due
	}
	if what == sitting.DealsNext {
		events, err := sitting.PlayOn(e.state, e.dealer())
		if err != nil {
			e.tb.Fatal(err)
		}
		e.follow("", events...)
		return true
	}
	if what != sitting.MovesComputer {
		e.follow("", e.clock.Elapsed(e.state, what))
		return true
	}
	turn := sitting.SeeTurn(e.state)
	events, err := sitting.Move(e.state, turn.Seat, []engine.Move{opponent.Choose(turn.Level, turn.View, turn.Log, e.dice, opponent.Budget{})})
	if err != nil {
		e.tb.Fatal(err)
	}
	e.follow("", events...)
	return true
}

// plays makes the next move of the hand, a person's or a computer's.
func (e *evening) plays() {
	e.tb.Helper()
	who := e.state.WaitsOn()
	if who == "" {
		e.ticks()
		return
	}
	s := sitting.See(e.state, who, nil)
	e.does(who, sitting.Play{Moves: []engine.Move{opponent.Choose(opponent.Easy, s.View, s.Log, e.dice, opponent.Budget{})}})
}

// finishes plays the hand to its end.
func (e *evening) finishes() {
	e.tb.Helper()
	for e.state.Phase() == sitting.Playing {
		e.plays()
	}
}

// audited gives what is wrong with a list of events.
func audited(id sitting.ID, events []sitting.Event, at []time.Time) error {
	a := sitting.NewAudit(id)
	for i, e := range events {
		if err := a.Next(e, at[i]); err != nil {
			return err
		}
	}
	return a.End()
}

// holds has the evening told again from its stored form, and audited.
func (e *evening) holds() {
	e.tb.Helper()
	stored := make([]sitting.Event, len(e.events))
	for i, ev := range e.events {
		kind, body, text := sitting.EncodeEvent(ev)
		back, err := sitting.DecodeEvent(kind, body, text)
		if err != nil {
			e.tb.Fatal(err)
		}
		stored[i] = back
	}
	equal(e.tb, sitting.Replay("evening1", stored, e.at), e.state)
	if err := audited("evening1", e.events, e.at); err != nil {
		e.tb.Errorf("the audit of %d events: %v", len(e.events), err)
	}
	e.holdsFrom(stored)
}

// TestNoEventOfAnEveningCanBeSpared leaves each event out, and doubles it: neither
// is a course that the rules lead to. A meld or lay-off alone may be missing where
// the same cards cost nothing in hand.
func TestNoEventOfAnEveningCanBeSpared(t *testing.T) {
	e := newEvening(t, 1)
	e.opens("ann", time.Hour, "bob")
	e.does("bob", sitting.Cut{Word: "gale"})
	e.does("ann", sitting.Start{})
	e.finishes()
	e.does("bob", sitting.Next{})
	e.finishes()
	e.holds()
	at := append(slices.Clone(e.at), e.clock.Now)
	for i, ev := range e.events[:len(e.events)-1] { // the last says that the next deal is sealed, which may be yet to come
		if _, word := ev.(sitting.CutGiven); word { // may be given again
			continue
		}
		without := slices.Delete(slices.Clone(e.events), i, i+1)
		twice := slices.Insert(slices.Clone(e.events), i, ev)
		if !laysDown(ev) && audited("evening1", without, at) == nil || audited("evening1", twice, at) == nil {
			t.Errorf("event %d, %T: nothing wrong without it, or with two of it", i+1, ev)
		}
	}
}

// laysDown says whether an event is a meld or a lay-off.
func laysDown(ev sitting.Event) bool {
	played, _ := ev.(sitting.Played)
	_, melds := played.Event.(engine.Melded)
	_, laysOff := played.Event.(engine.LaidOff)
	return melds || laysOff
}

// TestWhateverIsAskedTheEveningHolds has four people ask for anything at all, while
// the sitting does what it does by itself: what is refused changes nothing, and the
// events tell the evening again.
func TestWhateverIsAskedTheEveningHolds(t *testing.T) {
	people := []sitting.Person{"ann", "bob", "cy", "dee"}
	taken, byItself, refused := 0, 0, make(map[sitting.Code]bool)
	for seed := range uint64(40) {
		e := newEvening(t, seed)
		e.slow = seed%2 == 0
		e.live = seed%4 == 1
		e.opens("ann", []time.Duration{0, time.Minute, time.Hour, 48 * time.Hour}[seed%4])
		for step := 0; step < 400 && e.state.Phase() != sitting.Ended; step++ {
			if what, _ := e.clock.Next(e.state); e.dice.IntN(3) == 0 && (what == sitting.DealsNext || what == sitting.CallsAsked) {
				e.ticks()
				if what == sitting.DealsNext {
					byItself++
				}
				continue
			}
			if e.dice.IntN(3) > 0 && e.state.Phase() == sitting.Playing {
				if what, due := e.clock.Next(e.state); !due.IsZero() && (what == sitting.MovesComputer || what != sitting.ClosesIdle && e.dice.IntN(8) == 0 || e.dice.IntN(200) == 0) {
					e.ticks()
				} else if e.state.WaitsOn() != "" {
					e.plays()
				}
				continue
			}
			e.clock.Now = e.clock.Now.Add(time.Duration(e.dice.IntN(20_000)) * time.Millisecond)
			if e.slow && e.dice.IntN(8) == 0 {
				e.seals()
			}
			who := people[e.dice.IntN(len(people))]
			before, told := e.state, len(e.events)
			err := e.asks(who, anything(e.dice))
			var no *sitting.Refusal
			var rules *engine.Refusal
			switch {
			case err == nil:
				taken++
			case errors.As(err, &no):
				refused[no.Code] = true
			case !errors.As(err, &rules):
				t.Fatal(err)
			}
			if err != nil && len(e.events) == told {
				equal(t, e.state, before)
			}
		}
		e.holds()
	}
	if taken < 500 || byItself == 0 || len(refused) < 15 {
		t.Errorf("hardly anything happened: %d taken, %d dealt by themselves, refused with %v", taken, byItself, refused)
	}
}

// anything is something that people may ask for.
func anything(dice *rand.Rand) sitting.Action {
	seat := engine.Seat(dice.IntN(5))
	return []sitting.Action{
		sitting.Join{}, sitting.Join{}, sitting.Leave{Sure: dice.IntN(2) == 0}, sitting.Start{}, sitting.Next{}, sitting.Next{},
		sitting.AddComputer{Level: opponent.Easy}, sitting.Remove{Seat: seat, Sure: dice.IntN(2) == 0},
		sitting.Again{}, sitting.Cut{Word: fmt.Sprint("word ", dice.IntN(9))},
		sitting.Play{Moves: []engine.Move{engine.Draw{}}}, sitting.TakeBack{}, sitting.TakeBack{}, sitting.Agree{Yes: true},
		sitting.Agree{}, sitting.Away{}, sitting.Back{}, sitting.Close{},
		sitting.SetSettings{Settings: sitting.Settings{Rules: engine.Brisk.Rules(), Seats: 2 + dice.IntN(5), Turn: time.Hour}},
		[]sitting.Action{
			sitting.Invite{People: []sitting.Person{sitting.Person(fmt.Sprint("guest", dice.IntN(40))), "dee"}[:1+dice.IntN(2)]},
			sitting.Invite{People: []sitting.Person{"cy"}}, sitting.Respond{Yes: dice.IntN(2) == 0},
		}[dice.IntN(3)],
	}[dice.IntN(20)]
}

// TestDecidingChangesNothing decides on a state and goes on from it as if nobody had.
func TestDecidingChangesNothing(t *testing.T) {
	e := newEvening(t, 3)
	e.opens("ann", 0, "bob")
	e.does("ann", sitting.Start{})
	before := sitting.Replay("evening1", e.events, e.at)
	who := e.state.WaitsOn()
	for range 3 {
		_, _ = sitting.Decide(e.state, sitting.Command{Key: "k", By: who, Do: sitting.Play{Moves: []engine.Move{engine.Draw{}}}}, e.dealer())
		_ = sitting.Apply(e.state, sitting.Closed{By: "ann"}, e.clock.Now)
		_ = sitting.See(e.state, who, nil)
	}
	equal(t, e.state, before)
}
