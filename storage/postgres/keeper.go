package postgres

import (
	"context"
	"database/sql/driver"
	"time"

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
	said statements
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

// lock locks the row of a head until the transaction ends, and returns the epoch in it.
// What is read after it is all that was stored by whoever had it locked before.
func (k *keeper) lock(head string) (epoch int64, err error) {
	var dest [1]driver.Value
	for range 2 {
		found, err := k.said.Lock.Row(dest[:], head)
		if err != nil {
			return 0, err
		}
		if found {
			return dest[0].(int64), nil
		}
		if _, err := k.said.AddHead.Run(head); err != nil {
			return 0, err
		}
	}
	return 0, errNoHead
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
	epoch, err := k.lock(string(id))
	if err != nil {
		return sqlstore.Head{}, false, err
	}
	if epoch != int64(f) {
		return sqlstore.Head{}, false, table.ErrFenced
	}
	return k.Find(id)
}

// HoldOpening implements [sqlstore.Keeper].
func (k *keeper) HoldOpening() error {
	_, err := k.lock(headOfOpening)
	return err
}

// HoldTab implements [sqlstore.Keeper].
func (k *keeper) HoldTab(s sitting.Server) error {
	_, err := k.lock(headOfTab + string(s))
	return err
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

// Wipe implements [sqlstore.Keeper]. Rows that are gone are overwritten when the
// server vacuums; its log and what was copied from it age out.
func (k *keeper) Wipe() {}

// Claim gives an owner to the caller, as [table.Store] says.
func (d *DB) Claim(ctx context.Context, owner table.OwnerID, _ time.Duration) (table.Fence, error) {
	var epoch int64
	err := d.retried(ctx, func(ctx context.Context) error {
		return d.db.QueryRowContext(ctx, `INSERT INTO heads (owner, epoch, worker) VALUES (?1, 1, ?2)
			ON CONFLICT (owner) DO UPDATE SET epoch = heads.epoch + 1, worker = excluded.worker RETURNING epoch`, string(owner), d.worker).Scan(&epoch)
	})
	return table.Fence(epoch), sqlstore.Sorted(err)
}

// Fresh says whether the fence of an owner still holds, as [table.Store] says.
func (d *DB) Fresh(ctx context.Context, owner table.OwnerID, f table.Fence) error {
	var epoch int64
	err := d.db.QueryRowContext(ctx, "SELECT coalesce((SELECT epoch FROM heads WHERE owner = ?), 0)", string(owner)).Scan(&epoch)
	if err == nil && epoch != int64(f) {
		return table.ErrFenced
	}
	return sqlstore.Sorted(err)
}
