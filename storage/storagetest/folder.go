package storagetest

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"
)

// A Folder is one that was filled once, to be copied: to make a store in which nothing has happened takes longer than many a
// test. Any number of tests may take copies at once.
type Folder struct {
	files func() (fs.FS, error)
}

// NewFolder returns a folder that fill fills when the first copy is asked for. What fill leaves open is not copied.
func NewFolder(fill func(dir string) error) Folder {
	return Folder{sync.OnceValues(func() (fs.FS, error) {
		dir, err := os.MkdirTemp("", "storagetest")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(dir) }() // what stays is the system's to clear
		if err := fill(dir); err != nil {
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
	})}
}

// Copy puts a copy of the folder's files into an empty one.
func (f Folder) Copy(tb testing.TB, dir string) {
	tb.Helper()
	files, err := f.files()
	if err == nil {
		err = os.CopyFS(dir, files)
	}
	if err != nil {
		tb.Fatal(err)
	}
}
