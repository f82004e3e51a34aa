package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestConnectionsThatEndAreNoticedByNobody ends all connections to a database that were used just now, as a server does that is started again, and
// has each kind of call be the first after it.
func TestConnectionsThatEndAreNoticedByNobody(t *testing.T) {
	t.Parallel()
	db, other := open(t, database(t)), open(t, database(t))
	word := func(db *postgres.DB, query string) string {
		words, err := db.Words(t.Context(), query)
		storagetest.Is(t, err, nil)
		return words[0]
	}
	of := " FROM pg_stat_activity WHERE datname = '" + word(db, "SELECT current_database()") + "'"
	number := func(more string) string { return word(other, "SELECT count(*)::text"+of+more) } // of its connections
	end := func() {
		t.Helper()
		begun := " AND backend_start <= '" + word(other, "SELECT now()::text") + "'"
		if number(begun) == "0" {
			t.Error("there is no connection to end")
		}
		storagetest.Is(t, other.Do(t.Context(), "SELECT pg_terminate_backend(pid)"+of+begun), nil)
		for number(begun) != "0" {
			time.Sleep(time.Millisecond)
		}
	}
	asked := func() { // by as many at once as there are connections, twice, since new ones are tried when they are used again
		for range 2 {
			var all sync.WaitGroup
			for range postgres.Connections {
				all.Go(func() {
					_, err := db.Words(t.Context(), "SELECT pg_sleep(0.05)::text")
					storagetest.Is(t, err, nil)
				})
			}
			all.Wait()
		}
	}
	rooms := storagetest.OpenRooms(t, db, 2)
	move := rooms[0].Move()
	storagetest.Add(t, db, move)
	owner := table.OwnerID(rooms[1].Head.Table)
	claim, err := db.Claim(t.Context(), owner, false)
	storagetest.Is(t, err, nil)
	for what, call := range map[string]func(ctx context.Context) error{
		"a read":                  func(ctx context.Context) error { _, err := db.Due(ctx); return err },
		"a read of many things":   func(ctx context.Context) error { _, err := db.Load(ctx, move.Table); return err },
		"one that is asked often": func(ctx context.Context) error { _, err := db.Person(ctx, "1"); return err },
		"whether nothing is new":  func(ctx context.Context) error { return db.Fresh(ctx, owner, claim.Fence, rooms[1].Seq) },
		"a key":                   func(ctx context.Context) error { _, err := db.Recall(ctx, move.Key); return err },
		"a claim":                 func(ctx context.Context) (err error) { claim, err = db.Claim(ctx, owner, false); return err },
		"a change":                func(ctx context.Context) error { _, err := db.Append(ctx, rooms[0].Move()); return err },
	} {
		asked()
		end()
		if err := call(t.Context()); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}

	asked()
	const long = "SELECT pg_sleep(1)::text"
	midst := make(chan error)
	go func() {
		_, err := db.Words(t.Context(), long)
		midst <- err
	}()
	for number(" AND state = 'active' AND query = '"+long+"'") != "1" {
		time.Sleep(time.Millisecond)
	}
	end()
	storagetest.Is(t, <-midst, nil)
}
