package main

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"runtime"
)

// newLog writes text to a terminal and JSON elsewhere.
func newLog(w io.Writer, level slog.Level) *slog.Logger {
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: discreet}
	if isTerminal(w) {
		return slog.New(slog.NewTextHandler(w, o))
	}
	return slog.New(slog.NewJSONHandler(w, o))
}

// discreet takes from what is logged of a panic all that might name cards: the
// arguments in its stack, and its value unless that is the runtime's own.
func discreet(_ []string, a slog.Attr) slog.Attr {
	switch a.Key {
	case "stack":
		a.Value = slog.StringValue(argumentsIn.ReplaceAllString(a.Value.String(), "$1(…)"))
	case "panic":
		if caught := a.Value.Any(); caught != nil {
			if _, own := caught.(runtime.Error); !own {
				a.Value = slog.StringValue(fmt.Sprintf("%T", caught))
			}
		}
	}
	return a
}

// argumentsIn finds a call in a stack: a line that isn't indented and ends in a
// list of arguments.
var argumentsIn = regexp.MustCompile(`(?m)^([^\s].*)\([^()\n]*\)$`)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// tell says which settings are in force: a line each on a terminal, one line of
// the log where programs read it.
func (s settings) tell(w io.Writer, log *slog.Logger) {
	if isTerminal(w) {
		s.print(w)
		return
	}
	var attrs []any
	for _, f := range s.facts() {
		attrs = append(attrs, f.name, f.value)
	}
	log.Info("settings", attrs...)
}

// logged has the log's last line say why the bot ends, where programs read the
// log; to a terminal [exitCode] says it.
func logged(w io.Writer, log *slog.Logger, err error) error {
	if err == nil || isTerminal(w) {
		return err
	}
	code := codeOf(err)
	log.Error("the bot ends", "why", err.Error(), "code", code)
	return &coded{code, errNotOK}
}
