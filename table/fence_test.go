package table_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A fencedStore is one that several houses share: whoever claims a table last has it.
type fencedStore struct {
	table.Store
	*claims
	worker int
}

// Claims are what the houses that share a store have claimed.
type claims struct {
	off bool // no fence is ever stale: the control

	mu      sync.Mutex
	of      map[table.OwnerID]table.Claim
	by      map[table.OwnerID]int
	refused struct{ appends, looks, posts int }
	before  func() // called once, before the next batch is looked at
	lost    bool   // the next batch is stored, and whoever waits is told that it was before
	unread  bool   // the next table isn't read
	full    bool   // the next batch isn't stored
}

var (
	errUnread = errors.New("a page is torn")
	errFull   = errors.New("the disk is full")
)

func (f *fencedStore) Resume(ctx context.Context, id sitting.ID) (table.Log, error) {
	f.mu.Lock()
	unread := f.unread
	f.unread = false
	f.mu.Unlock()
	if unread {
		return table.Log{}, errUnread
	}
	return f.Store.Resume(ctx, id)
}

func (f *fencedStore) Claim(_ context.Context, id table.OwnerID, gently bool) (table.Claim, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if gently && !f.off && f.by[id] != 0 && f.by[id] != f.worker {
		return table.Claim{}, table.ErrFenced
	}
	c := f.of[id]
	if c.Fence++; f.by[id] != f.worker {
		c.Since, f.by[id] = c.Fence, f.worker
	}
	f.of[id] = c
	return c, nil
}

func (f *claims) isStale(id table.OwnerID, fence table.Fence, refused *int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.off || fence == f.of[id].Fence {
		return false
	}
	*refused++
	return true
}

func (f *fencedStore) Fresh(ctx context.Context, id table.OwnerID, fence table.Fence, seq int64) error {
	if f.isStale(id, fence, &f.refused.looks) {
		return table.ErrFenced
	}
	if log, err := f.Resume(ctx, sitting.ID(id)); !f.off && err == nil && log.From()+int64(len(log.Events)) != seq {
		return table.ErrConflict
	}
	return nil
}

func (f *fencedStore) Posted(ctx context.Context, done []int64, id sitting.ID, fence table.Fence, refs table.Refs) error {
	if f.isStale(table.OwnerID(id), fence, &f.refused.posts) {
		return table.ErrFenced
	}
	return f.Store.Posted(ctx, done, id, fence, refs)
}

func (f *fencedStore) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
	f.mu.Lock()
	before, lost, full := f.before, f.lost, f.full
	f.before, f.lost, f.full = nil, false, false
	f.mu.Unlock()
	if full {
		return table.Receipt{}, errFull
	}
	if before != nil {
		before()
	}
	if f.isStale(table.OwnerID(b.Table), b.Fence, &f.refused.appends) {
		return table.Receipt{}, table.ErrFenced
	}
	r, err := f.Store.Append(ctx, b)
	r.Repeated = r.Repeated || lost
	return r, err
}

// inTwoHouses runs a test on two houses that share a store, with fences and without.
func inTwoHouses(t *testing.T, test func(t *testing.T, h *hall, f *claims, one, two *table.House)) {
	t.Helper()
	inKeptHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		for _, off := range []bool{false, true} {
			c := &claims{off: off, of: make(map[table.OwnerID]table.Claim), by: make(map[table.OwnerID]int)}
			house := func(n byte) *table.House {
				return table.New(table.Options{Store: &fencedStore{Store: h.store, claims: c, worker: int(n)}, Poster: h.wall, Seeds: newSeeds(n)})
			}
			test(t, h, c, house(8), house(9))
		}
	})
}

// joins has somebody new join at a house.
func (h *hall) joins(house *table.House, who sitting.Person) {
	h.tb.Helper()
	if _, err := house.Do(h.tb.Context(), h.command(who, sitting.Join{})); err != nil {
		h.tb.Fatal(err)
	}
}

// TestAStaleOwnerShowsNothingOld has one house look at a table, the other change it,
// and the first look again, from memory.
func TestAStaleOwnerShowsNothingOld(t *testing.T) {
	t.Parallel()
	who := []sitting.Person{"cy", "dee"}
	inTwoHouses(t, func(t *testing.T, h *hall, f *claims, one, two *table.House) {
		seats := func() int {
			s, err := one.Look(t.Context(), h.id, "ann")
			equal(t, err, nil)
			return len(s.Seats)
		}
		before := seats()
		h.joins(two, who[0])
		who = who[1:]
		want, refused := before+1, 1
		if f.off {
			want, refused = before, 0
		}
		equal(t, seats(), want)
		equal(t, seats(), want)
		equal(t, f.refused.looks, refused)
	})
}

// TestAStaleOwnerStoresNothing has the other house claim a table when the first has
// decided already, and is about to store.
func TestAStaleOwnerStoresNothing(t *testing.T) {
	t.Parallel()
	who := []sitting.Person{"cy", "dee"}
	inTwoHouses(t, func(t *testing.T, h *hall, f *claims, one, two *table.House) {
		f.before = func() {
			_, err := two.Look(t.Context(), h.id, "ann")
			equal(t, err, nil)
		}
		h.joins(one, who[0])
		refused := 1
		if f.off {
			refused = 0
		}
		equal(t, f.refused.appends, refused)
		equal(t, one.Stats().Conflicts, uint64(refused))
		// It has claimed the table back, and was done once.
		s, err := two.Look(t.Context(), h.id, who[0])
		equal(t, err, nil)
		if !f.off {
			equal(t, s.Seats[len(s.Seats)-1].Person, who[0])
		}
		who = who[1:]
	})
}

// TestWhatWasStoredUnheardIsShown has a batch stored of which the house is told that it was there before, as when the
// first try's answer was lost: the answer shows it.
func TestWhatWasStoredUnheardIsShown(t *testing.T) {
	t.Parallel()
	who := []sitting.Person{"cy", "dee"}
	inTwoHouses(t, func(t *testing.T, h *hall, f *claims, one, _ *table.House) {
		f.lost = true
		reply, err := one.Do(t.Context(), h.command(who[0], sitting.Join{}))
		equal(t, err, nil)
		equal(t, reply.Repeated, true)
		equal(t, reply.Sight.Seats[len(reply.Sight.Seats)-1].Person, who[0])
		who = who[1:]
	})
}
