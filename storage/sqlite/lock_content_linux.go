package sqlite

import (
	"errors"
	"io"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// lockContent locks a byte of a file that SQLite never uses, far behind all that
// it does use; free is false when another has it. Such a lock is the handle's,
// so neither SQLite's own locks nor closing another handle touch it.
func lockContent(file *os.File) (free bool, err error) {
	err = setContent(file, unix.F_WRLCK)
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
		return false, nil
	}
	return err == nil, err
}

// unlockContent lets go of that lock, whoever has a copy of the handle.
func unlockContent(file *os.File) error { return setContent(file, unix.F_UNLCK) }

func setContent(file *os.File, to int16) error {
	far := unix.Flock_t{Type: to, Whence: io.SeekStart, Start: math.MaxInt64 - 1, Len: 1}
	return unix.FcntlFlock(file.Fd(), unix.F_OFD_SETLK, &far)
}
