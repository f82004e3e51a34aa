package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// histories is a file in which hands were booked at random moments, some undone.
func histories(t *testing.T) (path string, h *storagetest.History) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "facts.db")
	db := open(t, path)
	h = storagetest.NewHistory(t, db, 2)
	for i := range 60 {
		if h.Book(t, db); i%4 == 0 {
			h.Undo(t, db)
		}
	}
	is(t, db.Close(), nil)
	return path, h
}

// edit changes a file behind the bot's back.
func edit(t *testing.T, path string, queries ...string) {
	t.Helper()
	db := raw(t, path)
	for _, q := range queries {
		_, err := db.ExecContext(t.Context(), q)
		is(t, err, nil)
	}
	is(t, db.Close(), nil)
}

// TestAYearIsReadWithoutItsEntries takes the entries out of a file: the years are as they were.
func TestAYearIsReadWithoutItsEntries(t *testing.T) {
	path, h := histories(t)
	edit(t, path, "DROP TRIGGER entries_remain", "DELETE FROM entries")
	db, err := sqlite.OpenReadOnly(t.Context(), path)
	is(t, err, nil)
	for i, n := range h.Compare(t, db) {
		if n == 0 {
			t.Errorf("fact %d isn't there: the test shows little", i)
		}
	}
	is(t, db.Close(), nil)
}

// TestAFactThatIsWrongIsNoticed changes facts: a check finds each, and a year shows what is stored.
// One that can't be read costs time only, until the next hand of its year mends it.
func TestAFactThatIsWrongIsNoticed(t *testing.T) {
	for what, query := range map[string]string{
		"other pips":  `UPDATE facts SET body = replace(body, '"pips":', '"pips":1') WHERE kind = 0`,
		"another run": `UPDATE facts SET body = replace(body, '"hands":', '"hands":1') WHERE kind = 0`,
		"one is gone": "DELETE FROM facts WHERE kind = 2",
		"a weight":    "UPDATE facts SET weight = weight + 1 WHERE kind = 1",
		"one more": `INSERT INTO facts SELECT person, server, start, kind, about || 'x', weight, since, body
			FROM facts WHERE kind = 1`,
	} {
		t.Run(what, func(t *testing.T) {
			path, _ := histories(t)
			edit(t, path, query)
			db := open(t, path)
			if wrong := storagetest.WrongFacts(t, db); len(wrong) == 0 {
				t.Error("a check finds nothing")
			}
			is(t, db.Close(), nil)
		})
	}
	path, h := histories(t)
	edit(t, path, "UPDATE facts SET body = '}' WHERE kind = 0")
	db := open(t, path)
	broken := len(storagetest.WrongFacts(t, db))
	h.Compare(t, db)
	for range 60 {
		h.Book(t, db)
	}
	h.Compare(t, db)
	if left := len(storagetest.WrongFacts(t, db)); left >= broken {
		t.Errorf("%d facts were broken, and %d are", broken, left)
	}
	is(t, db.Close(), nil)
}

// TestFactsOfOldFilesAreFilled takes the facts out of a file, as one of before there were any has
// none, and has it brought up.
func TestFactsOfOldFilesAreFilled(t *testing.T) {
	path, h := histories(t)
	const rows = `SELECT group_concat(format('%s %s %d %d %s %d %d %s',
			person, server, start, kind, about, weight, since, body), '; '
		ORDER BY person, server, kind, about, start) FROM facts`
	want := all(t, path, rows)
	edit(t, path, "DROP TABLE shares", "DROP TABLE redraws", "DROP TABLE facts", "ALTER TABLE tables DROP COLUMN channel_gone",
		"DELETE FROM goose_db_version WHERE version_id >= 48",
		`UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM goose_db_version)
			WHERE name = 'goose_db_version'`)
	db := open(t, path)
	h.Compare(t, db)
	is(t, db.Close(), nil)
	if got := all(t, path, rows); got != want || len(want) < 1000 {
		t.Errorf("%s\nis stored, and not\n%s", got, want)
	}
}
