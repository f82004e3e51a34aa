package commands

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestPicturesLeftAwayAreLoggedOnceAMinute has a hundred messages go without theirs.
func TestPicturesLeftAwayAreLoggedOnceAMinute(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		l := newLine(Discord{Log: slog.New(slog.NewTextHandler(&text, nil))}, time.Now, lateTry)
		for i := range 100 {
			l.goesBare(draft{in: "7"}, errors.New("no room"))
			if i == 49 {
				<-time.After(sumEvery)
				synctest.Wait()
			}
		}
		<-time.After(2 * sumEvery)
		synctest.Wait()
		if n := strings.Count(text.String(), "\n"); n != 2 || strings.Count(text.String(), "messages=50") != 2 {
			t.Errorf("the log says:\n%s", &text)
		}
	})
}
