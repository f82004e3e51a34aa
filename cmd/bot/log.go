package main

import (
	"context"
	"errors"
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
	log.Info("settings", attributes(s.facts())...)
}

// attributes are facts as a line of the log has them.
func attributes(facts []fact) (all []any) {
	for _, f := range facts {
		all = append(all, f.name, f.value)
	}
	return all
}

// logged has the log's last line say why the bot ends, and what it did. Why it
// ends by itself, [exitCode] says on a terminal.
func logged(ctx context.Context, w io.Writer, log *slog.Logger, err error, done ...any) error {
	if err == nil {
		log.Info("the bot ends", append([]any{"why", whyTold(ctx), "code", 0}, done...)...)
		return nil
	}
	if isTerminal(w) {
		return err
	}
	code := codeOf(err)
	log.Error("the bot ends", append([]any{"why", err.Error(), "code", code}, done...)...)
	return &coded{code, errNotOK}
}

// whyTold says who told the bot to stop.
func whyTold(ctx context.Context) string {
	if by := (*told)(nil); errors.As(context.Cause(ctx), &by) {
		return by.Error()
	}
	return "told to stop"
}
