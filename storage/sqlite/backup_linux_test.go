package sqlite_test

import (
	"encoding/binary"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestBackupKeepsItsName watches the directory of a backup: a name that was not
// brought to the disk would be gone after a power cut, whole file and all. The
// system tells of opening a directory and not of syncing it, so that is looked for.
func TestBackupKeepsItsName(t *testing.T) {
	db, _ := fresh(t)
	openRooms(t, db, 1)
	dir := t.TempDir()
	watch, err := unix.InotifyInit1(unix.IN_NONBLOCK | unix.IN_CLOEXEC)
	is(t, err, nil)
	defer func() { _ = unix.Close(watch) }()
	if _, err := unix.InotifyAddWatch(watch, dir, unix.IN_MOVED_TO|unix.IN_OPEN); err != nil {
		t.Fatal(err)
	}
	is(t, db.Backup(t.Context(), filepath.Join(dir, "copy.db")), nil)

	told := make([]byte, 1<<16)
	n, err := unix.Read(watch, told)
	is(t, err, nil)
	moved, kept := false, false
	for told = told[:n]; len(told) > 0; {
		mask := binary.NativeEndian.Uint32(told[4:])
		moved = moved || mask&unix.IN_MOVED_TO != 0
		kept = kept || moved && mask&unix.IN_OPEN != 0 && mask&unix.IN_ISDIR != 0
		told = told[unix.SizeofInotifyEvent+binary.NativeEndian.Uint32(told[12:]):]
	}
	if !moved || !kept {
		t.Errorf("renamed: %t, directory opened after that: %t", moved, kept)
	}
}
