package sqlstore

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// A Connection has one user at a time, and its statements are
// prepared once for its life. It goes to the driver directly, because the pool
// and the conversions of database/sql cost about as much as the inserts.
type Connection struct {
	Conn     driver.Conn
	prepared []driver.Stmt
	within   context.Context //nolint:containedctx // of what is under way; nil: nothing ends it
}

// Within has all that is said from now on end with a context.
func (c *Connection) Within(ctx context.Context) { c.within = ctx }

// Prepare keeps a statement for the life of the connection.
func (c *Connection) Prepare(query string) (*Statement, error) {
	s, err := c.Conn.Prepare(query)
	if err != nil {
		return nil, fmt.Errorf("storage: prepare %q: %w", query, err)
	}
	c.prepared = append(c.prepared, s)
	tells, _ := s.(Teller)
	return &Statement{Exec: s.(driver.StmtExecContext), Query: s.(driver.StmtQueryContext), tells: tells, on: c}, nil
}

// Close gives the connection back. SQLite's driver keeps the file open, log and all, as
// long as a statement is left.
func (c *Connection) Close() error { return Clean(c.CloseStatements(), c.Conn.Close) }

// CloseStatements gives back what was prepared.
func (c *Connection) CloseStatements() error {
	var err error
	for _, s := range c.prepared {
		err = Clean(err, s.Close)
	}
	return err
}

// A Statement is prepared once and run many times, by one goroutine at a time.
// Statements aren't interrupted by a caller who stops waiting: that must not undo what
// other callers share.
type Statement struct {
	Exec  driver.StmtExecContext
	Query driver.StmtQueryContext
	tells Teller // nil: it doesn't put off what it is told
	args  []driver.NamedValue
	on    *Connection // nil: nothing ends what is said
}

// A Teller is a driver's statement that may be told now and said later: with the next that is
// run or asked on its connection, before it, or with the end of the transaction. What goes wrong
// in it goes wrong there.
type Teller interface {
	Tell(args []driver.NamedValue)
}

func (s *Statement) context() context.Context {
	if s.on == nil || s.on.within == nil {
		return context.Background()
	}
	return s.on.within
}

// bind puts values, of the driver's own types only, where the driver reads them.
func (s *Statement) bind(values []driver.Value) []driver.NamedValue {
	s.args = s.args[:0]
	for i, v := range values {
		s.args = append(s.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return s.args
}

// Run changes rows and returns how many.
func (s *Statement) Run(values ...driver.Value) (int64, error) {
	r, err := s.Exec.ExecContext(s.context(), s.bind(values))
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// Tell changes rows, of which nobody wants to know how many. Where the driver is far away that may be
// done later, before anything that is run or asked after it.
func (s *Statement) Tell(values ...driver.Value) error {
	if s.tells != nil {
		s.tells.Tell(s.bind(values))
		return nil
	}
	_, err := s.Exec.ExecContext(s.context(), s.bind(values))
	return err
}

// Rows reads all rows; until they are closed the statement can't run again.
func (s *Statement) Rows(values ...driver.Value) (driver.Rows, error) {
	return s.Query.QueryContext(s.context(), s.bind(values))
}

// Each reads all rows, one after another into the same space.
func (s *Statement) Each(ctx context.Context, columns int, do func(row []driver.Value) error, values ...driver.Value) (err error) {
	rows, err := s.Rows(values...)
	if err != nil {
		return err
	}
	defer func() { err = Clean(err, rows.Close) }()
	row := make([]driver.Value, columns)
	for n := 0; ; n++ {
		switch err := rows.Next(row); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case n%1024 == 0 && ctx.Err() != nil:
			return ctx.Err()
		}
		if err := do(row); err != nil {
			return err
		}
	}
}

// Row reads the first row into dest and reports whether there is one.
func (s *Statement) Row(dest []driver.Value, values ...driver.Value) (found bool, err error) {
	rows, err := s.Query.QueryContext(s.context(), s.bind(values))
	if err != nil {
		return false, err
	}
	err = rows.Next(dest)
	if closed := rows.Close(); err == nil || errors.Is(err, io.EOF) {
		if closed != nil {
			return false, closed
		}
	}
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil, err
}
