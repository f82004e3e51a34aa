package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// bubble runs a test in time of its own. A goroutine that is still there at the end fails it.
func bubble(t *testing.T, name string, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { t.Helper(); synctest.Test(t, f) })
}

// end stops the gateway and checks that it ended without a fault.
func (w *watched) end(t *testing.T) {
	t.Helper()
	synctest.Wait()
	w.stop()
	if err := <-w.ended; err != nil {
		t.Error(err)
	}
	synctest.Wait()
}

func (w *watched) took(n int) []string {
	var ids []string
	for range n {
		ids = append(ids, <-w.arrived)
	}
	return ids
}

func TestInteractionsArriveAsTheyCame(t *testing.T) {
	bubble(t, "in order, twice if sent twice", func(t *testing.T) {
		w := watch(t, func(_ int, c *call) {
			c.serve(beat, func() {
				for i, id := range []string{"a", "b", "b", "c"} {
					c.interaction(2+i, id)
				}
			})
		})
		if diff := cmp.Diff([]string{"a", "b", "b", "c"}, w.took(4)); diff != "" {
			t.Error(diff)
		}
		<-time.After(2 * time.Hour)
		h := w.Health()
		if !w.Connected() || time.Since(h.LastHeard) > beat || h.Lines != 1 || h.Identifies != 1 || h.Interactions != 4 {
			t.Errorf("after two quiet hours: %+v", h)
		}
		w.end(t)
		if diff := cmp.Diff([][]string{{"identify", "lost"}}, w.history()); diff != "" {
			t.Error(diff)
		}
		if w.Connected() {
			t.Error("connected after the end")
		}
	})
}

func TestEveryLossIsMended(t *testing.T) {
	good := func(c *call) { c.serve(beat, func() { c.interaction(101, "after") }) }
	for name, tc := range map[string]struct {
		faulty int // connections that go wrong
		fault  func(n int, c *call)
		want   [][]string
		within time.Duration
	}{
		"no HELLO": {1, func(_ int, c *call) { c.read(true) },
			[][]string{{"lost"}, {"identify"}}, 11 * time.Second},
		"RECONNECT before HELLO": {3, func(_ int, c *call) { c.send(`{"op":7,"d":null}`); c.read(true) },
			[][]string{{"lost"}, {"lost"}, {"lost"}, {"identify"}}, 4 * time.Second},
		"no answer to IDENTIFY": {1, func(_ int, c *call) { c.hello(beat); c.read(true); c.read(true) },
			[][]string{{"identify", "lost"}, {"identify"}}, 31 * time.Second},
		"nonsense": {1, func(_ int, c *call) { c.send(`null`); c.read(true) },
			[][]string{{"lost"}, {"identify"}}, time.Second},
		"a heart that never beats": {1, func(_ int, c *call) { c.send(`{"op":10,"d":{"heartbeat_interval":0}}`); c.read(true) },
			[][]string{{"lost"}, {"identify"}}, time.Second},
		"a HELLO that can't be read, on the way back to a session": {2, func(n int, c *call) {
			if n == 2 {
				c.send(`{"op":10,"d":{"heartbeat_interval":0}}`)
				c.read(true)
				return
			}
			c.hello(beat)
			c.read(true)
			c.ready("s1")
		}, [][]string{{"identify"}, {"lost"}, {"resume s1 1"}}, 5 * time.Second},
		"nonsense in a session": {1, func(_ int, c *call) { c.serve(beat, func() { c.send(`{"op":0,"s":2,"t":"X","d":`) }) },
			[][]string{{"identify", "lost"}, {"identify"}}, 11 * time.Second},
		"RECONNECT": {1, func(_ int, c *call) { c.serve(beat, func() { c.interaction(7, "x"); c.send(`{"op":7,"d":null}`) }) },
			[][]string{{"identify", "lost"}, {"resume s1 7"}}, time.Second},
		"a lost connection": {1, func(_ int, c *call) { c.hello(beat); c.read(true); c.ready("s1"); c.interaction(7, "x") },
			[][]string{{"identify"}, {"resume s1 7"}}, time.Second},
		"silence": {1, func(_ int, c *call) { c.hello(beat); c.read(true); c.ready("s1"); c.read(false) },
			[][]string{{"identify", "lost"}, {"resume s1 1"}}, beat * 126 / 100},
		"no answer to RESUME": {3, func(n int, c *call) {
			c.hello(beat)
			c.read(true)
			if n == 1 {
				c.ready("s1")
				return
			}
			c.read(true)
		}, [][]string{{"identify"}, {"resume s1 1", "lost"}, {"resume s1 1", "lost"}, {"identify"}}, 45 * time.Second},
		"a session that is over": {2, func(n int, c *call) {
			c.hello(beat)
			c.read(true)
			if n == 1 {
				c.ready("s1")
				return
			}
			c.send(`{"op":9,"d":false}`)
			c.read(true)
		}, [][]string{{"identify"}, {"resume s1 1", "lost"}, {"identify"}}, 6 * time.Second},
		"a session that isn't taken yet": {2, func(n int, c *call) {
			c.hello(beat)
			c.read(true)
			if n == 1 {
				c.ready("s1")
				return
			}
			c.send(`{"op":9,"d":true}`)
			c.read(true)
		}, [][]string{{"identify"}, {"resume s1 1", "lost"}, {"resume s1 1"}}, 7 * time.Second},
		"closed with 4000": {1, func(_ int, c *call) { c.serve(beat, func() { c.closeWith(4000) }) },
			[][]string{{"identify", "lost"}, {"resume s1 1"}}, time.Second},
		"closed with 4009": {1, func(_ int, c *call) { c.serve(beat, func() { c.closeWith(4009) }) },
			[][]string{{"identify", "lost"}, {"identify"}}, 11 * time.Second},
	} {
		bubble(t, name, func(t *testing.T) {
			start := time.Now()
			w := watch(t, func(n int, c *call) {
				if n <= tc.faulty {
					tc.fault(n, c)
					return
				}
				good(c)
			})
			for id := range w.arrived {
				if id == "after" {
					break
				}
			}
			took := time.Since(start)
			if diff := cmp.Diff(tc.want, w.history()); diff != "" {
				t.Error(diff)
			}
			if took > tc.within {
				t.Errorf("mended after %v, want within %v", took, tc.within)
			}
			w.end(t)
		})
	}
}

