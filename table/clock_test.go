package table_test

import (
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// dealsTimed is deals with a turn limit of an hour.
func (h *hall) dealsTimed(people ...sitting.Person) {
	h.tb.Helper()
	do := openIn("channel")
	do.Settings.Turn = time.Hour
	h.opens(people[0], do, people[1:]...)
	h.does(people[0], sitting.Start{})
}

func (h *hall) log() table.Log {
	h.tb.Helper()
	log, err := h.store.Load(h.tb.Context(), h.id)
	if err != nil {
		h.tb.Fatal(err)
	}
	return log
}

func TestEachMoveOfAComputerComesAfterTheSameDelay(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		for range 3 {
			h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		}
		h.does("ann", sitting.Start{})
		h.finishes()
		log := h.log()
		seen := 0
		at := log.At[0]
		for i, e := range log.Events {
			if p, ok := e.(sitting.Played); ok && seatOf(p.Event) > 0 {
				if gap := log.At[i].Sub(at); gap != delay && gap != 0 {
					t.Fatalf("event %d, %v, comes after %v", i+1, p.Event, gap)
				}
				seen++
			}
			at = log.At[i]
		}
		if seen < 10 {
			t.Errorf("only %d moves of computers", seen)
		}
	})
}

func seatOf(e engine.Event) engine.Seat {
	switch e := e.(type) {
	case engine.Drew:
		return e.Seat
	case engine.Melded:
		return e.Seat
	case engine.LaidOff:
		return e.Seat
	case engine.Discarded:
		return e.Seat
	case engine.WentOut:
		return e.Seat
	case engine.Dealt, engine.Won, engine.Blocked:
	}
	return engine.Nobody
}

func TestAtTheLimitTheSeatIsPlayedUntilItsOwnerIsBack(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		late := h.onTurn()
		s := h.looks(late)
		equal(t, s.Deadline, s.Since.Add(time.Hour))
		pass(time.Hour - time.Millisecond)
		equal(t, h.looks(late).Seats, s.Seats)
		pass(time.Millisecond)
		equal(t, h.looks(late).Seats[s.Me].Away, true)
		equal(t, h.looks(late).Version, s.Version)
		pass(delay)
		moved := h.looks(late)
		equal(t, moved.View.Phase, engine.ToPlay)
		equal(t, moved.Deadline, time.Time{})
		h.does(late, sitting.Back{})
		back := h.looks(late)
		equal(t, back.Seats[s.Me].Away, false)
		equal(t, back.Deadline, time.Now().UTC().Truncate(time.Millisecond).Add(time.Hour))
		pass(time.Minute)
		equal(t, h.looks(late).Version, back.Version)
	})
}

func TestARefusedCommandBringsItsOwnerBackToo(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		late := h.onTurn()
		pass(time.Hour)
		h.refused(late, sitting.Cut{Word: "x"}, sitting.HandUnderWay)
		s := h.looks(late)
		equal(t, s.Seats[s.Me].Away, false)
		h.moves()
	})
}

func TestAVanishedHostsRightsPass(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob", "cy")
		for h.onTurn() != "ann" {
			h.moves()
		}
		pass(time.Hour)
		equal(t, h.looks("").Host, sitting.Person("bob"))
		h.does("ann", sitting.Back{})
		equal(t, h.looks("").Host, sitting.Person("bob"))
		h.refused("ann", sitting.End{Sure: true}, sitting.NotHost)
		h.closes("bob")
	})
}

func TestTheHostWhoVanishedLastKeepsTheRights(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(5 * time.Hour)
		host := h.looks("").Host
		other := sitting.Person("ann")
		if host == other {
			other = "bob"
		}
		h.does(other, sitting.Back{})
		equal(t, h.looks("").Host, other)
	})
}

func TestNobodyIsAwayFromAClosedTable(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		late := h.onTurn()
		pass(time.Hour)
		h.closes("mae")
		s := h.looks(late)
		equal(t, s.Seats, []sitting.Sitter{{Person: "ann"}, {Person: "bob"}})
		h.refused(late, sitting.Back{}, sitting.IsClosed)
		equal(t, h.looks(late).Seq, s.Seq)
	})
}

func TestATableOfAbsentPeoplePauses(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		pass(5 * time.Hour)
		s := h.looks("")
		equal(t, s.Phase, sitting.Playing)
		equal(t, s.Seats, []sitting.Sitter{{Person: "ann", Away: true}, {Person: "bob", Away: true}})
		pass(48 * time.Hour)
		equal(t, h.looks(""), s)
		h.does("ann", sitting.Back{})
		last := h.finishes()
		equal(t, last.Abandoned, false)
	})
}

func TestTheLimitSurvivesARestart(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		late := h.onTurn()
		pass(40 * time.Minute)
		before := h.looks(late)
		h.restart()
		equal(t, h.looks(late), before)
		pass(20*time.Minute - time.Millisecond)
		equal(t, h.looks(late), before)
		pass(time.Millisecond)
		equal(t, h.looks(late).Seats[before.Me].Away, true)
		h.kill()
		pass(time.Hour)
		h.start()
		pass(time.Millisecond)
		equal(t, h.looks(late).View.Phase, engine.ToPlay)
	})
}

func TestAnIllegalChoiceOfAComputerIsReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{Choose: func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) engine.Move {
			return engine.LayOff{Meld: 99}
		}})
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		if last := h.finishes(); last.Abandoned {
			t.Error("abandoned")
		}
	})
}

func TestAComputerThatPanicsStopsNobodyElse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		broken.Store(true)
		h := newHall(t, table.Options{Choose: func(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b opponent.Budget) engine.Move {
			if broken.Load() {
				panic("out of order")
			}
			return opponent.Choose(l, v, log, r, b)
		}})
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		for h.onTurn() == "ann" {
			h.moves()
		}
		before := h.looks("ann")
		pass(time.Minute)
		equal(t, h.looks("ann"), before)
		if h.house.Stats().Panics < 3 {
			t.Errorf("%d panics in a minute: it isn't tried again", h.house.Stats().Panics)
		}
		h.does("bob", sitting.Join{})
		broken.Store(false)
		pass(time.Minute)
		if h.looks("ann").Version == before.Version {
			t.Error("the table is still stuck")
		}
	})
}

func TestAPersonsJobThatPanicsIsAFaultAndTheTableGoesOn(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		h.opens("ann", openIn("c"))
		faulty.fails(func(table.Batch) error { panic("disk on fire") }, nil)
		c := h.command("bob", sitting.Join{})
		if _, err := h.send(c); !errors.Is(err, table.ErrPanicked) {
			t.Fatal(err)
		}
		reply, err := h.send(c)
		equal(t, err, nil)
		equal(t, people(reply.Sight.Seats), []sitting.Person{"ann", "bob"})
		equal(t, h.house.Stats().Panics, uint64(1))
	})
}
