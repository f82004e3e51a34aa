package table_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// endsAfter checks that the turn under way ends after some more time, to the millisecond.
func (h *hall) endsAfter(left time.Duration) {
	h.tb.Helper()
	late := h.onTurn()
	if late == "" {
		h.tb.Fatal("no person is to move")
	}
	equal(h.tb, h.looks("").Deadline, time.Now().Add(left).UTC())
	pass(left - time.Millisecond)
	equal(h.tb, h.onTurn(), late)
	pass(time.Millisecond)
	equal(h.tb, h.onTurn(), sitting.Person(""))
}

func TestTimeWithoutTheBotDoesNotCount(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(20 * time.Minute)
		h.kill()
		pass(72 * time.Hour)
		h.start()
		pass(0)
		h.endsAfter(40 * time.Minute)
	})
}

func TestTheFileRemembersWhenTheBotWasThere(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.kill()
		h.beats = true
		h.start()
		h.dealsTimed("ann", "bob")
		for range 3 {
			pass(5 * time.Minute)
			h.kill()
			pass(3 * time.Hour)
			h.start()
			pass(0)
		}
		h.endsAfter(45 * time.Minute)
	})
}

func TestAKilledBotWasAwayForABeatTooLongAtMost(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(20*time.Minute + 14*time.Second)
		h.dies()
		pass(72 * time.Hour)
		h.start()
		pass(0)
		// In the players' favour, and made up for once.
		h.restart()
		pass(0)
		h.endsAfter(40 * time.Minute)
	})
}

// TestABotThatIsKilledBeforeItMadeUpForTheTimeDoesSoNextTime has the disk fail
// where the first house would do it.
func TestABotThatIsKilledBeforeItMadeUpForTheTimeDoesSoNextTime(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		h.dealsTimed("ann", "bob")
		pass(20 * time.Minute)
		h.kill()
		pass(3 * time.Hour)
		killed := make(chan struct{})
		faulty.fails(func(table.Batch) error {
			h.pulse.hears(false)
			close(killed)
			return errors.New("disk on fire")
		}, nil)
		h.start()
		<-killed
		h.dies()
		pass(3 * time.Hour)
		h.start()
		pass(0)
		h.endsAfter(40 * time.Minute)
	})
}

func TestTimeWithoutALineToThePlayersDoesNotCount(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		late := h.onTurn()
		pass(20 * time.Minute)
		h.house.Unreachable(time.Now().Add(-time.Minute))
		h.house.Unreachable(time.Now())
		pass(5 * time.Hour)
		equal(t, h.onTurn(), late)
		equal(t, len(h.wall.list(table.PostReminder)), 0)
		h.house.Reachable()
		h.house.Reachable()
		pass(0)
		h.endsAfter(41 * time.Minute)
	})
}

func TestAMomentWithoutALineIsNothingToWriteDown(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(20 * time.Minute)
		before := h.looks("")
		h.house.Unreachable(time.Now())
		pass(5*time.Second - time.Millisecond)
		h.house.Reachable()
		pass(0)
		equal(t, h.looks(""), before)
		h.house.Unreachable(time.Now())
		pass(5 * time.Second)
		h.house.Reachable()
		pass(0)
		equal(t, h.looks("").Deadline, before.Deadline.Add(5*time.Second))
	})
}

func TestTimeInWhichNothingCanBeStoredDoesNotCount(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		late := h.onTurn()
		pass(20 * time.Minute)
		h.pulse.takes(false)
		pass(5 * time.Hour)
		equal(t, h.onTurn(), late)
		h.pulse.takes(true)
		pass(beatAgain)
		h.endsAfter(40 * time.Minute)
	})
}

// TestPeopleCanPlayWhenNothingKeepsThemFromIt has the line and the store be cut beside each other, and be mended in each order.
func TestPeopleCanPlayWhenNothingKeepsThemFromIt(t *testing.T) {
	t.Parallel()
	for name, order := range map[string][2]int{"the line first": {0, 1}, "the store first": {1, 0}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inHall(t, func(t *testing.T, h *hall) {
				h.dealsTimed("ann", "bob")
				late := h.onTurn()
				mend := [2]func(){h.house.Reachable, func() { h.pulse.takes(true) }}
				pass(20 * time.Minute)
				h.house.Unreachable(time.Now())
				h.pulse.takes(false)
				pass(2 * time.Hour)
				mend[order[0]]()
				pass(2 * time.Hour)
				equal(t, h.onTurn(), late)
				mend[order[1]]()
				pass(beatAgain)
				left := 40 * time.Minute
				if order[1] == 0 { // the line is known to be mended at once
					left -= beatAgain
				}
				h.endsAfter(left)
			})
		})
	}
}

