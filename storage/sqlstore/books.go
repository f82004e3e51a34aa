package sqlstore

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
	err = Each(rows, err, func() error {
		b := tab.Entry{Person: p}
		err := rows.Scan(&b.Other, &b.Pips)
		balances = append(balances, b)
		return err
	})
	return balances, err
}

// Brought lists the newest hands that brought a person something on the tab of the server, the
// newest first, each once, so many at most.
func (r *Reader) Brought(ctx context.Context, s sitting.Server, p sitting.Person, most int) ([]tab.Brought, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name, hand, again, other, pips FROM entries e INDEXED BY entries_of_person JOIN tables t ON t.id = e.table_id
		WHERE e.server = ? AND person = ? AND kind = 'hand' ORDER BY e.seq DESC LIMIT ?`, string(s), string(p), most*mostOthers)
	var hands []tab.Brought
	err = Each(rows, err, func() error {
		var from tab.Hand
		var other tab.Person
		var pips int64
		if err := rows.Scan(&from.Table, &from.Number, &from.Again, &other, &pips); err != nil {
			return err
		}
		if n := len(hands); n > 0 && hands[n-1].From == from {
			hands[n-1].With, hands[n-1].Pips = append(hands[n-1].With, other), hands[n-1].Pips+pips
		} else if n < most {
			hands = append(hands, tab.Brought{From: from, With: []tab.Person{other}, Pips: pips})
		}
		return nil
	})
	return hands, err
}

// Collected lists the newest hands on the tab of a server of which nothing was undone, by who collected,
// newest first, so many at most.
func (r *Reader) Collected(ctx context.Context, s sitting.Server, most int) ([]tab.Collected, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name, hand, again, person, other, pips FROM entries e JOIN tables t ON t.id = e.table_id
		WHERE e.server = ? AND kind = 'hand' AND pips > 0
			AND NOT EXISTS (SELECT 1 FROM entries u INDEXED BY entries_of_ref WHERE u.server = e.server AND u.ref = CAST(e.seq AS TEXT) AND u.ref <> '' AND u.kind = 'reversal')
		ORDER BY e.seq DESC LIMIT ?`, string(s), most*mostOthers)
	var hands []tab.Collected
	err = Each(rows, err, func() error {
		var c tab.Collected
		var other tab.Person
		if err := rows.Scan(&c.From.Table, &c.From.Number, &c.From.Again, &c.By, &other, &c.Pips); err != nil {
			return err
		}
		c.With = []tab.Person{other}
		if n := len(hands); n > 0 && hands[n-1].From == c.From && hands[n-1].By == c.By {
			hands[n-1].With, hands[n-1].Pips = append(hands[n-1].With, other), hands[n-1].Pips+c.Pips
		} else if n < most {
			hands = append(hands, c)
		}
		return nil
	})
	return hands, err
}

// mostOthers is how many people a hand brings something from or to at most.
const mostOthers = 5

// Standings returns each person's sum over all others in the server, the highest
// first, equal ones by name.
func (r *Reader) Standings(ctx context.Context, s sitting.Server) ([]tab.Standing, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT person, sum(pips) FROM balances WHERE server = ?
		GROUP BY person ORDER BY 2 DESC, 1`, string(s))
	var standings []tab.Standing
	err = Each(rows, err, func() error {
		var st tab.Standing
		err := rows.Scan(&st.Person, &st.Pips)
		standings = append(standings, st)
		return err
	})
	return standings, err
}
