package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/table"
)

// longestLease is above any that a process takes: a row that says more was not written by one, or
// before the server's clock was set back, and nobody waits for it. In milliseconds, as text of a
// statement.
const longestLease = "3600000"

// isThere says of a row of workers, or of the line, that its lease runs.
const isThere = "until > now_ms() AND until <= now_ms() + " + longestLease

// What is said of workers. All times are the server's.
const (
	renew = `WITH me AS (INSERT INTO workers (name, address, until) VALUES (?1, ?2, now_ms() + ?3) ON CONFLICT (name) DO UPDATE SET until = excluded.until RETURNING address)
		SELECT address FROM (SELECT '' AS name, address FROM me UNION ALL SELECT name, address FROM workers WHERE name <> ?1 AND ` + isThere + `) w ORDER BY name`
	forgetDead = "DELETE FROM workers WHERE until < now_ms() - " + longestLease + " OR until > now_ms() + " + longestLease
	// Owners that somebody meant to make an hour ago, and that never came to be. Whoever still has one claims it anew.
	forgetUnborn = "DELETE FROM heads WHERE epoch > 0 AND epoch < now_ms() - 3600000 AND owner NOT LIKE '% %' AND left(owner, 1) <> ? AND NOT EXISTS (SELECT 1 FROM tables WHERE name = owner)"

	// As [sqlstore.Reader.Due] lists them, those whose time has come by ?2, the clock of the house that
	// rings them: whatever it thinks of the time, it doesn't adopt what it wouldn't ring.
	due = `SELECT name AS owner FROM tables WHERE open = 1 AND wake <> 0 AND wake <= ?2
		UNION SELECT name FROM tables WHERE id IN (SELECT table_id FROM outbox)
		UNION SELECT ?1 || server FROM calendars WHERE wake <> 0 AND wake <= ?2
		UNION SELECT ?1 || server FROM seasons WHERE post <> 0
		UNION SELECT '` + string(table.RedrawMark) + `' || channel FROM redraws`
	addHeads = "INSERT INTO heads (owner) SELECT owner FROM (" + due + ") d WHERE NOT EXISTS (SELECT 1 FROM heads h WHERE h.owner = d.owner) ON CONFLICT DO NOTHING"
	adopt    = `WITH orphans AS MATERIALIZED (SELECT owner FROM heads WHERE owner IN (` + due + `)
			AND (worker NOT IN (SELECT name FROM workers WHERE ` + isThere + `) OR CAST(?5 AS boolean) AND worker = ?3)
			LIMIT ?4 FOR UPDATE SKIP LOCKED)
		UPDATE heads SET worker = ?3, since = CASE worker WHEN ?3 THEN since ELSE epoch + 1 END FROM orphans WHERE heads.owner = orphans.owner RETURNING heads.owner`
)

// Renew says that this worker is there, as [table.Workers] says.
func (d *DB) Renew(ctx context.Context, lease time.Duration) (there []string, err error) {
	return sqlstore.Column[string](d.own.QueryContext(ctx, renew, d.worker, d.address, lease.Milliseconds()))
}

// Adopt gives this worker owners whose worker isn't there, as [table.Workers] says: it has had them since its next claim, whose fence is higher than any
// there is. Two workers that look for them at once are given different ones. Where nobody heard which ones it was given, because the answer was lost, the
// next call returns all of its own that are due, which costs nothing but a look at those that it knows.
func (d *DB) Adopt(ctx context.Context, now time.Time, most int) (given []table.OwnerID, err error) {
	defer func() { d.unheard.Store(err != nil || d.unheard.Load() && len(given) == most) }()
	season := string(table.SeasonMark)
	if _, err := d.own.ExecContext(ctx, addHeads, season, now.UnixMilli()); err != nil {
		return nil, sqlstore.Sorted(err)
	}
	if _, err := d.own.ExecContext(ctx, forgetDead); err != nil {
		return nil, sqlstore.Sorted(err)
	}
	return sqlstore.Column[table.OwnerID](d.own.QueryContext(ctx, adopt, season, now.UnixMilli(), d.worker, most, d.unheard.Load()))
}

// DropKeys lets go of keys, as [table.Upkeep] says, and of owners that never came to be.
func (d *DB) DropKeys(ctx context.Context, before time.Time) error {
	err := d.retried(ctx, func(ctx context.Context) error {
		_, err := d.db.ExecContext(ctx, forgetUnborn, string(table.SeasonMark))
		return err
	})
	return errors.Join(sqlstore.Sorted(err), d.Store.DropKeys(ctx, before))
}

// Changes counts, as [table.Workers] says.
func (d *DB) Changes(ctx context.Context) (c table.Changes, err error) {
	row := d.own.QueryRowContext(ctx, "SELECT count, losses FROM erasures")
	err = row.Scan(&c.Erased, &c.Lost)
	return c, sqlstore.Sorted(err)
}

// Retire says that this worker isn't there any more, as [table.Workers] says.
func (d *DB) Retire(ctx context.Context) error {
	_, err := d.own.ExecContext(ctx, "DELETE FROM workers WHERE name = ?", d.worker)
	return sqlstore.Sorted(err)
}