func TestResumeGoesWhereDiscordWantsIt(t *testing.T) {
	bubble(t, "and elsewhere when nobody is there", func(t *testing.T) {
		w := watch(t, func(n int, c *call) {
			if n < 3 {
				c.hello(beat)
				c.read(true)
				if n == 1 {
					c.ready("s1")
				} else {
					c.resumed(5)
				}
				return
			}
			c.serve(beat, func() { c.interaction(101, "after") })
		})
		w.took(1)
		w.end(t)
		want := []string{"gateway.test:80", "resume.test:80", "resume.test:80"}
		for _, addr := range want {
			if got := <-w.dialled; got != addr {
				t.Errorf("dialled %s, want %s", got, addr)
			}
		}
		if w.calls[0].host != "gateway.test" || w.calls[1].host != "resume.test" {
			t.Errorf("hosts %s, %s", w.calls[0].host, w.calls[1].host)
		}
	})
}

func TestFatalCodesEndTheRun(t *testing.T) {
	for _, code := range []int{4004, 4010, 4011, 4012, 4013, 4014} {
		bubble(t, fmt.Sprint(code), func(t *testing.T) {
			start := time.Now()
			w := watch(t, func(_ int, c *call) {
				c.hello(beat)
				c.read(true)
				c.closeWith(code)
				c.read(true)
			})
			err := <-w.ended
			var closed *ClosedError
			if !errors.As(err, &closed) || closed.Code != code || !strings.Contains(err.Error(), fmt.Sprint(code)) {
				t.Errorf("got %v", err)
			}
			if time.Since(start) != 0 || len(w.history()) != 1 {
				t.Errorf("%d connections in %v", len(w.history()), time.Since(start))
			}
		})
	}
}

