package gateway

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestAPanicInReadingEndsTheLine has what takes in Discord's frames break, in the goroutine of
// discordgo's in which nobody else recovers.
func TestAPanicInReadingEndsTheLine(t *testing.T) {
	t.Parallel()
	l := newLine(context.Background(), Options{}, resumption{}, func(time.Time) {}, func(message) {})
	_, err := (&lineConn{line: l}).Read(make([]byte, 1)) // it has no connection
	var end *lineEnd
	if !errors.As(err, &end) || end.why != endLost || !strings.Contains(err.Error(), "panic") {
		t.Error(err)
	}
	select {
	case <-l.over:
	default:
		t.Error("the line goes on")
	}
}
