//go:build !linux

package pgtest

import "syscall"

// DiesWithUs does nothing: only Linux can.
func DiesWithUs(*syscall.SysProcAttr, syscall.Signal) {}
