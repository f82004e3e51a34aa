package storage

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// ErrClosed says that the store is closed.
var ErrClosed = errors.New("storage: closed")

// A VersionError says that a file has another version than the program: a
// newer one can't be opened, an older one only for writing, which brings it up.
type VersionError struct {
	Path          string
	File, Program int64
}

// Error implements error, for logs.
func (e *VersionError) Error() string {
	return fmt.Sprintf("storage: %s has version %d, the program has %d", e.Path, e.File, e.Program)
}

// A FullError says that the disk is full: nothing was changed, and the same
// call may be made again when there is room.
type FullError struct {
	Err error
}

// Error implements error, for logs.
func (e *FullError) Error() string { return "storage: disk full: " + e.Err.Error() }

// Unwrap returns the error of the database.
func (e *FullError) Unwrap() error { return e.Err }

// Is makes it a [table.ErrFull].
func (e *FullError) Is(target error) bool { return target == table.ErrFull }

// A FatalError says that the disk failed or the file is damaged. What was under
// way may have been stored or not, nothing more will be, and the process should
// end: the next one finds the file as the disk has it.
type FatalError struct {
	Err error
}

// Error implements error, for logs.
func (e *FatalError) Error() string { return "storage: the file failed: " + e.Err.Error() }

// Unwrap returns the error of the database.
func (e *FatalError) Unwrap() error { return e.Err }

// An EventError says that a stored event can't be read. It doesn't say why,
// because the reason would quote the event, and with it a hidden deck.
type EventError struct {
	Table sitting.ID
	Seq   int64 // from 1
	Kind  string
}

// Error implements error, for logs.
func (e *EventError) Error() string {
	return fmt.Sprintf("storage: table %s: event %d, %q, can't be read", e.Table, e.Seq, e.Kind)
}

// Is makes it a [table.ErrBroken].
func (e *EventError) Is(target error) bool { return target == table.ErrBroken }

// A PanicError says that a change panicked, and that nothing of it is stored. Its text names no value
// that a change had in hand, which may be cards.
type PanicError struct {
	What  string // the runtime's own words, or the type of what was thrown
	Where string // function and line of each frame
}

// NewPanicError returns what a panic that was just caught becomes.
func NewPanicError(caught any) *PanicError {
	e := &PanicError{What: fmt.Sprintf("%T", caught)}
	if own, is := caught.(runtime.Error); is {
		e.What = own.Error()
	}
	var callers [32]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers[:])])
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		e.Where += fmt.Sprintf("\n%s %s:%d", f.Function, filepath.Base(f.File), f.Line)
	}
	return e
}

// Error implements error, for logs: its reader needs to know where.
func (e *PanicError) Error() string { return "storage: panic: " + e.What + e.Where }

// Is makes it a [table.ErrPanicked].
func (e *PanicError) Is(target error) bool { return target == table.ErrPanicked }
