package sqlite

import (
	"context"
	"database/sql/driver"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// played is the kind of most events, which isn't made anew again and again.
const played = "played"

// readEvent takes a row of events, and reports whether its columns hold what they can.
func readEvent(e *storage.EventRow, r *record) bool {
	r.must(1, 2, 3, 4, 5, 7, 8)
	e.ID, e.Table, e.Seq, e.At = r.number, r.integer(1, 0), r.integer(2, 0), r.integer(3, 0)
	if e.Kind = played; string(r.text(4)) != played {
		e.Kind = string(r.text(4))
	}
	e.Body, e.TextHash, e.Prev, e.Hash, e.Ties = r.blob(5), r.blob(6), r.blob(7), r.blob(8), r.blob(9)
	return !r.wrong
}

// onPages does something with the pages of the file and the statements of one connection.
func (c *checking) onPages(do func(said *sqlstore.Connection, p *pages) error) error {
	return c.conn.Raw(func(conn any) (err error) {
		said := &sqlstore.Connection{Conn: conn.(driver.Conn)}
		defer func() { err = sqlstore.Clean(err, said.CloseStatements) }()
		p, err := newPages(said)
		if err != nil {
			return sqlstore.Sorted(err)
		}
		return sqlstore.Sorted(do(said, p))
	})
}

// WalkEvents implements [sqlstore.Walk]. The first time it notes which pages it reads.
func (c *checking) WalkEvents(ctx context.Context, again bool, do func(e *storage.EventRow) error) error {
	used := c.used
	if again {
		used = nil
	}
	err := c.onPages(func(said *sqlstore.Connection, p *pages) error {
		if err := c.Beside(said); err != nil {
			return err
		}
		p.used = used
		var e storage.EventRow
		return p.each(ctx, c.roots[eventsTable], func(r *record) error {
			if !readEvent(&e, r) {
				return &storage.FatalError{Err: sqlstore.ErrRow}
			}
			if !again {
				c.indexed += mixed(e.ID, e.Table, e.Seq)
			}
			return do(&e)
		})
	})
	if err != nil || again {
		return err
	}
	return c.index(ctx)
}

// mixed is a number of a row's places by which two lists of rows are compared.
func mixed(id, table, seq int64) int64 {
	const prime = 1<<31 - 1
	return (table%prime*1_000_003 + seq%prime) % prime * (id % prime) % prime
}

// index compares the index of events with the events.
func (c *checking) index(ctx context.Context) error {
	var count int
	var sum, lastTable, lastSeq int64
	err := c.onPages(func(_ *sqlstore.Connection, p *pages) error {
		p.used = c.used
		return p.each(ctx, c.roots[eventsIndex], func(r *record) error {
			of, seq, id := r.integer(0, 0), r.integer(1, 0), r.integer(2, 0)
			if of < lastTable || of == lastTable && seq <= lastSeq || r.wrong {
				return &storage.FatalError{Err: sqlstore.ErrRow}
			}
			lastTable, lastSeq = of, seq
			count, sum = count+1, sum+mixed(id, of, seq)
			return nil
		})
	})
	if err == nil && (count != c.Events || sum != c.indexed) {
		c.Add(storage.Finding{Code: storage.Damaged, Detail: "the index of events doesn't fit"})
	}
	return err
}
