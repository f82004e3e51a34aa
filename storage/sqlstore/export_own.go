package sqlstore

import (
	"context"
	"database/sql"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// OwnEntries returns all entries of a person on the tab of a server, in order, each with the note
// of the proposal that made it; that of a reversal is its reason.
func (r *Reader) OwnEntries(ctx context.Context, s sitting.Server, p sitting.Person) (all []tab.Booked, err error) {
	err = r.reading(ctx, func(tx *sql.Tx) error {
		if all, err = ownEntries(ctx, tx, s, p); err != nil {
			return err
		}
		for i := range all {
			undid, is := all[i].From.(tab.Reversal)
			if !is {
				continue
			}
			pact, err := undoing(ctx, tx, s, all[i].At, undid.Seq)
			if err != nil {
				return err
			}
			all[i].Note = pact.Note
		}
		return nil
	})
	return all, err
}

func ownEntries(ctx context.Context, tx *sql.Tx, s sitting.Server, p sitting.Person) ([]tab.Booked, error) {
	rows, err := tx.QueryContext(ctx, `SELECT e.seq, e.at, kind, coalesce(h.name, ''), hand, again, ref, other, pips, coalesce(body, '')
		FROM entries e INDEXED BY entries_of_person LEFT JOIN tables h ON h.id = e.table_id
			LEFT JOIN tables o ON o.name = e.ref AND o.sort = 1
			LEFT JOIN texts n ON n.table_id = o.id AND n.seq = 1
		WHERE e.server = ? AND person = ? ORDER BY e.seq`, string(s), string(p))
	var all []tab.Booked
	err = Each(rows, err, func() error {
		e := tab.Booked{Line: tab.Line{Entry: tab.Entry{Person: p}}}
		var from storage.Source
		err := rows.Scan(&e.Seq, &e.At, &from.Kind, &from.Table, &from.Hand, &from.Again, &from.Ref, &e.Other, &e.Pips, &e.Note)
		if err == nil {
			e.From, err = from.Read()
		}
		all = append(all, e)
		return err
	})
	return all, err
}
