package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/pressly/goose/v3"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// ErrEmpty says that nothing is in a database yet.
var ErrEmpty = errors.New("storage: the database is empty")

// A Reader is a database open for reading. Others may change it meanwhile: each call
// sees it as it was at one moment. All methods are safe for many callers at once.
type Reader struct {
	*sqlstore.Reader
	db    *sql.DB
	place string
}

// OpenReadOnly opens a database for exports and checks, beside bots that serve it, and
// on a standby too. It changes nothing. [ErrEmpty]: nothing is in it. A
// *storage.VersionError: it has another version than the program, older or newer.
// The other errors are those of [Open].
func OpenReadOnly(ctx context.Context, address string) (*Reader, error) {
	d, err := connect(address, Options{})
	if err != nil {
		return nil, err
	}
	_ = d.own.Close() // it is no worker, and none of them is open yet
	r := &Reader{db: d.db, place: d.place}
	if err := d.retried(ctx, d.mayRead); err != nil {
		return nil, sqlstore.Clean(sorted(d.place, err), d.db.Close)
	}
	if r.Reader, err = sqlstore.NewReader(ctx, d.db); err != nil {
		return nil, sqlstore.Clean(sorted(d.place, err), d.db.Close)
	}
	return r, nil
}

// mayRead refuses a database of another version than the program's.
func (d *DB) mayRead(ctx context.Context) error {
	begun, err := d.begun(ctx)
	if err != nil {
		return err
	}
	if !begun {
		return ErrEmpty
	}
	var version int64
	if err := d.db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&version); err != nil {
		return err
	}
	all, err := versions()
	if err != nil {
		return err
	}
	if program := all[len(all)-1]; version != program {
		return &storage.VersionError{Path: d.place, File: version, Program: program}
	}
	return nil
}

// versions lists the numbers of the migrations, in order.
func versions() (all []int64, err error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("storage: no migrations: %w", err)
	}
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, fmt.Errorf("storage: migrations: %w", err)
		}
		all = append(all, version)
	}
	for _, m := range inGo() {
		all = append(all, m.Version)
	}
	slices.Sort(all)
	return all, nil
}

// Check is [DB.Check].
func (r *Reader) Check(ctx context.Context) (storage.Findings, error) {
	return checkAt(ctx, r.db, r.place)
}

// Close gives the connections back.
func (r *Reader) Close() error { return r.db.Close() }
