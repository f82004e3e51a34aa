package postgres_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestWhatNeverCameToBeIsForgotten claims owners of which nothing is ever stored, an hour ago and just now, beside others that stay. Who still
// has what is forgotten claims it anew.
func TestWhatNeverCameToBeIsForgotten(t *testing.T) {
	t.Parallel()
	db := open(t, database(t))
	ctx := t.Context()
	r := storagetest.OpenRooms(t, db, 1)[0]
	fences := make(map[table.OwnerID]table.Fence)
	for _, id := range []table.OwnerID{table.OwnerID(r.Head.Table), "refused", "begun", table.OwnerID(string(table.SeasonMark) + "900")} {
		c, err := db.Claim(ctx, id, false)
		storagetest.Is(t, err, nil)
		fences[id] = c.Fence
	}
	storagetest.Is(t, db.Do(ctx, "UPDATE heads SET epoch = epoch - 4000000, since = since - 4000000 WHERE epoch > 4000000 AND owner <> 'begun'"), nil)
	storagetest.Is(t, db.DropKeys(ctx, storagetest.Start()), nil)
	left, err := db.Words(ctx, "SELECT owner FROM heads WHERE owner NOT LIKE '% %' ORDER BY owner")
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, left, []string{string(table.SeasonMark) + "900", "begun", string(r.Head.Table)})
	stale := r.Move()
	stale.Table, stale.From, stale.Fence = "refused", 0, fences["refused"]
	_, err = db.Append(ctx, stale)
	storagetest.Is(t, err, table.ErrFenced)
	c, err := db.Claim(ctx, "refused", false)
	storagetest.Is(t, err, nil)
	if c.Fence <= fences["refused"] {
		t.Errorf("fence %d was given once before", c.Fence)
	}
}

// TestSecretsAndOpeningsAreSummedUpOneAfterTheOther has them come at once: the sum that is left is of all.
func TestSecretsAndOpeningsAreSummedUpOneAfterTheOther(t *testing.T) {
	t.Parallel()
	db := open(t, database(t))
	ctx := context.Background()
	for round := range 20 {
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				_, err := db.Secret(ctx, fmt.Sprintf("secret %d of %d", i, round))
				storagetest.Is(t, err, nil)
			})
			all.Go(func() { storagetest.Is(t, db.CountOpening(ctx), nil) })
		}
		all.Wait()
		found, err := db.Check(ctx)
		storagetest.Is(t, err, nil)
		if len(found.Wrong) > 0 {
			t.Fatalf("after %d rounds: %v", round, found.Wrong)
		}
	}
}
