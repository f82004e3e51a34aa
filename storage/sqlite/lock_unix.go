//go:build unix

package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// openLocked opens a file and locks it; free is false when another has the lock.
func openLocked(name string) (file *os.File, free bool, err error) {
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, err
	}
	err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	switch {
	case err == nil:
		return file, true, nil
	case errors.Is(err, unix.EWOULDBLOCK):
		return nil, false, file.Close()
	}
	return nil, false, sqlstore.Clean(err, file.Close)
}

// unlock lets go of the lock of a file, whoever has a copy of its handle.
func unlock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_UN) }
