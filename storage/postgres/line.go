package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/table"
)

// What is said of the line. All times are the server's. Who finds that another has it
// locks and writes nothing. Whoever waited for another to take it reads the row as it was before: its own, of long ago.
const (
	holdLine = `WITH mine AS (INSERT INTO line (one, worker, until) SELECT 1, CAST(?1 AS text), now_ms() + ?2
			WHERE NOT EXISTS (SELECT 1 FROM line WHERE worker <> CAST(?1 AS text) AND ` + isThere + `)
			ON CONFLICT (one) DO UPDATE SET worker = excluded.worker, until = excluded.until WHERE line.worker = excluded.worker OR NOT (line.until > now_ms() AND line.until <= now_ms() + ` + longestLease + `)
			RETURNING worker)
		SELECT worker FROM mine UNION ALL SELECT CASE worker WHEN ?1 THEN 'another process' ELSE worker END FROM line WHERE NOT EXISTS (SELECT 1 FROM mine)`
	leaveLine   = "DELETE FROM line WHERE worker = ?"
	keepSession = `INSERT INTO session (one, body) SELECT 1, ?1 WHERE NOT EXISTS (SELECT 1 FROM line WHERE worker <> ?2 AND ` + isThere + `)
		ON CONFLICT (one) DO UPDATE SET body = excluded.body`
)

// HoldLine gives this process the line to Discord's gateway for a time from now, unless
// another has it, and says who has it then: "" is this one. A holder calls it again before
// that time is over.
func (d *DB) HoldLine(ctx context.Context, lease time.Duration) (other string, err error) {
	err = d.own.QueryRowContext(ctx, holdLine, d.worker, lease.Milliseconds()).Scan(&other)
	switch {
	case errors.Is(err, sql.ErrNoRows): // another is the first to take it in this moment
		return "another process", nil
	case err != nil:
		return "", sorted(d.place, err)
	case other == d.worker:
		return "", nil
	}
	return other, nil
}

// LeaveLine gives the line to whoever asks next, if this process has it.
func (d *DB) LeaveLine(ctx context.Context) error {
	_, err := d.own.ExecContext(ctx, leaveLine, d.worker)
	return sorted(d.place, err)
}

// KeepSession keeps the session at Discord's gateway, as [sqlstore.Store] says, unless another
// process has the line, whose session it is then: [table.ErrFenced].
func (d *DB) KeepSession(ctx context.Context, text string) error {
	var kept int64
	err := d.retried(ctx, func(ctx context.Context) error {
		result, err := d.own.ExecContext(ctx, keepSession, text, d.worker)
		if err == nil {
			kept, err = result.RowsAffected()
		}
		return err
	})
	if err == nil && kept == 0 {
		return table.ErrFenced
	}
	return sorted(d.place, err)
}

// Clock is the server's.
func (d *DB) Clock(ctx context.Context) (time.Time, error) {
	var ms int64
	err := d.own.QueryRowContext(ctx, "SELECT now_ms()").Scan(&ms)
	return time.UnixMilli(ms), sorted(d.place, err)
}
