package gateway

import (
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// reach is what a gateway told of whether people can reach the bot.
type reach struct {
	mu    sync.Mutex
	start time.Time
	told  []string
}

func (r *reach) tell(what string, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.told = append(r.told, what+" "+at.Sub(r.start).Truncate(time.Second).String())
}

func TestItIsToldSinceWhenNobodyReachesTheBot(t *testing.T) {
	bubble(t, "silence", func(t *testing.T) {
		heard := &reach{start: time.Now()}
		w := watch(t, func(n int, c *call) {
			if n == 1 { // a heartbeat is answered, and then nothing any more
				c.hello(beat)
				c.read(true)
				c.ready("s1")
				c.read(false)
				return
			}
			c.serve(beat, func() { c.interaction(101, "after") })
		}, func(o *Options) {
			o.OnLost = func(since time.Time) { heard.tell("lost since", since) }
			o.OnFound = func() { heard.tell("found at", time.Now()) }
		})
		<-w.arrived
		synctest.Wait() // what is told of it may come after it
		mended := time.Since(heard.start).Truncate(time.Second)
		if mended < beat {
			t.Errorf("the silence was noticed after %v", mended)
		}
		want := []string{"lost since 0s", "found at 0s", "lost since 0s", "found at " + mended.String()}
		if diff := cmp.Diff(want, heard.told); diff != "" {
			t.Error(diff)
		}
		w.end(t)
		// To be told to stop is no outage.
		if n := len(heard.told); n != len(want) {
			t.Errorf("at the end: %v", heard.told)
		}
	})
}
