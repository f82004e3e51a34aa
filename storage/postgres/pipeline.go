package postgres

import (
	"bytes"
	"context"
	"database/sql/driver"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
)

// A question is something that is said to the server, and what it answers. What a change says is put
// off until it needs an answer, and goes out in one piece then: a round trip costs as much as what is asked.
type question struct {
	said    string
	args    []any
	rows    [][]driver.Value
	changed int64 // rows
}

// ask puts a question off. Values may change after it.
func (c *conn) ask(said string, args []driver.NamedValue) *question {
	q := &question{said: said, args: make([]any, len(args))}
	for i, a := range args {
		q.args[i] = a.Value
		if b, ok := a.Value.([]byte); ok && b != nil {
			q.args[i] = bytes.Clone(b)
		}
	}
	c.waiting = append(c.waiting, q)
	return q
}

// answer asks all that was put off, and reads the answers. What comes after one that goes wrong isn't done.
func (c *conn) answer(ctx context.Context) error {
	var all pgx.Batch
	for _, q := range c.waiting {
		all.Queue(q.said, q.args...)
	}
	answers := c.Conn.Conn().SendBatch(ctx, &all)
	for _, q := range c.waiting {
		if err := q.read(answers); err != nil {
			_ = answers.Close() // says the same
			return err
		}
	}
	c.waiting = c.waiting[:0]
	return answers.Close()
}

// forget takes back what was put off.
func (c *conn) forget() { c.waiting = c.waiting[:0] }

func (q *question) read(from pgx.BatchResults) error {
	rows, err := from.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := rows.Values()
		if err != nil {
			return err
		}
		values := make([]driver.Value, len(row))
		for i, v := range row {
			if values[i], err = valueOf(v); err != nil {
				return err
			}
		}
		q.rows = append(q.rows, values)
	}
	rows.Close()
	q.changed = rows.CommandTag().RowsAffected()
	return rows.Err()
}

// valueOf is a value as database/sql's drivers have it.
func valueOf(v any) (driver.Value, error) {
	switch v := v.(type) {
	case nil, int64, string, []byte, bool:
		return v, nil
	case int32:
		return int64(v), nil
	case int16:
		return int64(v), nil
	}
	return nil, fmt.Errorf("storage: the server answers with a %T", v)
}

// A text is a statement of changes: what it asks is said with all that was put off before it.
type text struct {
	conn *conn
	said string
}

// ask puts the statement off, with some values.
func (t *text) ask(values ...driver.Value) *question {
	args := make([]driver.NamedValue, len(values))
	for i, v := range values {
		args[i].Value = v
	}
	return t.conn.ask(t.said, args)
}

// Tell implements [sqlstore.Teller].
func (t *text) Tell(args []driver.NamedValue) { t.conn.ask(t.said, args) }

// Close implements [driver.Stmt].
func (*text) Close() error { return nil }

// NumInput implements [driver.Stmt].
func (*text) NumInput() int { return -1 }

// Exec implements [driver.Stmt], of a time before contexts.
func (*text) Exec([]driver.Value) (driver.Result, error) { return nil, driver.ErrSkip }

// Query implements [driver.Stmt], of a time before contexts.
func (*text) Query([]driver.Value) (driver.Rows, error) { return nil, driver.ErrSkip }

// ExecContext implements [driver.StmtExecContext].
func (t *text) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	q := t.conn.ask(t.said, args)
	err := t.conn.answer(ctx)
	return driver.RowsAffected(q.changed), err
}

// QueryContext implements [driver.StmtQueryContext].
func (t *text) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	q := t.conn.ask(t.said, args)
	err := t.conn.answer(ctx)
	return &answered{rows: q.rows}, err
}

// An answered is rows that are there already.
type answered struct{ rows [][]driver.Value }

// Columns implements [driver.Rows]: whoever makes changes knows what they asked for.
func (*answered) Columns() []string { return nil }

// Close implements [driver.Rows].
func (a *answered) Close() error {
	a.rows = nil
	return nil
}

// Next implements [driver.Rows].
func (a *answered) Next(dest []driver.Value) error {
	if len(a.rows) == 0 {
		return io.EOF
	}
	copy(dest, a.rows[0])
	a.rows = a.rows[1:]
	return nil
}
