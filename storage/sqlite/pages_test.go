package sqlite

import (
	"bytes"
	"context"
	"database/sql/driver"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// TestPagesHoldWhatSQLiteReads makes files of rows of every width, long rows, and rows
// that were deleted, and compares each row with what the driver reads.
func TestPagesHoldWhatSQLiteReads(t *testing.T) {
	for seed := range uint64(8) {
		said := connected(t, filepath.Join(t.TempDir(), "any.db"))
		dice := rand.New(rand.NewPCG(seed, 1))
		sizes := []int64{512, 1024, 4096, 65536}
		does(t, said, fmt.Sprintf("PRAGMA page_size = %d", sizes[seed%4]))
		does(t, said, "CREATE TABLE a (id INTEGER PRIMARY KEY, n INTEGER, b BLOB, t TEXT) STRICT")
		does(t, said, "CREATE TABLE k (t TEXT PRIMARY KEY, n INTEGER, b BLOB) STRICT, WITHOUT ROWID")
		does(t, said, "CREATE INDEX i ON a (n)")
		does(t, said, "BEGIN")
		for range 3000 {
			n := dice.Int64() >> dice.IntN(64)
			b := make([]byte, 1<<dice.IntN(13)*dice.IntN(3)/2)
			for i := range b {
				b[i] = byte(dice.Uint32())
			}
			does(t, said, "INSERT OR IGNORE INTO a VALUES (?, ?, ?, ?)", dice.Int64()>>dice.IntN(64), n, b, fmt.Sprint(n))
			does(t, said, "INSERT OR IGNORE INTO k VALUES (?, ?, ?)", fmt.Sprint(dice.IntN(9999), "\x00", n), n, b)
		}
		does(t, said, "COMMIT")
		does(t, said, "DELETE FROM a WHERE n % 3 = 0")
		does(t, said, "DELETE FROM k WHERE n % 2 = 0")
		does(t, said, "ALTER TABLE a ADD COLUMN late INTEGER NOT NULL DEFAULT 7")

		p, err := newPages(said)
		if err != nil {
			t.Fatal(err)
		}
		p.used = make([]uint64, p.count/64+1)
		roots := map[string]uint32{"sqlite_schema": 1}
		for _, row := range reads(t, said, "SELECT name, rootpage FROM sqlite_schema", 2) {
			roots[sqlstore.TextOf(row[0])] = uint32(sqlstore.NumberOf(row[1]))
		}
		var have [][]driver.Value
		keep := func(row ...driver.Value) error {
			have = append(have, row)
			return nil
		}
		walks := func(name string, do func(r *record) error) {
			t.Helper()
			if err := p.each(t.Context(), roots[name], do); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		walks("a", func(r *record) error {
			return keep(r.number, r.integer(1, 0), clone(r.blob(2)), string(r.text(3)), r.integer(4, 7))
		})
		alike(t, have, reads(t, said, "SELECT id, n, b, t, late FROM a ORDER BY id", 5))
		have = nil
		walks("k", func(r *record) error { return keep(string(r.text(0)), r.integer(1, 0), clone(r.blob(2))) })
		alike(t, have, reads(t, said, "SELECT t, n, b FROM k ORDER BY t", 3))
		have = nil
		walks("i", func(r *record) error { return keep(r.integer(0, 0), r.integer(1, 0)) })
		alike(t, have, reads(t, said, "SELECT n, id FROM a ORDER BY n, id", 2))
		noted := append([]uint64(nil), p.used...)
		if p.unaccounted() == nil {
			t.Error("the page of the schema isn't missed")
		}
		p.used = noted
		walks("sqlite_schema", func(*record) error { return nil })
		if err := p.unaccounted(); err != nil {
			t.Error(err)
		}
	}
}

// connected opens a file of any schema.
func connected(t *testing.T, path string) *sqlstore.Connection {
	t.Helper()
	c, err := connector(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := c.Connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	said := &sqlstore.Connection{Conn: conn}
	t.Cleanup(func() { _ = said.Close() })
	return said
}

func does(t *testing.T, said *sqlstore.Connection, query string, args ...driver.Value) {
	t.Helper()
	s, err := said.Conn.Prepare(query)
	if err == nil {
		_, err = (&sqlstore.Statement{Exec: s.(driver.StmtExecContext)}).Run(args...)
		_ = s.Close()
	}
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

func reads(t *testing.T, said *sqlstore.Connection, query string, columns int) (rows [][]driver.Value) {
	t.Helper()
	s, err := said.Prepare(query)
	if err == nil {
		err = s.Each(t.Context(), columns, func(row []driver.Value) error {
			rows = append(rows, append([]driver.Value(nil), row...))
			return nil
		})
	}
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return rows
}

func clone(b []byte) []byte { return append([]byte(nil), b...) }

func alike(t *testing.T, have, want [][]driver.Value) {
	t.Helper()
	if len(have) != len(want) || len(want) < 500 {
		t.Fatalf("%d rows, not %d", len(have), len(want))
	}
	for i, row := range want {
		for j, v := range row {
			b, ok := v.([]byte)
			if ok && !bytes.Equal(b, have[i][j].([]byte)) || !ok && v != nil && v != have[i][j] {
				t.Fatalf("row %d: %.200v, not %.200v", i, have[i], row)
			}
		}
	}
}

// FuzzRecord has anything read as a row: it is refused or taken, and never read beyond its end.
func FuzzRecord(f *testing.F) {
	f.Add([]byte{4, 1, 8, 15, 5, 'x'})
	f.Add([]byte{3, 6, 0, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Add(bytes.Repeat([]byte{255}, 40))
	f.Fuzz(func(t *testing.T, payload []byte) {
		var r record
		if !r.read(payload) {
			return
		}
		for c := range widest {
			if n := r.integer(c, math.MaxInt64); n == math.MaxInt64 && c >= r.width {
				continue
			}
			if len(r.blob(c))+len(r.text(c)) > len(payload) {
				t.Errorf("column %d is longer than the row", c)
			}
		}
	})
}
