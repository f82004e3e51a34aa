package sqlite

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// A lock is held on a file beside the database, and on the database itself, for
// as long as its holder lives. The system lets go of it when the process ends,
// however that happens, so a lock file left over by a dead process holds nobody
// up. It is never removed.
//
// The lock file comes before the database is made, and tells who holds it. The
// lock on the database holds whatever name leads to it, and when the lock file
// was removed.
type lock struct {
	path     string
	file     *os.File
	database *os.File // nil until [lock.hold]
}

// holder is what the lock file says, for people.
type holder struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
}

// takeLock takes the write lock of the database at path, or returns a *BusyError.
func takeLock(path string) (*lock, error) {
	name := path + ".lock"
	file, free, err := openLocked(name)
	if err != nil {
		return nil, fmt.Errorf("storage: lock: %w", err)
	}
	if !free {
		return nil, busy(path)
	}
	return &lock{path: path, file: file}, nil
}

// busy names who has the lock, as far as the lock file tells.
func busy(path string) error {
	var h holder
	if text, err := os.ReadFile(path + ".lock"); err == nil {
		_ = json.Unmarshal(text, &h) // a half-written file names nobody
	}
	return &BusyError{Path: path, PID: h.PID, Since: h.Since}
}

// hold locks the database itself, and signs. The handle stays open until the
// lock is released: where SQLite's locks are the process's, closing any handle
// of the file would drop them.
func (l *lock) hold() error {
	database, err := os.OpenFile(l.path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("storage: %w", err)
	}
	l.database = database
	free, err := lockContent(database)
	if err != nil {
		return fmt.Errorf("storage: lock: %w", err)
	}
	if !free {
		return busy(l.path)
	}
	if err := l.sign(); err != nil {
		return fmt.Errorf("storage: lock: %w", err)
	}
	return nil
}

// sign writes who holds the lock.
func (l *lock) sign() error {
	text, err := json.Marshal(holder{PID: os.Getpid(), Since: time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		return err
	}
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err = l.file.WriteAt(append(text, '\n'), 0)
	return err
}

// release gives the lock back. It says so, as closing alone doesn't always: a process that is being started has
// a copy of every handle for a moment, and the lock with it.
func (l *lock) release() error {
	err := unlock(l.file)
	if l.database != nil {
		err = errors.Join(err, unlockContent(l.database), l.database.Close())
	}
	return sqlstore.Clean(err, l.file.Close)
}
