//go:build !unix

package pgtest

import "syscall"

// runAs does nothing: a program runs as whoever starts it.
func runAs(*syscall.SysProcAttr, int, int) {}
