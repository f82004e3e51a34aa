package table

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A brokenLetter is a letter that panics wherever the runner calls it beside a job.
type brokenLetter struct {
	letter
	in string // the method that panics
}

func (l *brokenLetter) breaks(in string) {
	if l.in == in {
		panic("broken in " + in)
	}
}

func (l *brokenLetter) stand() stand {
	l.breaks("stand")
	return l.letter.stand()
}

func (l *brokenLetter) forget() {
	l.breaks("forget")
	l.letter.forget()
}

func (l *brokenLetter) part() {
	l.breaks("part")
	l.letter.part()
}

func (l *brokenLetter) redo(ctx context.Context, p Post) error {
	l.breaks("redo")
	return l.letter.redo(ctx, p)
}

func (l *brokenLetter) delivery(k PostKind) delivery {
	l.breaks("delivery")
	return l.letter.delivery(k)
}

func (l *brokenLetter) deliver(ctx context.Context, p Post) error {
	l.breaks("deliver")
	return l.letter.deliver(ctx, p)
}

func (l *brokenLetter) delivered(ctx context.Context, f Fence, done []int64, now Refusals) error {
	l.breaks("delivered")
	return l.letter.delivered(ctx, f, done, now)
}

// TestWhatPanicsBesideAJobCostsItsOwnerOnly has each method of one owner panic, at a start at which
// it is due, while another owner is played at.
func TestWhatPanicsBesideAJobCostsItsOwnerOnly(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"stand", "forget", "part", "redo", "delivery", "deliver", "delivered"} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				var log bytes.Buffer
				d := &desk{papers: map[OwnerID]paper{"bad": {
					lines: []string{"hello"}, wake: time.Now(),
					owed: []Post{{ID: -1, Kind: toldOnce, To: Address{Person: "ann"}, Seq: 1}},
				}}}
				h := newRunner(time.Now, slog.New(slog.NewJSONHandler(&lockedWriter{mu: &mu, to: &log}, nil)), &counters{}, 8)
				h.open = func(id OwnerID, at *place) owner {
					l := letter{desk: d, place: at, id: id}
					if id != "bad" {
						return &l
					}
					return &brokenLetter{l, in}
				}
				quit := d.runsOn(h)
				synctest.Wait()
				switch in {
				case "forget":
					err := h.ask(t.Context(), "bad", job{verb: "break", do: func(context.Context, *place) error { panic("broken") }})
					if !errors.Is(err, ErrPanicked) {
						t.Error(err)
					}
				case "part":
					err := h.ask(t.Context(), "bad", job{verb: "part", do: func(context.Context, *place) error { return errOthers }})
					if !errors.Is(err, errLost) {
						t.Error(err)
					}
				case "redo":
					h.onceMore("bad", Post{Kind: toldNewest, Seq: 1}, true)
				}
				time.Sleep(2 * time.Hour)
				// What was asked of the broken owner is answered, and the other goes on.
				err := h.ask(t.Context(), "bad", job{verb: "look", do: func(context.Context, *place) error { return nil }})
				if err != nil {
					t.Errorf("asked: %v", err)
				}
				d.writes(t, h, "good", "well")
				synctest.Wait()
				if got := d.paper("good"); len(got.lines) != 1 || len(got.owed) != 0 {
					t.Errorf("the other has %q and owes %d", got.lines, len(got.owed))
				}
				quit()
				mu.Lock()
				defer mu.Unlock()
				n := strings.Count(log.String(), `"owner":"bad"`)
				if n == 0 || !strings.Contains(log.String(), "broken") || !strings.Contains(log.String(), `"stack"`) {
					t.Errorf("the log doesn't name it: %s", log.String())
				}
				if n > 400 {
					t.Errorf("the log is told %d times in two hours", n)
				}
			})
		})
	}
}

// A lockedWriter is written to by several.
type lockedWriter struct {
	mu *sync.Mutex
	to *bytes.Buffer
}

func (w *lockedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.to.Write(p)
}
