package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// ways are how a file goes away under whoever has it open. Each says what is at
// its path after that, as it was put there; nil for what must not be there.
var ways = map[string]func(t *testing.T, path string) (left []byte){
	"removed": func(t *testing.T, path string) []byte {
		is(t, os.Remove(path), nil)
		return nil
	},
	"removed with all that belongs to it": func(t *testing.T, path string) []byte {
		for _, ending := range []string{"", "-wal", "-shm", ".lock"} {
			is(t, os.Remove(path+ending), nil)
		}
		return nil
	},
	"replaced by another": func(t *testing.T, path string) []byte {
		other, err := os.ReadFile(played(t))
		is(t, err, nil)
		is(t, os.WriteFile(path+".other", other, 0o600), nil)
		is(t, os.Rename(path+".other", path), nil)
		return other
	},
	"restored as docs/OPERATE.md says, but while the bot runs": func(t *testing.T, path string) []byte {
		other, err := os.ReadFile(played(t))
		is(t, err, nil)
		for _, ending := range []string{"", "-wal", "-shm"} {
			is(t, os.Remove(path+ending), nil)
		}
		is(t, os.WriteFile(path, other, 0o600), nil)
		return other
	},
	"renamed": func(t *testing.T, path string) []byte {
		is(t, os.Rename(path, path+".old"), nil)
		return nil
	},
	"without its log": func(t *testing.T, path string) []byte {
		is(t, os.Remove(path+"-wal"), nil)
		left, err := os.ReadFile(path)
		is(t, err, nil)
		return left
	},
	"with another log": func(t *testing.T, path string) []byte {
		is(t, os.Remove(path+"-wal"), nil)
		is(t, os.WriteFile(path+"-wal", nil, 0o600), nil)
		left, err := os.ReadFile(path)
		is(t, err, nil)
		return left
	},
	"with its folder": func(t *testing.T, path string) []byte {
		folder := filepath.Dir(path)
		is(t, os.Rename(folder, folder+".gone"), nil) // at once: nothing is put there while it goes
		is(t, os.RemoveAll(folder+".gone"), nil)
		return nil
	},
}

// TestWhatIsAcknowledgedIsInTheRescue takes the file away under callers who go
// on storing: whatever was acknowledged is in the file that is left for them.
func TestWhatIsAcknowledgedIsInTheRescue(t *testing.T) {
	for name, goes := range ways {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "folder", "rum.db")
			is(t, os.Mkdir(filepath.Dir(path), 0o700), nil)
			db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
			is(t, err, nil)
			keys := make(chan string)
			faults := make(chan error, childRooms)
			var playing sync.WaitGroup
			for n := range childRooms {
				playing.Go(func() { faults <- tellKeys(t.Context(), db, n, keys) })
			}
			go func() {
				playing.Wait()
				close(keys)
			}()
			var acknowledged []string
			var left []byte
			for key := range keys {
				if acknowledged = append(acknowledged, key); len(acknowledged) == 100 {
					left = goes(t, path)
				}
			}
			gone := isGone(t, <-faults)
			if told := isGone(t, db.Watch(t.Context())); told != gone {
				t.Errorf("who watches is told %v, not %v", told, gone)
			}
			_ = isGone(t, db.Close())

			there, err := os.ReadFile(path)
			if left == nil {
				is(t, err, fs.ErrNotExist)
			} else if err != nil || !slices.Equal(there, left) {
				t.Errorf("what is at %s was changed (%v)", path, err)
			}
			if !strings.HasPrefix(gone.Rescue, path+".rescued-") {
				t.Errorf("rescued to %s", gone.Rescue)
			}
			holds(t, gone.Rescue, acknowledged)
		})
	}
}

// tellKeys appends hands to a table until that fails, but not for ever, and tells
// the key of each once it is acknowledged.
func tellKeys(ctx context.Context, db *sqlite.DB, n int, keys chan<- string) error {
	r := childRoom(n)
	for range 200 {
		b := r.Hand(1, "pann", "pbob", 3)
		b.Key = fmt.Sprintf("%s/%d", b.Table, b.From)
		if _, err := db.Append(ctx, b); err != nil {
			return err
		}
		keys <- b.Key
	}
	return nil
}

func isGone(t *testing.T, err error) *sqlite.GoneError {
	t.Helper()
	var fatal *storage.FatalError
	var gone *sqlite.GoneError
	if !errors.As(err, &fatal) || !errors.As(err, &gone) || gone.Rescue == "" {
		t.Fatalf("%v, want a fatal GoneError with a rescue", err)
	}
	return gone
}

