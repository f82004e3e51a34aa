//go:build !linux

package sqlite

import (
	"io/fs"
	"os"
)

// An inode tells a file from every other that exists at the same time.
type inode struct{ file fs.FileInfo }

func (i inode) same(as inode) bool { return os.SameFile(i.file, as.file) }

// inodeOf looks a name up.
func inodeOf(path string) (inode, error) {
	info, err := os.Stat(path)
	return inode{info}, err
}

// inodeOfOpen is where an open file is, whatever its name leads to by now.
func inodeOfOpen(file *os.File) (inode, error) {
	info, err := file.Stat()
	return inode{info}, err
}
