package postgres_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestAServerThatDiesLosesNothingAcknowledged ends a server in the midst of appends, starts it again, and looks
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
	var died atomic.Int64 // appends that were acknowledged once the server had died
	var dead atomic.Bool
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
					if keys[i] = append(keys[i], b.Key); dead.Load() {
						died.Add(1)
					}
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
	time.Sleep(200 * time.Millisecond)
	storagetest.Is(t, mortal.Kill(), nil)
	dead.Store(true)
	storagetest.Is(t, mortal.Launch(), nil)
	time.Sleep(200 * time.Millisecond)
	close(done)
	all.Wait()
	if died.Load() == 0 {
		t.Error("nothing was stored after the server had come back")
	}
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
