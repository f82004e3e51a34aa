package postgres

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/table"
)

// statements are what only this database is told, beside all that a store says.
type statements struct {
	Begin     *sqlstore.Statement `sql:"BEGIN"`
	Commit    *sqlstore.Statement `sql:"COMMIT"`
	Rollback  *sqlstore.Statement `sql:"ROLLBACK"`
	Lock      *sqlstore.Statement `sql:"SELECT epoch FROM heads WHERE owner = ? FOR UPDATE"`
	Hold      *sqlstore.Statement `sql:"WITH held AS MATERIALIZED (SELECT epoch FROM heads WHERE owner = ? FOR UPDATE) SELECT epoch, nextval('post_ids') FROM held"`
	Posts     *sqlstore.Statement `sql:"SELECT nextval('post_ids')"`
	AddHead   *sqlstore.Statement `sql:"INSERT INTO heads (owner) VALUES (?) ON CONFLICT DO NOTHING"`
	FindTable *sqlstore.Statement `sql:"SELECT t.id, t.seq, t.open, e.hash FROM tables t LEFT JOIN events e ON e.table_id = t.id AND e.seq = t.seq WHERE name = ?"`
	IDs       *sqlstore.Statement `sql:"SELECT nextval('event_ids') FROM generate_series(1, CAST(? AS bigint))"`
	StayThere *sqlstore.Statement `sql:"SELECT person FROM people WHERE person IN (?, ?) ORDER BY person FOR KEY SHARE"`
}

// The rows of heads that are no owner's. No owner has a space in its name.
const (
	headOfOpening = "opening a table"
	headOfTab     = "tab of " // and the server
)

// A keeper makes changes on one connection, one at a time.
type keeper struct {
	*sqlstore.Tx
	said  statements
	posts int64 // the next number for a post of the change under way
	spare int   // how many there are from there on
	wiped bool  // something was erased by the change under way
}

// newKeeper prepares what is said on a connection.
func newKeeper(c driver.Conn, store *sqlstore.Store) (*keeper, error) {
	k := &keeper{}
	var err error
	if k.Tx, err = store.NewTx(c, k); err != nil {
		return nil, err
	}
	return k, sqlstore.PrepareAll(&k.said, k.Prepare)
}

// lock locks the row of a head until the transaction ends, and reads what is in it. What is
// read after it is all that was stored by whoever had it locked before.
func (k *keeper) lock(dest []driver.Value, lock *sqlstore.Statement, head string) error {
	for range 2 {
		if found, err := lock.Row(dest, head); found || err != nil {
			return err
		}
		if _, err := k.said.AddHead.Run(head); err != nil {
			return err
		}
	}
	return errNoHead
}

// postsAtOnce is how far the sequence of posts' numbers goes on each time.
const postsAtOnce = 64

// Posts implements [sqlstore.Keeper]. All processes draw from one sequence, and of an owner
// held its numbers were drawn when it was.
func (k *keeper) Posts(n int) (int64, error) {
	if n > postsAtOnce {
		return 0, fmt.Errorf("storage: %d posts at once", n)
	}
	if k.spare < n {
		var dest [1]driver.Value
		if _, err := k.said.Posts.Row(dest[:]); err != nil {
			return 0, err
		}
		k.posts, k.spare = dest[0].(int64), postsAtOnce
	}
	first := k.posts
	k.posts, k.spare = k.posts+int64(n), k.spare-n
	return first, nil
}

// Find implements [sqlstore.Keeper].
func (k *keeper) Find(id sitting.ID) (sqlstore.Head, bool, error) {
	var dest [4]driver.Value
	stored, err := k.said.FindTable.Row(dest[:], string(id))
	if err != nil || !stored {
		return sqlstore.Head{}, false, err
	}
	h := sqlstore.Head{ID: dest[0].(int64), Seq: dest[1].(int64), Open: dest[2].(int64) == 1}
	if hash, ok := dest[3].([]byte); ok {
		h.Hash = storage.AsDigest(hash)
	}
	return h, true, nil
}

// Hold implements [sqlstore.Keeper].
func (k *keeper) Hold(id sitting.ID, f table.Fence) (sqlstore.Head, bool, error) {
	var dest [2]driver.Value
	if err := k.lock(dest[:], k.said.Hold, string(id)); err != nil {
		return sqlstore.Head{}, false, err
	}
	k.posts, k.spare = dest[1].(int64), postsAtOnce
	if dest[0] != int64(f) {
		return sqlstore.Head{}, false, table.ErrFenced
	}
	return k.Find(id)
}

// HoldOpening implements [sqlstore.Keeper].
func (k *keeper) HoldOpening() error {
	return k.lock(make([]driver.Value, 1), k.said.Lock, headOfOpening)
}

// HoldTab implements [sqlstore.Keeper].
func (k *keeper) HoldTab(s sitting.Server) error {
	return k.lock(make([]driver.Value, 1), k.said.Lock, headOfTab+string(s))
}

// HoldPeople implements [sqlstore.Keeper].
func (k *keeper) HoldPeople(a, b sitting.Person) error {
	_, err := k.said.StayThere.Run(string(a), string(b))
	return err
}

// IDs implements [sqlstore.Keeper].
func (k *keeper) IDs(to []int64, n int) ([]int64, error) {
	rows, err := k.said.IDs.Rows(int64(n))
	if err != nil {
		return to, err
	}
	var row [1]driver.Value
	for range n {
		if err := rows.Next(row[:]); err != nil {
			return to, sqlstore.Clean(err, rows.Close)
		}
		to = append(to, row[0].(int64))
	}
	return to, rows.Close()
}

// Moved implements [sqlstore.Keeper]: nothing is kept between changes.
func (k *keeper) Moved(sitting.ID, sqlstore.Head) {}

// Clash implements [sqlstore.Keeper].
func (k *keeper) Clash(error) error { return table.ErrConflict }

// Wipe implements [sqlstore.Keeper]: see [DB.vacuum].
func (k *keeper) Wipe() { k.wiped = true }

// Claim gives an owner to the caller, as [table.Store] says.
func (d *DB) Claim(ctx context.Context, owner table.OwnerID, gently bool) (c table.Claim, err error) {
	err = d.retried(ctx, func(ctx context.Context) error {
		return d.db.QueryRowContext(ctx, `INSERT INTO heads (owner, epoch, worker, since) VALUES (?1, 1, ?2, 1) ON CONFLICT (owner) DO UPDATE
			SET epoch = heads.epoch + 1, since = CASE heads.worker WHEN excluded.worker THEN heads.since ELSE heads.epoch + 1 END, worker = excluded.worker
			WHERE NOT ?3 OR heads.worker = excluded.worker OR heads.worker NOT IN (SELECT name FROM workers WHERE until > now_ms())
			RETURNING epoch, since`, string(owner), d.worker, gently).Scan(&c.Fence, &c.Since)
	})
	return c, sqlstore.Found(err, table.ErrFenced)
}

// Fresh says whether an owner is as it was, as [table.Store] says.
func (d *DB) Fresh(ctx context.Context, owner table.OwnerID, f table.Fence, seq int64) error {
	var epoch, stored int64
	err := d.db.QueryRowContext(ctx, "SELECT epoch, coalesce((SELECT seq FROM tables WHERE name = ?1), 0) FROM heads WHERE owner = ?1", string(owner)).Scan(&epoch, &stored)
	switch {
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return sqlstore.Sorted(err)
	case epoch != int64(f):
		return table.ErrFenced
	case stored != seq && err == nil:
		return table.ErrConflict
	}
	return nil
}
