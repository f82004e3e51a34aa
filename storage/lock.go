package storage

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// A lock is held on a file beside the database for as long as its holder lives.
// The system lets go of it when the process ends, however that happens, so a
// lock file left over by a dead process holds nobody up. It is never removed.
type lock struct {
	file *os.File
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
		var h holder
		if text, err := os.ReadFile(name); err == nil {
			_ = json.Unmarshal(text, &h) // a half-written file names nobody
		}
		return nil, &BusyError{Path: path, PID: h.PID, Since: h.Since}
	}
	l := &lock{file}
	if err := l.sign(); err != nil {
		return nil, fmt.Errorf("storage: lock: %w", clean(err, file.Close))
	}
	return l, nil
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

// release gives the lock back.
func (l *lock) release() error {
	return l.file.Close()
}
