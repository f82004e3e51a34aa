package sqlite_test

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestStore runs what is demanded of any store.
func TestStore(t *testing.T) {
	storagetest.Test(t, func(tb testing.TB) storagetest.Place {
		path := newPath(tb)
		return func(tb testing.TB) storagetest.Store { return open(tb, path) }
	})
}

func open(tb testing.TB, path string) *sqlite.DB {
	tb.Helper()
	db, err := sqlite.Open(tb.Context(), path, sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}

// newFile is a file in which nothing has happened and which nobody has opened, with what lies beside it.
var newFile = storagetest.NewFolder(func(dir string) error {
	return sqlite.Migrate(context.Background(), filepath.Join(dir, "rum.db"))
})

// newPath is where a copy of it lies.
func newPath(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	newFile.Copy(tb, dir)
	return filepath.Join(dir, "rum.db")
}

// fresh opens a file in which nothing has happened.
func fresh(tb testing.TB) (*sqlite.DB, string) {
	tb.Helper()
	path := newPath(tb)
	return open(tb, path), path
}

const firstKey = storagetest.FirstKey

var start = storagetest.Start()

type room = storagetest.Room

func openRoom(tb testing.TB, db table.Store, n int, keys *atomic.Int64) *room {
	tb.Helper()
	return storagetest.OpenRoom(tb, db, n, keys)
}

func openRooms(tb testing.TB, db table.Store, n int) []*room {
	tb.Helper()
	return storagetest.OpenRooms(tb, db, n)
}

func add(tb testing.TB, db table.Store, b table.Batch) table.Receipt {
	tb.Helper()
	return storagetest.Add(tb, db, b)
}

func load(tb testing.TB, db interface {
	Load(context.Context, sitting.ID) (table.Log, error)
}, id sitting.ID) table.Log {
	tb.Helper()
	return storagetest.Load(tb, db, id)
}

func sound(tb testing.TB, db interface {
	Check(context.Context) (storage.Findings, error)
}) storage.Findings {
	tb.Helper()
	return storagetest.Sound(tb, db)
}

func equal[T any](tb testing.TB, got, want T) {
	tb.Helper()
	storagetest.Equal(tb, got, want)
}

func is(tb testing.TB, got, want error) {
	tb.Helper()
	storagetest.Is(tb, got, want)
}
