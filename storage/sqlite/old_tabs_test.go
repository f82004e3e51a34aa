package sqlite_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// all are the rows that a query reads, one a line.
func all(tb testing.TB, path string, queries ...string) string {
	tb.Helper()
	db := raw(tb, path)
	defer func() { is(tb, db.Close(), nil) }()
	var lines []string
	for _, query := range queries {
		more, err := column(tb, db, query)
		is(tb, err, nil)
		lines = append(lines, more...)
	}
	return strings.Join(lines, "\n")
}

// oldSums are what a tab came to in files from before anything could be proposed.
var oldSums = []string{ //nolint:gochecknoglobals // constants
	"SELECT server || ' ' || person || ' ' || other || ' ' || pips FROM balances WHERE pips <> 0 ORDER BY 1",
	"SELECT server || ' ' || person || ' ' || start || ' ' || pips || ' ' || hands || ' ' || wins || ' ' || rummies FROM quarters ORDER BY 1",
	"SELECT server || ' ' || seq || ' ' || at || ' ' || person || ' ' || other || ' ' || pips || ' ' || hex(hash) FROM entries ORDER BY server, seq",
}

// TestOldTabsAreKeptToThePip brings a file up that the program wrote when a tab knew hands alone (testdata/tabs-v14.sql:
// ann, bob, cy, and eve, who was erased, over weeks in two servers), and has them settle what lies between them.
func TestOldTabsAreKeptToThePip(t *testing.T) {
	path := old(t, "testdata/tabs-v14.sql")
	before := all(t, path, oldSums...)
	is(t, open(t, path).Close(), nil)
	equal(t, all(t, path, oldSums...), before)
	mustBeWhole(t, path)

	db := open(t, path)
	p := newParty(t, db) // dee is who eve was, and comes back
	p.keys = 10_000
	p.who["eve"] = "pd6wjyxovffsmvxhf"
	owes := func(want ...int64) {
		t.Helper()
		var is []int64
		for _, two := range [][2]string{{"ann", "bob"}, {"ann", "cy"}, {"cy", "bob"}, {"eve", "ann"}, {"eve", "bob"}, {"dee", "ann"}} {
			is = append(is, p.owes(two[0], two[1]))
		}
		equal(t, is, want)
	}
	owes(20, 10, 7, 25, 23, 0)
	p.tabs("bob", p.asksFor("ann", "bob", tab.Settle{All: true}, "at last"), tab.Confirm{})
	p.asksFor("bob", "eve", tab.LetGo{}, "")
	p.tabs("cy", p.asksFor("bob", "cy", tab.Settle{Pips: 3}, ""), tab.Confirm{})
	owes(0, 10, 4, 25, 0, 0)
	_, err := p.house.Tab(t.Context(), table.TabCommand{Key: "x", By: p.who["ann"], Do: tab.Propose{Tab: pub, Change: tab.Settle{All: true}, With: p.who["eve"]}})
	var no *tab.Refusal
	if !errors.As(err, &no) || no.Code != tab.IsGone {
		t.Errorf("eve is asked: %v", err)
	}
	// The second hand, which cy won from ann and bob, is void; and ann and bob agree that the sixth was none.
	p.asksFor("ann", "", tab.Void{Hand: tab.Hand{Table: "handb", Number: 1}}, "wrong rules")
	p.tabs("bob", p.asksFor("ann", "bob", tab.Undo{From: tab.Hand{Table: "handf", Number: 1}}, ""), tab.Confirm{})
	owes(11, 0, 14, 25, 0, 0)
	is(t, db.Close(), nil)
	mustBeWhole(t, path)
	equal(t, all(t, path, "SELECT count(*) FROM quarters WHERE start = 1774655100000", "SELECT DISTINCT pips FROM quarters WHERE server = '1001' AND start = 1778205600000"), "0\n0")
}
