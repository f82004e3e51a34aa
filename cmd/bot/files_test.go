package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

// collected are the files in a folder, by name.
func collected(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(folder, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// tell has SQLite do something to a file past the store.
func tell(t *testing.T, path string, queries ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range queries {
		if _, err := db.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// laid writes files into a folder of their own.
func laid(t *testing.T, files map[string][]byte) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// halfChanged leaves a file as whoever is killed in the middle of a large change to one without a log: half of it changed,
// and the journal that brings back what was there before.
func halfChanged(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	for _, query := range []string{"PRAGMA cache_size = 1", "BEGIN", "UPDATE keys SET tab_head = hex(randomblob(500))"} {
		if _, err := db.ExecContext(t.Context(), query); err != nil {
			t.Fatal(err)
		}
	}
	half := collected(t, filepath.Dir(path))
	if _, err := db.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for name, content := range half {
		if err := os.WriteFile(filepath.Join(filepath.Dir(path), name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
