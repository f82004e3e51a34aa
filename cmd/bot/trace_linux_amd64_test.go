package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A change is what a program asks of the system that leaves a folder different, or makes sure that it stays so.
type change struct {
	do   effect
	path string // within the folder, "." for itself
	to   string // the new name
	at   int64  // where is written; how long a file is from now on
	data []byte
}

type effect string

const (
	creates   effect = "create"
	writes    effect = "write"
	truncates effect = "truncate"
	removes   effect = "remove"
	renames   effect = "rename"
	syncs     effect = "sync"
)

// String tells changes apart that two runs of a program make in the same order. What is written differs from run to
// run, and so does the length of the lock file, which names the process.
func (c change) String() string {
	if strings.HasSuffix(c.path, ".lock") {
		return fmt.Sprintf("%s %s", c.do, c.path)
	}
	return fmt.Sprintf("%s %s%s at %d, %d bytes", c.do, c.path, c.to, c.at, len(c.data))
}

// traced runs a program in a folder and returns the changes that it asks for, those of all its threads in one order.
// Before change number kill, from 0 and without the syncs, it is killed with signal 9, and that change isn't made; it
// is the last one returned. Where the system doesn't let us trace there is an error.
func traced(folder string, env []string, kill int, program string, args ...string) (changes []change, killed bool, err error) {
	runtime.LockOSThread() // the system ties what is traced to the thread that traces
	defer runtime.UnlockOSThread()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, false, err
	}
	defer func() { _ = null.Close() }()
	pid, err := syscall.ForkExec(program, append([]string{program}, args...), &syscall.ProcAttr{
		Dir: folder, Env: env, Files: []uintptr{null.Fd(), null.Fd(), null.Fd()}, Sys: &syscall.SysProcAttr{Ptrace: true, Setpgid: true},
	})
	if err != nil {
		return nil, false, fmt.Errorf("trace %s: %w", program, err)
	}
	t := &tracer{folder: folder, pid: pid, kill: kill}
	if err := t.follow(); err != nil {
		_ = unix.Kill(pid, unix.SIGKILL)
		_, _ = unix.Wait4(pid, nil, unix.WALL, nil)
		return nil, false, fmt.Errorf("trace %s: %w", program, err)
	}
	return t.changes, t.killed, nil
}

type tracer struct {
	folder  string
	pid     int
	kill    int
	changes []change
	counted int // of the changes, without the syncs
	killed  bool
}

// follow lets the program go from one system call to the next until it ends.
func (t *tracer) follow() error {
	var status unix.WaitStatus
	if _, err := unix.Wait4(t.pid, &status, unix.WALL, nil); err != nil {
		return err
	}
	if err := unix.PtraceSetOptions(t.pid, unix.PTRACE_O_TRACESYSGOOD|unix.PTRACE_O_TRACECLONE|unix.PTRACE_O_EXITKILL); err != nil {
		return err
	}
	for thread, signal := t.pid, unix.Signal(0); ; {
		if err := unix.PtraceSyscall(thread, int(signal)); err != nil && !errors.Is(err, unix.ESRCH) { // it died meanwhile
			return err
		}
		stopped, err := t.next(&status)
		if err != nil || stopped == 0 {
			return err
		}
		thread, signal = stopped, 0
		s := status.StopSignal()
		if s == unix.SIGTRAP|0x80 {
			if err := t.call(thread); err != nil {
				return err
			}
		} else if s != unix.SIGTRAP && s != unix.SIGSTOP { // with these a thread begins
			signal = s
		}
	}
}

// next waits for a thread of the program's own group to stop, since others of this process wait for their own children; 0 says
// that the program ended.
func (t *tracer) next(status *unix.WaitStatus) (thread int, err error) {
	for {
		thread, err := unix.Wait4(-t.pid, status, unix.WALL, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, err
		case status.Stopped():
			return thread, nil
		case thread == t.pid:
			return 0, nil
		}
	}
}

// A callInfo is what the system tells of a call that a thread is about to make, or has made.
type callInfo struct {
	Op   uint8
	_    [23]byte
	Call uint64
	Args [6]uint64
	_    [8]byte
}

const aboutTo = 1 // PTRACE_SYSCALL_INFO_ENTRY

