package table_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

func TestNoTableIsReadBeforeSomethingHappensToIt(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		var ids []sitting.ID
		for n := range 4 {
			do := openIn(sitting.Channel(fmt.Sprint(n)))
			do.Settings.Turn = time.Duration(n) * time.Hour // the first has no limit
			h.opens("ann", do, "bob")
			h.does("ann", sitting.Start{})
			ids = append(ids, h.id)
		}
		pass(10 * time.Minute)
		h.restart()
		faulty.reads()
		pass(0)
		equal(t, h.house.Stats().Resumed, true)
		equal(t, len(faulty.reads()), 0)
		pass(20*time.Minute - time.Millisecond)
		equal(t, len(faulty.reads()), 0)
		pass(time.Millisecond) // half of an hour
		equal(t, faulty.reads(), map[sitting.ID]int{ids[1]: 1})
		equal(t, len(h.wall.list(table.PostReminder)), 1)
		h.id = ids[0]
		h.looks("ann")
		equal(t, faulty.reads(), map[sitting.ID]int{ids[0]: 1})
		pass(30 * time.Minute) // half of two hours
		equal(t, len(h.wall.list(table.PostReminder)), 2)
	})
}

func TestOnlySoManyTablesAtWhichNothingHappensAreKept(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{Keep: 10})
		var ids []sitting.ID
		for n := range 60 {
			h.opens("ann", openIn(sitting.Channel(fmt.Sprint(n))), "bob")
			ids = append(ids, h.id)
		}
		pass(0)
		equal(t, h.house.Stats().Tables, 10)
		for _, id := range ids {
			h.id = id
			equal(t, people(h.looks("").Seats), []sitting.Person{"ann", "bob"})
		}
		pass(0)
		equal(t, h.house.Stats().Tables, 10)
	})
}

// TestAThoughtKeepsItsTable has more computers think than there is room to keep.
func TestAThoughtKeepsItsTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{Keep: 1})
		var ids []sitting.ID
		for n := range 5 {
			h.opens("ann", openIn(sitting.Channel(fmt.Sprint(n))))
			h.does("ann", sitting.AddComputer{Level: opponent.Easy})
			h.does("ann", sitting.AddComputer{Level: opponent.Easy})
			h.does("ann", sitting.Start{})
			ids = append(ids, h.id)
		}
		pass(time.Minute)
		for _, h.id = range ids {
			equal(t, h.onTurn(), sitting.Person("ann"))
		}
		pass(0) // who was looked at last lets the one before go
		equal(t, h.house.Stats().Tables, 1)
	})
}

// TestLostTimeIsMadeUpForOnceThoughTheTableIsReadLater has a bot killed or stopped
// three times before anybody looks at the table.
func TestLostTimeIsMadeUpForOnceThoughTheTableIsReadLater(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]func(*hall){"stopped": (*hall).kill, "killed": (*hall).dies} {
		t.Run(name, func(t *testing.T) {
			inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
				h.kill()
				h.beats = name == "stopped" // on the real file
				h.start()
				h.dealsWithin(24*time.Hour, "ann", "bob")
				pass(5 * time.Minute)
				end := h.looks("").Deadline
				for range 3 {
					ends(h)
					pass(2 * time.Hour)
					h.start()
					faulty.reads()
					pass(5 * time.Minute)
					equal(t, len(faulty.reads()), 0)
				}
				h.house.Unreachable(time.Now())
				pass(5 * time.Minute)
				h.house.Reachable()
				h.restart()
				pass(0)
				lost := 6*time.Hour + 5*time.Minute
				equal(t, h.looks("").Deadline, end.Add(lost))
				h.restart()
				pass(0)
				equal(t, h.looks("").Deadline, end.Add(lost))
				var given []time.Duration
				for _, e := range h.log().Events {
					if e, ok := e.(sitting.TimeLost); ok {
						given = append(given, e.For)
					}
				}
				equal(t, given, []time.Duration{lost})
			})
		})
	}
}

