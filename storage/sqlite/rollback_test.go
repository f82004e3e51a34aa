package sqlite_test

import (
	"bytes"
	"database/sql"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// brokenOff is a copy of a file in the middle of a large change, as whoever is
// killed in it leaves it: half of it changed, and the journal that brings back
// what was there before.
func brokenOff(t *testing.T, path, change string) string {
	t.Helper()
	db := raw(t, path)
	var tx *sql.Tx
	for _, query := range []string{"PRAGMA journal_mode = DELETE", "PRAGMA cache_size = 1", "PRAGMA foreign_keys = 0", ""} {
		var err error
		if query == "" {
			tx, err = db.BeginTx(t.Context(), nil)
		} else {
			_, err = db.ExecContext(t.Context(), query)
		}
		is(t, err, nil)
	}
	_, err := tx.ExecContext(t.Context(), change)
	is(t, err, nil)
	half := filepath.Join(t.TempDir(), "half.db")
	for _, ending := range []string{"", "-journal"} {
		content, err := os.ReadFile(path + ending)
		is(t, err, nil)
		is(t, os.WriteFile(half+ending, content, 0o600), nil)
	}
	is(t, tx.Rollback(), nil)
	is(t, db.Close(), nil)
	return half
}

const (
	fills   = "INSERT INTO secrets WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT i, zeroblob(100) FROM n"
	newer   = "INSERT INTO goose_db_version (version_id, is_applied) VALUES (1042, 1)"
	theirs  = "CREATE TABLE theirs (x); "
	fillsIt = "INSERT INTO theirs WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT zeroblob(100) FROM n"
)

// contents are the files beside a database, and it, without the lock file.
func contents(t *testing.T, path string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	names, err := filepath.Glob(path + "*")
	is(t, err, nil)
	for _, name := range names {
		if files[name], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	delete(files, path+".lock")
	return files
}

// TestBrokenOffWriteIsRolledBack: who reads says so and changes nothing, who
// opens to write finds the file as it was before.
func TestBrokenOffWriteIsRolledBack(t *testing.T) {
	path := played(t)
	half := brokenOff(t, path, fills)
	before := contents(t, half)
	_, err := sqlite.OpenReadOnly(t.Context(), half)
	var unfinished *sqlite.UnfinishedError
	if !errors.As(err, &unfinished) {
		t.Errorf("OpenReadOnly: %v, want an UnfinishedError", err)
	}
	if !maps.EqualFunc(before, contents(t, half), bytes.Equal) {
		t.Error("who only reads changed the file")
	}
	playOn(t, half, fourRounds+1)
}

// TestBrokenOffWriteOfOthersIsLeft: neither another program's file nor a newer
// one is touched, whatever state it is in.
func TestBrokenOffWriteOfOthersIsLeft(t *testing.T) {
	fresh(t)
	dir := t.TempDir()
	tell := func(path, query string) string {
		db := raw(t, path)
		_, err := db.ExecContext(t.Context(), query)
		is(t, err, nil)
		is(t, db.Close(), nil)
		return path
	}
	var foreign *sqlite.ForeignError
	var version *storage.VersionError
	for name, c := range map[string]struct {
		path string
		want any
	}{
		"another's":                {brokenOff(t, tell(filepath.Join(dir, "theirs.db"), theirs), fillsIt), &foreign},
		"another's first write":    {brokenOff(t, filepath.Join(dir, "first.db"), theirs+fillsIt), &foreign},
		"another's, emptied":       {brokenOff(t, tell(filepath.Join(dir, "full.db"), theirs+fillsIt), "DROP TABLE theirs"), &foreign},
		"a newer one of our own":   {brokenOff(t, tell(played(t), newer), fills), &version},
		"one that nobody can read": {torn(t, brokenOff(t, tell(filepath.Join(dir, "torn.db"), theirs), fillsIt)), &foreign},
	} {
		before := contents(t, c.path)
		if len(before) != 2 {
			t.Fatalf("%s: %v", name, slices.Collect(maps.Keys(before)))
		}
		if _, err := sqlite.Open(t.Context(), c.path, sqlite.Options{}); !errors.As(err, c.want) {
			t.Errorf("Open of %s: %v", name, err)
		}
		if _, err := sqlite.OpenReadOnly(t.Context(), c.path); !errors.As(err, c.want) {
			t.Errorf("OpenReadOnly of %s: %v", name, err)
		}
		if !maps.EqualFunc(before, contents(t, c.path), bytes.Equal) {
			t.Errorf("%s was changed", name)
		}
	}
}

// torn takes the first page of a file away.
func torn(t *testing.T, path string) string {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	is(t, err, nil)
	_, err = f.WriteAt(make([]byte, 4096), 0)
	is(t, err, nil)
	is(t, f.Close(), nil)
	return path
}

// TestStartThatEndedBeforeItsMarkIsBegunAnew: goose makes its table before the
// first migration says whose the file is.
func TestStartThatEndedBeforeItsMarkIsBegunAnew(t *testing.T) {
	made, err := column(t, raw(t, played(t)), "SELECT sql || ';' FROM sqlite_schema WHERE name = 'goose_db_version'")
	is(t, err, nil)
	goose := made[0]
	for name, c := range map[string]struct {
		query string
		ours  bool
	}{
		"goose's table":                 {goose, false}, // goose makes both in one transaction
		"and its first row":             {goose + "INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1)", true},
		"and another's migration":       {goose + "INSERT INTO goose_db_version (version_id, is_applied) VALUES (1, 1)", false},
		"and another's table":           {goose + "CREATE TABLE theirs (x)", false},
		"and another's view":            {goose + "CREATE VIEW theirs AS SELECT 1", false},
		"nothing, but another's mark":   {"PRAGMA application_id = 7", false},
		"goose's table, another's mark": {"PRAGMA application_id = 7;" + goose, false},
	} {
		path := filepath.Join(t.TempDir(), "half.db")
		half := raw(t, path)
		_, err := half.ExecContext(t.Context(), c.query)
		is(t, err, nil)
		is(t, half.Close(), nil)
		before := contents(t, path)
		db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
		if c.ours {
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			openRooms(t, db, 1)
			sound(t, db)
			is(t, db.Close(), nil)
			continue
		}
		var foreign *sqlite.ForeignError
		if !errors.As(err, &foreign) || !maps.EqualFunc(before, contents(t, path), bytes.Equal) {
			t.Errorf("%s: %v, want a ForeignError and nothing changed", name, err)
		}
	}
}
