package sqlite_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// TestWhatSQLiteFindsDamagedIsFound turns a byte of a file over, now and then one of
// a page's head: whatever SQLite's own look at every page finds wrong then, a check
// finds, and it ends with a finding, not with an error.
func TestWhatSQLiteFindsDamagedIsFound(t *testing.T) {
	whole, err := os.ReadFile(games(t))
	is(t, err, nil)
	const page = 4096
	path := filepath.Join(t.TempDir(), "damaged.db")
	bySQLite, byCheck := 0, 0
	runs := underRace(t, 200, 12)
	for seed := range uint64(runs) {
		dice := rand.New(rand.NewPCG(seed, 7))
		at := page*dice.IntN(len(whole)/page) + dice.IntN(page)
		if seed%2 == 0 {
			at = at/page*page + dice.IntN(40)
		}
		if at < 100 {
			continue // the head of the file says what it is, and whether it may be opened
		}
		damaged := append([]byte(nil), whole...)
		damaged[at] ^= byte(1 + dice.IntN(255))
		is(t, os.WriteFile(path, damaged, 0o600), nil)
		sound := isSound(t, path)
		if !sound {
			bySQLite++
		}
		found := finds(t, path)
		if found {
			byCheck++
		}
		if !sound && !found {
			t.Errorf("byte %d of page %d: only SQLite finds it", at%page, at/page+1)
		}
		_ = os.Remove(path + "-wal")
		_ = os.Remove(path + "-shm")
	}
	t.Logf("SQLite found %d, the check %d", bySQLite, byCheck)
	if bySQLite < runs/4 || byCheck < bySQLite {
		t.Errorf("SQLite found %d, the check %d", bySQLite, byCheck)
	}
}

// isSound has SQLite look at everything.
func isSound(t *testing.T, path string) bool {
	t.Helper()
	db := raw(t, path)
	defer func() { _ = db.Close() }()
	lines, err := column(t, db, "PRAGMA integrity_check")
	return err == nil && len(lines) == 1 && lines[0] == "ok"
}

func finds(t *testing.T, path string) bool {
	t.Helper()
	r, err := sqlite.OpenReadOnly(context.Background(), path)
	if err != nil {
		return true
	}
	defer func() { _ = r.Close() }()
	f, err := r.Check(t.Context())
	if err != nil {
		t.Errorf("the check ends with %v", err)
	}
	return len(f.Wrong) > 0
}
