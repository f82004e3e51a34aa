package postgres

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// A dialect connects to a server and says to it what is written for any database.
type dialect struct {
	driver.Connector
	ended *ended
}

func newDialect(config *pgx.ConnConfig) dialect {
	e := &ended{}
	return dialect{stdlib.GetConnector(*config, stdlib.OptionShouldPing(e.suspects)), e}
}

// unheard is how long a connection may be unused before it is tried.
const unheard = time.Second

// An ended is when a connection of a pool was last found to have ended. Its server may have been started again, so each that wasn't used since
// is tried before it is.
type ended struct{ at atomic.Int64 } // ns

func (e *ended) note() { e.at.Store(time.Now().UnixNano()) }

func (e *ended) suspects(_ context.Context, c stdlib.ShouldPingParams) bool {
	return c.IdleDuration > unheard || time.Now().Add(-c.IdleDuration).UnixNano() <= e.at.Load()
}

// Connect implements [driver.Connector].
func (d dialect) Connect(ctx context.Context) (driver.Conn, error) {
	c, err := d.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c.(*stdlib.Conn), ended: d.ended}, nil
}

// A conn is a connection that translates what it is asked.
type conn struct {
	*stdlib.Conn
	ended   *ended
	keeper  *keeper // of the changes that are made on it; nil: none were
	waiting []*question
}

// QueryContext implements [driver.QueryerContext].
func (c *conn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	return c.query(ctx, translate(query), args, strings.HasPrefix(query, "SELECT"))
}

// query asks what may be asked twice or not.
func (c *conn) query(ctx context.Context, said string, args []driver.NamedValue, again bool) (driver.Rows, error) {
	rows, err := c.Conn.QueryContext(ctx, said, args)
	if err != nil {
		return nil, c.heard(ctx, err, again)
	}
	return rows, nil
}

// BeginTx implements [driver.ConnBeginTx]. Where it isn't known to have begun nothing has.
func (c *conn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.BeginTx(ctx, opts)
	if err != nil {
		return nil, c.heard(ctx, err, true)
	}
	return tx, nil
}

// heard says what an error means. Where the connection has ended, with its server perhaps, database/sql asks what may be asked again, or was never
// sent, on another.
func (c *conn) heard(ctx context.Context, err error, again bool) error {
	if !c.Conn.Conn().IsClosed() || ctx.Err() != nil {
		return err
	}
	if c.ended.note(); again || pgconn.SafeToRetry(err) {
		return fmt.Errorf("%w: %w", driver.ErrBadConn, err)
	}
	return err
}

// ExecContext implements [driver.ExecerContext].
func (c *conn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	return c.Conn.ExecContext(ctx, translate(query), args)
}

// Prepare implements [driver.Conn], for changes. The server hears of nothing: a statement
// that it had prepared would be gone with the next transaction, behind a pooler.
func (c *conn) Prepare(query string) (driver.Stmt, error) { return c.text(query), nil }

func (c *conn) text(query string) *text { return &text{c, translate(query)} }

// PrepareContext implements [driver.ConnPrepareContext], for who only reads.
func (c *conn) PrepareContext(_ context.Context, query string) (driver.Stmt, error) {
	return &reading{c, translate(query)}, nil
}

// A reading is a statement that is sent whole each time.
type reading struct {
	conn *conn
	said string
}

// Close implements [driver.Stmt].
func (*reading) Close() error { return nil }

// NumInput implements [driver.Stmt].
func (*reading) NumInput() int { return -1 }

// Exec implements [driver.Stmt], of a time before contexts.
func (*reading) Exec([]driver.Value) (driver.Result, error) { return nil, driver.ErrSkip }

// Query implements [driver.Stmt], of a time before contexts.
func (*reading) Query([]driver.Value) (driver.Rows, error) { return nil, driver.ErrSkip }

// ExecContext implements [driver.StmtExecContext].
func (r *reading) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	return r.conn.Conn.ExecContext(ctx, r.said, args)
}

// QueryContext implements [driver.StmtQueryContext].
func (r *reading) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	return r.conn.query(ctx, r.said, args, true)
}

// indexedBy tells SQLite's planner which index to take; PostgreSQL's knows by itself.
const indexedBy = " INDEXED BY "

// translate numbers the places for values as PostgreSQL does, and takes off what is
// for SQLite's planner. What stands in quotes stays as it is.
func translate(query string) string {
	var b strings.Builder
	places, quoted := 0, byte(0)
	for i := 0; i < len(query); i++ {
		c := query[i]
		switch {
		case quoted != 0:
			if c == quoted {
				quoted = 0
			}
		case c == '\'' || c == '"':
			quoted = c
		case c == '?':
			end := i + 1
			for end < len(query) && '0' <= query[end] && query[end] <= '9' {
				end++
			}
			number := query[i+1 : end]
			if number == "" {
				places++
				number = strconv.Itoa(places)
			}
			b.WriteString("$" + number)
			i = end - 1
			continue
		case strings.HasPrefix(query[i:], indexedBy):
			i += len(indexedBy)
			for i < len(query) && query[i] != ' ' && query[i] != '\n' {
				i++
			}
			i--
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}
