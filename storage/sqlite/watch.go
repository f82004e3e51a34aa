package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/storage"
)

// rescued stands in the name of a rescue, between that of the file and the time.
const rescued = ".rescued-"

// lookEvery is how often a file is looked for when nothing is stored.
const lookEvery = time.Second

// A watch knows which files are held open. A name may be taken from a file that
// is open, and given to another: whoever has it open notices nothing, writes on,
// and all is gone when the process ends. So the names are looked up again and again.
type watch struct {
	path  string // of the database
	names []name
}

// A name is where a file that is held open was found. As long as it is open no
// other file can have its number.
type name struct {
	path  string
	inode inode
}

// newWatch watches a database, open through the given handle, and the log and
// the log's index that SQLite has open by now.
func newWatch(path string, database *os.File) (*watch, error) {
	found, err := inodeOfOpen(database)
	if err != nil {
		return nil, fmt.Errorf("storage: watch: %w", err)
	}
	w := &watch{path: path, names: []name{{path, found}}}
	for _, ending := range []string{"-wal", "-shm"} {
		if found, err = inodeOf(path + ending); err != nil {
			return nil, &GoneError{Path: path, Why: err}
		}
		w.names = append(w.names, name{path + ending, found})
	}
	if why := w.moved(); why != nil {
		return nil, &GoneError{Path: path, Why: why}
	}
	return w, nil
}

// moved says which name no longer leads to the file that is open.
func (w *watch) moved() error {
	for _, n := range w.names {
		found, err := inodeOf(n.path)
		if err != nil {
			return err
		}
		if !found.same(n.inode) {
			return fmt.Errorf("another file is at %s", n.path)
		}
	}
	return nil
}

// guarded makes connections only to the file that is watched: a pool makes them
// by name, whenever it wants one more.
type guarded struct {
	driver.Connector
	watch *watch
}

// Connect implements [driver.Connector].
func (g guarded) Connect(ctx context.Context) (driver.Conn, error) {
	if err := g.watch.moved(); err != nil {
		return nil, &GoneError{Path: g.watch.path, Why: err}
	}
	return g.Connector.Connect(ctx)
}

// guard looks whether the file is where it was before anything stored is
// acknowledged. If not it writes what is still held open to another file, and the
// error is fatal: what was acknowledged before is in there.
func (w *writer) guard() error {
	why := w.watch.moved()
	if why == nil {
		return nil
	}
	gone := &GoneError{Path: w.watch.path, Why: why}
	gone.Rescue, gone.Err = w.rescue(time.Now())
	w.gone = true
	return &storage.FatalError{Err: gone}
}

// rescue writes all that is stored to a new file beside the one that is gone,
// or, where that can't be, to the system's folder for such things.
func (w *writer) rescue(now time.Time) (path string, err error) {
	vacuum, err := w.Prepare("VACUUM INTO ?")
	if err != nil {
		return "", err
	}
	base := filepath.Base(w.watch.path) + rescued + now.UTC().Format("20060102T150405.000Z.db")
	for _, dir := range []string{filepath.Dir(w.watch.path), os.TempDir()} {
		path = filepath.Join(dir, base)
		one := errors.Join(os.MkdirAll(dir, 0o700), writeWhole(context.Background(), path, func(part string) error {
			_, err := vacuum.Run(part)
			return err
		}))
		if one == nil {
			return path, nil
		}
		err = errors.Join(err, one)
	}
	return "", err
}

// rescueOf is the newest rescue that lies beside a file, "" if there is none.
func rescueOf(path string) (rescue string) {
	entries, _ := os.ReadDir(filepath.Dir(path)) // sorted; who can't look there can't make a file there either
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(path)+rescued) && strings.HasSuffix(e.Name(), ".db") {
			rescue = filepath.Join(filepath.Dir(path), e.Name())
		}
	}
	return rescue
}
