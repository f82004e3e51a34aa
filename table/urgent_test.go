package table_test

import (
	"errors"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestAnEditThatWaitsGivesWayToAResult has the table's edit wait until it is sent, for ever, when a hand ends: the result,
// which carries the next seal, doesn't wait for it, so that who wants the next hand has it, and the edit comes then.
func TestAnEditThatWaitsGivesWayToAResult(t *testing.T) {
	t.Parallel()
	for name, gives := range map[string]bool{"gives way": true, "doesn't": false} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.opens("ann", openIn("c"), "bob")
				h.does("ann", sitting.Start{})
				pass(time.Minute)
				free := make(chan struct{})
				h.wall.failing(func(p table.Post) error {
					if p.Kind != table.PostTable {
						return nil
					}
					if !gives {
						p.Urgent = nil
					}
					select {
					case <-p.Urgent:
						return table.ErrGaveWay
					case <-free:
						return nil
					}
				})
				h.moves()
				pass(time.Minute) // its edit waits
				h.finishes()
				pass(0)
				results := h.wall.list(table.PostResult)
				equal(t, len(results) == 1, gives)
				if gives {
					equal(t, results[0].Refs.Ping, "")
				}
				edits := len(h.wall.list(table.PostTable))
				close(free)
				if pass(0); gives {
					equal(t, h.does("bob", sitting.Next{}).Sight.Phase, sitting.Playing)
				}
				pass(time.Minute)
				equal(t, len(h.wall.list(table.PostResult)), 1)
				equal(t, len(h.wall.list(table.PostTable)) > edits, true)
				equal(t, h.house.Stats().Owed, 0)
				equal(t, h.house.Stats().PostFaults, uint64(0))
				h.sound()
			})
		})
	}
}

// TestAPostThatFailedRestsNoLongerThanUntilAResult has the table's edit fail when a hand ends.
func TestAPostThatFailedRestsNoLongerThanUntilAResult(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.Start{})
		pass(time.Minute)
		h.wall.failing(func(p table.Post) error {
			if p.Kind == table.PostTable {
				return errors.New("no answer")
			}
			return nil
		})
		h.moves()
		pass(5 * time.Minute)
		h.finishes()
		pass(0)
		equal(t, len(h.wall.list(table.PostResult)), 1)
	})
}
