package sqlite_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// TestAClosedFileIsFreeWhileAProcessIsBeingStarted has copies of all handles, as a process has between its fork and its exec.
func TestAClosedFileIsFreeWhileAProcessIsBeingStarted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "boathouse.db")
	db, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if copied := copyHandles(t, path); copied < 2 {
		t.Errorf("%d handles of an open file, of which two are locked", copied)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := sqlite.Open(t.Context(), path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

// copyHandles copies what this process has open of a database, until the test ends.
func copyHandles(t *testing.T, path string) (copied int) {
	t.Helper()
	const open = "/proc/self/fd"
	all, err := os.ReadDir(open)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if name, err := os.Readlink(filepath.Join(open, e.Name())); err != nil || !strings.HasPrefix(name, path) {
			continue
		}
		fd, err := strconv.Atoi(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		other, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Close(other) }) // nothing was written by it
		copied++
	}
	return copied
}