// call looks at the call that a thread is about to make.
func (t *tracer) call(thread int) error {
	var raw [88]byte
	_, _, errno := unix.Syscall6(unix.SYS_PTRACE, unix.PTRACE_GET_SYSCALL_INFO, uintptr(thread), uintptr(len(raw)),
		uintptr(unsafe.Pointer(&raw)), 0, 0)
	if errors.Is(errno, unix.ESRCH) {
		return nil // it died meanwhile
	}
	if errno != 0 {
		return errno
	}
	var info callInfo
	if err := binary.Read(bytes.NewReader(raw[:]), binary.NativeEndian, &info); err != nil {
		return err
	}
	if info.Op != aboutTo {
		return nil
	}
	c, err := t.change(thread, info)
	if err != nil || c == nil {
		return err
	}
	t.changes = append(t.changes, *c)
	if c.do == syncs {
		return nil
	}
	if t.counted++; t.counted == t.kill+1 {
		t.killed = true
		return unix.Kill(t.pid, unix.SIGKILL)
	}
	return nil
}

// change is what a call changes in the folder, or nil.
func (t *tracer) change(thread int, info callInfo) (*change, error) {
	a := info.Args
	switch info.Call {
	case unix.SYS_PWRITE64:
		data, err := memory(thread, a[1], int(a[2]))
		return t.inFolder(change{do: writes, path: opened(thread, a[0]), at: int64(a[3]), data: data}), err
	case unix.SYS_WRITE, unix.SYS_WRITEV, unix.SYS_PWRITEV, unix.SYS_FALLOCATE, unix.SYS_TRUNCATE, unix.SYS_LINK, unix.SYS_LINKAT:
		if c := t.inFolder(change{path: opened(thread, a[0])}); c != nil {
			return nil, fmt.Errorf("call %d on %s isn't understood", info.Call, c.path)
		}
	case unix.SYS_FTRUNCATE:
		return t.inFolder(change{do: truncates, path: opened(thread, a[0]), at: int64(a[1])}), nil
	case unix.SYS_FSYNC, unix.SYS_FDATASYNC:
		return t.inFolder(change{do: syncs, path: opened(thread, a[0])}), nil
	case unix.SYS_UNLINK:
		return t.named(thread, change{do: removes}, a[0], 0)
	case unix.SYS_UNLINKAT:
		return t.named(thread, change{do: removes}, a[1], 0)
	case unix.SYS_RENAME:
		return t.named(thread, change{do: renames}, a[0], a[1])
	case unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2:
		return t.named(thread, change{do: renames}, a[1], a[3])
	case unix.SYS_OPEN:
		return t.opens(thread, a[0], a[1])
	case unix.SYS_OPENAT:
		return t.opens(thread, a[1], a[2])
	}
	return nil, nil
}

// opens is the making or emptying of a file, if opening it does that.
func (t *tracer) opens(thread int, path, flags uint64) (*change, error) {
	c, err := t.named(thread, change{do: creates}, path, 0)
	if err != nil || c == nil {
		return nil, err
	}
	_, err = os.Lstat(filepath.Join(t.folder, c.path))
	switch {
	case errors.Is(err, os.ErrNotExist) && flags&unix.O_CREAT != 0:
		return c, nil
	case err == nil && flags&unix.O_TRUNC != 0:
		c.do = truncates
		return c, nil
	}
	return nil, nil
}

// named is a change of names, which stand in the thread's memory.
func (t *tracer) named(thread int, c change, path, to uint64) (*change, error) {
	for _, n := range []struct {
		at uint64
		in *string
	}{{path, &c.path}, {to, &c.to}} {
		if n.at == 0 {
			continue
		}
		text, err := memory(thread, n.at, unix.PathMax)
		if err != nil {
			return nil, err
		}
		name, _, _ := bytes.Cut(text, []byte{0})
		if *n.in = string(name); !filepath.IsAbs(*n.in) {
			*n.in = filepath.Join(t.folder, *n.in) // the program runs there
		}
	}
	return t.inFolder(c), nil
}

// inFolder is a change with names as they are within the folder; nil for one elsewhere, or of a file that has no name
// any more.
func (t *tracer) inFolder(c change) *change {
	if strings.HasSuffix(c.path, " (deleted)") || !filepath.IsAbs(c.path) {
		return nil
	}
	in, err := filepath.Rel(t.folder, c.path)
	if err != nil || !filepath.IsLocal(in) {
		return nil
	}
	c.path = in
	if c.to != "" {
		c.to = filepath.Base(c.to)
	}
	return &c
}

// opened is the name of the file behind a thread's handle, "" for none.
func opened(thread int, handle uint64) string {
	name, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", thread, int32(handle)))
	if err != nil {
		return ""
	}
	return name
}

// memory reads from a thread's memory up to so many bytes, fewer where it ends.
func memory(thread int, at uint64, size int) ([]byte, error) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", thread))
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	data := make([]byte, size)
	n, err := f.ReadAt(data, int64(at))
	if n > 0 {
		err = nil
	}
	return data[:n], err
}
