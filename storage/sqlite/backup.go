package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// Backup writes a copy of the file as it is at one moment to path, which must
// not be there yet (fs.ErrExist). Writing goes on meanwhile. The copy is a file
// that [Open] takes, without the session of KeepSession; path holds it whole or
// not at all.
func (r *Reader) Backup(ctx context.Context, path string) error {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return fmt.Errorf("storage: backup to %s: %w", path, err)
	}
	return writeWhole(ctx, path, func(part string) error {
		_, err := r.db.ExecContext(ctx, "VACUUM INTO ?", part)
		return err
	})
}

// writeWhole has vacuum write a copy and gives it its name when it is whole and
// on the disk. The copy has a log already, as a file that was played on has, so
// that its first start has nothing to change before there is one.
func writeWhole(ctx context.Context, path string, vacuum func(part string) error) (err error) {
	path, err = filepath.Abs(path) // as connector wants it
	if err != nil {
		return fmt.Errorf("storage: copy: %w", err)
	}
	part, err := makePart(path)
	if err != nil {
		return fmt.Errorf("storage: copy: %w", err)
	}
	if err := fillPart(ctx, part, vacuum); err != nil {
		return sqlstore.Clean(err, func() error { return removePart(part) })
	}
	if err := os.Rename(part, path); err != nil {
		return fmt.Errorf("storage: copy: %w", sqlstore.Clean(err, func() error { return removePart(part) }))
	}
	if err := syncDirectory(filepath.Dir(path)); err != nil {
		return fmt.Errorf("storage: copy: %w", err)
	}
	return nil
}

// fillPart writes the copy and brings it to the disk.
func fillPart(ctx context.Context, part string, vacuum func(part string) error) error {
	if err := vacuum(part); err != nil {
		return sqlstore.Sorted(err)
	}
	c, err := connector(part, url.Values{"_journal_mode": {"WAL"}, "_pragma": {"secure_delete(1)"}})
	if err != nil {
		return err
	}
	db := sql.OpenDB(c)
	_, err = db.ExecContext(ctx, "DELETE FROM session") // one bot alone goes on with it
	if err := sqlstore.Clean(err, db.Close); err != nil {
		return sqlstore.Sorted(err)
	}
	if err := syncFile(part); err != nil {
		return fmt.Errorf("storage: copy: %w", err)
	}
	return nil
}

// makePart makes an empty file beside path that only its owner may read, under a
// name that nobody else has.
func makePart(path string) (part string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".part-*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// removePart removes a copy that came to nothing, and what SQLite kept beside it.
func removePart(part string) (err error) {
	for _, ending := range append([]string{""}, besides...) {
		if e := os.Remove(part + ending); !errors.Is(e, fs.ErrNotExist) {
			err = errors.Join(err, e)
		}
	}
	return err
}

// syncFile brings a file to the disk. The driver has closed it before.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return sqlstore.Clean(f.Sync(), f.Close)
}

// syncDirectory brings the names in a directory to the disk, where a system lets
// a program do that.
func syncDirectory(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return sqlstore.Clean(f.Sync(), f.Close)
}
