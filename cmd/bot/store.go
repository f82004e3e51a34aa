package main

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// explainStore tells what only a person can mend, which a supervisor shouldn't
// try again, from what may pass by itself.
func explainStore(path string, err error) error { return explainFile("BOATHOUSE_DB: "+path, path, err) }

// explainFile is explainStore for a file that is called so.
func explainFile(called, path string, err error) error {
	var busy *sqlite.BusyError
	var version *storage.VersionError
	var foreign *sqlite.ForeignError
	var unfinished *sqlite.UnfinishedError
	var exposed *sqlite.ExposedError
	var gone *sqlite.GoneError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &gone):
		return explainGone(gone)
	case errors.As(err, &exposed):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s has mode %03o, and may be read or changed by others than its owner; "+
			"it holds the seeds of running hands: chmod 600 it", exposed.Path, exposed.Mode)}
	case errors.As(err, &unfinished):
		return &coded{exitRetry, fmt.Errorf("BOATHOUSE_DB: the last write to %s was broken off; the next start of the bot rolls it back", path)}
	case errors.As(err, &busy) && busy.PID == 0:
		return &coded{exitRetry, fmt.Errorf("%s is in use by another bot, maybe by another name; one bot a file", called)}
	case errors.As(err, &busy):
		return &coded{exitRetry, fmt.Errorf("%s is in use by another bot, process %d; one bot a file", called, busy.PID)}
	case errors.As(err, &version) && version.File > version.Program:
		return &coded{exitConfig, fmt.Errorf("%s was written by a newer bot (version %d, this one knows %d); use that one, or a backup",
			called, version.File, version.Program)}
	case errors.As(err, &version):
		return &coded{exitConfig, fmt.Errorf("%s has version %d, this bot writes %d; `bot serve` brings it up", called, version.File, version.Program)}
	case errors.As(err, &foreign):
		return &coded{exitConfig, fmt.Errorf("%s isn't a file of this bot", called)}
	case errors.Is(err, fs.ErrNotExist):
		return &coded{exitConfig, fmt.Errorf("%s isn't there, or its folder isn't", called)}
	case isFull(err):
		return &coded{exitRetry, fmt.Errorf("the disk that holds %s is full; nothing was changed", path)}
	case staysBroken(err):
		return &coded{exitConfig, fmt.Errorf("%s: %w", called, err)}
	}
	return &coded{exitRetry, fmt.Errorf("%s: %w", called, err)}
}

// explainGone tells where the books are now. A restart would begin with what is
// there in their place, or with nothing: a person must look.
func explainGone(gone *sqlite.GoneError) error {
	if gone.Rescue == "" {
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %w", gone)}
	}
	return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s was removed or replaced under the running bot (%w); all that was acknowledged is in %s: "+
		"put it in the place of the file, without -wal, -shm and -journal beside it, and start", gone.Path, gone.Why, gone.Rescue)}
}

// explainServer is explainStore for a database. Of its address it tells what shows no
// password. A server that is away, or a standby that takes no changes, may be another
// one soon.
func explainServer(at database, err error) error {
	var version *storage.VersionError
	var foreign *postgres.ForeignError
	var readOnly *postgres.ReadOnlyError
	var refused *postgres.RefusedError
	var unreachable *postgres.UnreachableError
	var full *storage.FullError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unreachable):
		return &coded{exitRetry, fmt.Errorf("BOATHOUSE_DB: there is no PostgreSQL for %s, or it doesn't answer: %s", at, unreachable.Why)}
	case errors.As(err, &refused):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s: %s", at, refused.Why)}
	case errors.As(err, &readOnly):
		return &coded{exitRetry, fmt.Errorf("BOATHOUSE_DB: %s takes no changes: it is a standby, or set to be read-only", at)}
	case errors.As(err, &version) && version.File > version.Program:
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s was written by a newer bot (version %d, this one knows %d); use that one, or a backup",
			at, version.File, version.Program)}
	case errors.As(err, &version):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: %s has version %d, this bot writes %d; `bot serve` brings it up", at, version.File, version.Program)}
	case errors.As(err, &foreign):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: in %s is another program's data; the bot wants a database of its own, empty at first", at)}
	case errors.Is(err, postgres.ErrEmpty):
		return &coded{exitConfig, fmt.Errorf("BOATHOUSE_DB: nothing is in %s yet; `bot serve` begins it", at)}
	case errors.As(err, &full):
		return &coded{exitRetry, fmt.Errorf("the server that has %s has no room; nothing was changed: %w", at, full.Err)}
	}
	return &coded{exitRetry, fmt.Errorf("BOATHOUSE_DB: %s: %w", at, err)}
}

// isFull says whether the disk has no room.
func isFull(err error) bool {
	var full *storage.FullError
	return errors.As(err, &full) || errors.Is(err, syscall.ENOSPC)
}

// SQLite's codes for a file that stays as it is, however often it is opened.
// Source: its documentation, "result and error codes".
const (
	sqlitePerm     = 3
	sqliteReadonly = 8
	sqliteCorrupt  = 11
	sqliteCantOpen = 14
	sqliteNotADB   = 26
)

// staysBroken says whether a file can't be used before a person has mended it,
// or who may use it.
func staysBroken(err error) bool {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.EISDIR) {
		return true
	}
	var driver interface{ Code() int } // the driver's error
	if !errors.As(err, &driver) {
		return false
	}
	switch driver.Code() & 0xff { // what is above it says more of the same
	case sqlitePerm, sqliteReadonly, sqliteCorrupt, sqliteCantOpen, sqliteNotADB:
		return true
	}
	return false
}
