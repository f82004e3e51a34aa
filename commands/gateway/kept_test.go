package gateway

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A drawer is the simplest place to keep a session in.
type drawer struct {
	mu    sync.Mutex
	text  string
	times int // that something was kept
}

func (d *drawer) Session(context.Context) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text, nil
}

func (d *drawer) KeepSession(_ context.Context, text string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.text, d.times = text, d.times+1
	return nil
}

// in has a Gateway keep its session in a drawer.
func (d *drawer) in(o *Options) { o.Sessions = d }

func TestTheNextProcessGoesOnWithTheSession(t *testing.T) {
	good := func(_ int, c *call) { c.serve(beat, func() { c.interaction(7, "a") }) }
	for name, tc := range map[string]struct {
		lived  time.Duration // how long the first one lives after its only interaction
		killed bool          // and isn't asked for its last word
		change func(*Options)
		script func(n int, c *call) // of the second one
		want   [][]string
	}{
		"told to stop": {want: [][]string{{"resume s1 7", "lost"}}},
		"killed at once": {killed: true, // what came in the last second comes again
			want: [][]string{{"resume s1 1", "lost"}}},
		"killed later": {killed: true, lived: 2100 * time.Millisecond,
			want: [][]string{{"resume s1 7", "lost"}}},
		"with another token": {change: func(o *Options) { o.Token += "x" },
			want: [][]string{{"identify", "lost"}}},
		"at another Discord": {change: func(o *Options) { o.API += "/" },
			want: [][]string{{"identify", "lost"}}},
		"without a memory": {change: func(o *Options) { o.Sessions = nil },
			want: [][]string{{"identify", "lost"}}},
		"after the session ended": {script: func(n int, c *call) {
			if n == 1 {
				c.hello(beat)
				c.read(true)
				c.send(`{"op":9,"d":false}`)
				c.read(true)
				return
			}
			good(n, c)
		}, want: [][]string{{"resume s1 7", "lost"}, {"identify", "lost"}}},
		"too late": {script: func(n int, c *call) {
			if n == 1 {
				c.hello(beat)
				c.read(true)
				c.closeWith(4009)
				return
			}
			good(n, c)
		}, want: [][]string{{"resume s1 7"}, {"identify", "lost"}}},
		"with a number that never was": {script: func(n int, c *call) {
			if n == 1 {
				c.hello(beat)
				c.read(true)
				c.closeWith(4007)
				return
			}
			good(n, c)
		}, want: [][]string{{"resume s1 7"}, {"identify", "lost"}}},
	} {
		bubble(t, name, func(t *testing.T) {
			var d drawer
			first := watch(t, good, d.in)
			first.took(1)
			<-time.After(tc.lived)
			first.end(t)
			if !tc.killed {
				first.Keep(t.Context())
			}
			if strings.Contains(d.text, testToken) {
				t.Errorf("the token is kept: %s", d.text)
			}
			script := good
			if tc.script != nil {
				script = tc.script
			}
			second := watch(t, script, d.in, func(o *Options) {
				if tc.change != nil {
					tc.change(o)
				}
			})
			<-time.After(20 * time.Second)
			second.end(t)
			if diff := cmp.Diff(tc.want, second.history()); diff != "" {
				t.Error(diff)
			}
			if text := first.log.String() + second.log.String(); strings.Contains(text, `"s1"`) || strings.Contains(text, "=s1") {
				t.Errorf("the session is in the log: %s", text)
			}
		})
	}
}

func TestAQuietSessionIsLeftAlone(t *testing.T) {
	bubble(t, "but for its beginning, its only event and its end", func(t *testing.T) {
		var d drawer
		w := watch(t, func(_ int, c *call) { c.serve(beat, func() { c.interaction(7, "a") }) }, d.in)
		w.took(1)
		<-time.After(time.Hour)
		w.end(t)
		w.Keep(t.Context())
		if d.times != 3 {
			t.Errorf("kept %d times", d.times)
		}
	})
}

func TestWhatIsMissedIsToldApart(t *testing.T) {
	for name, of := range map[string]struct{ killed, between bool }{
		"told to stop": {}, "killed": {killed: true},
		"told to stop twice": {between: true}, "killed, and the next told to stop before it was on the line": {killed: true, between: true},
	} {
		bubble(t, name, func(t *testing.T) {
			var d drawer
			first := watch(t, func(_ int, c *call) { c.serve(beat, nil) }, d.in)
			<-time.After(time.Second)
			first.end(t)
			if !of.killed {
				first.Keep(t.Context())
			}
			if of.between {
				left := d.text
				mute := watch(t, func(_ int, c *call) { c.read(false) }, d.in)
				<-time.After(time.Second)
				mute.end(t)
				mute.Keep(t.Context())
				if d.text != left && !of.killed {
					t.Errorf("kept by who was never on the line: %s, before it %s", d.text, left)
				}
			}
			var missed []bool
			second := watch(t, func(n int, c *call) {
				c.hello(beat)
				c.read(true)
				c.interaction(2, "missed")
				c.resumed(3)
				c.interaction(4, "heard")
				if n == 1 {
					return
				}
				c.read(true)
			}, d.in, func(o *Options) {
				o.OnMissed = func(_ json.RawMessage, unsure bool) { missed = append(missed, unsure) }
			})
			second.took(2)
			second.end(t)
			if diff := cmp.Diff([]bool{of.killed, false}, missed); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestALineThatIsOverTakesNothingIn has an event read by a line that is just cut: it comes again, so it is neither noted nor handed on.
func TestALineThatIsOverTakesNothingIn(t *testing.T) {
	for name, over := range map[string]bool{"as it stands": false, "over": true} {
		t.Run(name, func(t *testing.T) {
			g := New(Options{OnInteraction: func(json.RawMessage) {}})
			l := newLine(t.Context(), g.options, resumption{session: "s", seq: 1}, nil, nil)
			if over {
				l.cut(lineEnd{why: endStopped})
			}
			g.event(l, message{Type: "INTERACTION_CREATE", Seq: 2})
			if took := len(g.incoming) == 1; took == over || (l.session().seq == 2) == over {
				t.Errorf("taken on: %t, as far as %d", took, l.session().seq)
			}
		})
	}
}
