package sqlstore

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"iter"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Hands are the hands of all tables that are over, the tables oldest first; an
// error ends them. A hand under way is left out: its deck is a secret.
func (r *Reader) Hands(ctx context.Context) iter.Seq2[storage.Hand, error] {
	return func(yield func(storage.Hand, error) bool) {
		tables, err := r.ids(ctx)
		if err != nil {
			yield(storage.Hand{}, err)
			return
		}
		for _, id := range tables {
			l, err := r.Load(ctx, id)
			if err != nil {
				yield(storage.Hand{}, err)
				return
			}
			for _, h := range storage.HandsOver(&l) {
				if !yield(h, nil) {
					return
				}
			}
		}
	}
}

// ids lists all tables, oldest first.
func (r *Reader) ids(ctx context.Context) ([]sitting.ID, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT name FROM tables WHERE sort = 0 ORDER BY id")
	return Column[sitting.ID](rows, err)
}

// Clocks returns the clocks of the servers that have settled one.
func (r *Reader) Clocks(ctx context.Context) (map[sitting.Server]*time.Location, error) {
	rows, err := r.db.QueryContext(ctx, "SELECT server, body FROM calendars ORDER BY server")
	clocks := make(map[sitting.Server]*time.Location)
	err = Each(rows, err, func() error {
		var server sitting.Server
		var body []byte
		var c table.Calendar
		err := rows.Scan(&server, &body)
		if err == nil {
			err = json.Unmarshal(body, &c)
		}
		clocks[server] = c.In()
		return err
	})
	return clocks, err
}

// Entries are all rows of the tab, server by server, each in order; an error
// ends them. One of the reader's connections is taken until they end.
func (r *Reader) Entries(ctx context.Context) iter.Seq2[storage.Entry, error] {
	return func(yield func(storage.Entry, error) bool) {
		rows, err := r.db.QueryContext(ctx, `SELECT e.server, e.seq, at, kind, coalesce(name, ''), hand, again, ref, person, other, pips, hash
			FROM entries e LEFT JOIN tables t ON t.id = e.table_id ORDER BY e.server, e.seq`)
		if err != nil {
			yield(storage.Entry{}, Sorted(err))
			return
		}
		defer func() { _ = rows.Close() }() // whatever is wrong, rows.Err has said
		for rows.Next() {
			var e storage.Entry
			var at int64
			var from storage.Source
			var hash []byte
			err := rows.Scan(&e.Server, &e.Seq, &at, &from.Kind, &from.Table, &from.Hand, &from.Again, &from.Ref, &e.Person, &e.Other, &e.Pips, &hash)
			if err == nil {
				e.Source, err = from.Read()
			}
			if err != nil {
				yield(storage.Entry{}, Sorted(err))
				return
			}
			e.At, e.Hash = storage.Stamp(at), hex.EncodeToString(hash)
			if !yield(e, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(storage.Entry{}, Sorted(err))
		}
	}
}
