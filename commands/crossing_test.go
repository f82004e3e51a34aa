package commands

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestAClickOnAnEditThatIsSeenIsAnsweredAfterIt has somebody click a moment after an edit of their hand was seen and before its
// answer has come: what they are answered stands, and isn't written over by the hand. Of an edit that hangs nobody waits long,
// and then the hand is written once more.
func TestAClickOnAnEditThatIsSeenIsAnsweredAfterIt(t *testing.T) {
	for name, c := range map[string]struct {
		ends, waits time.Duration // the edit after, the click for
		again       bool
	}{
		"seen":  {20 * time.Millisecond, 20 * time.Millisecond, false},
		"hangs": {time.Minute, crossWithin, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, key := newLive(nil, nil, time.Now, newAllowances(), 1), holder{"table", "ada"}
				h.live.Add(key, liveHand{asked: "1", id: "7", message: original, until: time.Now().Add(tokenLife), drawn: 1, shows: 2})
				hand, ok := h.begin(key)
				if !ok {
					t.Fatal("there is no edit: the test shows nothing")
				}
				ended := make(chan struct{})
				go func() {
					time.Sleep(c.ends)
					h.wrote(key, hand, 2)
					h.end(key)
					close(ended)
				}()
				began := time.Now()
				h.showing(t.Context(), key)
				if got := time.Since(began); got != c.waits {
					t.Errorf("the click waits %v, want %v", got, c.waits)
				}
				<-ended
				synctest.Wait()
				if left := h.leave(key); left.unsure != c.again || left.newest > 0 {
					t.Errorf("what is left to do is %+v", left)
				}
			})
		})
	}
}
