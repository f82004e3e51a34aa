package postgres

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// Why nothing is moved.
var (
	ErrNotEmpty = errors.New("storage: the database isn't empty")
	ErrNotWhole = errors.New("storage: what is to be moved has findings")
	ErrUnlike   = errors.New("storage: the copy isn't what it was copied from")
)

// ErrUnheard says that all may be moved: the server was told to keep it, and gave no answer.
var ErrUnheard = errors.New("storage: nobody knows whether it was moved")

// A Whole store can be read and checked as a whole.
type Whole interface {
	Check(ctx context.Context) (storage.Findings, error)
}

// MoveIn copies all of another store, which nobody may change meanwhile, into the
// database, all or nothing. Before the copy counts both are checked, each row against
// the chains, and must be found alike and without a finding. Errors: those above, and of the database or its server.
func (d *DB) MoveIn(ctx context.Context, from *sqlstore.Reader, whole Whole) (storage.Findings, error) {
	there, err := d.CountRows(ctx)
	if err != nil {
		return storage.Findings{}, err
	}
	if there > 0 {
		return storage.Findings{}, ErrNotEmpty
	}
	was, err := whole.Check(ctx)
	if err != nil {
		return storage.Findings{}, err
	}
	if len(was.Wrong) > 0 {
		return was, ErrNotWhole
	}
	conn, err := d.db.Conn(ctx)
	if err != nil {
		return storage.Findings{}, sorted(d.place, err)
	}
	defer func() { _ = conn.Close() }() // goes back to the others
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return storage.Findings{}, sorted(d.place, err)
	}
	defer func() { _ = tx.Rollback() }() // nothing, once it is committed
	for _, query := range []string{"LOCK TABLE tables, people IN EXCLUSIVE MODE", "DELETE FROM openings", "DELETE FROM letgo"} {
		if _, err := tx.ExecContext(ctx, query); err != nil {
			return storage.Findings{}, sorted(d.place, err)
		}
	}
	if _, err := from.CopyTo(ctx, tx); err != nil {
		return storage.Findings{}, sorted(d.place, err)
	}
	for _, query := range []string{
		"SELECT setval('event_ids', greatest(max(id), 1)) FROM events",
		"SELECT setval('post_ids', (count + 1) * 1099511627776, false) FROM openings", // storage.PostsAnOpening
	} {
		if _, err := tx.ExecContext(ctx, query); err != nil {
			return storage.Findings{}, sorted(d.place, err)
		}
	}
	is, err := check(ctx, conn, tx)
	if err != nil {
		return storage.Findings{}, sorted(d.place, err)
	}
	if !reflect.DeepEqual(was, is) {
		return is, ErrUnlike
	}
	if err := ctx.Err(); err != nil {
		return storage.Findings{}, err
	}
	if err := tx.Commit(); err != nil {
		if code, said := sqlstore.ServerCode(err); said && !cutOff(code) {
			return storage.Findings{}, sorted(d.place, err)
		}
		return is, fmt.Errorf("%w: %w", ErrUnheard, sorted(d.place, err))
	}
	return is, nil
}
