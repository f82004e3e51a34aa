//go:build !linux

package sqlite

import "os"

// lockContent does nothing where a handle can't have locks of its own beside
// SQLite's; the lock file is all there is.
func lockContent(*os.File) (free bool, err error) { return true, nil }

func unlockContent(*os.File) error { return nil }
