package sqlstore

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// What the drivers' errors say. SQLite's tells a number, of which the lowest byte is
// the kind; PostgreSQL's tells five letters, of which the first two are.
// Source: SQLite's documentation, "result and error codes"; PostgreSQL's, appendix A.
const (
	liteReadonly   = 8
	liteIOErr      = 10
	liteCorrupt    = 11
	liteFull       = 13
	liteCantOpen   = 14
	liteConstraint = 19
	liteNotADB     = 26

	serverConstraint = "23"
	serverDiskFull   = "53100"
)

// LiteCode returns the extended result code of an error of SQLite's driver.
func LiteCode(err error) (int, bool) {
	var e interface {
		error
		Code() int
	}
	if !errors.As(err, &e) {
		return 0, false
	}
	return e.Code(), true
}

// ServerCode returns the code of an error that a PostgreSQL server answered with.
func ServerCode(err error) (string, bool) {
	var e interface {
		error
		SQLState() string
	}
	if !errors.As(err, &e) {
		return "", false
	}
	return e.SQLState(), true
}

// Sorted gives a driver's error the type that callers tell apart.
func Sorted(err error) error {
	if code, ok := LiteCode(err); ok {
		switch code & 0xff {
		case liteFull:
			return &storage.FullError{Err: err}
		case liteIOErr, liteCorrupt, liteNotADB, liteReadonly, liteCantOpen:
			return &storage.FatalError{Err: err}
		}
		return fmt.Errorf("storage: %w", err)
	}
	if code, ok := ServerCode(err); ok {
		if code == serverDiskFull {
			return &storage.FullError{Err: err}
		}
		return fmt.Errorf("storage: %w", err)
	}
	return err
}

// IsFatal reports whether nothing more may be stored after an error.
func IsFatal(err error) bool {
	var fatal *storage.FatalError
	return errors.As(err, &fatal)
}

// IsConstraint reports whether the database refused a row.
func IsConstraint(err error) bool {
	if code, ok := LiteCode(err); ok {
		return code&0xff == liteConstraint
	}
	code, ok := ServerCode(err)
	return ok && len(code) == 5 && code[:2] == serverConstraint
}

// ErrRow says that a column holds what it can't; what, stays hidden.
var ErrRow = fmt.Errorf("a row can't be read: %w", table.ErrBroken)

// ScanSecret scans a row that may hold a hidden deck, which an error must not quote.
func ScanSecret(rows *sql.Rows, dest ...any) error {
	if err := rows.Scan(dest...); err != nil {
		return cmp.Or(rows.Err(), error(&storage.FatalError{Err: ErrRow}))
	}
	return nil
}

// Clean adds to an error what went wrong in giving back what was taken before it.
func Clean(err error, give ...func() error) error {
	for _, f := range give {
		err = errors.Join(err, f())
	}
	return err
}
