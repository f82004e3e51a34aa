package postgres

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/table"
)

const (
	tries     = 8                     // of one change
	firstWait = 10 * time.Millisecond // before the second try; twice as long before each after it
	longWait  = time.Second           // at most
	oneTry    = 20 * time.Second      // may take so long, what it waits for included
)

var errNoHead = errors.New("storage: a row that was just added isn't there")

// change is the [sqlstore.Changer]: each change is a transaction of its own. Who has
// begun isn't interrupted, but by the time that one try may take.
func (d *DB) change(ctx context.Context, _ bool, do func(*sqlstore.Tx) error) error {
	err := d.retried(ctx, func(ctx context.Context) error { return d.try(ctx, do) })
	return sqlstore.Sorted(err)
}

// retried does something until it isn't undone by what passes by itself.
func (d *DB) retried(ctx context.Context, do func(ctx context.Context) error) error {
	wait := firstWait
	for n := 1; ; n++ {
		if d.closed.Load() {
			return storage.ErrClosed
		}
		err := do(ctx)
		if err == nil || n == tries || !passes(err) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait/2 + rand.N(wait)):
		}
		wait = min(2*wait, longWait)
	}
}

// A lostError says that the connection went in a change: nobody knows what of it is
// stored.
type lostError struct{ error }

func (e lostError) Unwrap() error { return e.error }

// try makes a change in one transaction.
func (d *DB) try(ctx context.Context, do func(*sqlstore.Tx) error) error {
	c, err := d.db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = c.Close() }() // goes back to the others
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), oneTry)
	defer cancel()
	_ = c.Raw(func(raw any) error {
		on := raw.(*conn)
		if err = d.on(ctx, on, do); on.Conn.Conn().IsClosed() {
			on.ended.note()
			if err != nil {
				err = lostError{err}
			}
			return driver.ErrBadConn // so that it isn't used again
		}
		return nil
	})
	return err
}

// on makes a change on a connection.
func (d *DB) on(ctx context.Context, c *conn, do func(*sqlstore.Tx) error) (err error) {
	if c.keeper == nil {
		if c.keeper, err = newKeeper(c, d.Store); err != nil {
			return err
		}
	}
	k := c.keeper
	k.begin(ctx)
	if err := k.Tx.Try(do); err != nil {
		if undone := k.rollback(); undone != nil {
			return errors.Join(err, c.Conn.Close())
		}
		return clash(err)
	}
	if err = k.commit(); err != nil {
		if !c.Conn.Conn().IsClosed() {
			_ = k.rollback()
		}
		return clash(err)
	}
	if k.wiped {
		d.erased()
	}
	return nil
}

// clash returns what an error means: where an event is refused, that is heard of only with what is said after it.
func clash(err error) error {
	var refused *pgconn.PgError
	if errors.As(err, &refused) && (refused.Code == notTheNext || refused.Code == uniqueViolation && refused.TableName == "events") {
		return table.ErrConflict
	}
	return err
}

// PostgreSQL's codes for what may go otherwise the next time.
// Source: its documentation, appendix A.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	foreignKeyViolation  = "23503" // somebody was erased meanwhile
	uniqueViolation      = "23505"
	notTheNext           = "23000" // as the triggers say it
	lockNotAvailable     = "55P03"
	tooManyConnections   = "53300"
	adminShutdown        = "57P01"
	crashShutdown        = "57P02"
	cannotConnectNow     = "57P03"
	classConnection      = "08"
)

// cutOff says whether a code says, of a server or of a pooler in its stead, that a connection is over: nobody knows then what became of what it was
// told last.
func cutOff(code string) bool {
	switch code {
	case adminShutdown, crashShutdown, cannotConnectNow:
		return true
	}
	return len(code) == len(adminShutdown) && code[:2] == classConnection
}

// passes says whether what went wrong may pass by itself.
func passes(err error) bool {
	var lost lostError
	var connect *pgconn.ConnectError
	if errors.As(err, &lost) { // whatever the server said as it went
		return true
	}
	if code, ok := sqlstore.ServerCode(err); ok {
		switch code {
		case serializationFailure, deadlockDetected, foreignKeyViolation, lockNotAvailable, tooManyConnections:
			return true
		}
		return cutOff(code)
	}
	var network *net.OpError
	return errors.As(err, &connect) || errors.As(err, &network) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, driver.ErrBadConn)
}
