package table_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// inStreet runs a test in a hall whose house has a neighbour on the same store. Both are there all the time.
func inStreet(t *testing.T, opt table.Options, test func(t *testing.T, h *hall, f *claims, neighbour *table.House)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := &claims{of: make(map[table.OwnerID]table.Claim), by: make(map[table.OwnerID]int)}
		opt.Store, opt.Workers = &fencedStore{claims: f, worker: 1}, &crew{}
		h := newHall(t, opt)
		other := h.opt
		other.Store, other.Workers, other.Seeds = &fencedStore{Store: h.store, claims: f, worker: 2}, &crew{}, newSeeds(8)
		neighbour := table.New(other)
		ctx, quit := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- neighbour.Run(ctx) }()
		t.Cleanup(func() {
			quit()
			equal(t, <-ended, nil)
		})
		test(t, h, f, neighbour)
	})
}

// TestWhoLostATableDoesntHaveTheLastWord has an edit wait at Discord's door while another house takes the table over and writes what is
// newer: however late it gets through, whether or not that is heard, what is newest stands in the end.
func TestWhoLostATableDoesntHaveTheLastWord(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]error{"made": nil, "made unheard": errors.New("no answer")} {
		t.Run(name, func(t *testing.T) {
			inStreet(t, table.Options{}, func(t *testing.T, h *hall, _ *claims, neighbour *table.House) {
				h.opens("ann", openIn("c"))
				pass(time.Minute)
				hold := make(chan struct{})
				h.wall.holding(hold)
				h.does("bob", sitting.Join{})
				pass(time.Second)
				h.wall.holding(nil)
				h.joins(neighbour, "cy")
				pass(time.Minute) // the neighbour has written it once more, too
				stands := func() int64 {
					all := h.wall.list(table.PostTable)
					return all[len(all)-1].Seen.Seq
				}
				newest := stands()
				h.wall.lost = answer
				close(hold)
				pass(time.Second)
				equal(t, stands(), newest-1)
				pass(time.Minute)
				equal(t, stands(), newest)
				equal(t, h.house.Stats().Owed+neighbour.Stats().Owed, 0)
			})
		})
	}
}
