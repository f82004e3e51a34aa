package sqlite

import (
	"fmt"
	"io/fs"
	"time"
)

// A BusyError says that another process, or this one, has the file open for
// writing already.
type BusyError struct {
	Path  string
	PID   int       // 0 when the lock file doesn't say
	Since time.Time // when it took the lock; zero when the lock file doesn't say
}

// Error implements error, for logs.
func (e *BusyError) Error() string {
	return fmt.Sprintf("storage: %s is being written by process %d since %s", e.Path, e.PID, e.Since.Format(time.RFC3339))
}

// A ForeignError says that a file is no database of this project. It is left
// as it was.
type ForeignError struct {
	Path string
}

// Error implements error, for logs.
func (e *ForeignError) Error() string {
	return fmt.Sprintf("storage: %s is another program's file", e.Path)
}

// An UnfinishedError says that the last write to a file was broken off, before
// the file kept a log. [Open] rolls it back; who only reads can't.
type UnfinishedError struct {
	Path string
	Err  error
}

// Error implements error, for logs.
func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("storage: the last write to %s was broken off: %v", e.Path, e.Err)
}

// Unwrap returns the driver's error.
func (e *UnfinishedError) Unwrap() error { return e.Err }

// An ExposedError says that others than the owner may read or write a file that
// holds the seeds of hands under way.
type ExposedError struct {
	Path string
	Mode fs.FileMode
	Err  error // why [Open] couldn't change that
}

// Error implements error, for logs.
func (e *ExposedError) Error() string {
	return fmt.Sprintf("storage: %s has mode %03o", e.Path, e.Mode)
}

// Unwrap returns what the system says.
func (e *ExposedError) Unwrap() error { return e.Err }

// A GoneError says that a file was removed or replaced while it was open for
// writing. All that was acknowledged is in Rescue, a file that [Open] takes once
// it has the old name; what is there now was left alone.
type GoneError struct {
	Path   string
	Why    error  // what is no longer where it was
	Rescue string // "" when none was written
	Err    error  // why none could be
}

// Error implements error, for logs.
func (e *GoneError) Error() string {
	switch {
	case e.Rescue != "":
		return fmt.Sprintf("storage: %s is gone (%v), rescued to %s", e.Path, e.Why, e.Rescue)
	case e.Err != nil:
		return fmt.Sprintf("storage: %s is gone (%v) and can't be rescued: %v", e.Path, e.Why, e.Err)
	}
	return fmt.Sprintf("storage: %s is gone (%v)", e.Path, e.Why)
}

// Unwrap returns why nothing could be written.
func (e *GoneError) Unwrap() error { return e.Err }
