package sqlite

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// mayRollBack refuses to have a write rolled back that was broken off in a file
// that isn't ours, or is newer than the program. It looks at the file as it
// lies, half written: the mark is in the first page, where every write leaves it.
func mayRollBack(ctx context.Context, path string) error {
	if begun, err := justBegun(path); begun || err != nil {
		return err
	}
	lies := readOnly()
	lies.Set("immutable", "1") // no locks, no journal
	if ours, err := isMarked(ctx, path, lies); err != nil || !ours {
		return cmp.Or(err, error(&ForeignError{Path: path}))
	}
	var newer *storage.VersionError
	if err := recognize(ctx, path, lies); errors.As(err, &newer) {
		return err
	}
	return nil // whatever else it is, is what the write left
}

// isMarked reports whether the first page of a file says that it is ours.
func isMarked(ctx context.Context, path string, settings url.Values) (ours bool, err error) {
	c, err := connector(path, settings)
	if err != nil {
		return false, err
	}
	db := sql.OpenDB(c)
	defer func() { err = sqlstore.Clean(err, db.Close) }()
	var application int64
	err = db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&application)
	return application == applicationID, readError(err, path)
}

// What a rollback journal begins with, and the size of a page where nobody asked
// for another. Source: SQLite's documentation, "database file format".
const (
	journalMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
	pageSize     = 4096
)

// justBegun reports whether a file was empty when the write began that was
// broken off, and got no further than its first page, which holds no table. What
// is in that page may be anything.
func justBegun(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil {
		return false, fmt.Errorf("storage: %w", err)
	}
	journal, err := os.Open(path + "-journal")
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("storage: %w", err)
	}
	var head [20]byte // magic, records, nonce, pages before
	_, err = io.ReadFull(journal, head[:])
	if err = sqlstore.Clean(err, journal.Close); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	}
	before := head[16:]
	return err == nil && info.Size() <= pageSize && bytes.HasPrefix(head[:], []byte(journalMagic)) &&
		bytes.Equal(before, make([]byte, len(before))), err
}

// rollBack has SQLite roll back what was broken off: the first read does.
func rollBack(ctx context.Context, path string) (err error) {
	c, err := connector(path, url.Values{"mode": {"rw"}, "_busy_timeout": readOnly()["_busy_timeout"]})
	if err != nil {
		return err
	}
	db := sql.OpenDB(c)
	defer func() { err = sqlstore.Clean(err, db.Close) }()
	var things int64
	return sqlstore.Sorted(db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&things))
}
