package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strconv"

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

// The hands with others in a server that a person won all at once; and their lines of hands, with
// those that undo any.
const (
	rummiesOf = `SELECT v.table_id, v.at FROM plays p JOIN events v ON v.id = p.event
		WHERE p.person = ? AND p.server = ? AND p.alone = 0 AND p.rummy = 1`
	linesOf = `SELECT e.seq, e.ref, coalesce(e.table_id, 0), coalesce(t.name, ''), e.hand, e.again,
			e.at, e.other, e.pips
		FROM entries e INDEXED BY entries_of_person LEFT JOIN tables t ON t.id = e.table_id
		WHERE e.server = ? AND e.person = ?
			AND (e.kind = 'hand' AND e.at >= ? AND e.at < ? OR e.kind = 'reversal')
		ORDER BY e.seq`
)

// sidesOf returns a person's sides of the hands that ended from one time up to another in unix ms,
// in the order in which they were stored, those left out that were voided or reversed.
func sidesOf(
	ask question, s sitting.Server, p sitting.Person, from, to int64,
) (all []tab.Side, err error) {
	type ending struct{ table, at int64 } // by which entries and a play are of the same hand
	rummies, undone := make(map[ending]bool), make(map[string]bool)
	err = ask(rummiesOf, 2, func(row []driver.Value) error {
		rummies[ending{NumberOf(row[0]), NumberOf(row[1])}] = true
		return nil
	}, string(p), string(s))
	if err != nil {
		return nil, err
	}
	var lines []tab.Line
	var ends []ending
	err = ask(linesOf, 9, func(row []driver.Value) error {
		if undoes := TextOf(row[1]); undoes != "" {
			undone[undoes] = true
			return nil
		}
		l := tab.Line{Seq: NumberOf(row[0])}
		l.From = tab.Hand{
			Table: TextOf(row[3]), Number: int(NumberOf(row[4])), Again: int(NumberOf(row[5])),
		}
		l.Entry = tab.Entry{Person: p, Other: sitting.Person(TextOf(row[7])), Pips: NumberOf(row[8])}
		lines, ends = append(lines, l), append(ends, ending{NumberOf(row[2]), NumberOf(row[6])})
		return nil
	}, string(s), string(p), from, to)
	for i := range lines {
		l, of := &lines[i], ends[i]
		if len(undone) > 0 && undone[strconv.FormatInt(l.Seq, 10)] {
			continue
		}
		if n := len(all); n == 0 || all[n-1].From != l.From {
			all = append(all, tab.Side{From: l.From.(tab.Hand), Seq: l.Seq, At: of.at, Rummy: rummies[of]})
		}
		last := &all[len(all)-1]
		last.Lines = append(last.Lines, l.Entry)
	}
	return all, err
}
