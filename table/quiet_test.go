package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// night is quiet from ten to eight; steered time begins at midnight UTC.
func night() sitting.Quiet { return sitting.Quiet{From: 22 * 60, To: 8 * 60, Zone: "UTC"} }

func (h *hall) quiet(p sitting.Person, q sitting.Quiet) {
	h.tb.Helper()
	if err := h.house.SetQuiet(h.tb.Context(), p, q); err != nil {
		h.tb.Fatal(err)
	}
	pass(0)
}

func TestAPingWaitsForTheEndOfQuietHours(t *testing.T) {
	for name, cut := range map[string]func(*hall){
		"one house": func(*hall) {},
		"a restart": (*hall).restart,
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.quiet("ann", night())
				h.quiet("bob", night())
				h.deals("ann", "bob")
				pass(2 * time.Hour)
				h.passes()
				s := h.looks("")
				cut(h)
				pass(6*time.Hour - time.Second)
				equal(t, len(h.wall.list(table.PostPing)), 0)
				pass(time.Second)
				pings := h.wall.list(table.PostPing)
				equal(t, len(pings), 1)
				equal(t, pings[0].Post.Seq, s.Version)
				cut(h)
				pass(48 * time.Hour)
				equal(t, len(h.wall.list(table.PostPing)), 1)
			})
		})
	}
}

func TestAPingForATurnThatEndsInQuietHoursIsNeverMade(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("bob", night())
		h.quiet("ann", night())
		h.deals("ann", "bob")
		pass(2 * time.Hour)
		h.passes()
		pass(2 * time.Hour)
		h.passes()
		h.does("ann", sitting.Close{Sure: true})
		pass(12 * time.Hour)
		equal(t, len(h.wall.list(table.PostPing)), 0)
	})
}

func TestAPingThatIsLateDisturbsNobody(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		day := sitting.Quiet{From: 5 * 60, To: 20 * 60, Zone: "UTC"}
		h.quiet("ann", day)
		h.quiet("bob", day)
		h.deals("ann", "bob")
		pass(4 * time.Hour)
		hold := make(chan struct{})
		h.wall.holding(hold)
		h.passes()
		pass(2 * time.Hour)
		h.wall.holding(nil)
		close(hold)
		pass(0)
		equal(t, len(h.wall.list(table.PostPing)), 0)
		equal(t, len(h.log().Owed), 0)
	})
}

func TestAReminderWaitsForTheEndOfQuietHours(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		h.quiet("bob", night())
		h.dealsWithin(12*time.Hour, "ann", "bob")
		since := time.Now()
		pass(12 * time.Hour)
		equal(t, h.reminders(since), []time.Duration{8 * time.Hour})
		equal(t, h.onTurn(), sitting.Person("")) // the limit itself falls due, being shorter than a day
	})
}

func TestAReminderThatQuietHoursHoldToTheLimitIsNotMade(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		h.quiet("bob", night())
		h.dealsTimed("ann", "bob")
		since := time.Now()
		pass(59 * time.Minute)
		equal(t, h.looks("").Seats, []sitting.Sitter{{Person: "ann"}, {Person: "bob"}})
		pass(time.Minute)
		equal(t, h.onTurn(), sitting.Person(""))
		equal(t, len(h.reminders(since)), 0)
	})
}

func TestALongTurnsClockStandsStillInQuietHours(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		begun := time.Now()
		h.quiet("ann", night())
		h.dealsWithin(24*time.Hour, "ann", "bob")
		for h.onTurn() != "ann" {
			h.passes()
		}
		// Fourteen hours count on the first day, ten on the second.
		end := begun.Add(24*time.Hour + 18*time.Hour).UTC()
		equal(t, h.looks("ann").Deadline, end)
		h.restart()
		equal(t, h.looks("ann").Deadline, end)
		pass(42*time.Hour - time.Millisecond)
		equal(t, h.onTurn(), sitting.Person("ann"))
		equal(t, h.reminders(begun), []time.Duration{20 * time.Hour})
		pass(time.Millisecond)
		equal(t, h.onTurn(), sitting.Person(""))
	})
}

func TestNewQuietHoursMoveTheClocksThatRun(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		begun := time.Now()
		h.dealsWithin(24*time.Hour, "ann", "bob")
		late := h.onTurn()
		day := begun.Add(24 * time.Hour).UTC()
		equal(t, h.looks(late).Deadline, day)
		h.quiet(late, night())
		equal(t, h.looks("").Deadline, day.Add(18*time.Hour))
		tables := h.wall.list(table.PostTable)
		equal(t, tables[len(tables)-1].Seen.Deadline, day.Add(18*time.Hour))
		q, err := h.house.Quiet(t.Context(), late)
		equal(t, err, nil)
		equal(t, q, night())
		h.quiet(late, sitting.Quiet{})
		equal(t, h.looks("").Deadline, day)
		pass(24 * time.Hour)
		equal(t, h.onTurn(), sitting.Person(""))
	})
}

func TestQuietHoursThatAreNoneAreRefused(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		wantCode(t, h.house.SetQuiet(t.Context(), "ann", sitting.Quiet{From: 60, To: 60, Zone: "UTC"}), sitting.BadQuiet)
		wantCode(t, h.house.SetQuiet(t.Context(), "ann", sitting.Quiet{From: 60, To: 61, Zone: "Nowhere"}), sitting.BadQuiet)
		q, err := h.house.Quiet(t.Context(), "ann")
		equal(t, err, nil)
		equal(t, q, night())
	})
}
