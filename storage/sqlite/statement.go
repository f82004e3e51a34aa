package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
)

// A connection is the writer's own: one goroutine uses it, and statements are
// prepared once for its life. It goes to the driver directly, because the pool
// and the conversions of database/sql cost about as much as the inserts.
type connection struct {
	conn     driver.Conn
	prepared []driver.Stmt
}

// prepare keeps a statement for the life of the connection.
func (c *connection) prepare(query string) (*statement, error) {
	s, err := c.conn.Prepare(query)
	if err != nil {
		return nil, fmt.Errorf("storage: prepare %q: %w", query, err)
	}
	c.prepared = append(c.prepared, s)
	return &statement{exec: s.(driver.StmtExecContext), query: s.(driver.StmtQueryContext)}, nil
}

// close gives the file back. The driver keeps it open, log and all, as long as a
// statement is left.
func (c *connection) close() error { return clean(c.closeStatements(), c.conn.Close) }

func (c *connection) closeStatements() error {
	var err error
	for _, s := range c.prepared {
		err = clean(err, s.Close)
	}
	return err
}

// A statement is prepared once and run many times, by one goroutine at a time.
// The writer's statements are never interrupted: a caller who stops waiting must
// not undo what other callers share.
type statement struct {
	exec  driver.StmtExecContext
	query driver.StmtQueryContext
	args  []driver.NamedValue
}

// bind puts values, of the driver's own types only, where the driver reads them.
func (s *statement) bind(values []driver.Value) []driver.NamedValue {
	s.args = s.args[:0]
	for i, v := range values {
		s.args = append(s.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return s.args
}

// run changes rows and returns how many.
func (s *statement) run(values ...driver.Value) (int64, error) {
	r, err := s.exec.ExecContext(context.Background(), s.bind(values))
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// insert adds a row and returns its rowid.
func (s *statement) insert(values ...driver.Value) (int64, error) {
	r, err := s.exec.ExecContext(context.Background(), s.bind(values))
	if err != nil {
		return 0, err
	}
	return r.LastInsertId()
}

// rows reads all rows; until they are closed the statement can't run again.
func (s *statement) rows(values ...driver.Value) (driver.Rows, error) {
	return s.query.QueryContext(context.Background(), s.bind(values))
}

// each reads all rows, one after another into the same space.
func (s *statement) each(ctx context.Context, columns int, do func(row []driver.Value) error) (err error) {
	rows, err := s.rows()
	if err != nil {
		return err
	}
	defer func() { err = clean(err, rows.Close) }()
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

// row reads the first row into dest and reports whether there is one.
func (s *statement) row(dest []driver.Value, values ...driver.Value) (found bool, err error) {
	rows, err := s.query.QueryContext(context.Background(), s.bind(values))
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