// TestAnOutageThatIsForgottenCounts is the control: when the outages before the
// last one aren't kept, the turn of a table that wasn't read runs on in them.
func TestAnOutageThatIsForgottenCounts(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsWithin(24*time.Hour, "ann", "bob")
		end := h.looks("").Deadline
		pass(2 * time.Minute) // the one to play is called
		for range 3 {
			h.kill()
			pass(2 * time.Hour)
			h.pulse.lost = nil
			h.start()
			pass(time.Hour)
		}
		equal(t, h.looks("").Deadline, end.Add(2*time.Hour))
	})
}

// TestATableThatIsReadWithoutALineLosesNoTime has a table read again and again
// while nobody can reach the house.
func TestATableThatIsReadWithoutALineLosesNoTime(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(20 * time.Minute)
		h.kill()
		pass(time.Hour)
		h.start()
		h.house.Unreachable(time.Now())
		for range 5 {
			pass(time.Hour)
			h.looks("ann")
		}
		h.house.Reachable()
		pass(0)
		h.endsAfter(40 * time.Minute)
	})
}

// TestNewQuietHoursReachTablesThatAreNotInMemory ends the quiet hours that a
// reminder waits for.
func TestNewQuietHoursReachTablesThatAreNotInMemory(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(*hall){
		"one house": func(*hall) {},
		"a restart": (*hall).restart,
		"a kill":    func(h *hall) { h.dies(); h.start() },
	} {
		t.Run(name, func(t *testing.T) {
			inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
				h.quiet("ann", night())
				h.quiet("bob", night())
				pass(time.Hour)
				begun := time.Now()
				h.dealsWithin(7*time.Hour, "ann", "bob")
				late := h.onTurn()
				pass(time.Hour)
				h.restart()
				faulty.reads()
				pass(4 * time.Hour)
				equal(t, len(faulty.reads()), 0) // half of the time is over, in the night
				equal(t, len(h.reminders(begun)), 0)
				if err := h.house.SetQuiet(t.Context(), late, sitting.Quiet{}); err != nil {
					t.Fatal(err)
				}
				cut(h)
				want := 5 * time.Hour
				pass(want + time.Minute - time.Since(begun))
				// After a start everybody counts as having just acted, unless it was stored before that the time is over.
				if got := h.reminders(begun); name != "one house" && len(got) == 1 && got[0] == want+time.Minute {
					want += time.Minute
				}
				equal(t, h.reminders(begun), []time.Duration{want})
			})
		})
	}
}

func TestQuietHoursThatBeginDelayATableThatIsNotInMemory(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, _ *faultyStore) {
		pass(2 * time.Hour)
		begun := time.Now()
		h.dealsWithin(7*time.Hour, "ann", "bob")
		late := h.onTurn()
		h.restart()
		h.quiet(late, night())
		pass(7*time.Hour - time.Millisecond)
		equal(t, h.reminders(begun), []time.Duration{6 * time.Hour})
		equal(t, h.onTurn(), late)
	})
}

// TestATableThatCantBeReadIsLeftAndTheOthersGoOn breaks the first of three tables.
func TestATableThatCantBeReadIsLeftAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		var ids []sitting.ID
		for n := range 3 {
			do := openIn(sitting.Channel(fmt.Sprint(n)))
			do.Settings.Turn = time.Hour
			h.opens("ann", do, "bob")
			h.does("ann", sitting.Start{})
			ids = append(ids, h.id)
		}
		h.kill()
		faulty.broken = map[sitting.ID]bool{ids[0]: true}
		h.start()
		pass(0)
		faulty.reads()
		pass(time.Hour)
		equal(t, len(h.wall.list(table.PostReminder)), 2)
		if tries := faulty.reads()[ids[0]]; tries < 2 || tries > 20 {
			t.Errorf("read %d times", tries)
		}
		faulty.mu.Lock()
		faulty.broken = nil
		faulty.mu.Unlock()
		pass(5 * time.Minute)
		h.id = ids[0]
		equal(t, slices.ContainsFunc(h.log().Events, func(e sitting.Event) bool { _, went := e.(sitting.WentAway); return went }), true)
	})
}

