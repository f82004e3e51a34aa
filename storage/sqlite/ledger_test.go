package sqlite_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// A ledger is the tabs of a file, each with all its entries.
func ledger(tb testing.TB, db *sqlite.DB) map[sitting.Server][]storage.Entry {
	tb.Helper()
	tabs := make(map[sitting.Server][]storage.Entry)
	for e, err := range db.Entries(tb.Context()) {
		is(tb, err, nil)
		tabs[e.Server] = append(tabs[e.Server], e)
	}
	return tabs
}

// settled opens a file of games after which people have settled, with who they are.
func settled(tb testing.TB) (*sqlite.DB, map[string]sitting.Person) {
	tb.Helper()
	db := open(tb, games(tb))
	who := make(map[string]sitting.Person)
	for i, name := range []string{"ann", "bob", "cy", "dee"} {
		var err error
		who[name], err = db.Person(tb.Context(), fmt.Sprint(700+i))
		is(tb, err, nil)
	}
	return db, who
}

// TestAccountsAreTheSumsOfAllEntries compares every account with what package tab makes of
// every entry, page by page.
func TestAccountsAreTheSumsOfAllEntries(t *testing.T) {
	db, who := settled(t)
	hands := map[sitting.Server]map[[2]string]int64{
		pub:    {{"ann", "bob"}: 3, {"ann", "cy"}: 1, {"bob", "cy"}: 1},
		"1002": {{"cy", "dee"}: 1},
	}
	tabs := ledger(t, db)
	for server, met := range hands {
		var rows []tab.Entry
		since := make(map[[2]sitting.Person]int64)
		for _, e := range tabs[server] {
			rows = append(rows, e.Entry)
			if between := [2]sitting.Person{e.Person, e.Other}; since[between] == 0 {
				since[between] = e.At.UnixMilli()
			}
		}
		for name, person := range who {
			want := make(map[sitting.Person]tab.Account)
			var net int64
			for _, b := range tab.Balances(rows) {
				if b.Person == person {
					want[b.Other] = tab.Account{Other: b.Other, Pips: b.Pips}
					net += b.Pips
				}
			}
			for pair, n := range met {
				if i := slices.Index(pair[:], name); i >= 0 {
					other := who[pair[1-i]]
					a := want[other]
					a.Other, a.Hands, a.Since = other, n, since[[2]sitting.Person{person, other}]
					want[other] = a
				}
			}
			got := make(map[sitting.Person]tab.Account)
			for page := range max(1, len(want)) {
				all, err := db.Accounts(t.Context(), server, person, page, 1)
				is(t, err, nil)
				if all.Net != net || all.Others != len(want) || all.Page != page {
					t.Errorf("%s in %s: page %d is %+v, want a net of %d with %d", name, server, page, all, net, len(want))
				}
				for _, a := range all.List {
					got[a.Other] = a
				}
			}
			equal(t, got, want)
			for other, a := range want {
				one, err := db.Account(t.Context(), server, person, other)
				is(t, err, nil)
				equal(t, one, a)
			}
		}
	}
	far, err := db.Accounts(t.Context(), pub, who["ann"], 99, 1)
	is(t, err, nil)
	equal(t, far.Page, far.Pages-1)
	none, err := db.Account(t.Context(), pub, who["ann"], "pnobody")
	is(t, err, nil)
	equal(t, none, tab.Account{Other: "pnobody"})
}

// TestPostingsAreEveryEntryOnce pages through everybody's history in both directions.
func TestPostingsAreEveryEntryOnce(t *testing.T) {
	db, who := settled(t)
	others := []sitting.Person{""}
	for _, p := range who {
		others = append(others, p)
	}
	for server, entries := range ledger(t, db) {
		for _, person := range who {
			for _, other := range others {
				var want []int64
				for _, e := range slices.Backward(entries) {
					if e.Person == person && (other == "" || e.Other == other) {
						want = append(want, e.Seq)
					}
				}
				older, oldest := walk(t, db, server, person, other, tab.Cursor{})
				equal(t, older, want)
				if len(want) < 3 {
					continue
				}
				newer, _ := walk(t, db, server, person, other, tab.Cursor{Seq: oldest, Newer: true})
				slices.Sort(newer)
				slices.Reverse(newer)
				equal(t, newer, want[:len(want)-1])
			}
		}
	}
}

