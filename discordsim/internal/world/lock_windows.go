package world

import (
	"errors"
	"os"
	"syscall"
)

// openLocked opens a file that nobody else can open until it is closed or the process ends; free is false when it is
// another's.
func openLocked(name string) (file *os.File, free bool, err error) {
	const sharingViolation = syscall.Errno(32)
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, false, err
	}
	handle, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, sharingViolation) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	return os.NewFile(uintptr(handle), name), true, nil
}
