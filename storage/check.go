package storage

import (
	"context"
	"database/sql"
	"fmt"
)

// Check reads the whole file and compares everything in it with what the events
// say: that the database is sound and its schema the program's, that every chain
// of events and entries is whole and as it was written, that the events are games
// by the rules, and that heads, posts, receipts, people and books are what
// follows from them. Where it is too damaged to be read on, that is the last
// finding. No finding and no error quotes an event.
//
// It reads row by row and keeps one table's hand at a time, the open balances of
// one server, and a little of each person and each server.
func (r *Reader) Check(ctx context.Context) (Findings, error) {
	tx, err := r.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return Findings{}, sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	c := checking{tx: tx, people: make(map[string]*known)}
	for _, check := range checks() {
		err := check(&c, ctx)
		if isFatal(err) {
			c.add(Finding{Code: Damaged, Detail: err.Error()})
			break
		}
		if err != nil {
			return c.Findings, err
		}
	}
	return c.Findings, nil
}

// checks lists what is looked at, in order. Each check is a stream of rows; what
// one leaves for those after it stands in [checking].
func checks() []func(*checking, context.Context) error {
	return []func(*checking, context.Context) error{
		(*checking).file,
		(*checking).schema,
		(*checking).stays,
		(*checking).numbers,
		(*checking).readPeople,
		(*checking).tables,
		(*checking).keys,
		(*checking).persons,
		(*checking).tabs,
		(*checking).entries,
	}
}

// checking is one check of a file under way: all of it is seen at one moment.
type checking struct {
	Findings
	tx       *sql.Tx
	hash     hasher
	people   map[string]*known
	tied     int64    // id of the first event with a tie; 0: none yet
	receipts receipts // of all events, less those of all keys
	owed     map[int64]owed
	lowest   int64 // number of a post in owed
	highest  int64 // the same
}

// file asks SQLite.
func (c *checking) file(ctx context.Context) error {
	rows, err := c.tx.QueryContext(ctx, "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
	err = each(rows, err, func() error {
		var line string
		err := rows.Scan(&line)
		c.add(Finding{Code: Damaged, Detail: line})
		return err
	})
	if err != nil {
		return err
	}
	rows, err = c.tx.QueryContext(ctx, `SELECT "table", coalesce(rowid, 0), parent FROM pragma_foreign_key_check`)
	return each(rows, err, func() error {
		var of, parent string
		var row int64
		err := rows.Scan(&of, &row, &parent)
		c.add(Finding{Code: Damaged, Detail: fmt.Sprintf("row %d of %s has no %s", row, of, parent)})
		return err
	})
}

// numbers looks for what was taken out of rows that are numbered through. The
// newest rows of all leave no gap.
func (c *checking) numbers(ctx context.Context) error {
	for _, of := range []struct {
		code  FindingCode
		table string
	}{{TableMissing, "tables"}, {RowsMissing, "events"}} {
		var count, newest int64
		row := c.tx.QueryRowContext(ctx, "SELECT count(*), coalesce(max(id), 0) FROM "+of.table)
		if err := row.Scan(&count, &newest); err != nil {
			return sorted(err)
		}
		if count == newest {
			continue
		}
		rows, err := c.tx.QueryContext(ctx, `SELECT before + 1, id - 1 FROM
			(SELECT id, lag(id, 1, 0) OVER (ORDER BY id) AS before FROM `+of.table+`) WHERE id <> before + 1 LIMIT ?`, mostWrong)
		err = each(rows, err, func() error {
			var first, last int64
			err := rows.Scan(&first, &last)
			c.add(Finding{Code: of.code, Seq: first, Detail: fmt.Sprintf("%s %d to %d", of.table, first, last)})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// A cursor reads rows in order, one ahead. Its row is good while more is set.
type cursor[T any] struct {
	rows *sql.Rows
	scan func(*sql.Rows, *T) error
	row  T
	more bool
}

func look[T any](ctx context.Context, tx *sql.Tx, query string, scan func(*sql.Rows, *T) error) (*cursor[T], error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, sorted(err)
	}
	c := &cursor[T]{rows: rows, scan: scan}
	return c, c.next()
}

func (c *cursor[T]) next() error {
	if c.more = c.rows.Next(); !c.more {
		return sorted(c.rows.Err())
	}
	return sorted(c.scan(c.rows, &c.row))
}

func (c *cursor[T]) close() {
	if c != nil {
		_ = c.rows.Close() // whatever is wrong, rows.Err has said
	}
}

// A chain is how far a check has followed the rows of one table or server.
type chain struct {
	of   string
	seq  int64
	hash digest
}

// follow moves to the next row and says what is wrong with its place.
func (c *chain) follow(of string, seq int64, prev []byte) (missing, unlinked bool) {
	if of != c.of {
		*c = chain{of: of}
	}
	missing = seq != c.seq+1
	unlinked = string(prev) != string(c.hash[:])
	c.seq = seq
	return missing, unlinked
}
