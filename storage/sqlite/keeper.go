package sqlite

import (
	"context"
	"database/sql/driver"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/table"
)

// statements are what only the writer of a file says, beside all that a store says.
type statements struct {
	Begin      *sqlstore.Statement `sql:"BEGIN IMMEDIATE"`
	Commit     *sqlstore.Statement `sql:"COMMIT"`
	Rollback   *sqlstore.Statement `sql:"ROLLBACK"`
	Save       *sqlstore.Statement `sql:"SAVEPOINT job"`
	Release    *sqlstore.Statement `sql:"RELEASE job"`
	Undo       *sqlstore.Statement `sql:"ROLLBACK TO job"`
	Checkpoint *sqlstore.Statement `sql:"PRAGMA wal_checkpoint(PASSIVE)"`
	Wipe       *sqlstore.Statement `sql:"PRAGMA wal_checkpoint(TRUNCATE)"`
	Hurry      *sqlstore.Statement `sql:"PRAGMA busy_timeout = 0"`
	Patient    *sqlstore.Statement `sql:"PRAGMA busy_timeout = 5000"` // as busyTimeout
	FindTable  *sqlstore.Statement `sql:"SELECT id, seq, open FROM tables WHERE name = ?"`
	LastEvent  *sqlstore.Statement `sql:"SELECT (SELECT coalesce(max(id), 0) FROM events), (SELECT hash FROM events WHERE table_id = ? AND seq = ?)"`
}

// Claim gives an owner to the caller, as [table.Store] says. One process has the
// file, as long as it is open, so every fence is good.
func (d *DB) Claim(context.Context, table.OwnerID, bool) (table.Claim, error) {
	return table.Claim{}, nil
}

// Fresh returns nil: see [DB.Claim].
func (d *DB) Fresh(context.Context, table.OwnerID, table.Fence, int64) error { return nil }

// Find implements [sqlstore.Keeper]. What it finds of an open table it is told again by
// Moved, and reads no more.
func (w *writer) Find(id sitting.ID) (sqlstore.Head, bool, error) {
	if h, ok := w.heads[id]; ok {
		return h, true, nil
	}
	var dest [3]driver.Value
	stored, err := w.said.FindTable.Row(dest[:], string(id))
	if err != nil {
		return sqlstore.Head{}, false, err
	}
	var h sqlstore.Head
	if stored {
		h.ID, h.Seq = dest[0].(int64), dest[1].(int64)
		h.Open = dest[2].(int64) == 1
	}
	var end [2]driver.Value
	if _, err := w.said.LastEvent.Row(end[:], h.ID, h.Seq); err != nil {
		return sqlstore.Head{}, false, err
	}
	w.last = end[0].(int64)
	if hash, ok := end[1].([]byte); ok {
		h.Hash = storage.AsDigest(hash)
	}
	return h, stored, nil
}

// Hold implements [sqlstore.Keeper]. There is one writer, so nobody else has to be kept from anything.
func (w *writer) Hold(id sitting.ID, _ table.Fence) (sqlstore.Head, bool, error) { return w.Find(id) }

// HoldOpening implements [sqlstore.Keeper]: see Hold.
func (w *writer) HoldOpening() error { return nil }

// HoldTab implements [sqlstore.Keeper]: see Hold.
func (w *writer) HoldTab(sitting.Server) error { return nil }

// HoldPeople implements [sqlstore.Keeper]: see Hold.
func (w *writer) HoldPeople(sitting.Person, sitting.Person) error { return nil }

// HoldAsks implements [sqlstore.Keeper]: see Hold.
func (w *writer) HoldAsks() error { return nil }

// Posts implements [sqlstore.Keeper].
func (w *writer) Posts(n int) (int64, error) { return w.CountPosts(n), nil }

// Expect implements [sqlstore.Keeper]: they are at hand.
func (w *writer) Expect(int) {}

// IDs implements [sqlstore.Keeper]: events are numbered through.
func (w *writer) IDs(to []int64, n int) ([]int64, error) {
	w.next = w.last + int64(n)
	for id := w.last + 1; id <= w.next; id++ {
		to = append(to, id)
	}
	return to, nil
}

// Moved implements [sqlstore.Keeper].
func (w *writer) Moved(id sitting.ID, h sqlstore.Head) {
	w.last = w.next
	if h.Open {
		w.heads[id] = h
	} else {
		delete(w.heads, id)
	}
}

// Clash implements [sqlstore.Keeper].
func (w *writer) Clash(err error) error {
	if !w.saves {
		return err
	}
	w.forget() // the file knows better
	return table.ErrConflict
}

// Wipe implements [sqlstore.Keeper]: it has the log emptied after the transaction under
// way, since it may hold what was erased.
func (w *writer) Wipe() { w.wiped, w.pages = true, logPages }
