package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"modernc.org/sqlite"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// busyTimeout is how long a statement waits for a lock of another process, such
// as one that reads the file while its log is emptied.
const busyTimeout = 5 * time.Second

// Options say how to open a file.
type Options struct {
	Readers int // connections that read at once; 0 is 4
}

// A DB is a file open for writing. It is a [Reader] too: what a call has
// stored, the reads after it see. All methods are safe for many callers at once.
type DB struct {
	*Reader
	*sqlstore.Store
	writer *writer
	lock   *lock
	served chan struct{} // closed when the writer has returned
	close  func() error
}

// Open opens the database at path for writing, makes it when there is none, and
// brings an older one up to the program's version. Only one DB has a file open,
// on the whole machine, by whatever name: a second gets a *BusyError. Other
// errors to tell apart: *VersionError (the file is newer), *ForeignError,
// *ExposedError, *FullError, and what os says of a path (fs.ErrNotExist for a
// missing directory).
func Open(ctx context.Context, path string, opt Options) (*DB, error) {
	path, err := place(path)
	if err != nil {
		return nil, err
	}
	lock, err := takeLock(path)
	if err != nil {
		return nil, err
	}
	d := &DB{lock: lock, writer: newWriter(), served: make(chan struct{})}
	if err := d.prepareFile(ctx, path); err != nil {
		return nil, sqlstore.Clean(err, lock.release)
	}
	conn, err := connectWriter(ctx, path)
	if err != nil {
		return nil, sqlstore.Clean(sqlstore.Sorted(err), lock.release)
	}
	if err := d.connectReaders(ctx, path, opt.Readers); err != nil {
		return nil, sqlstore.Clean(sqlstore.Sorted(err), conn.Close, lock.release)
	}
	d.Store = sqlstore.NewStore(d.Reader.Reader, d.writer.queue.submitJob)
	if err := d.writer.prepare(conn, d.Store); err != nil {
		return nil, sqlstore.Clean(sqlstore.Sorted(err), d.Reader.Close, lock.release)
	}
	d.close = sync.OnceValue(d.giveBack)
	go func() {
		defer close(d.served)
		d.writer.serve()
	}()
	if err := d.CountOpening(ctx); err != nil {
		return nil, sqlstore.Clean(err, d.Close)
	}
	return d, nil
}

// prepareFile sees that there is a file which may be written: nobody else writes
// it, it is ours or empty, and nobody else can read it.
func (d *DB) prepareFile(ctx context.Context, path string) error {
	if err := makeFile(path); err != nil {
		return err
	}
	if err := d.lock.hold(); err != nil {
		return err
	}
	if err := mayMigrate(ctx, path); err != nil {
		return err
	}
	return tighten(path)
}

// connectReaders opens the file for reading, and watches it from now on.
func (d *DB) connectReaders(ctx context.Context, path string, connections int) error {
	var err error
	if d.writer.watch, err = newWatch(path, d.lock.database); err != nil {
		return err
	}
	c, err := connector(path, readOnly())
	if err != nil {
		return err
	}
	d.Reader, err = newReader(ctx, guarded{c, d.writer.watch}, path, connections)
	return err
}

// Close stores what was asked for before it, then gives the file back. A
// *GoneError says that it is no longer where it was. Whatever is asked for later
// gets [ErrClosed]; a second Close does no more than the first.
func (d *DB) Close() error { return d.close() }

func (d *DB) giveBack() error {
	d.writer.queue.close(storage.ErrClosed)
	<-d.served
	err := d.writer.fault
	if err == nil {
		err = d.writer.guard()
	}
	if d.writer.gone { // the system closes what is still open: SQLite would remove by name what isn't ours
		return sqlstore.Clean(err, d.lock.release)
	}
	return sqlstore.Clean(d.Reader.Close(), d.writer.Close, d.lock.release)
}