// holds checks that a rescue is a file that its owner alone may read, and that
// it plays on with all keys once it has another name.
func holds(t *testing.T, rescue string, keys []string) {
	t.Helper()
	is(t, sqlite.Exposed(rescue), nil)
	renamed := filepath.Join(t.TempDir(), "rum.db")
	is(t, os.Rename(rescue, renamed), nil)
	if missing := lost(t, renamed, keys); len(missing) > 0 {
		t.Errorf("%d of %d are lost: %v", len(missing), len(keys), missing)
	}
	db := open(t, renamed)
	r := childRoom(0)
	r.Seq = int64(len(load(t, db, r.Head.Table).Events))
	add(t, db, r.Batch("plays on", sitting.CameBack{}))
}

// keyed is the first batch of a table, under a key.
func keyed(key string) table.Batch {
	b := childRoom(0).Hand(1, "pann", "pbob", 3)
	b.Key = key
	return b
}

// TestAnIdleFileIsLookedFor has nothing stored when the file goes: who watches
// is told, and so is who closes.
func TestAnIdleFileIsLookedFor(t *testing.T) {
	for name, notices := range map[string]func(*sqlite.DB) error{
		"watch": func(db *sqlite.DB) error {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			return db.Watch(ctx)
		},
		"close": (*sqlite.DB).Close,
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "rum.db")
			db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
			is(t, err, nil)
			defer func() { _ = db.Close() }()
			add(t, db, keyed("k"))
			is(t, os.Remove(path), nil)
			holds(t, isGone(t, notices(db)).Rescue, []string{"k"})
		})
	}
}

// TestARescueGoesElsewhereWhenItMust: the folder is gone too, and can't be made again.
func TestARescueGoesElsewhereWhenItMust(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	folder := filepath.Join(t.TempDir(), "folder")
	is(t, os.Mkdir(folder, 0o700), nil)
	db, err := sqlite.Open(t.Context(), filepath.Join(folder, "rum.db"), sqlite.Options{})
	is(t, err, nil)
	add(t, db, keyed("k"))
	is(t, os.RemoveAll(folder), nil)
	is(t, os.WriteFile(folder, nil, 0o600), nil)
	gone := isGone(t, db.Close())
	if filepath.Dir(gone.Rescue) != os.TempDir() {
		t.Errorf("rescued to %s", gone.Rescue)
	}
	holds(t, gone.Rescue, []string{"k"})
}

// TestNoEmptyBooksBesideARescue: who starts the bot again without a look must not
// have people play on as if nothing had been.
func TestNoEmptyBooksBesideARescue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rum.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	is(t, err, nil)
	add(t, db, keyed("k"))
	is(t, os.Remove(path), nil)
	rescue := isGone(t, db.Close()).Rescue

	_, err = sqlite.Open(t.Context(), path, sqlite.Options{})
	_, reading := sqlite.OpenReadOnly(t.Context(), path)
	for _, err := range []error{err, reading} {
		var gone *sqlite.GoneError
		if !errors.As(err, &gone) || gone.Rescue != rescue {
			t.Errorf("%v, want a GoneError that names %s", err, rescue)
		}
	}
	_, err = os.Stat(path)
	is(t, err, fs.ErrNotExist)
	is(t, os.Rename(rescue, path), nil)
	_, err = open(t, path).Recall(t.Context(), "k")
	is(t, err, nil)
}

// TestReadersDoNotFollowAName: the pool opens its next connection by name, and
// another file has the name now.
func TestReadersDoNotFollowAName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rum.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	is(t, err, nil)
	defer func() { _ = db.Close() }()
	rooms := openRooms(t, db, 3)
	add(t, db, rooms[0].Hand(1, "pann", "pbob", 86))
	is(t, os.Rename(played(t), path), nil)
	for _, err := range db.Entries(t.Context()) { // one connection is busy
		is(t, err, nil)
		_, err := db.Find(t.Context(), rooms[2].Head.Channel, "") // which the other file doesn't know
		var gone *sqlite.GoneError
		if !errors.As(err, &gone) {
			t.Errorf("%v, want a GoneError", err)
		}
	}
	for _, ending := range []string{"-wal", "-shm"} {
		before, err := os.Stat(path + ending)
		if err != nil || before.Size() == 0 {
			t.Errorf("%s of the file that is gone: %v", ending, err)
		}
	}
}
