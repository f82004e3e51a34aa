package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// readers is how many connections read at once unless told otherwise.
const readers = 4

// A Reader is a file open for reading. Others may write it meanwhile: each call
// sees the file as it was at one moment. All methods are safe for many callers at once.
type Reader struct {
	*sqlstore.Reader
	db *sql.DB
}

// OpenReadOnly opens the database at path beside a process that may be writing
// it, for backups, exports and checks. fs.ErrNotExist: there is none; a *GoneError:
// nor is there, but a rescue of it lies beside. A *VersionError: it has another
// version than the program, older or newer. An *UnfinishedError: [Open] must roll
// back first what was broken off.
func OpenReadOnly(ctx context.Context, path string) (*Reader, error) {
	path, err := place(path)
	if err != nil {
		return nil, err
	}
	if err := mayBegin(path); err != nil {
		return nil, err
	}
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	c, err := connector(path, readOnly())
	if err != nil {
		return nil, err
	}
	r, err := newReader(ctx, c, path, readers)
	var unfinished *UnfinishedError
	if errors.As(err, &unfinished) {
		return nil, cmp.Or(mayRollBack(ctx, path), err)
	}
	if err != nil {
		return nil, sqlstore.Sorted(err)
	}
	return r, nil
}

// readOnly are the settings of connections that read.
func readOnly() url.Values {
	return url.Values{
		"mode":          {"ro"},
		"_txlock":       {"deferred"},
		"_busy_timeout": {strconv.FormatInt(busyTimeout.Milliseconds(), 10)},
	}
}

func newReader(ctx context.Context, c driver.Connector, path string, connections int) (*Reader, error) {
	if connections <= 0 {
		connections = readers
	}
	r := &Reader{db: sql.OpenDB(c)}
	r.db.SetMaxOpenConns(connections)
	r.db.SetMaxIdleConns(connections)
	if err := r.check(ctx, path); err != nil {
		return nil, sqlstore.Clean(err, r.db.Close)
	}
	var err error
	if r.Reader, err = sqlstore.NewReader(ctx, r.db); err != nil {
		return nil, sqlstore.Clean(err, r.db.Close)
	}
	return r, nil
}

// check refuses a file of another version than the program's.
func (r *Reader) check(ctx context.Context, path string) error {
	file, err := fileVersion(ctx, r.db, path)
	if err != nil {
		return err
	}
	program, err := programVersion()
	if err != nil {
		return err
	}
	if file != program {
		return &storage.VersionError{Path: path, File: file, Program: program}
	}
	return nil
}

// Close gives the file back.
func (r *Reader) Close() error { return r.db.Close() }
