package sqlite

import (
	"errors"
	"os"
	"syscall"
)

// openLocked opens a file so that others may read but not open it for writing;
// free is false when another has done so before.
func openLocked(name string) (file *os.File, free bool, err error) {
	const sharingViolation = syscall.Errno(32)
	p, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, false, err
	}
	h, err := syscall.CreateFile(p, syscall.GENERIC_READ|syscall.GENERIC_WRITE, syscall.FILE_SHARE_READ,
		nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	switch {
	case err == nil:
		return os.NewFile(uintptr(h), name), true, nil
	case errors.Is(err, sharingViolation):
		return nil, false, nil
	}
	return nil, false, err
}

// unlock does nothing: closing a handle lets go.
func unlock(*os.File) error { return nil }
