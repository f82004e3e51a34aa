package commands

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/table"
)

// TestAFullDiskIsOneErrorAMinute however many click, and each id that they are told is in the log.
// Any other fault is a line of its own, as a control.
func TestAFullDiskIsOneErrorAMinute(t *testing.T) {
	t.Parallel()
	for why, lines := range map[error]int{table.ErrFull: 3, errors.New("storage: locked"): 600} {
		synctest.Test(t, func(t *testing.T) {
			var text bytes.Buffer
			l := newLine(Discord{Log: slog.New(slog.NewTextHandler(&text, nil))}, time.Now, lateTry)
			told := map[string]bool{}
			for range 60 { // every two seconds, ten at once
				for range 10 {
					told[l.fault(&interaction{ID: "1"}, fmt.Errorf("commit: %w", why))] = true
				}
				<-time.After(2 * time.Second)
			}
			<-time.After(2 * sumEvery)
			synctest.Wait()
			if n := strings.Count(text.String(), "level=ERROR"); n != lines {
				t.Errorf("%v: %d lines, not %d: %.500s", why, n, lines, &text)
			}
			for id := range told {
				if !strings.Contains(text.String(), "id="+id) {
					t.Errorf("%v: somebody is told %s, which the log hasn't", why, id)
				}
			}
			if n := l.count.faults.Load(); n != 600 {
				t.Errorf("%d faults counted", n)
			}
		})
	}
}
