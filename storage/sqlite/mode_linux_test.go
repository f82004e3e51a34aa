package sqlite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"
)

// TestFileThatCannotBeTightenedIsRefused has a thread be somebody who may write
// the file, but not change its mode.
func TestFileThatCannotBeTightenedIsRefused(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a file that is somebody else's")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "rum.db")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{filepath.Dir(dir): 0o755, dir: 0o777, path: 0o666} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	opened := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with what it has become
		const nobody = 65534
		if err := unix.Setfsuid(nobody); err != nil {
			opened <- err
			return
		}
		_, err := Open(t.Context(), path, Options{})
		opened <- err
	}()
	err := <-opened
	var exposed *ExposedError
	if !errors.As(err, &exposed) || exposed.Mode != 0o666 || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("%v, want an ExposedError with the reason", err)
	}
	if content, err := os.ReadFile(path); err != nil || len(content) > 0 {
		t.Errorf("the file was written to: %d bytes (%v)", len(content), err)
	}
}
