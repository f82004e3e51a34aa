package sqlite_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

func TestSecondWriterIsRefused(t *testing.T) {
	db, path := fresh(t)
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	for _, way := range []string{path, filepath.Join(filepath.Dir(path), ".", "rum.db"), link} {
		_, err := sqlite.Open(t.Context(), way, sqlite.Options{})
		var busy *sqlite.BusyError
		if !errors.As(err, &busy) || busy.PID != os.Getpid() || busy.Since.IsZero() {
			t.Errorf("second Open of %s: %v, want a BusyError that names this process", way, err)
		}
	}
	is(t, db.Close(), nil)
	open(t, path)
}

// TestNoOtherNameLetsASecondWriterIn: the lock file is found by name, the lock on
// the file itself isn't.
func TestNoOtherNameLetsASecondWriterIn(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("a handle can't have locks of its own beside SQLite's on " + runtime.GOOS)
	}
	for name, way := range map[string]func(t *testing.T, path string) string{
		"a hard link": func(t *testing.T, path string) string {
			link := filepath.Join(t.TempDir(), "link.db")
			is(t, os.Link(path, link), nil)
			return link
		},
		"no lock file": func(t *testing.T, path string) string {
			is(t, os.Remove(path+".lock"), nil)
			return path
		},
		"another lock file": func(t *testing.T, path string) string {
			is(t, os.Rename(path+".lock", path+".lock.old"), nil)
			is(t, os.WriteFile(path+".lock", nil, 0o600), nil)
			return path
		},
	} {
		t.Run(name, func(t *testing.T) {
			db, path := fresh(t)
			r := openRooms(t, db, 1)[0]
			other := way(t, path)
			for range 2 { // the first try makes a lock file
				_, err := sqlite.Open(t.Context(), other, sqlite.Options{})
				var busy *sqlite.BusyError
				if !errors.As(err, &busy) {
					t.Fatalf("second Open: %v, want a BusyError", err)
				}
			}
			add(t, db, r.Move())
			sound(t, db)
			is(t, db.Close(), nil)
			open(t, path)
		})
	}
}

func TestLockOfDeadProcessHoldsNobodyUp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rum.db")
	if err := os.WriteFile(path+".lock", []byte(`{"pid":1,"since":"2026-01-01T00:00:00Z"} and a long rest`), 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, path)
	text, err := os.ReadFile(path + ".lock")
	is(t, err, nil)
	if !bytes.HasPrefix(text, fmt.Appendf(nil, `{"pid":%d,`, os.Getpid())) || bytes.Contains(text, []byte("rest")) {
		t.Errorf("the lock file says %s", text)
	}
}

func TestNewerFileIsRefused(t *testing.T) {
	path := played(t)
	newest, err := sqlite.ProgramVersion()
	is(t, err, nil)
	if _, err := raw(t, path).ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (1042, 1)"); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(path)
	is(t, err, nil)
	_, err = sqlite.Open(t.Context(), path, sqlite.Options{})
	var newer *storage.VersionError
	if !errors.As(err, &newer) || newer.File != 1042 || newer.Program != newest {
		t.Errorf("Open: %v, want a VersionError with both versions", err)
	}
	_, err = sqlite.OpenReadOnly(t.Context(), path)
	if !errors.As(err, &newer) {
		t.Errorf("OpenReadOnly: %v, want a VersionError", err)
	}
	after, err := os.ReadFile(path)
	is(t, err, nil)
	if !bytes.Equal(before, after) {
		t.Error("the file was changed")
	}
}

func TestFileOfAnotherProgramIsRefused(t *testing.T) {
	fresh(t)
	dir := t.TempDir()
	other := filepath.Join(dir, "other.db")
	if _, err := raw(t, other).ExecContext(t.Context(), "CREATE TABLE theirs (x)"); err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(text, bytes.Repeat([]byte("no database at all\n"), 300), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{other, text} {
		before, err := os.ReadFile(path)
		is(t, err, nil)
		var foreign *sqlite.ForeignError
		if _, err := sqlite.Open(t.Context(), path, sqlite.Options{}); !errors.As(err, &foreign) {
			t.Errorf("Open of %s: %v, want a ForeignError", path, err)
		}
		if _, err := sqlite.OpenReadOnly(t.Context(), path); !errors.As(err, &foreign) {
			t.Errorf("OpenReadOnly of %s: %v, want a ForeignError", path, err)
		}
		after, err := os.ReadFile(path)
		is(t, err, nil)
		if !bytes.Equal(before, after) {
			t.Errorf("%s was changed", path)
		}
	}
}

func TestMissingFileIsSaidSo(t *testing.T) {
	dir := t.TempDir()
	_, err := sqlite.OpenReadOnly(t.Context(), filepath.Join(dir, "none.db"))
	is(t, err, fs.ErrNotExist)
	_, err = sqlite.Open(t.Context(), filepath.Join(dir, "no", "directory", "rum.db"), sqlite.Options{})
	is(t, err, fs.ErrNotExist)
}

func TestOddPathsAreOpened(t *testing.T) {
	for _, name := range []string{"a b.db", "50%.db", "what?.db", "x#y&z=1.db", "ümläut.db"} {
		path := filepath.Join(t.TempDir(), name)
		db := open(t, path)
		openRooms(t, db, 1)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s may be read by others: %v", name, info.Mode())
		}
	}
}

func TestReadersReadBesideTheWriter(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	beside, err := sqlite.OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = beside.Close() }()
	for range 3 {
		add(t, db, r.Move())
		equal(t, load(t, beside, r.Head.Table), load(t, db, r.Head.Table))
	}
	sound(t, beside)
	is(t, db.Close(), nil)
	_, err = beside.Load(t.Context(), "unknown")
	is(t, err, table.ErrNotFound)
	equal(t, sound(t, beside), storage.Findings{Tables: 1, Events: 4})
}

func TestClosedFileIsOneFile(t *testing.T) {
	path := played(t)
	for _, suffix := range []string{"-wal", "-shm"} {
		if _, err := os.Stat(path + suffix); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left: %v", suffix, err)
		}
	}
}