// walk goes from a cursor to the end of somebody's history, two postings at a time, and
// gives their numbers with the last one's.
func walk(tb testing.TB, db *sqlite.DB, s sitting.Server, p, other sitting.Person, at tab.Cursor) (seqs []int64, last int64) {
	tb.Helper()
	for {
		page, err := db.Postings(tb.Context(), s, p, other, at, 2)
		is(tb, err, nil)
		if at.Newer && len(page.List) > 0 && page.Newer != more(tb, db, s, p, other, page.List[0].Seq) {
			tb.Errorf("after %d: %d postings, newer %v", at.Seq, len(page.List), page.Newer)
		}
		for _, of := range page.List {
			seqs, last = append(seqs, of.Seq), of.Seq
		}
		switch {
		case at.Newer && page.Newer:
			at = tab.Cursor{Seq: page.List[0].Seq, Newer: true}
		case !at.Newer && page.Older:
			at = tab.Cursor{Seq: last}
		default:
			return seqs, last
		}
	}
}

// more says whether there are postings newer than one.
func more(tb testing.TB, db *sqlite.DB, s sitting.Server, p, other sitting.Person, seq int64) bool {
	tb.Helper()
	page, err := db.Postings(tb.Context(), s, p, other, tab.Cursor{Seq: seq, Newer: true}, 1)
	is(tb, err, nil)
	return len(page.List) > 0
}

// TestAPostingTellsWhatBroughtIt has hands told with the message of their result, and all
// else with who asked for it and who agreed.
func TestAPostingTellsWhatBroughtIt(t *testing.T) {
	db, who := settled(t)
	page, err := db.Postings(t.Context(), pub, who["ann"], who["bob"], tab.Cursor{}, 100)
	is(t, err, nil)
	byKind := make(map[tab.Kind][]tab.Posting)
	for _, p := range page.List {
		byKind[p.Line.From.Kind()] = append(byKind[p.Line.From.Kind()], p)
	}
	paid, undid, let := byKind[tab.KindSettlement][0], byKind[tab.KindReversal][0], byKind[tab.KindForgiveness][0]
	equal(t, paid.Undone > 0, true)
	equal(t, [...]any{paid.Pact.ID, paid.Pact.By, paid.Pact.Agreed, paid.Pact.Note}, [...]any{"9a", who["ann"], who["bob"], "for the coffee"})
	equal(t, undid.Undid, paid.Line)
	equal(t, undid.Pips, -paid.Pips)
	equal(t, [...]any{undid.Pact.ID, undid.Pact.Agreed, undid.Pact.Note}, [...]any{"9b", who["bob"], "never paid"})
	equal(t, [...]any{let.Pact.ID, let.Pact.Agreed, let.Pact.Erased}, [...]any{"9c", let.Pact.By, false})
	for _, p := range byKind[tab.KindHand] {
		hand := p.Line.From.(tab.Hand)
		want := ""
		if next := (firstKey + 1000*(hand.Number+1)); hand.Again == 0 && p.Channel == "2001" {
			want = strconv.Itoa(next)
		}
		if p.Channel == "2001" && p.Result != want {
			t.Errorf("hand %v was told in %q, want %q", hand, p.Result, want)
		}
		equal(t, p.Pact, tab.Pact{})
		from, err := db.From(t.Context(), pub, hand)
		is(t, err, nil)
		equal(t, slices.ContainsFunc(from, func(q tab.Posting) bool { return q.Line == p.Line }), true)
	}
	one, err := db.Posting(t.Context(), pub, paid.Seq)
	is(t, err, nil)
	equal(t, one, paid)
	none, err := db.Posting(t.Context(), pub, 1<<40)
	is(t, err, nil)
	equal(t, none, tab.Posting{})
	open, err := db.Pacts(t.Context(), pub, who["ann"], "", 10)
	is(t, err, nil)
	equal(t, len(open), 1)
	equal(t, [...]any{open[0].ID, open[0].Note, open[0].Stage}, [...]any{"9e", "still open", tab.Open})
	for _, of := range []sitting.Person{who["cy"], who["bob"]} {
		open, err := db.Pacts(t.Context(), pub, who["ann"], of, 10)
		is(t, err, nil)
		equal(t, len(open), map[bool]int{true: 1}[of == who["bob"]])
	}
}

