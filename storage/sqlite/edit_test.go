package sqlite_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// TestEveryColumnIsProvenOrListed compares the list with the schema.
func TestEveryColumnIsProvenOrListed(t *testing.T) {
	has, err := column(t, raw(t, games(t)), `SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY 1`)
	is(t, err, nil)
	equal(t, slices.Sorted(maps.Keys(sqlite.Columns())), slices.Sorted(slices.Values(has)))
}

// provenColumns are the columns of each table that are not free.
func provenColumns() map[string][]string {
	proven := make(map[string][]string)
	for name, by := range sqlite.Columns() {
		if of, column, _ := strings.Cut(name, "."); !strings.HasPrefix(by, "free:") {
			proven[of] = append(proven[of], column)
		}
	}
	for _, columns := range proven {
		slices.Sort(columns)
	}
	return proven
}

// editSeed makes the edits the same from run to run.
const editSeed = 20260501

// TestRandomEditsAreFound changes one field of a played file, drawn evenly by
// table, column and row, over and over again: hardly any change goes unnoticed.
func TestRandomEditsAreFound(t *testing.T) {
	edits := underRace(t, 200, 12)
	if os.Getenv("BOATHOUSE_LONG") != "" {
		edits = 2000
	}
	path := games(t)
	if wrong := found(t, path); len(wrong) > 0 {
		t.Fatalf("untouched: %+v", wrong)
	}
	content, err := os.ReadFile(path)
	is(t, err, nil)
	dice := rand.New(rand.NewPCG(editSeed, 0))
	proven := provenColumns()
	tables := slices.Sorted(maps.Keys(proven))
	missed := make(map[string]int)
	var first []string
	for n := 0; n < edits; {
		is(t, os.WriteFile(path, content, 0o600), nil)
		of := tables[dice.IntN(len(tables))]
		edit, ok := editOne(t, path, of, proven[of][dice.IntN(len(proven[of]))], dice)
		if !ok {
			continue // the value is as it was, or the file refuses it
		}
		n++
		if !isNoticed(t, path) {
			missed[edit.where]++
			first = append(first, fmt.Sprintf("%+v", edit))
		}
	}
	total := len(first)
	t.Logf("seed %d: %d of %d edits noticed (%.2f %%)", editSeed, edits-total, edits, 100-100*float64(total)/float64(edits))
	for _, line := range first[:min(total, 20)] {
		t.Logf("not noticed: %s", line)
	}
	if total*100 > edits {
		t.Errorf("%d of %d not noticed, by column: %v", total, edits, missed)
	}
}

// isNoticed says whether a file is refused, or something found wrong with it.
func isNoticed(tb testing.TB, path string) bool {
	tb.Helper()
	r, err := sqlite.OpenReadOnly(tb.Context(), path)
	if err != nil {
		return true
	}
	defer func() { is(tb, r.Close(), nil) }()
	f, err := r.Check(tb.Context())
	is(tb, err, nil)
	return len(f.Wrong) > 0
}

// An edited field.
type edited struct {
	where    string
	row      int
	was, now any
}

// editOne changes one field of a row, and says whether it did.
func editOne(tb testing.TB, path, of, name string, dice *rand.Rand) (e edited, ok bool) {
	tb.Helper()
	db := raw(tb, path)
	defer func() { is(tb, db.Close(), nil) }()
	key := keyOf(tb, db, of)
	values := fields(tb, db, "SELECT "+name+" FROM "+of+" ORDER BY "+key)
	if len(values) == 0 {
		return e, false
	}
	e = edited{where: of + "." + name, row: dice.IntN(len(values))}
	e.was = values[e.row]
	e.now = redrawn(e.was, values, dice)
	if same(e.was, e.now) {
		return e, false
	}
	triggers, err := column(tb, db, "SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
	is(tb, err, nil)
	drops, err := column(tb, db, "SELECT 'DROP TRIGGER ' || name FROM sqlite_schema WHERE type = 'trigger'")
	is(tb, err, nil)
	for _, query := range append([]string{"PRAGMA synchronous = 0", "PRAGMA foreign_keys = 0", "PRAGMA ignore_check_constraints = 1"}, drops...) {
		_, err := db.ExecContext(tb.Context(), query)
		is(tb, err, nil)
	}
	_, refused := db.ExecContext(tb.Context(), fmt.Sprintf("UPDATE %s SET %s = ? WHERE (%s) = (SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET %d)",
		of, name, key, key, of, key, e.row), e.now)
	for _, query := range triggers {
		_, err := db.ExecContext(tb.Context(), query)
		is(tb, err, nil)
	}
	return e, refused == nil
}

// keyOf lists the columns that tell the rows of a table apart.
func keyOf(tb testing.TB, db *sql.DB, of string) string {
	tb.Helper()
	keys, err := column(tb, db, "SELECT name FROM pragma_table_info('"+of+"') WHERE pk > 0 ORDER BY pk")
	is(tb, err, nil)
	return strings.Join(keys, ", ")
}

func fields(tb testing.TB, db *sql.DB, query string) (values []any) {
	tb.Helper()
	rows, err := db.QueryContext(tb.Context(), query)
	is(tb, err, nil)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var v any
		is(tb, rows.Scan(&v), nil)
		values = append(values, v)
	}
	is(tb, rows.Err(), nil)
	return values
}

// redrawn is another value of the same type: near the old one, one of another
// row, or anything.
func redrawn(was any, others []any, dice *rand.Rand) any {
	if dice.IntN(4) == 0 {
		return others[dice.IntN(len(others))]
	}
	switch v := was.(type) {
	case int64:
		return []int64{v + 1, v - 1, -v, 0, v ^ 1<<dice.IntN(62), dice.Int64N(1_000_000)}[dice.IntN(6)]
	case string:
		return string(redrawnBytes([]byte(v), 'a'+byte(dice.IntN(26)), dice))
	case []byte:
		return redrawnBytes(v, byte(dice.IntN(256)), dice)
	case nil:
		return []byte{byte(dice.IntN(256))}
	}
	return was
}

// redrawnBytes changes a byte, cuts one off, adds one or empties all.
func redrawnBytes(v []byte, b byte, dice *rand.Rand) []byte {
	v = bytes.Clone(v)
	switch way := dice.IntN(6); {
	case way == 0 || len(v) == 0:
		return append(v, b)
	case way == 1:
		return v[:len(v)-1]
	case way == 2:
		return []byte{}
	default:
		v[dice.IntN(len(v))] = b
		return v
	}
}

func same(a, b any) bool {
	return fmt.Sprintf("%T %v", a, a) == fmt.Sprintf("%T %v", b, b)
}
