package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

const (
	day   = 24 * time.Hour
	month = 30 * day
)

// quietTables are tables at which nothing happens by itself but that they close.
func quietTables() map[string]struct {
	begin func(*hall)
	idle  time.Duration
	hand  bool // a hand is under way
} {
	type quiet = struct {
		begin func(*hall)
		idle  time.Duration
		hand  bool
	}
	return map[string]quiet{
		"a lobby":       {func(h *hall) { h.opens("ann", openIn("c"), "bob") }, day, false},
		"between hands": {func(h *hall) { h.deals("ann", "bob"); h.finishes() }, 7 * day, false},
		"after an abandoned hand": {func(h *hall) {
			h.deals("ann", "bob")
			h.does("bob", sitting.Vote{Number: h.asksToEnd("ann").Number, Yes: true})
		}, 7 * day, false},
		"a hand without a limit": {func(h *hall) { h.deals("ann", "bob"); h.passes() }, month, true},
		"everybody away": {func(h *hall) {
			h.dealsTimed("ann", "bob")
			h.does("ann", sitting.Away{})
			h.does("bob", sitting.Away{})
		}, month, true},
	}
}

func TestATableAtWhichNothingHappensClosesByItself(t *testing.T) {
	t.Parallel()
	for name, c := range quietTables() {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				c.begin(h)
				h.restart() // nobody's looks are remembered
				pass(c.idle - time.Millisecond)
				if s := h.watches(); s.Phase == sitting.Ended {
					t.Fatal("closed too early")
				}
				before := len(h.standings())
				pass(time.Millisecond)
				s := h.watches()
				equal(t, []any{s.Phase, s.Idle, len(h.standings())}, []any{sitting.Ended, c.idle, before})
				if c.hand {
					equal(t, []any{s.Last.Abandoned, s.Last.Idle, len(s.Last.Seed), s.Last.Debts() == nil}, []any{true, c.idle, 64, true})
					results := h.wall.list(table.PostResult)
					equal(t, results[len(results)-1].Seen.Last, s.Last)
				}
				tables := h.wall.list(table.PostTable)
				equal(t, tables[len(tables)-1].Seen, s)
				h.restart()
				equal(t, h.watches(), s)
				h.opens("cy", openIn("c")) // the channel is free, if it was this one
				h.sound()
			})
		})
	}
}

// watches looks at the table without being taken to have done anything.
func (h *hall) watches() sitting.Sight {
	h.tb.Helper()
	s, err := h.house.Peek(h.tb.Context(), h.id, "")
	if err != nil {
		h.tb.Fatal(err)
	}
	return s
}

func TestWhoLooksKeepsATableOpen(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		pass(23 * time.Hour)
		h.looks("bob")
		pass(23 * time.Hour)
		equal(t, h.watches().Phase, sitting.Lobby)
		h.looks("eve") // has no seat
		pass(time.Hour)
		equal(t, h.watches().Phase, sitting.Ended)
		h.sound()
	})
}

func TestWhatNobodyCouldDoDoesntCloseATable(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		pass(time.Hour)
		h.kill()
		pass(5 * day)
		h.start()
		pass(22 * time.Hour)
		h.house.Unreachable(time.Now())
		pass(5 * day)
		equal(t, h.watches().Phase, sitting.Lobby)
		h.house.Reachable()
		pass(time.Hour - time.Millisecond)
		equal(t, h.watches().Phase, sitting.Lobby)
		pass(time.Millisecond)
		equal(t, h.watches().Phase, sitting.Ended)
		h.sound()
	})
}

func TestATurnWithALimitDoesntCloseATable(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsWithin(7*day, "ann", "bob")
		for range 8 {
			pass(6 * day)
			h.passes()
		}
		if phase := h.watches().Phase; phase == sitting.Ended {
			t.Error("closed in mid-hand")
		}
		h.sound()
	})
}
