package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// besides are the endings of what SQLite may keep beside a database, and which
// belongs to it.
var besides = []string{"-wal", "-shm", "-journal"} //nolint:gochecknoglobals // constant

// Exposed returns an *ExposedError if others than the owner may read or write
// the database at path or what belongs to it, where a system has such rights.
func Exposed(path string) error {
	for _, ending := range append([]string{""}, besides...) {
		if err := exposed(path + ending); err != nil {
			return err
		}
	}
	return nil
}

func exposed(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || runtime.GOOS == "windows" {
		return nil
	}
	if err != nil {
		return fmt.Errorf("storage: %w", err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return &ExposedError{Path: path, Mode: mode}
	}
	return nil
}

// tighten leaves only the owner what Exposed finds.
func tighten(path string) error {
	for _, ending := range append([]string{""}, besides...) {
		err := exposed(path + ending)
		var e *ExposedError
		if !errors.As(err, &e) {
			if err != nil {
				return err
			}
			continue
		}
		e.Err = os.Chmod(e.Path, 0o600)
		if exposed(e.Path) != nil { // some file systems say yes and do nothing
			return e
		}
	}
	return nil
}
