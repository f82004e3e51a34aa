package sqlite_test

import (
	"fmt"
	mathrand "math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// What a busy server has come to.
const (
	busyPeople  = 200
	manyEntries = 1_000_000
	crowded     = "1777"
)

// busy is a file with a server of a crowd with many entries, played in three years, written
// without their chain, which nobody reads here.
func busy(b *testing.B) (*sqlite.DB, time.Time) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "rum.db")
	is(b, sqlite.Migrate(b.Context(), path), nil)
	db := raw(b, path)
	tx, err := db.BeginTx(b.Context(), nil)
	is(b, err, nil)
	for _, q := range []string{"DROP TRIGGER entries_in_order", "INSERT INTO tables (name, server, channel, open, seq, wake, opener) VALUES ('busy', '1777', '2777', 0, 0, 0, 'p000')"} {
		_, err := tx.ExecContext(b.Context(), q)
		is(b, err, nil)
	}
	enter, err := tx.PrepareContext(b.Context(), `INSERT INTO entries (server, seq, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash)
		VALUES ('1777', ?, ?, 2, 'hand', 1, ?, 0, '', ?, ?, ?, zeroblob(32), zeroblob(32))`)
	is(b, err, nil)
	dice := mathrand.New(mathrand.NewPCG(1, 7))
	type sums struct{ pips, hands, wins, rummies int64 }
	quarters := make([]map[int64]*sums, busyPeople)
	for i := range quarters {
		quarters[i] = make(map[int64]*sums)
	}
	now := time.Date(2023, 11, 1, 18, 0, 0, 0, time.UTC)
	hand := 0
	for seq := 0; seq < manyEntries; hand++ {
		if now = now.Add(time.Duration(dice.Int64N(int64(16 * time.Minute)))); now.Hour() < 17 {
			now = now.Truncate(24 * time.Hour).Add(17 * time.Hour)
		}
		for range 14 { // that many tables at once
			people := dice.Perm(busyPeople)[:2+dice.IntN(4)]
			start := tab.QuarterOf(now.UnixMilli())
			for i, p := range people {
				of := quarters[p][start]
				if of == nil {
					of = &sums{}
					quarters[p][start] = of
				}
				if of.hands++; i == 0 {
					of.wins++
					continue
				}
				pips := 1 + dice.Int64N(60)
				of.pips -= pips
				quarters[people[0]][start].pips += pips
				for _, e := range []tab.Entry{{Person: name(p), Other: name(people[0]), Pips: -pips}, {Person: name(people[0]), Other: name(p), Pips: pips}} {
					seq++
					_, err := enter.ExecContext(b.Context(), seq, now.UnixMilli(), hand, string(e.Person), string(e.Other), e.Pips)
					is(b, err, nil)
				}
			}
			hand++
		}
	}
	add, err := tx.PrepareContext(b.Context(), "INSERT INTO quarters VALUES ('1777', ?, ?, ?, ?, ?, ?, 0, 0, 0, 0)")
	is(b, err, nil)
	rows := 0
	for p, of := range quarters {
		for start, q := range of {
			rows++
			_, err := add.ExecContext(b.Context(), string(name(p)), start, q.pips, q.hands, q.wins, q.rummies)
			is(b, err, nil)
		}
	}
	_, err = tx.ExecContext(b.Context(), `UPDATE quarters SET all_pips = s.p, all_hands = s.h, all_wins = s.w, all_rummies = s.r FROM
		(SELECT person, start, sum(pips) OVER w AS p, sum(hands) OVER w AS h, sum(wins) OVER w AS w, sum(rummies) OVER w AS r FROM quarters WINDOW w AS (PARTITION BY person ORDER BY start)) s
		WHERE quarters.server = '1777' AND quarters.person = s.person AND quarters.start = s.start`)
	is(b, err, nil)
	is(b, tx.Commit(), nil)
	is(b, db.Close(), nil)
	b.Logf("%d hands, %d quarters until %v", hand, rows, now)
	return open(b, path), now
}

func name(p int) tab.Person { return tab.Person(fmt.Sprintf("p%03d", p)) }

// BenchmarkStandings measures what /tab standings and /tab chart ask of the store, in a server with a
// million entries.
func BenchmarkStandings(b *testing.B) {
	db, now := busy(b)
	for _, period := range []struct {
		name     string
		from, to time.Time
	}{
		{name: "all"}, {name: "week", from: now.Add(-7 * 24 * time.Hour).Truncate(24 * time.Hour)}, {name: "month", from: now.AddDate(0, -1, 0).Truncate(24 * time.Hour)},
		{name: "season", from: now.AddDate(0, -8, 0).Truncate(24 * time.Hour), to: now.AddDate(0, -2, 0).Truncate(24 * time.Hour)},
	} {
		b.Run(period.name, func(b *testing.B) {
			for range b.N {
				scores, err := db.Scores(b.Context(), crowded, period.from, period.to)
				is(b, err, nil)
				if len(scores) < busyPeople/2 {
					b.Fatalf("%d scores", len(scores))
				}
			}
		})
	}
	b.Run("year", func(b *testing.B) {
		for range b.N {
			sides, err := db.Sides(b.Context(), crowded, name(0), now.AddDate(-1, 0, 0), time.Time{})
			is(b, err, nil)
			if len(sides) < 100 {
				b.Fatalf("%d sides", len(sides))
			}
		}
	})
	b.Run("chart", func(b *testing.B) {
		people := []tab.Person{name(0), name(1), name(2), name(3), name(4), name(5)}
		var at []time.Time
		for i := range 161 {
			at = append(at, now.Add(-time.Duration(160-i)*40*time.Hour).Truncate(15*time.Minute))
		}
		for range b.N {
			_, err := db.Lines(b.Context(), crowded, people, at)
			is(b, err, nil)
		}
	})
}
