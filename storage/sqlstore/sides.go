package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A question is asked of whatever is at hand: it has so many columns, and each row comes into the
// same space.
type question func(query string, columns int, do eachRow, values ...driver.Value) error

type eachRow func(row []driver.Value) error

// askIn asks what a transaction sees.
func askIn(ctx context.Context, tx *sql.Tx) question {
	return func(query string, columns int, do eachRow, values ...driver.Value) error {
		args, row, dest := make([]any, len(values)), make([]driver.Value, columns), make([]any, columns)
		for i := range values {
			args[i] = values[i]
		}
		for i := range row {
			dest[i] = &row[i]
		}
		rows, err := tx.QueryContext(ctx, query, args...)
		return Each(rows, err, func() error {
			if err := rows.Scan(dest...); err != nil {
				return err
			}
			return do(row)
		})
	}
}

// ask asks what the change under way sees. What it asks may name an index, so it is prepared when
// it is first asked: a file that lacks the index opens.
func (w *Tx) ask(query string, columns int, do eachRow, values ...driver.Value) error {
	said := w.asked[query]
	if said == nil {
		var err error
		if said, err = w.Prepare(query); err != nil {
			return err
		}
		if w.asked == nil {
			w.asked = make(map[string]*Statement)
		}
		w.asked[query] = said
	}
	return said.Each(context.Background(), columns, do, values...)
}

// The hands with others in a server that a person won all at once, and the lines of their hands
// that weren't undone.
const (
	rummiesOf = `SELECT v.table_id, v.at FROM plays p JOIN events v ON v.id = p.event
		WHERE p.person = ? AND p.server = ? AND p.alone = 0 AND p.rummy = 1`
	linesOf = `SELECT e.seq, e.table_id, t.name, e.hand, e.again, e.at, e.other, e.pips
		FROM entries e INDEXED BY entries_of_person JOIN tables t ON t.id = e.table_id
		WHERE e.server = ? AND e.person = ? AND e.kind = 'hand' AND e.at >= ? AND e.at < ?
			AND NOT EXISTS (SELECT 1 FROM entries u INDEXED BY entries_of_ref
				WHERE u.server = e.server AND u.ref = CAST(e.seq AS TEXT) AND u.ref <> '' AND u.kind = 'reversal')
		ORDER BY e.seq`
)

// sidesOf returns a person's sides of the hands that ended from one time up to another in unix ms,
// in the order in which they were stored, those left out that were voided or reversed.
func sidesOf(
	ask question, s sitting.Server, p sitting.Person, from, to int64,
) (all []tab.Side, err error) {
	type ending struct{ table, at int64 } // by which entries and a play are of the same hand
	rummies := make(map[ending]bool)
	err = ask(rummiesOf, 2, func(row []driver.Value) error {
		rummies[ending{NumberOf(row[0]), NumberOf(row[1])}] = true
		return nil
	}, string(p), string(s))
	if err != nil {
		return nil, err
	}
	err = ask(linesOf, 8, func(row []driver.Value) error {
		of := ending{NumberOf(row[1]), NumberOf(row[5])}
		from := tab.Hand{Table: TextOf(row[2]), Number: int(NumberOf(row[3])), Again: int(NumberOf(row[4]))}
		if n := len(all); n == 0 || all[n-1].From != from {
			all = append(all, tab.Side{From: from, Seq: NumberOf(row[0]), At: of.at, Rummy: rummies[of]})
		}
		line := tab.Entry{Person: p, Other: sitting.Person(TextOf(row[6])), Pips: NumberOf(row[7])}
		last := &all[len(all)-1]
		last.Lines = append(last.Lines, line)
		return nil
	}, string(s), string(p), from, to)
	return all, err
}
