package table_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing/fstest"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// newFile is a file in which nothing has happened, with what lies beside it: to make one takes longer than many a test.
var newFile = sync.OnceValues(func() (fs.FS, error) {
	dir, err := os.MkdirTemp("", "table")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // what stays is the system's to clear
	db, err := sqlite.Open(context.Background(), filepath.Join(dir, "boathouse.db"), sqlite.Options{})
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	files := fstest.MapFS{}
	return files, fs.WalkDir(os.DirFS(dir), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = &fstest.MapFile{Data: data, Mode: 0o600}
		return err
	})
})
