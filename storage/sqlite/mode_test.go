package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// TestFileOthersMayReadIsTightened: it holds the seeds of hands under way. A file
// that isn't ours keeps its mode.
func TestFileOthersMayReadIsTightened(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no modes on windows")
	}
	path := killedFile(t)
	theirs := filepath.Join(t.TempDir(), "theirs.db")
	if _, err := raw(t, theirs).ExecContext(t.Context(), "CREATE TABLE theirs (x)"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, path + "-wal", path + "-shm", theirs} {
		is(t, os.Chmod(name, 0o644), nil)
		var exposed *sqlite.ExposedError
		if err := sqlite.Exposed(name); !errors.As(err, &exposed) || exposed.Path != name || exposed.Mode != 0o644 {
			t.Errorf("%s: %v, want an ExposedError", name, err)
		}
	}
	db := open(t, path)
	is(t, sqlite.Exposed(path), nil)
	sound(t, db)
	copied := filepath.Join(t.TempDir(), "copy.db")
	is(t, db.Backup(t.Context(), copied), nil)
	is(t, sqlite.Exposed(copied), nil)

	if _, err := sqlite.Open(t.Context(), theirs, sqlite.Options{}); err == nil {
		t.Error("another program's file was opened")
	}
	if info, err := os.Stat(theirs); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("another program's file has mode %v (%v)", info.Mode(), err)
	}
}

// killedFile is a file as a killed bot leaves it, with its log.
func killedFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rum.db")
	killed(t, path, 1)
	return path
}
