package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// What an UPDATE or DELETE leaves in a table's pages the server overwrites some day. To have
// nothing of an erased person there, tables are rewritten after erasures: by one process, at most
// hourly.
const (
	rewriteLook  = 5 * time.Minute        // how often a process looks whether it may
	rewriteTries = 10 * time.Minute       // how long it tries one table
	lockWait     = "200ms"                // how long a table's readers and writers wait behind one try
	firstRetry   = 500 * time.Millisecond // before the second try; twice as long before each after it
	longRetry    = 10 * time.Second       // at most

	// While a table is rewritten whoever uses it waits. So that this befalls one click in 150 at
	// most, the tables are rewritten far apart.
	restTimes = 150             // the rest is this many times as long as the last table took
	mostRest  = 2 * time.Minute // at most

	takeRewrite = "UPDATE erasures SET tried = now_ms() WHERE rewritten < count AND tried <= now_ms() - 3600000 RETURNING count, CAST(xmin AS text)"
	// Who still sees rows as they were before a transaction, another reader of this database, a
	// change in it that has begun before, or a standby: those rows would be kept. Who uses another
	// database keeps none of them.
	olderEyes = `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND (datname = current_database() OR datname IS NULL) AND greatest(age(backend_xmin), age(backend_xid)) > age(CAST(CAST(?1 AS text) AS xid)))
		OR EXISTS (SELECT 1 FROM pg_replication_slots WHERE age(xmin) > age(CAST(CAST(?1 AS text) AS xid)))`
	endRewrite = "UPDATE erasures SET rewritten = ? WHERE rewritten < ?"
)

// rewritten lists the tables from which something is erased, or in which it is overwritten.
func rewritten() []string {
	return []string{"texts", "names", "watches", "departures", "asks", "shares", "plays", "facts", "people", "quiet", "refs", "servers", "calendars", "seasons"}
}

// rewrite rewrites the tables if there were erasures since the last time, and no process did so in
// the last hour.
func (d *DB) rewrite(ctx context.Context) {
	var erased int64
	var since string // the transaction after which nobody may still look
	err := d.db.QueryRowContext(ctx, takeRewrite).Scan(&erased, &since)
	if errors.Is(err, sql.ErrNoRows) {
		return
	}
	if err == nil {
		err = d.rewriteAll(ctx, since)
	}
	if err == nil {
		_, err = d.db.ExecContext(ctx, endRewrite, erased, erased)
	}
	if err != nil && ctx.Err() == nil {
		d.log.Warn("tables aren't rewritten after an erasure; tried again in an hour", "error", sorted(d.place, err))
	}
}

// rewriteAll rewrites one table after the other.
func (d *DB) rewriteAll(ctx context.Context, since string) error {
	if err := d.unseen(ctx, since); err != nil {
		return err
	}
	for _, name := range rewritten() {
		held, err := d.rewriteOne(ctx, name)
		if err != nil {
			return err
		}
		if d.noRest {
			continue
		}
		if err := restAfter(ctx, held); err != nil {
			return err
		}
	}
	return nil
}

// restAfter lets people use the tables after one was held for so long.
func restAfter(ctx context.Context, held time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(min(restTimes*held, mostRest)):
		return nil
	}
}

var errSeen = errors.New("storage: somebody still reads the database as it was before")

// unseen waits until nobody sees the database as it was before a transaction.
func (d *DB) unseen(ctx context.Context, since string) error {
	return again(ctx, func() (bool, error) {
		var seen bool
		err := d.db.QueryRowContext(ctx, olderEyes, since).Scan(&seen)
		if err == nil && seen {
			err = errSeen
		}
		return seen, err
	})
}

// rewriteOne rewrites a table, on a connection whose statements wait briefly for locks, and says
// how long that took. While it waits for those who use the table others wait behind it, so it gives
// up soon and tries again.
func (d *DB) rewriteOne(ctx context.Context, name string) (held time.Duration, err error) {
	c, err := d.db.Conn(ctx)
	if err != nil {
		return 0, err
	}
	// ErrBadConn closes the connection: its lock_timeout must not reach other callers.
	defer func() { _ = c.Raw(func(any) error { return driver.ErrBadConn }) }()
	if _, err := c.ExecContext(ctx, "SET lock_timeout = '"+lockWait+"'"); err != nil {
		return 0, err
	}
	err = again(ctx, func() (bool, error) {
		begun := time.Now()
		_, err := c.ExecContext(ctx, "VACUUM FULL "+name)
		held = time.Since(begun)
		code, _ := sqlstore.ServerCode(err)
		return code == lockNotAvailable, err
	})
	return held, err
}

// again does something until it needn't be done again, or has been for too long: then it returns
// its last error.
func again(ctx context.Context, do func() (again bool, err error)) error {
	wait := firstRetry
	for end := time.Now().Add(rewriteTries); ; {
		more, err := do()
		if !more || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait/2 + rand.N(wait)):
		}
		wait = min(2*wait, longRetry)
	}
}
