package table_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A fencedStore is one that several houses share: whoever claims a table last has it.
type fencedStore struct {
	table.Store
	off bool // no fence is ever stale: the control

	mu      sync.Mutex
	fences  map[table.OwnerID]table.Fence
	refused struct{ appends, looks int }
	before  func() // called once, before the next batch is looked at
}

func (f *fencedStore) Claim(_ context.Context, id table.OwnerID, _ time.Duration) (table.Fence, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fences[id]++
	return f.fences[id], nil
}

func (f *fencedStore) isStale(id table.OwnerID, fence table.Fence, refused *int) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.off || fence == f.fences[id] {
		return false
	}
	*refused++
	return true
}

func (f *fencedStore) Fresh(_ context.Context, id table.OwnerID, fence table.Fence) error {
	if f.isStale(id, fence, &f.refused.looks) {
		return table.ErrFenced
	}
	return nil
}

func (f *fencedStore) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
	f.mu.Lock()
	before := f.before
	f.before = nil
	f.mu.Unlock()
	if before != nil {
		before()
	}
	if f.isStale(table.OwnerID(b.Table), b.Fence, &f.refused.appends) {
		return table.Receipt{}, table.ErrFenced
	}
	return f.Store.Append(ctx, b)
}

// inTwoHouses runs a test on two houses that share a store, with fences and without.
func inTwoHouses(t *testing.T, test func(t *testing.T, h *hall, f *fencedStore, one, two *table.House)) {
	t.Helper()
	inKeptHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		for _, off := range []bool{false, true} {
			f := &fencedStore{Store: h.store, off: off, fences: make(map[table.OwnerID]table.Fence)}
			house := func(n byte) *table.House {
				return table.New(table.Options{Store: f, Poster: h.wall, Seeds: newSeeds(n)})
			}
			test(t, h, f, house(8), house(9))
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
	inTwoHouses(t, func(t *testing.T, h *hall, f *fencedStore, one, two *table.House) {
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
	inTwoHouses(t, func(t *testing.T, h *hall, f *fencedStore, one, two *table.House) {
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
