package gateway

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestARefusalAfterASessionIsAskedAbout has Discord close a line with 4004 that it had accepted, one
// that it never had, and one whose token it takes after all.
func TestARefusalAfterASessionIsAskedAbout(t *testing.T) {
	for name, one := range map[string]struct {
		accepted, refused bool
		lines             int
	}{"never accepted": {false, false, 1}, "refused for good": {true, true, 1}, "passes": {true, false, 2}} {
		bubble(t, name, func(t *testing.T) {
			asked := 0
			w := watch(t, func(n int, c *call) {
				switch {
				case n > 1:
					c.serve(beat, func() { c.interaction(2, "after") })
				case one.accepted:
					c.serve(beat, func() { c.closeWith(CodeTokenRefused) })
				default:
					c.hello(beat)
					c.read(true)
					c.closeWith(CodeTokenRefused)
					c.read(true)
				}
			}, func(o *Options) {
				o.Refused = func(context.Context) bool {
					asked++
					time.Sleep(30 * time.Second) // as three questions take
					return one.refused
				}
			})
			if !one.refused && one.accepted {
				w.took(1)
				w.end(t)
			} else if err := <-w.ended; !isClosed(err) {
				t.Error(err)
			}
			if len(w.history()) != one.lines || asked == 1 != one.accepted {
				t.Errorf("%d lines, asked %d times", len(w.history()), asked)
			}
		})
	}
}

func isClosed(err error) bool {
	var closed *ClosedError
	return errors.As(err, &closed)
}
