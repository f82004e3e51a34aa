//go:build !linux

package pgtest

import "syscall"

// diesWithUs does nothing: only Linux can.
func diesWithUs(*syscall.SysProcAttr) {}
