//go:build unix

package world

import (
	"errors"
	"os"
	"syscall"
)

// openLocked opens a file that is this server's until it is closed or the process ends; free is false when it is
// another's.
func openLocked(name string) (file *os.File, free bool, err error) {
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, false, err
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	switch {
	case err == nil:
		return file, true, nil
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, false, file.Close()
	}
	return nil, false, errors.Join(err, file.Close())
}
