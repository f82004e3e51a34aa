package sqlite_test

import "testing"

// TestOldRummiesAreThoseThatResultsTold brings a file up that the program wrote when each hand that was won all at once
// counted as a rummy (testdata/rummies-v19.sql: ann and bob, three hands in which everybody goes out at once and one more that
// was voided as a rummy, then two in which one was a rummy indeed).
func TestOldRummiesAreThoseThatResultsTold(t *testing.T) {
	path := old(t, "testdata/rummies-v19.sql")
	counts := func(what string) string {
		return all(t, path, "SELECT sum("+what+") || ' of ' || count(*) || ', ' || (SELECT sum(all_rummies) FROM quarters WHERE start = (SELECT max(start) FROM quarters)) FROM quarters")
	}
	equal(t, counts("rummies"), "4 of 8, 4")
	before := all(t, path, "SELECT person || ' ' || start || ' ' || pips || ' ' || hands || ' ' || wins || ' ' || all_pips || ' ' || all_hands || ' ' || all_wins FROM quarters ORDER BY 1")
	is(t, open(t, path).Close(), nil)
	equal(t, counts("rummies"), "1 of 8, 1")
	equal(t, all(t, path, "SELECT sum(rummy) FROM plays"), "1")
	equal(t, all(t, path, "SELECT person || ' ' || start || ' ' || pips || ' ' || hands || ' ' || wins || ' ' || all_pips || ' ' || all_hands || ' ' || all_wins FROM quarters ORDER BY 1"), before)
	mustBeWhole(t, path)
	// The control: a count that is as it was is found.
	db := raw(t, path)
	_, err := db.ExecContext(t.Context(), "UPDATE quarters SET rummies = rummies + 1, all_rummies = all_rummies + 1 WHERE start = (SELECT max(start) FROM quarters) AND wins = 1")
	is(t, err, nil)
	is(t, db.Close(), nil)
	if len(found(t, path)) == 0 {
		t.Error("a rummy that was none isn't found")
	}
}
