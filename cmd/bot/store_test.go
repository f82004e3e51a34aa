package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"testing"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// driverError is an error of the driver's, by SQLite's code.
type driverError int

func (e driverError) Error() string { return fmt.Sprintf("SQLite says %d", int(e)) }
func (e driverError) Code() int     { return int(e) }

// TestOnlyWhatAPersonMustMendStopsASupervisor: 78 isn't tried again.
func TestOnlyWhatAPersonMustMendStopsASupervisor(t *testing.T) {
	for _, c := range []struct {
		err  error
		code int
	}{
		{nil, 0},
		{&sqlite.BusyError{PID: 7}, exitRetry},
		{&sqlite.BusyError{}, exitRetry},
		{&storage.FullError{Err: errors.New("no room")}, exitRetry},
		{&fs.PathError{Op: "write", Path: "rum.db.lock", Err: syscall.ENOSPC}, exitRetry},
		{driverError(5), exitRetry},                                    // busy
		{&storage.FatalError{Err: driverError(10 | 1<<8)}, exitRetry},  // a read failed
		{&storage.FatalError{Err: driverError(8 | 1<<8)}, exitConfig},  // readonly
		{&storage.FatalError{Err: driverError(11)}, exitConfig},        // corrupt
		{&storage.FatalError{Err: driverError(14 | 2<<8)}, exitConfig}, // can't open
		{fmt.Errorf("lock: %w", os.ErrPermission), exitConfig},
		{&fs.PathError{Op: "open", Path: "rum.db", Err: syscall.EROFS}, exitConfig},
		{&fs.PathError{Op: "open", Path: "rum.db", Err: syscall.EISDIR}, exitConfig},
		{&sqlite.UnfinishedError{Err: driverError(8 | 3<<8)}, exitRetry},
		{&sqlite.ExposedError{Mode: 0o644, Err: os.ErrPermission}, exitConfig},
		{&storage.FatalError{Err: &sqlite.GoneError{Why: fs.ErrNotExist, Rescue: "rum.db.rescued"}}, exitConfig},
		{&sqlite.GoneError{Why: fs.ErrNotExist, Err: syscall.ENOSPC}, exitConfig},
		{&storage.VersionError{File: 9, Program: 3}, exitConfig},
		{&sqlite.ForeignError{}, exitConfig},
		{fs.ErrNotExist, exitConfig},
		{errors.New("what nobody thought of"), exitRetry},
	} {
		err := explainStore("rum.db", c.err)
		if (err == nil) != (c.err == nil) || err != nil && codeOf(err) != c.code {
			t.Errorf("%v: %v", c.err, err)
		}
	}
}

func TestNoDatabaseIsNotTriedAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("rum.db", []byte("Dear diary, this is no database, and long enough to be read as one, or not."), 0o600); err != nil {
		t.Fatal(err)
	}
	env := served(t)
	env["BOATHOUSE_DB"] = "rum.db"
	for _, command := range []string{"serve", "export"} {
		if got := typed(t, env, "", command); got.code != exitConfig {
			t.Errorf("%s: %+v", command, got)
		}
	}
}