// TestWhoIsErasedLeavesNumbers has the notes of somebody go, and what they stand under stay.
func TestWhoIsErasedLeavesNumbers(t *testing.T) {
	db, who := settled(t)
	before, err := db.Postings(t.Context(), pub, who["bob"], who["ann"], tab.Cursor{}, 100)
	is(t, err, nil)
	is(t, db.Erase(t.Context(), who["ann"]), nil)
	after, err := db.Postings(t.Context(), pub, who["bob"], who["ann"], tab.Cursor{}, 100)
	is(t, err, nil)
	erased := 0
	for i := range after.List {
		p := &after.List[i].Pact
		if p.Erased {
			erased++
			equal(t, p.Note, "")
			p.Note, p.Erased = before.List[i].Pact.Note, false
		}
	}
	equal(t, after, before)
	equal(t, erased, 2)
}

// TestAHandThatWasVoidedIsNoMeeting has two of three stand as if they had never met.
func TestAHandThatWasVoidedIsNoMeeting(t *testing.T) {
	path := t.TempDir() + "/tab.db"
	p := won(t, path)
	s, err := p.db.Account(t.Context(), pub, p.who["ann"], p.who["bob"])
	is(t, err, nil)
	equal(t, s.Hands, 1)
	var hand tab.Hand
	for _, e := range ledger(t, p.db)[pub] {
		hand = e.Hand()
	}
	past, err := table.New(table.Options{Store: p.db, Poster: noPosts{}, Seeds: p.seeds, Habits: p.db}).Course(context.Background(), sitting.ID(hand.Table), sitting.HandKey{Hand: hand.Number})
	is(t, err, nil)
	was := tab.Outcome{People: []sitting.Person{p.who["ann"], p.who["bob"]}, Winner: past.Result.Seats[past.Result.Result.Winner].Person, Rummy: past.Result.Result.Rummy}
	void, err := p.decides("9b", "dee", tab.Propose{Tab: pub, Change: tab.Void{Hand: hand}, Note: "wrong rules"}, was)
	is(t, err, nil)
	_, err = p.db.Agree(t.Context(), void)
	is(t, err, nil)
	after, err := p.db.Account(t.Context(), pub, p.who["ann"], p.who["bob"])
	is(t, err, nil)
	equal(t, after, tab.Account{Other: p.who["bob"], Since: s.Since})
	page, err := p.db.Postings(t.Context(), pub, p.who["ann"], "", tab.Cursor{}, 1)
	is(t, err, nil)
	of := page.List[0]
	equal(t, [...]any{of.Pact.ID, of.Pact.Agreed, of.Pact.Note, of.Undid.From}, [...]any{"9b", p.who["dee"], "wrong rules", tab.Source(hand)})
	is(t, p.db.Close(), nil)
	mustBeWhole(t, path)
}

// TestNothingLinksIntoADeletedChannel has results in two channels, one of which is deleted. It does
// the same with a file of an earlier version that has a loss there.
func TestNothingLinksIntoADeletedChannel(t *testing.T) {
	path := games(t)
	results := func(db *sqlite.DB) map[string]int {
		byChannel := make(map[string]int)
		for name := range 4 {
			who, err := db.Person(t.Context(), fmt.Sprint(700+name))
			is(t, err, nil)
			page, err := db.Postings(t.Context(), pub, who, "", tab.Cursor{}, 100)
			is(t, err, nil)
			for _, p := range page.List {
				if p.Result != "" {
					byChannel[p.Channel]++
				}
			}
		}
		return byChannel
	}
	db := open(t, path)
	before := results(db)
	if len(before) < 2 {
		t.Fatalf("results in %v: the test shows nothing", before)
	}
	is(t, db.ChannelGone(t.Context(), "2001"), nil)
	delete(before, "2001")
	equal(t, results(db), before)
	head, err := db.Find(t.Context(), "2001", "")
	is(t, err, nil)
	loss := table.Loss{At: time.Now(), People: []sitting.Person{"ann"}}
	is(t, db.AddLoss(t.Context(), head.Table, 0, loss), nil)
	is(t, db.Close(), nil)

	file := raw(t, path)
	for _, change := range []string{
		"ALTER TABLE tables DROP COLUMN channel_gone",
		"DELETE FROM goose_db_version WHERE version_id >= 51",
		"UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM goose_db_version) WHERE name = 'goose_db_version'",
	} {
		_, err := file.ExecContext(t.Context(), change)
		is(t, err, nil)
	}
	is(t, file.Close(), nil)
	db = open(t, path)
	equal(t, results(db), before)
	is(t, db.Close(), nil)
	mustBeWhole(t, path)
}
