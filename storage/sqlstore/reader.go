package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// A Reader reads a database. All methods are safe for many callers at once, and each
// sees it as it was at one moment.
type Reader struct {
	db    *sql.DB
	asked questions
}

// NewReader returns a reader of a database, which stays the caller's to close.
func NewReader(ctx context.Context, db *sql.DB) (*Reader, error) {
	r := &Reader{db: db}
	return r, PrepareAll(&r.asked, func(query string) (*sql.Stmt, error) {
		s, err := db.PrepareContext(ctx, query)
		if err != nil {
			return nil, fmt.Errorf("storage: prepare %q: %w", query, err)
		}
		return s, nil
	})
}

// snapshot begins to read a database as it is at one moment.
func (r *Reader) snapshot(ctx context.Context) (*sql.Tx, error) { return Snapshot(ctx, r.db) }

// Snapshot begins to read a database as it is at one moment.
func Snapshot(ctx context.Context, db interface {
	BeginTx(ctx context.Context, opts *sql.TxOptions) (*sql.Tx, error)
}) (*sql.Tx, error) {
	return db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelSnapshot})
}

// Found sorts the error of a read; no row is the given error.
func Found(err, none error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return none
	}
	return Sorted(err)
}

// Each scans rows one by one until they end.
func Each(rows *sql.Rows, err error, scan func() error) error {
	if err != nil {
		return Sorted(err)
	}
	for rows.Next() {
		if err := scan(); err != nil {
			return Clean(Sorted(err), rows.Close)
		}
	}
	return Sorted(rows.Err())
}

// Column reads rows of one value each.
func Column[T any](rows *sql.Rows, err error) (all []T, _ error) {
	err = Each(rows, err, func() error {
		var one T
		err := rows.Scan(&one)
		all = append(all, one)
		return err
	})
	return all, err
}