// TestAFailedLookLeavesTheClock: who looks at a table that can't be read just then
// doesn't stop it for good.
func TestAFailedLookLeavesTheClock(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		do := openIn("channel")
		do.Settings.Turn = time.Hour
		h.opens("ann", do, "bob")
		h.does("ann", sitting.Start{})
		pass(time.Minute) // all posts are made
		h.kill()
		faulty.broken = map[sitting.ID]bool{h.id: true}
		h.start()
		pass(time.Minute)
		if _, err := h.house.Look(t.Context(), h.id, "ann"); err == nil {
			t.Fatal("read all the same")
		}
		faulty.mu.Lock()
		faulty.broken = nil
		faulty.mu.Unlock()
		pass(2 * time.Hour)
		equal(t, slices.ContainsFunc(h.log().Events, func(e sitting.Event) bool { _, went := e.(sitting.WentAway); return went }), true)
	})
}

// TestATableIsDueInTheStoreWhenItNextActs holds what the store says against what
// then happens, through everything that a table does by itself.
func TestATableIsDueInTheStoreWhenItNextActs(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		h.quiet("bob", night())
		do := openIn("channel")
		do.Settings.Turn = 25 * time.Hour // so that turns begin in the night too
		h.opens("ann", do, "bob")
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		kinds := make(map[string]int)
		for range 60 {
			pass(0) // what is owed is due too
			due, err := h.store.Due(t.Context())
			equal(t, err, nil)
			before := h.looks("")
			if len(due) == 0 || before.Phase != sitting.Playing {
				break
			}
			soonest := slices.MinFunc(due, func(a, b table.Due) int { return a.At.Compare(b.At) })
			pass(time.Until(soonest.At) - time.Millisecond)
			equal(t, h.looks("").Seq, before.Seq)
			pass(time.Millisecond)
			after := h.log()
			if int64(len(after.Events)) == before.Seq {
				t.Fatalf("nothing happens at %v", soonest.At)
			}
			for _, e := range after.Events[before.Seq:] {
				kinds[fmt.Sprintf("%T", e)]++
			}
			if kinds["sitting.WentAway"]%2 == 1 {
				h.does("ann", sitting.Back{})
				h.does("bob", sitting.Back{})
			}
		}
		for _, kind := range []string{"sitting.Played", "sitting.Reminded", "sitting.Called", "sitting.WentAway"} {
			if kinds[kind] == 0 {
				t.Errorf("no %s in %v: the test shows nothing", kind, kinds)
			}
		}
	})
}

// TestTablesComeAndGoUnderManyHands has many people act at more tables than are
// kept, and finds everything that was acknowledged.
func TestTablesComeAndGoUnderManyHands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{Keep: 2})
		const tables, turns = 6, 6 // a deal takes 20 words
		var all sync.WaitGroup
		for n := range tables {
			h.opens("ann", openIn(sitting.Channel(fmt.Sprint(n))), "bob", "cy")
			for i, who := range []sitting.Person{"ann", "bob", "cy"} {
				own := *h
				own.keys = 1_000_000 * (1 + 3*n + i)
				all.Go(func() {
					for turn := range turns {
						own.does(who, sitting.Cut{Word: fmt.Sprint(who, turn)})
						own.looks(who)
					}
				})
			}
		}
		all.Wait()
		for n := range tables {
			id, err := h.house.In(t.Context(), sitting.Channel(fmt.Sprint(n)))
			equal(t, err, nil)
			h.id = id
			words := 0
			for _, e := range h.log().Events {
				if _, ok := e.(sitting.CutGiven); ok {
					words++
				}
			}
			equal(t, words, 3*turns)
			equal(t, table.StateOf(t, h.house, h.id), table.ReplayOf(h.id, h.log()))
		}
		pass(0)
		equal(t, h.house.Stats().Tables, 2)
	})
}
