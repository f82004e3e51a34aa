package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// years are what those of one person come to, in pieces by their beginnings.
type years map[int64]*tab.Piece

// eachYear tells, of everybody with a tab or with facts, what entries and records come to. Somebody
// who is erased has no years.
func eachYear(
	ctx context.Context, tx *sql.Tx, tell func(sitting.Server, sitting.Person, years) error,
) error {
	type account struct {
		server sitting.Server
		person sitting.Person
		known  bool
	}
	var all []account
	rows, err := tx.QueryContext(ctx, `SELECT server, person,
			EXISTS (SELECT 1 FROM people p WHERE p.person = a.person)
		FROM (SELECT server, person FROM balances UNION SELECT server, person FROM facts) a
		ORDER BY server, person`)
	err = Each(rows, err, func() error {
		var a account
		err := rows.Scan(&a.server, &a.person, &a.known)
		all = append(all, a)
		return err
	})
	for _, a := range all {
		var sides []tab.Side
		if err == nil && a.known {
			sides, err = sidesOf(askIn(ctx, tx), a.server, a.person, math.MinInt64, math.MaxInt64)
		}
		if err == nil {
			err = tell(a.server, a.person, storage.PiecesOf(sides))
		}
	}
	return Sorted(err)
}

// A factPlace is where a fact is stored among those of one person in a server.
type factPlace struct {
	start, kind int64
	about       string
}

func comparePlaces(a, b factPlace) int {
	return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.kind, b.kind),
		cmp.Compare(a.about, b.about))
}

// facts compares what is stored of the years of people with what their entries and records tell.
func (c *Checking) facts(ctx context.Context) error {
	return eachYear(ctx, c.Tx, func(s sitting.Server, p sitting.Person, pieces years) error {
		want := make(map[factPlace]storage.FactRow)
		for start, piece := range pieces {
			for _, r := range storage.FactsOf(piece) {
				want[factPlace{start, r.Kind, r.About}] = r
			}
		}
		wrong := func(at factPlace, how string) {
			detail := fmt.Sprintf("%s at %d: %d %s%s", p, at.start, at.kind, at.about, how)
			c.Add(storage.Finding{Code: storage.FactChanged, Server: s, Detail: detail})
		}
		//nolint:rowserrcheck // Each looks
		rows, err := c.Tx.QueryContext(ctx, `SELECT start, kind, about, weight, since, body FROM facts
			WHERE person = ? AND server = ? ORDER BY start, kind, about`, string(p), string(s))
		err = Each(rows, err, func() error {
			var r storage.FactRow
			var start int64
			err := rows.Scan(&start, &r.Kind, &r.About, &r.Weight, &r.Since, &r.Body)
			at := factPlace{start, r.Kind, r.About}
			if want[at] != r {
				wrong(at, "")
			}
			delete(want, at)
			return err
		})
		for _, at := range slices.SortedFunc(maps.Keys(want), comparePlaces) {
			wrong(at, ": missing")
		}
		return err
	})
}
