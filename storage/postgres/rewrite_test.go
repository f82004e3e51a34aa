package postgres_test

import (
	"bytes"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// TestTheHeapHoldsNothingOfWhoIsErased looks for an id, a name and a word in the files of a
// server's tables, before somebody is erased and after. Somebody uses a table meanwhile, and lets
// go of it later.
func TestTheHeapHoldsNothingOfWhoIsErased(t *testing.T) {
	t.Parallel()
	address := database(t)
	db := open(t, address)
	traces := []string{"Annabella Unforgettable", "rememberthisword", "77777777777777777"}
	who, err := db.Register(t.Context(), traces[2], "2001", traces[0])
	storagetest.Is(t, err, nil)
	room := storagetest.OpenRooms(t, db, 1)[0]
	storagetest.Add(t, db, room.Batch("k", sitting.CutGiven{By: who, Word: traces[1]}))
	storagetest.Is(t, db.Do(t.Context(), "ANALYZE"), nil)
	storagetest.Equal(t, inHeap(t, db, traces), traces)
	held := open(t, address)
	go func() {
		_ = held.Do(t.Context(), "DO $$ BEGIN LOCK TABLE names IN ACCESS SHARE MODE; PERFORM pg_sleep(2); END $$")
	}()
	storagetest.Is(t, db.Erase(t.Context(), who), nil)
	rewritten(t, db)
	storagetest.Equal(t, inHeap(t, db, traces), []string(nil))

	// It isn't done once more within the hour, by no process.
	who, err = db.Register(t.Context(), traces[2], "2001", traces[0])
	storagetest.Is(t, err, nil)
	storagetest.Is(t, held.Erase(t.Context(), who), nil)
	due := func() []string {
		words, err := db.Words(t.Context(), "SELECT 'due' FROM erasures WHERE rewritten < count")
		storagetest.Is(t, err, nil)
		return words
	}
	storagetest.Equal(t, due(), []string{"due"})
	storagetest.Is(t, held.Close(), nil) // or it may take the next rewriting, before the erasure below
	storagetest.Is(t, db.Do(t.Context(), "UPDATE erasures SET tried = tried - 3600000"), nil)
	who, err = db.Register(t.Context(), "700", "2001", "Bob")
	storagetest.Is(t, err, nil)
	storagetest.Is(t, db.Erase(t.Context(), who), nil)
	rewritten(t, db)
	storagetest.Equal(t, inHeap(t, db, traces), []string(nil))
}

// TestTheHeapIsRewrittenAfterWhoeverBeganBefore has somebody be in the midst of a change that began
// before an erasure, and do nothing at the moment: its server keeps what is erased until that ends.
func TestTheHeapIsRewrittenAfterWhoeverBeganBefore(t *testing.T) {
	t.Parallel()
	address := database(t)
	db := open(t, address)
	traces := []string{"Annabella Unforgettable", "77777777777777777"}
	who, err := db.Register(t.Context(), traces[1], "2001", traces[0])
	storagetest.Is(t, err, nil)
	other, err := sql.Open("pgx", address)
	storagetest.Is(t, err, nil)
	t.Cleanup(func() { _ = other.Close() })
	tx, err := other.BeginTx(t.Context(), nil)
	storagetest.Is(t, err, nil)
	_, err = tx.ExecContext(t.Context(), "SELECT txid_current()")
	storagetest.Is(t, err, nil)
	storagetest.Is(t, db.Erase(t.Context(), who), nil)
	go func() {
		<-time.After(2 * time.Second)
		_ = tx.Rollback()
	}()
	rewritten(t, db)
	storagetest.Equal(t, inHeap(t, db, traces), []string(nil))
}

// rewritten waits until the tables are.
func rewritten(t *testing.T, db *postgres.DB) {
	t.Helper()
	for end := time.Now().Add(10 * time.Minute); ; {
		words, err := db.Words(t.Context(), "SELECT 'done' FROM erasures WHERE rewritten = count")
		storagetest.Is(t, err, nil)
		if len(words) > 0 {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the tables aren't rewritten")
		}
		time.Sleep(20 * time.Millisecond) // the server tells nobody
	}
}

// inHeap lists the traces that are in the files of a server's database.
func inHeap(t *testing.T, db *postgres.DB, traces []string) (found []string) {
	t.Helper()
	storagetest.Is(t, db.Do(t.Context(), "CHECKPOINT"), nil)
	at, err := db.Words(t.Context(), "SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database WHERE datname = current_database()")
	storagetest.Is(t, err, nil)
	all := make(map[string]bool)
	err = filepath.WalkDir(at[0], func(path string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() {
			return nil // a file that went meanwhile
		}
		content, _ := os.ReadFile(path) // likewise
		for _, trace := range traces {
			all[trace] = all[trace] || bytes.Contains(content, []byte(trace))
		}
		return nil
	})
	storagetest.Is(t, err, nil)
	for _, trace := range traces {
		if all[trace] {
			found = append(found, trace)
		}
	}
	return found
}
