package commands

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// TestAPanicInTellingOfAPanicEndsThere has an interaction break, and then what tells of it.
func TestAPanicInTellingOfAPanicEndsThere(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	l := newLine(Discord{Log: slog.New(slog.NewTextHandler(&log, nil))}, time.Now, 0)
	func() {
		defer l.caught(&interaction{ID: "77"}, func(string) { panic("the second") })
		panic("the first")
	}()
	if n := l.count.panics.Load(); n != 2 {
		t.Errorf("%d panics", n)
	}
	for _, want := range []string{"the first", "the second", "interaction=77"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q: %s", want, log.String())
		}
	}
}

// TestADeferralThatPanicsKeepsNobodyWaiting has the timer of an answer break: it has no recover but
// its own, and the visit waits for it.
func TestADeferralThatPanicsKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	l := newLine(Discord{Log: slog.New(slog.DiscardHandler)}, time.Now, 0) // its client is nil
	a := &answer{line: l, in: &interaction{}, sent: make(chan struct{})}
	a.deferIt()
	if err := a.afterDeferral(t.Context()); err != nil || a.promised {
		t.Error(err, a.promised)
	}
	if n := l.count.panics.Load(); n != 1 {
		t.Errorf("%d panics", n)
	}
}
