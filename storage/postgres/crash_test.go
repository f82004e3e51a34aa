package postgres_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestAServerThatDiesLosesNothingAcknowledged kills a server in the midst of appends, starts it again, and looks
// whether all is there that was acknowledged, and each batch once.
func TestAServerThatDiesLosesNothingAcknowledged(t *testing.T) {
	t.Parallel()
	mortal := pgtest.Mortal(t)
	db, err := postgres.Open(t.Context(), mortal.Database(t), postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	rooms := storagetest.OpenRooms(t, db, 4)
	var stored atomic.Int64 // appends that were acknowledged
	done := make(chan struct{})
	keys := make([][]string, len(rooms))
	var all sync.WaitGroup
	for i, r := range rooms {
		all.Go(func() {
			for over := false; !over; {
				select {
				case <-done:
					over = true
				default:
				}
				b := r.Move()
				_, err := db.Append(context.Background(), b)
				switch {
				case err == nil:
					keys[i] = append(keys[i], b.Key)
					stored.Add(1)
				case errors.Is(err, table.ErrConflict):
					t.Error(err)
					return
				default: // nobody knows: the key tells
					_, err := db.Recall(context.Background(), b.Key)
					for err != nil && !errors.Is(err, table.ErrNotFound) { // the server isn't back
						_, err = db.Recall(context.Background(), b.Key)
					}
					if err != nil {
						r.Seq = b.From
					}
				}
			}
		})
	}
	until(t, "there are appends", func() bool { return stored.Load() > 20 })
	storagetest.Is(t, mortal.Kill(), nil)
	storagetest.Is(t, mortal.Launch(), nil)
	before := stored.Load() // an answer of before may come only now
	until(t, "they go on", func() bool { return stored.Load() > before+20 })
	close(done)
	all.Wait()
	events := 0
	for i, r := range rooms {
		for _, key := range keys[i] {
			_, err := db.Recall(t.Context(), key)
			storagetest.Is(t, err, nil)
		}
		events += int(r.Seq)
	}
	storagetest.Equal(t, storagetest.Sound(t, db).Events, events)
}
