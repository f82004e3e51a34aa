package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	modernc "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// raw opens a file past the store. The store must have been open in this process
// before, so that both lock alike.
func raw(tb testing.TB, path string) *sql.DB {
	tb.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(path))
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	tb.Cleanup(func() { _ = db.Close() })
	return db
}

// played is a closed file with two tables, a hand and its debt.
func played(tb testing.TB) string {
	tb.Helper()
	db, path := fresh(tb)
	rooms := openRooms(tb, db, 2)
	add(tb, db, rooms[0].Batch("k", sitting.CutGiven{By: "pann", Word: "ahoy"}))
	add(tb, db, rooms[0].Hand(1, "pann", "pbob", 86))
	add(tb, db, rooms[1].Hand(1, "pbob", "pcat", 12))
	if err := db.Close(); err != nil {
		tb.Fatal(err)
	}
	return path
}

func TestFileRefusesToChangeWhatHappened(t *testing.T) {
	db := raw(t, played(t))
	const columns = "(id, table_id, seq, at, kind, body, text_hash, prev, hash)"
	const nextEvent = "SELECT max(id) + 1, 1, 7, 0, 'x', x'', NULL, (SELECT hash FROM events WHERE table_id = 1 AND seq = 6), x'' FROM events"
	for _, query := range []string{
		"UPDATE events SET body = x'00' WHERE id = 3",
		"UPDATE OR REPLACE events SET id = 1 WHERE id = 3",
		"DELETE FROM events WHERE id = (SELECT max(id) FROM events)",
		"DELETE FROM events",
		"INSERT OR REPLACE INTO events SELECT * FROM events WHERE id = 3",
		"REPLACE INTO events " + columns + " SELECT 3, 1, 7, 0, 'x', x'', NULL, (SELECT hash FROM events WHERE table_id = 1 AND seq = 6), x''",
		"REPLACE INTO events " + columns + " SELECT max(id) + 1, 1, 2, 0, 'x', x'', NULL, (SELECT hash FROM events WHERE table_id = 1 AND seq = 1), x'' FROM events",
		"INSERT INTO events " + columns + " SELECT max(id) + 1, 1, 8, 0, 'x', x'', NULL, (SELECT hash FROM events WHERE table_id = 1 AND seq = 6), x'' FROM events",
		"INSERT INTO events " + columns + " SELECT max(id) + 1, 1, 7, 0, 'x', x'', NULL, zeroblob(32), x'' FROM events",
		"INSERT INTO events " + columns + " SELECT max(id) + 1, 1, 1, 0, 'x', x'', NULL, zeroblob(32), x'' FROM events",
		"INSERT INTO events " + columns + " SELECT max(id) + 2, 1, 7, 0, 'x', x'', NULL, (SELECT hash FROM events WHERE table_id = 1 AND seq = 6), x'' FROM events",
		"INSERT INTO events " + columns + " SELECT NULL, 1, 7, 0, 'x', x'', NULL, (SELECT hash FROM events WHERE table_id = 1 AND seq = 6), x''",
		"REPLACE INTO events " + columns + " SELECT max(id) + 1, 1, 1, 0, 'x', x'', NULL, NULL, x'' FROM events",
		"INSERT INTO events " + columns + " VALUES (-1, 1, 7, 0, 'x', x'', NULL, x'', x'')",

		"UPDATE entries SET pips = -pips",
		"UPDATE OR REPLACE entries SET seq = 1 WHERE seq = 2",
		"DELETE FROM entries WHERE seq = 4",
		"DELETE FROM entries",
		"INSERT OR REPLACE INTO entries SELECT * FROM entries WHERE seq = 2",
		"INSERT INTO entries SELECT server, 6, at, layout, kind, table_id, hand, again, ref, person, other, pips, hash, hash FROM entries WHERE seq = 4",
		"INSERT INTO entries SELECT server, 5, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash FROM entries WHERE seq = 4",
		"INSERT INTO entries SELECT server, 1, at, layout, kind, table_id, hand, again, ref, person, other, pips, zeroblob(32), hash FROM entries WHERE seq = 4",
		"INSERT INTO entries SELECT server, NULL, at, layout, kind, table_id, hand, again, ref, person, other, pips, hash, hash FROM entries WHERE seq = 4",
	} {
		if code := codeOf(tryOut(t, db, query)); code != sqlite3.SQLITE_CONSTRAINT_TRIGGER {
			t.Errorf("%s: code %d, want that of a trigger", query, code)
		}
	}
	// The next row of each is let in: what was refused was refused for its place.
	for _, query := range []string{
		"INSERT INTO events " + columns + " " + nextEvent,
		"INSERT OR REPLACE INTO events " + columns + " " + nextEvent,
		"INSERT INTO entries SELECT server, 5, at, layout, kind, table_id, hand, again, ref, person, other, pips, hash, hash FROM entries WHERE seq = 4",
	} {
		if err := tryOut(t, db, query); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
}

// tryOut runs a query and rolls it back.
func tryOut(tb testing.TB, db *sql.DB, query string) error {
	tb.Helper()
	tx, err := db.BeginTx(context.Background(), nil)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	_, err = tx.ExecContext(tb.Context(), query)
	return err
}

func codeOf(err error) int {
	var e *modernc.Error
	if !errors.As(err, &e) {
		return 0
	}
	return e.Code()
}

// TestCheckFindsTampering takes the guards off a file and changes it: each
// change is found, and where.
func TestCheckFindsTampering(t *testing.T) {
	const server = "100200300400500600"
	ev := func(code storage.FindingCode, seq int64) storage.Finding {
		return storage.Finding{Code: code, Table: "rum00000", Seq: seq}
	}
	en := func(code storage.FindingCode, seq int64) storage.Finding {
		return storage.Finding{Code: code, Server: server, Seq: seq}
	}
	// sums is what is found when so many balances, and so many quarters of an hour, are
	// no longer the sums of the entries.
	sums := func(balances, quarters int) []storage.Finding {
		return slices.Concat(slices.Repeat([]storage.Finding{en(storage.BalanceChanged, 0)}, balances),
			slices.Repeat([]storage.Finding{en(storage.QuarterChanged, 0)}, quarters))
	}
	cases := map[string]struct {
		change string
		want   []storage.Finding
	}{
		"nothing":           {"", nil},
		"a body":            {"UPDATE events SET body = CAST(replace(body, '\"hand\":1', '\"hand\":2') AS BLOB) WHERE table_id = 1 AND seq = 3", []storage.Finding{ev(storage.EventChanged, 3)}},
		"a kind":            {"UPDATE events SET kind = 'away' WHERE table_id = 1 AND seq = 6", []storage.Finding{ev(storage.EventChanged, 6), ev(storage.EventUnread, 6)}},
		"a time":            {"UPDATE events SET at = at + 1 WHERE table_id = 1 AND seq = 4", []storage.Finding{ev(storage.EventChanged, 4)}},
		"a hash":            {"UPDATE events SET hash = zeroblob(32) WHERE table_id = 1 AND seq = 4", []storage.Finding{ev(storage.EventChanged, 4), ev(storage.EventUnlinked, 5)}},
		"a short link":      {"UPDATE events SET prev = x'00' WHERE table_id = 1 AND seq = 1", []storage.Finding{ev(storage.EventUnlinked, 1)}},
		"an event taken":    {"DELETE FROM events WHERE table_id = 1 AND seq = 4", []storage.Finding{{Code: storage.RowsMissing, Seq: 5}, ev(storage.EventMissing, 5), ev(storage.EventUnlinked, 5)}},
		"the last taken":    {"DELETE FROM events WHERE table_id = 1 AND seq = 6", []storage.Finding{{Code: storage.RowsMissing, Seq: 7}, ev(storage.EventsCut, 6)}},
		"a name":            {"UPDATE tables SET name = 'mine' WHERE id = 2", append(changedTable("mine", 5), en(storage.EntryChanged, 3), en(storage.EntryChanged, 4))},
		"a text":            {"UPDATE texts SET body = 'avast'", []storage.Finding{ev(storage.TextChanged, 2)}},
		"a salt":            {"UPDATE texts SET salt = x'00'", []storage.Finding{ev(storage.TextChanged, 2)}},
		"pips":              {"UPDATE entries SET pips = -1 WHERE seq = 1", append([]storage.Finding{en(storage.EntryChanged, 1), en(storage.Unbalanced, 0)}, sums(1, 1)...)},
		"pips, both rows":   {"UPDATE entries SET pips = sign(pips) WHERE hand = 1 AND table_id = 1", append([]storage.Finding{en(storage.EntryChanged, 1), en(storage.EntryChanged, 2)}, sums(2, 2)...)},
		"which turning":     {"UPDATE entries SET again = 1 WHERE seq = 1", []storage.Finding{en(storage.EntryChanged, 1)}},
		"whose":             {"UPDATE entries SET person = 'pzed' WHERE seq = 4", append([]storage.Finding{en(storage.EntryChanged, 4), en(storage.Unbalanced, 0), en(storage.Unbalanced, 0)}, sums(2, 2)...)},
		"of what kind":      {"UPDATE entries SET kind = 'reversal' WHERE seq = 1", append([]storage.Finding{en(storage.EntryChanged, 1)}, sums(0, 1)...)},
		"what layout":       {"UPDATE entries SET layout = 1 WHERE seq = 1", []storage.Finding{en(storage.EntryChanged, 1)}},
		"no layout":         {"UPDATE entries SET layout = 3 WHERE seq = 4", []storage.Finding{en(storage.EntryChanged, 4)}},
		"a debt taken":      {"DELETE FROM entries WHERE seq < 3", append([]storage.Finding{en(storage.EntryMissing, 3), en(storage.EntryUnlinked, 3)}, sums(2, 2)...)},
		"the last debt":     {"DELETE FROM entries WHERE seq > 2", append([]storage.Finding{en(storage.EntryMissing, 4)}, sums(2, 2)...)},
		"the whole tab":     {"DELETE FROM entries", append([]storage.Finding{en(storage.EntryMissing, 4)}, sums(4, 3)...)},
		"the tab's head":    {"DELETE FROM tabs", []storage.Finding{en(storage.EntryMissing, 0)}},
		"an entry's hash":   {"UPDATE entries SET hash = zeroblob(32) WHERE seq = 3", []storage.Finding{en(storage.EntryChanged, 3), en(storage.EntryUnlinked, 4)}},
		"a table taken":     {"DELETE FROM tables WHERE id = 2", []storage.Finding{{Code: storage.Damaged}}},
		"an unreadable row": {"UPDATE events SET body = x'7b' WHERE table_id = 1 AND seq = 6", []storage.Finding{ev(storage.EventChanged, 6), ev(storage.EventUnread, 6)}},
	}
	names := slices.Sorted(maps.Keys(cases))
	for _, name := range names[:underRace(t, len(names), len(names)/10)] {
		c := cases[name]
		t.Run(name, func(t *testing.T) {
			path := played(t)
			tamper(t, path, c.change)
			got := wrong(t, path)
			if name == "a table taken" {
				got = got[:1]
			}
			equal(t, got, c.want)
		})
	}
}

// TestNoErrorShowsAHiddenDeck spoils the deal of a hand in every way that makes
// it unreadable: what is said of it has none of its cards in it.
func TestNoErrorShowsAHiddenDeck(t *testing.T) {
	const unguarded = "DROP TRIGGER events_stay; PRAGMA writable_schema = 1;"
	for name, change := range map[string]string{
		"a wrong word":   "UPDATE events SET body = CAST(replace(body, 'dealt', 'delt') AS BLOB) WHERE table_id = 1 AND seq = 5",
		"a wrong order":  "UPDATE events SET body = CAST(replace(body, 'draw=pair melding=open', 'melding=open draw=pair') AS BLOB) WHERE table_id = 1 AND seq = 5",
		"a wrong card":   "UPDATE events SET body = CAST(replace(body, 'AC 2C', 'AC2C') AS BLOB) WHERE table_id = 1 AND seq = 5",
		"a wrong field":  "UPDATE events SET body = CAST(replace(body, 'event', 'evnt') AS BLOB) WHERE table_id = 1 AND seq = 5",
		"a wrong column": "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'events'",
	} {
		t.Run(name, func(t *testing.T) {
			path := played(t)
			db := raw(t, path)
			if _, err := db.ExecContext(t.Context(), unguarded+change); err != nil {
				t.Fatal(err)
			}
			is(t, db.Close(), nil)
			if name == "a wrong column" {
				if _, err := raw(t, path).ExecContext(t.Context(), "UPDATE events SET at = body WHERE table_id = 1 AND seq = 5"); err != nil {
					t.Fatal(err)
				}
			}
			r, err := sqlite.OpenReadOnly(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = r.Close() }()
			f, err := r.Check(t.Context())
			is(t, err, nil)
			said := fmt.Sprintf("%+v", f.Wrong)
			_, err = r.Load(t.Context(), "rum00000")
			if len(f.Wrong) == 0 || err == nil {
				t.Fatalf("all is well (%v): the test shows nothing", err)
			}
			if said += err.Error(); strings.Contains(said, "2C") {
				t.Errorf("shown: %s", said)
			}
		})
	}
}

// wrong checks a file and returns what was found, without the details.
func wrong(tb testing.TB, path string) []storage.Finding {
	tb.Helper()
	r, err := sqlite.OpenReadOnly(tb.Context(), path)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	f, err := r.Check(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	var wrong []storage.Finding
	for _, w := range f.Wrong {
		if w.Detail = ""; w.Code != storage.CourseBroken { // as in sound
			wrong = append(wrong, w)
		}
	}
	return wrong
}

// tamper changes a file past its guards, and puts these back as they were.
func tamper(tb testing.TB, path string, changes ...string) {
	tb.Helper()
	db := raw(tb, path)
	triggers, err := column(tb, db, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
	is(tb, err, nil)
	names, err := column(tb, db, "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'")
	is(tb, err, nil)
	queries := append([]string{"PRAGMA foreign_keys = 0", "PRAGMA ignore_check_constraints = 1", "BEGIN"}, names...)
	queries = append(append(append(queries, changes...), triggers...), "COMMIT")
	for _, query := range queries {
		if query == rechained {
			is(tb, sqlite.Rechain(tb.Context(), db), nil)
			continue
		}
		if _, err := db.ExecContext(tb.Context(), query); err != nil {
			tb.Fatalf("%s: %v", query, err)
		}
	}
	is(tb, db.Close(), nil)
}

// changedTable is what is found when all events of a table belong to another name.
func changedTable(name sitting.ID, events int64) (wrong []storage.Finding) {
	for seq := range events {
		wrong = append(wrong, storage.Finding{Code: storage.EventChanged, Table: name, Seq: seq + 1})
	}
	return wrong
}

// TestCheckFindsAFlippedBit flips bits in the closed file itself.
func TestCheckFindsAFlippedBit(t *testing.T) {
	for name, mark := range map[string]string{
		"an event's body": `{"hand":1,"start":"1"}`,
		"a text":          "ahoy",
		"an entry":        "pbobpann",
	} {
		t.Run(name, func(t *testing.T) {
			path := played(t)
			content, err := os.ReadFile(path)
			is(t, err, nil)
			at := bytes.Index(content, []byte(mark))
			if at < 0 {
				t.Fatalf("%q is not in the file", mark)
			}
			content[at+len(mark)/2] ^= 1
			is(t, os.WriteFile(path, content, 0o600), nil)
			if len(wrong(t, path)) == 0 {
				t.Error("nothing found")
			}
		})
	}
}