func TestNinetySecondsOfSilenceEndTheRun(t *testing.T) {
	for name, tc := range map[string]struct {
		script func(n int, c *call)
		with   func(*Options)
		want   time.Duration
	}{
		"from the start": {script: func(_ int, c *call) { c.read(true) }, want: 90 * time.Second},
		"nobody there": {with: func(o *Options) {
			o.API = "http://127.0.0.1:1/api"
			o.dial = nil
		}, want: 90 * time.Second},
		"later": {script: func(n int, c *call) {
			if n == 1 {
				defer time.AfterFunc(10*time.Minute+7*time.Second, func() { _ = c.ws.Close() }).Stop()
				c.serve(beat, nil)
			}
			c.read(true)
		}, want: 10*time.Minute + 97*time.Second},
	} {
		bubble(t, name, func(t *testing.T) {
			start := time.Now()
			w := watch(t, tc.script, func(o *Options) {
				if tc.with != nil {
					tc.with(o)
					o.dial = refuseDial
				}
			})
			err := <-w.ended
			var silent *SilentError
			if !errors.As(err, &silent) || silent.For != silenceLimit {
				t.Errorf("got %v", err)
			}
			if took := time.Since(start); took < tc.want-beat || took > tc.want {
				t.Errorf("ended after %v, want %v", took, tc.want)
			}
		})
	}
}

// TestWhoMayNotConnectWaits, however long, and connects within a second once it may: at the start, and after a line was lost.
func TestWhoMayNotConnectWaits(t *testing.T) {
	bubble(t, "ten minutes", func(t *testing.T) {
		var may atomic.Bool
		w := watch(t, func(n int, c *call) {
			if n == 1 {
				defer time.AfterFunc(time.Minute, func() { may.Store(false); _ = c.ws.Close() }).Stop()
			}
			c.serve(beat, nil)
		}, func(o *Options) { o.May = func(context.Context) bool { return may.Load() } })
		for connected := range 2 {
			select {
			case err := <-w.ended:
				t.Fatalf("gave up: %v", err)
			case <-time.After(10 * time.Minute):
			}
			if n := len(w.history()); n != connected {
				t.Errorf("%d connections, not %d", n, connected)
			}
			may.Store(true)
			<-time.After(mayEvery + time.Millisecond)
			if n := len(w.history()); n != connected+1 {
				t.Errorf("%d connections, not %d, once it may", n, connected+1)
			}
		}
		w.end(t)
	})
}

func TestAtMostTenIdentifiesInAnyHour(t *testing.T) {
	for name, script := range map[string]func(n int, c *call){
		"never accepted": func(_ int, c *call) { c.hello(beat); c.read(true); c.send(`{"op":9,"d":false}`); c.read(true) },
		"never answered": func(_ int, c *call) { c.hello(beat); c.read(true); c.read(true) },
		"accepted and dropped for good": func(_ int, c *call) {
			c.hello(beat)
			c.read(true)
			c.ready("s")
			<-time.After(35 * time.Second)
			c.send(`{"op":9,"d":false}`)
			c.read(true)
		},
	} {
		bubble(t, name, func(t *testing.T) {
			w := watch(t, script)
			select {
			case err := <-w.ended:
				t.Fatalf("gave up: %v", err)
			case <-time.After(6 * time.Hour):
			}
			at := w.times("identify")
			if len(at) < 30 {
				t.Errorf("only %d identifies in six hours", len(at))
			}
			for i := 10; i < len(at); i++ {
				if gap := at[i].Sub(at[i-10]); gap < time.Hour {
					t.Errorf("eleven identifies in %v", gap)
				}
			}
			w.end(t)
		})
	}
}

func TestAPanicDoesNotEndTheBot(t *testing.T) {
	bubble(t, "the next interaction is handled", func(t *testing.T) {
		handled := make(chan struct{})
		w := watch(t, func(_ int, c *call) {
			c.serve(beat, func() { c.interaction(2, "boom"); c.interaction(3, "fine") })
		}, func(o *Options) {
			o.OnInteraction = func(raw json.RawMessage) {
				if strings.Contains(string(raw), "boom") {
					panic("boom")
				}
				close(handled)
			}
		})
		<-handled
		w.end(t)
		if text := w.log.String(); !strings.Contains(text, "panic in a handler") || !strings.Contains(text, "gateway_test.go") {
			t.Errorf("no stack in the log: %s", text)
		}
	})
}