func TestABotThatRestartsWithoutALineLosesNoTime(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(20 * time.Minute)
		h.house.Unreachable(time.Now())
		pass(3 * time.Hour)
		h.kill()
		pass(3 * time.Hour)
		h.start()
		h.house.Unreachable(time.Now())
		pass(3 * time.Hour)
		h.house.Reachable()
		pass(0)
		h.endsAfter(40 * time.Minute)
	})
}

func TestOnlyWhatATurnLostIsMadeUpFor(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		h.house.Unreachable(time.Now())
		pass(10 * time.Minute)
		h.passes() // by another way
		pass(5 * time.Minute)
		h.house.Reachable()
		pass(0)
		equal(t, h.looks("").Deadline, time.Now().Add(time.Hour).UTC())
		pass(10 * time.Minute)
		h.passes()
		h.endsAfter(time.Hour)
	})
}

func TestTimeLostInQuietHoursWasNoneOfTheTurns(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		h.quiet("bob", night())
		h.dealsWithin(24*time.Hour, "ann", "bob")
		pass(4 * time.Hour)
		h.kill()
		pass(5 * time.Hour) // from four to nine, of which the last counts
		h.start()
		pass(0)
		equal(t, h.looks("").Deadline, time.Now().Add(13*time.Hour+10*time.Hour+11*time.Hour).UTC())
	})
}

func TestASleepingMachineIsAnOutage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var slept atomic.Int64
		now := func() time.Time { return time.Now().Add(time.Duration(slept.Load())) }
		h := newHall(t, table.Options{Now: now})
		h.dealsTimed("ann", "bob")
		late := h.onTurn()
		pass(20 * time.Minute)
		slept.Store(int64(9 * time.Hour)) // the wall clock went on, the timers did not
		pass(time.Minute)
		equal(t, h.onTurn(), late)
		pass(39*time.Minute - time.Millisecond)
		equal(t, h.onTurn(), late)
		pass(beat + time.Millisecond)
		equal(t, h.onTurn(), sitting.Person(""))
	})
}

// How exactly the house knows when it was last awake, and how soon it knows that it can store again what is done.
const (
	beat      = 15 * time.Second
	beatAgain = time.Second
)

// TestAnOutageThatIsNotToldOfCounts is the control: without the pulse the time
// that nobody was there runs on.
func TestAnOutageThatIsNotToldOfCounts(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		h.kill()
		h.pulse.last = time.Time{}
		pass(2 * time.Hour)
		h.start()
		pass(time.Millisecond)
		equal(t, h.onTurn(), sitting.Person(""))
	})
}

// TestAStoreThatGivesNoAnswerKeepsNobodyForEver has the store fall silent while a table is read: whoever asked hears of it, as
// does who asked behind them, and when there are answers again the table goes on.
func TestAStoreThatGivesNoAnswerKeepsNobodyForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		faulty := &faultyStore{}
		h := newHall(t, table.Options{Store: faulty, Workers: &crew{}})
		h.opens("ann", openIn("c"), "bob")
		h.restart()
		silent := func(is bool) {
			faulty.mu.Lock()
			defer faulty.mu.Unlock()
			faulty.silent = is
		}
		silent(true)
		begin := time.Now()
		for range 2 {
			if _, err := h.send(h.command("ann", sitting.Start{})); err == nil {
				t.Error("a command is done that nobody could read the table for")
			}
		}
		if took := time.Since(begin); took > 2*time.Minute { // the table's clock asks between them
			t.Errorf("that took %v", took)
		}
		silent(false)
		equal(t, h.does("ann", sitting.Start{}).Sight.Phase, sitting.Playing)
		h.sound()
	})
}
