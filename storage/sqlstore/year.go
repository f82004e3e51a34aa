package sqlstore

import (
	"context"
	"database/sql"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Year returns what the tab of a server came to for a person from one time up to another, on a
// quarter of an hour; the zero time is the beginning or the end.
func (r *Reader) Year(ctx context.Context, s sitting.Server, p sitting.Person, from, to time.Time) (y tab.Year, err error) {
	err = r.reading(ctx, func(tx *sql.Tx) error {
		err := tx.StmtContext(ctx, r.asked.Score).QueryRowContext(ctx, string(s), string(p), since(from), until(to)).
			Scan(&y.Pips, &y.Hands, &y.Wins, &y.Rummies)
		if err := Found(err, nil); err != nil {
			return err
		}
		sides, err := sidesOf(ctx, tx, s, p, since(from), until(to))
		y.Facts = tab.FactsOf(sides)
		return err
	})
	return y, err
}

// sidesOf returns a person's sides of the hands that ended from one time up to another in unix ms,
// in the order in which they were stored, those left out that were voided or reversed.
func sidesOf(ctx context.Context, tx *sql.Tx, s sitting.Server, p sitting.Person, from, to int64) (sides []tab.Side, err error) {
	rummies, err := rummiesOf(ctx, tx, s, p)
	if err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT e.table_id, t.name, e.hand, e.again, e.at, e.other, e.pips
		FROM entries e INDEXED BY entries_of_person JOIN tables t ON t.id = e.table_id
		WHERE e.server = ? AND e.person = ? AND e.kind = 'hand' AND e.at >= ? AND e.at < ?
			AND NOT EXISTS (SELECT 1 FROM entries u INDEXED BY entries_of_ref WHERE u.server = e.server AND u.ref = CAST(e.seq AS TEXT) AND u.ref <> '' AND u.kind = 'reversal')
		ORDER BY e.seq`, string(s), string(p), from, to)
	err = Each(rows, err, func() error {
		var end ending
		var hand tab.Hand
		line := tab.Entry{Person: p}
		if err := rows.Scan(&end.table, &hand.Table, &hand.Number, &hand.Again, &end.at, &line.Other, &line.Pips); err != nil {
			return err
		}
		if n := len(sides); n == 0 || sides[n-1].From != hand {
			sides = append(sides, tab.Side{From: hand, At: end.at, Rummy: rummies[end]})
		}
		last := &sides[len(sides)-1]
		last.Lines = append(last.Lines, line)
		return nil
	})
	return sides, err
}

// An ending is when a hand ended at a table, by which its entries and its play are known to be of the same one.
type ending struct{ table, at int64 }

// rummiesOf are the hands with others in a server that a person won all at once.
func rummiesOf(ctx context.Context, tx *sql.Tx, s sitting.Server, p sitting.Person) (map[ending]bool, error) {
	rows, err := tx.QueryContext(ctx, `SELECT v.table_id, v.at FROM plays p JOIN events v ON v.id = p.event
		WHERE p.person = ? AND p.server = ? AND p.alone = 0 AND p.rummy = 1`, string(p), string(s))
	all := make(map[ending]bool)
	err = Each(rows, err, func() error {
		var e ending
		err := rows.Scan(&e.table, &e.at)
		all[e] = true
		return err
	})
	return all, err
}
