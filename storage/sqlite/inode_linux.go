package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// An inode tells a file from every other that exists at the same time.
type inode struct {
	major, minor uint32
	number       uint64
}

func (i inode) same(as inode) bool { return i == as }

// inodeOf looks a name up. It asks for nothing but that: a file whose times
// somebody has asked for gets new ones with the next byte that is written to it,
// and these would have to reach the disk with each commit.
func inodeOf(path string) (inode, error) { return lookUp(unix.AT_FDCWD, path, 0) }

// inodeOfOpen is where an open file is, whatever its name leads to by now.
func inodeOfOpen(file *os.File) (inode, error) {
	return lookUp(int(file.Fd()), "", unix.AT_EMPTY_PATH)
}

func lookUp(dir int, path string, flags int) (inode, error) {
	var s unix.Statx_t
	err := unix.Statx(dir, path, flags, unix.STATX_INO, &s)
	for errors.Is(err, unix.EINTR) {
		err = unix.Statx(dir, path, flags, unix.STATX_INO, &s)
	}
	if err != nil {
		return inode{}, &os.PathError{Op: "statx", Path: path, Err: err}
	}
	return inode{s.Dev_major, s.Dev_minor, s.Ino}, nil
}
