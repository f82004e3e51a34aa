package table_test

import (
	"errors"
	"fmt"
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

// TestAStoreThatTakesLongIsAnOutage has it do so once: in that time nobody's move can be stored either.
func TestAStoreThatTakesLongIsAnOutage(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(20 * time.Minute)
		h.pulse.waits(100 * time.Second)
		pass(beat + time.Second)
		h.pulse.waits(0)
		pass(99 * time.Second)
		h.endsAfter(40 * time.Minute)
	})
}

func TestAStoreThatIsAwayForAMomentIsNothingToWriteDown(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(20 * time.Minute)
		before := h.looks("")
		h.pulse.takes(false)
		pass(beat + 3500*time.Millisecond)
		h.pulse.takes(true)
		pass(time.Minute)
		equal(t, h.looks(""), before)
	})
}

// TestWhatOneHouseAloneIsCutOffFromIsNoOutage has others keep the time meanwhile, and as a control not, or begin again before this one, or be
// cut off, too, in the end.
func TestWhatOneHouseAloneIsCutOffFromIsNoOutage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		others, lost time.Duration // they kept the time when this house last did, and so long after it, and had lost so much before that
		then         time.Duration // none could any more
		left         time.Duration
	}{
		"alone":            {30*time.Minute - beat, 0, 0, 10*time.Minute - beatAgain},
		"all":              {beat, 0, 0, 40 * time.Minute},
		"all, and it last": {30 * time.Minute, 29 * time.Minute, 0, 40 * time.Minute},
		"all in the end":   {30*time.Minute - beat, 0, time.Hour, 40 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inHallOf(t, table.Options{Workers: &crew{}}, func(t *testing.T, h *hall) {
				h.dealsTimed("ann", "bob")
				pass(20 * time.Minute)
				last := time.Now().Add(c.others)
				h.pulse.takes(false)
				pass(30 * time.Minute)
				if h.pulse.by(last); c.lost > 0 {
					h.pulse.by(last, table.Stretch{From: last.Add(-c.lost), To: last})
				}
				pass(c.then)
				h.pulse.takes(true)
				pass(beatAgain)
				h.endsAfter(c.left)
				h.kill()
				lost, _ := h.pulse.Outages(t.Context()) // of memory
				equal(t, len(lost) > 0, name != "alone")
			})
		})
	}
}

// TestAnOutageBeginsWithWhatWasCutFirst has the line and the store be cut beside each other, the line before or after, and be mended in each order.
func TestAnOutageBeginsWithWhatWasCutFirst(t *testing.T) {
	t.Parallel()
	const line, store = 0, 1
	for _, order := range [][2]int{{line, store}, {store, line}} {
		for since, left := range map[time.Duration]time.Duration{-time.Minute: 41 * time.Minute, time.Minute: 40 * time.Minute} {
			t.Run(fmt.Sprint(order, since), func(t *testing.T) {
				t.Parallel()
				inHall(t, func(t *testing.T, h *hall) {
					h.dealsTimed("ann", "bob")
					late := h.onTurn()
					mend := [2]func(){line: h.house.Reachable, store: func() { h.pulse.takes(true) }}
					pass(20 * time.Minute)
					begun := time.Now()
					h.pulse.takes(false)
					pass(time.Hour)
					h.house.Unreachable(begun.Add(since))
					pass(time.Hour)
					mend[order[0]]()
					pass(2 * time.Hour)
					equal(t, h.onTurn(), late)
					mend[order[1]]()
					pass(beatAgain)
					if left := left; order[1] == store {
						h.endsAfter(left)
					} else { // it is known at once that the line is mended
						h.endsAfter(left - beatAgain)
					}
				})
			})
		}
	}
}

// TestABotWhoseFirstBeatFailsIsCutOffSinceItsStart keeps it from all beats.
func TestABotWhoseFirstBeatFailsIsCutOffSinceItsStart(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		late := h.onTurn()
		pass(20 * time.Minute)
		h.kill()
		h.pulse.takes(false)
		h.start()
		pass(3 * time.Hour)
		equal(t, h.onTurn(), late)
		h.pulse.takes(true)
		pass(beatAgain)
		h.endsAfter(40 * time.Minute)
	})
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
