package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// BenchmarkYear measures what `/tab year` reads for the person who is in every hand of a tab, with
// the way to each hand that it names.
func BenchmarkYear(b *testing.B) {
	for _, entries := range []int{200, 2_000, 20_000} {
		b.Run(fmt.Sprint(entries), func(b *testing.B) {
			db := tabOf(b, entries)
			year := table.Calendar{}.Year(2026)
			for b.Loop() {
				y, err := db.Year(b.Context(), crowded, name(0), year.From, year.To)
				is(b, err, nil)
				if y.Hands != int64(entries/2) || !y.Drought.There() || !y.Nemesis.There() {
					b.Fatalf("%+v", y)
				}
				for _, f := range y.All() {
					if f.There() {
						_, err := db.From(b.Context(), crowded, f.From)
						is(b, err, nil)
					}
				}
			}
		})
	}
}

// tabOf is a file whose tab has so many entries among seven people, written without their chain,
// which nobody reads here. The first sits in every hand.
func tabOf(b *testing.B, entries int) *sqlite.DB {
	b.Helper()
	const handsHere = 50
	path := filepath.Join(b.TempDir(), "rum.db")
	is(b, sqlite.Migrate(b.Context(), path), nil)
	db := raw(b, path)
	tx, err := db.BeginTx(b.Context(), nil)
	is(b, err, nil)
	do := func(query string, args ...any) {
		b.Helper()
		_, err := tx.ExecContext(b.Context(), query, args...)
		is(b, err, nil)
	}
	do("DROP TRIGGER entries_in_order")
	for i := range 7 {
		do("INSERT INTO people (person, user) VALUES (?, ?)", string(name(i)), fmt.Sprint(7000+i))
	}
	begun := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	for i := range entries / 2 {
		if i%handsHere == 0 {
			do(`INSERT INTO tables (id, name, server, channel, open, seq, wake, opener)
				VALUES (?, ?, ?, '1', 0, 0, 0, '')`, i/handsHere+1, fmt.Sprint("t", i), crowded)
		}
		pips := int64(1 + i*7%60)
		if i%3 == 0 {
			pips = -pips
		}
		at, other := begun.Add(time.Duration(i)*40*time.Minute).UnixMilli(), name(1+i%6)
		for side, of := range [2]tab.Entry{
			{Person: name(0), Other: other, Pips: pips}, {Person: other, Other: name(0), Pips: -pips},
		} {
			do(`INSERT INTO entries (server, seq, at, layout, kind, table_id, hand, again, ref,
					person, other, pips, prev, hash)
				VALUES (?, ?, ?, 2, 'hand', ?, ?, 0, '', ?, ?, ?, zeroblob(32), zeroblob(32))`,
				crowded, 2*i+side+1, at, i/handsHere+1, i%handsHere+1,
				string(of.Person), string(of.Other), of.Pips)
		}
	}
	do("INSERT INTO tabs (server, entries) VALUES (?, ?)", crowded, entries)
	do(`INSERT INTO quarters SELECT server, person, min(at) - min(at) % 900000,
		sum(pips), count(*), 1, 0, sum(pips), count(*), 1, 0 FROM entries GROUP BY server, person`)
	do(`INSERT INTO balances SELECT server, person, other, sum(pips), count(*)
		FROM entries GROUP BY server, person, other`)
	unfilled(b, tx)
	is(b, tx.Commit(), nil)
	is(b, db.Close(), nil)
	return open(b, path)
}
