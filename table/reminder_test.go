package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// dealsWithin is deals with a turn limit.
func (h *hall) dealsWithin(limit time.Duration, people ...sitting.Person) {
	h.tb.Helper()
	do := openIn("channel")
	do.Settings.Turn = limit
	h.opens(people[0], do, people[1:]...)
	h.does(people[0], sitting.Start{})
}

// reminders lists when reminders were owed, from a moment on.
func (h *hall) reminders(from time.Time) []time.Duration {
	h.tb.Helper()
	var at []time.Duration
	log := h.log()
	for i, e := range log.Events {
		if _, ok := e.(sitting.Reminded); ok {
			at = append(at, log.At[i].Sub(from))
		}
	}
	return at
}

func TestAtHalfTimeOneReminderGoesToWhoIsToMove(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		late := h.looks(h.onTurn())
		pass(30*time.Minute - time.Millisecond)
		equal(t, len(h.wall.list(table.PostReminder)), 0)
		pass(time.Millisecond)
		posts := h.wall.list(table.PostReminder)
		equal(t, len(posts), 1)
		equal(t, posts[0].Post.Seq, late.Version)
		equal(t, posts[0].Seen.View.Turn, late.Me)
		equal(t, posts[0].Seen.Deadline, late.Deadline)
		h.restart()
		pass(30*time.Minute - time.Millisecond)
		equal(t, len(h.wall.list(table.PostReminder)), 1)
		equal(t, h.reminders(late.Since), []time.Duration{30 * time.Minute})
	})
}

func TestAPromptPlayerIsNotReminded(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		for range 12 {
			pass(29 * time.Minute)
			if h.onTurn() == "" {
				break
			}
			h.passes()
		}
		pass(0)
		equal(t, len(h.wall.list(table.PostReminder)), 0)
		equal(t, h.looks("").Seats, []sitting.Sitter{{Person: "ann"}, {Person: "bob"}})
	})
}

func TestWhoIsAboutIsRemindedAMinuteAfterTheirLastAct(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsWithin(2*time.Minute, "ann", "bob")
		late, since := h.onTurn(), time.Now()
		pass(50 * time.Second)
		h.looks(late)
		pass(50 * time.Second)
		equal(t, len(h.reminders(since)), 0)
		pass(time.Minute)
		equal(t, h.reminders(since), []time.Duration{110 * time.Second})
	})
}

func TestWhoIsAboutToTheEndIsNotReminded(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsWithin(2*time.Minute, "ann", "bob")
		late, since := h.onTurn(), time.Now()
		pass(59 * time.Second)
		h.looks(late)
		pass(10 * time.Second)
		h.looks(late)
		pass(51 * time.Second)
		equal(t, len(h.reminders(since)), 0)
		equal(t, h.onTurn(), sitting.Person(""))
	})
}

func TestAReminderOfATurnThatIsOverIsDropped(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob")
		hold := make(chan struct{})
		h.wall.holding(hold)
		pass(31 * time.Minute)
		h.passes()
		h.wall.holding(nil)
		close(hold)
		pass(0)
		equal(t, len(h.wall.list(table.PostReminder)), 0)
		equal(t, len(h.log().Owed), 0)
	})
}
