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
	far := unix.Flock_t{Type: unix.F_WRLCK, Whence: io.SeekStart, Start: math.MaxInt64 - 1, Len: 1}
	err = unix.FcntlFlock(file.Fd(), unix.F_OFD_SETLK, &far)
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
		return false, nil
	}
	return err == nil, err
}