// Alive returns once the writer has got to it: nil, or what keeps the writer from
// storing anything. It changes nothing.
func (d *DB) Alive(ctx context.Context) error {
	return d.writer.queue.submit(ctx, func(*sqlstore.Tx) error { return nil })
}

// Watch looks every second whether the file is where it was, also when nothing
// is stored. It returns the *FatalError that every change gets from then on when the
// disk fails, or the file turns out to be damaged or gone, and the process should
// end; or nil when ctx is done.
func (d *DB) Watch(ctx context.Context) error {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-d.writer.lost:
			return d.writer.fault
		case <-tick.C:
			if d.writer.watch.moved() != nil { // the writer looks itself, and sees to it
				_ = d.Alive(ctx)
			}
		}
	}
}

// place returns the path that a file is known by, whatever way leads to it, so
// that its lock is one.
func place(path string) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("storage: %w", err)
	}
	target, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	if err != nil {
		return "", fmt.Errorf("storage: %w", err)
	}
	return target, nil
}

// mayBegin refuses a place without a file where a rescue waits for a person to put
// it back: no empty books are begun beside it.
func mayBegin(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if rescue := rescueOf(path); rescue != "" {
			return &GoneError{Path: path, Why: err, Rescue: rescue}
		}
	}
	return nil
}

// makeFile makes an empty file that only its owner may read, since it will hold
// the seeds of hands not yet played. A file that is there stays as it is.
func makeFile(path string) error {
	if err := mayBegin(path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("storage: %w", err)
	}
	return f.Close()
}

// writing makes the connections that change a file.
func writing(path string) (driver.Connector, error) {
	return connector(path, url.Values{
		"mode":          {"rw"}, // a file that went meanwhile isn't made anew
		"_txlock":       {"immediate"},
		"_journal_mode": {"WAL"},
		"_synchronous":  {"FULL"},
		"_foreign_keys": {"true"},
		"_busy_timeout": {strconv.FormatInt(busyTimeout.Milliseconds(), 10)},
		"_pragma": {
			"secure_delete(1)",             // what is erased is gone
			"wal_autocheckpoint(0)",        // the writer does it, and sees its errors
			"journal_size_limit(67108864)", // bytes of log to keep
		},
	})
}

// connectWriter opens the writer's connection, which gives the file its log, and
// brings the file up to the program's version.
func connectWriter(ctx context.Context, path string) (driver.Conn, error) {
	c, err := writing(path)
	if err != nil {
		return nil, err
	}
	conn, err := c.Connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := openLog(conn); err != nil {
		return nil, sqlstore.Clean(err, conn.Close)
	}
	if err := migrate(ctx, c, path); err != nil {
		return nil, sqlstore.Clean(err, conn.Close)
	}
	return conn, nil
}

// openLog reads, because only then SQLite opens the log. It is the same log from
// then on, as long as the connection is open.
func openLog(conn driver.Conn) error {
	c := sqlstore.Connection{Conn: conn}
	s, err := c.Prepare("SELECT count(*) FROM sqlite_schema")
	if err != nil {
		return err
	}
	var things [1]driver.Value
	_, err = s.Row(things[:])
	return sqlstore.Clean(err, c.CloseStatements)
}

// connector makes connections to a file, whose path is absolute. OFD locks come first: with any others,
// closing any handle of the file anywhere in this process would drop them all.
func connector(path string, settings url.Values) (driver.Connector, error) {
	if _, err := sqlite.OFDLocking(true); err != nil && !errors.Is(err, sqlite.ErrOFDLockingUnavailable) {
		return nil, fmt.Errorf("storage: %w", err)
	}
	name := filepath.ToSlash(path)
	if name[0] != '/' {
		name = "/" + name // a drive letter
	}
	u := url.URL{Scheme: "file", Path: name, RawQuery: settings.Encode()}
	c, err := sqlite.NewConnector(u.String())
	if err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	return c, nil
}
