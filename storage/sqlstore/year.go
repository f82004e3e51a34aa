package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// Year returns what the tab of a server came to for a person in a year, from its beginning up to
// its end by some clock.
func (r *Reader) Year(
	ctx context.Context, s sitting.Server, p sitting.Person, from, to time.Time,
) (y tab.Year, err error) {
	for _, edge := range []time.Time{from, to} {
		if start, _ := storage.PieceOf(edge.UnixMilli()); start != edge.UnixMilli() {
			return tab.Year{}, fmt.Errorf("storage: no year begins at %v", edge)
		}
	}
	err = r.reading(ctx, func(tx *sql.Tx) error {
		begin, end := from.UnixMilli(), to.UnixMilli()
		row := tx.StmtContext(ctx, r.asked.Score).QueryRowContext(ctx, string(s), string(p), begin, end)
		err := Found(row.Scan(&y.Pips, &y.Hands, &y.Wins, &y.Rummies), nil)
		if err != nil {
			return err
		}
		y.Facts, err = r.facts(ctx, tx, s, p, begin, end)
		if errors.Is(err, storage.ErrFact) { // a broken row costs time only
			var sides []tab.Side
			sides, err = sidesOf(askIn(ctx, tx), s, p, begin, end)
			y.Facts = storage.YearOf(sides)
		}
		return err
	})
	return y, err
}

// facts reads what stands out in a year of a person. Of other people and tables it reads those that
// can stand out most: the first of the large piece of the year, and those of the small pieces
// around it, which may have more in all.
func (r *Reader) facts(
	ctx context.Context, tx *sql.Tx, s sitting.Server, p sitting.Person, from, to int64,
) (tab.Facts, error) {
	var all tab.Piece
	add := func(of *sql.Stmt, args ...any) error {
		rows, err := tx.StmtContext(ctx, of).QueryContext(ctx, args...) //nolint:rowserrcheck // Each looks
		return Each(rows, err, func() error {
			var row storage.FactRow
			if err := rows.Scan(&row.Kind, &row.About, &row.Body); err != nil {
				return err
			}
			return row.AddTo(&all)
		})
	}
	large, _ := storage.PieceOf(from + (to-from)/2)
	err := add(r.asked.HandFacts, string(p), string(s), from, to)
	for _, kind := range []int64{storage.FactPerson, storage.FactTable} {
		if err == nil {
			err = add(r.asked.MostFacts, string(p), string(s), kind, from, to, large)
		}
	}
	return all.Facts(), err
}
