package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
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
	t.Parallel()
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
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("bob", night())
		h.quiet("ann", night())
		h.deals("ann", "bob")
		pass(2 * time.Hour)
		h.passes()
		pass(2 * time.Hour)
		h.passes()
		h.closes("ann")
		pass(12 * time.Hour)
		equal(t, len(h.wall.list(table.PostPing)), 0)
	})
}

func TestACallThatIsLateDisturbsNobodyAndComesAllTheSame(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(*hall){
		"one house": func(*hall) {},
		"a restart": (*hall).restart,
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				day := sitting.Quiet{From: 5 * 60, To: 20 * 60, Zone: "UTC"}
				h.quiet("ann", day)
				h.quiet("bob", day)
				h.deals("ann", "bob")
				pass(4 * time.Hour)
				before := len(h.wall.list(table.PostPing))
				hold := make(chan struct{})
				h.wall.holding(hold)
				h.moves()
				pass(0) // the table that shows it is under way
				h.passes()
				pass(2 * time.Hour)
				h.wall.holding(nil)
				close(hold)
				pass(0)
				cut(h)
				pass(14*time.Hour - time.Second)
				equal(t, len(h.wall.list(table.PostPing)), before)
				pass(time.Minute)
				pings := h.wall.list(table.PostPing)
				equal(t, len(pings), before+1)
				equal(t, pings[before].Post.Seq, h.looks("").Version)
				equal(t, len(h.log().Owed), 0)
			})
		})
	}
}

func TestAReminderWaitsForTheEndOfQuietHours(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		h.quiet("bob", night())
		pass(2 * time.Hour)
		h.dealsWithin(7*time.Hour, "ann", "bob")
		since := time.Now()
		pass(7 * time.Hour)
		equal(t, h.reminders(since), []time.Duration{6 * time.Hour})
		equal(t, h.onTurn(), sitting.Person("")) // the limit itself falls due, being no long one
	})
}

// TestASlowTablesClockStandsStillHoweverManyPlay goes to sleep at the slow table
// whose turns are the shortest.
func TestASlowTablesClockStandsStillHoweverManyPlay(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		do := openIn("channel")
		do.Settings.Seats, do.Settings.Pace = 6, sitting.Slow
		h.opens("ann", do)
		for range 5 {
			h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		}
		h.does("ann", sitting.Start{})
		for h.onTurn() != "ann" {
			pass(time.Second)
		}
		s := h.looks("ann")
		equal(t, s.Limit, 8*time.Hour)
		equal(t, s.Deadline, s.Since.Truncate(24*time.Hour).Add(16*time.Hour)) // it began in the night
	})
}

func TestAReminderThatQuietHoursHoldToTheLimitIsNotMade(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.quiet("ann", night())
		wantCode(t, h.house.SetQuiet(t.Context(), "ann", sitting.Quiet{From: 60, To: 60, Zone: "UTC"}), sitting.BadQuiet)
		wantCode(t, h.house.SetQuiet(t.Context(), "ann", sitting.Quiet{From: 60, To: 61, Zone: "Nowhere"}), sitting.BadQuiet)
		q, err := h.house.Quiet(t.Context(), "ann")
		equal(t, err, nil)
		equal(t, q, night())
	})
}
