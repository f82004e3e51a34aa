package main

import (
	"errors"
	"fmt"
	"io"
)

// Exit codes beside 0 and 1; 75 and 78 follow sysexits.h.
const (
	exitUsage  = 2
	exitRetry  = 75
	exitConfig = 78
)

// errNotOK ends a run whose output said already what is wrong.
var errNotOK = errors.New("not everything is ok")

// A coded error ends the process with its code.
type coded struct {
	code int
	err  error
}

func (c *coded) Error() string { return c.err.Error() }
func (c *coded) Unwrap() error { return c.err }

// usagef is a wrong call of the program.
func usagef(format string, args ...any) error {
	return &coded{exitUsage, fmt.Errorf(format, args...)}
}

// exitCode writes the error for a person and returns the code to end with.
func exitCode(err error, stderr io.Writer) int {
	if err == nil {
		return 0
	}
	if !errors.Is(err, errNotOK) {
		_, _ = fmt.Fprintln(stderr, "bot:", err)
	}
	return codeOf(err)
}

// codeOf is the code that an error ends the process with.
func codeOf(err error) int {
	var c *coded
	if errors.As(err, &c) {
		return c.code
	}
	return 1
}
