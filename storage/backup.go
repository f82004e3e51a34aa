package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Backup writes a copy of the file as it is at one moment to path, which must
// not be there yet (fs.ErrExist). Writing goes on meanwhile. The copy is a file
// that [Open] takes; path holds it whole or not at all.
func (r *Reader) Backup(ctx context.Context, path string) error {
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
	if err := r.fillPart(ctx, part, path); err != nil {
		return clean(err, func() error { return os.Remove(part) })
	}
	if err := syncDirectory(filepath.Dir(path)); err != nil {
		return fmt.Errorf("storage: backup: %w", err)
	}
	return nil
}

// fillPart writes the copy to part and gives it its name.
func (r *Reader) fillPart(ctx context.Context, part, path string) error {
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
	return clean(f.Sync(), f.Close)
}
