package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Backup writes a copy of the file as it is at one moment to path, which must
// not be there yet (fs.ErrExist). Writing goes on meanwhile. The copy is a file
// that [Open] takes; path holds it whole or not at all.
func (r *Reader) Backup(ctx context.Context, path string) (err error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = fs.ErrExist
		}
		return fmt.Errorf("storage: backup to %s: %w", path, err)
	}
	part := path + ".part"
	if err := makePart(part); err != nil {
		return fmt.Errorf("storage: backup: %w", err)
	}
	defer func() {
		if err != nil {
			err = clean(err, func() error { return os.Remove(part) })
		}
	}()
	if _, err := r.db.ExecContext(ctx, "VACUUM INTO ?", part); err != nil {
		return sorted(err)
	}
	if err := syncFile(part); err != nil {
		return fmt.Errorf("storage: backup: %w", err)
	}
	if err := os.Rename(part, path); err != nil {
		return fmt.Errorf("storage: backup: %w", err)
	}
	return nil
}

// makePart makes an empty file that only its owner may read, in place of what a
// backup that was broken off may have left.
func makePart(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// syncFile brings a file to the disk. The driver has closed it before.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return clean(f.Sync(), f.Close)
}
