package sqlite

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Balances returns what p owes (below 0) or is owed by (above 0) each other person
// of the server, the largest first, zeroes left out, equal ones by name.
func (r *Reader) Balances(ctx context.Context, s sitting.Server, p sitting.Person) ([]tab.Entry, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT other, pips FROM balances WHERE server = ? AND person = ? AND pips <> 0
		ORDER BY pips DESC, other`, string(s), string(p))
	var balances []tab.Entry
	err = each(rows, err, func() error {
		b := tab.Entry{Person: p}
		err := rows.Scan(&b.Other, &b.Pips)
		balances = append(balances, b)
		return err
	})
	return balances, err
}

// Standings returns each person's sum over all others in the server, the highest
// first, equal ones by name.
func (r *Reader) Standings(ctx context.Context, s sitting.Server) ([]tab.Standing, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT person, sum(pips) FROM balances WHERE server = ?
		GROUP BY person ORDER BY 2 DESC, 1`, string(s))
	var standings []tab.Standing
	err = each(rows, err, func() error {
		var st tab.Standing
		err := rows.Scan(&st.Person, &st.Pips)
		standings = append(standings, st)
		return err
	})
	return standings, err
}