func TestABusyListenerDoesNotStopTheHeart(t *testing.T) {
	bubble(t, "what is too much is counted", func(t *testing.T) {
		block := make(chan struct{})
		taken := 0
		w := watch(t, func(_ int, c *call) {
			c.serve(beat, func() {
				for i := range 2 * waiting {
					c.interaction(2+i, "x")
				}
			})
		}, func(o *Options) {
			o.OnInteraction = func(json.RawMessage) { taken++; <-block }
		})
		<-time.After(time.Hour)
		h := w.Health()
		if !h.Connected || h.Lines != 1 || h.Interactions != 2*waiting || h.Lost != waiting-1 {
			t.Errorf("%+v", h)
		}
		close(block)
		synctest.Wait()
		if taken != waiting+1 {
			t.Errorf("%d were taken", taken)
		}
		w.end(t)
	})
}

// TestWhatComesAtOnceAfterAnOutageWaits has more come than may wait, to a listener who is slower than the line, before Discord goes on with
// the session.
func TestWhatComesAtOnceAfterAnOutageWaits(t *testing.T) {
	for _, slow := range []time.Duration{time.Millisecond, 50 * time.Millisecond} {
		bubble(t, slow.String(), func(t *testing.T) {
			const many = 3 * waiting
			taken := 0
			w := watch(t, func(n int, c *call) {
				c.hello(beat)
				c.read(true)
				if n == 1 {
					c.ready("s1")
					return
				}
				for i := range many {
					c.interaction(2+i, "x")
				}
				c.resumed(2 + many)
				for {
					if _, open := c.read(true); !open {
						return
					}
				}
			}, func(o *Options) {
				o.OnInteraction = func(json.RawMessage) {
					time.Sleep(slow)
					taken++
				}
			})
			<-time.After(10 * time.Minute)
			synctest.Wait()
			if h := w.Health(); taken != many || h.Interactions != many || h.Lost != 0 || h.Lines != 2 || h.Identifies != 1 {
				t.Errorf("%d taken: %+v", taken, h)
			}
			w.end(t)
		})
	}
}

func TestStoppingIsQuick(t *testing.T) {
	for name, script := range map[string]func(n int, c *call){
		"connected":     func(_ int, c *call) { c.serve(beat, nil) },
		"before HELLO":  func(_ int, c *call) { c.read(true) },
		"before READY":  func(_ int, c *call) { c.hello(beat); c.read(true); c.read(true) },
		"between lines": func(_ int, c *call) { c.closeWith(4000) },
	} {
		bubble(t, name, func(t *testing.T) {
			w := watch(t, script)
			<-time.After(5 * time.Second)
			start := time.Now()
			w.end(t)
			if took := time.Since(start); took != 0 {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestTheTokenIsNeverLogged(t *testing.T) {
	bubble(t, "whatever goes wrong", func(t *testing.T) {
		w := watch(t, func(n int, c *call) {
			switch n {
			case 1:
				c.send("%s", testToken)
			case 2:
				c.hello(beat)
				c.read(true)
				c.send(`{"op":0,"s":1,"t":"READY","d":{"session_id":%q}}`, testToken)
				settle()
			default:
				c.serve(beat, func() { c.closeWith(4004) })
			}
		})
		err := <-w.ended
		text := w.log.String() + err.Error()
		if strings.Contains(text, testToken) {
			t.Errorf("token in %s", text)
		}
		if !strings.Contains(text+fmt.Sprintf("%+v", w.options), testToken) {
			t.Error("the checker doesn't find a planted token")
		}
	})
}

func TestTheBudgetLastsThroughAnOutage(t *testing.T) {
	var b budget
	now := time.Unix(1_800_000_000, 0)
	var waits []time.Duration
	for range 12 {
		d := b.wait(now)
		waits = append(waits, d)
		now = now.Add(d)
		b.spend(now)
	}
	want := []time.Duration{0, 5 * time.Second, 10 * time.Second, 20 * time.Second, 40 * time.Second, 80 * time.Second, 160 * time.Second,
		320 * time.Second, 10 * time.Minute, 10 * time.Minute, 29*time.Minute + 25*time.Second, 10 * time.Minute}
	if !slices.Equal(want, waits[:len(want)]) {
		t.Errorf("got  %v\nwant %v", waits, want)
	}
	b.worked()
	if d := b.wait(now.Add(2 * time.Hour)); d != 0 {
		t.Errorf("after a good session: %v", d)
	}
}

func refuseDial(context.Context, string, string) (net.Conn, error) { return nil, errors.New("refused") }
