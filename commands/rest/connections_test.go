package rest_test

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// A crowd is a Discord that holds requests up until it is told to go on. Each of
// them has a connection of its own.
type crowd struct {
	goOn chan struct{}

	mu         sync.Mutex
	held, most int // requests, now and at most
}

// holds notes that so many more requests are held up.
func (c *crowd) holds(more int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held += more
	c.most = max(c.most, c.held)
}

func (c *crowd) count() (held, most int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held, c.most
}

// newCrowd gives a crowd, in memory, and a client with its own two sets of connections.
func newCrowd(t *testing.T, holds func(*http.Request) bool) (*crowd, *rest.Client) {
	t.Helper()
	c := &crowd{goOn: make(chan struct{})}
	dial := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // until then the server doesn't notice who hangs up
		if holds(r) {
			c.holds(1)
			defer c.holds(-1)
			select {
			case <-c.goOn:
			case <-r.Context().Done():
			}
		}
		ok(w)
	}))
	client := rest.New(rest.Options{API: "http://discord.test/api", Token: botToken})
	client.DialBy(dial)
	t.Cleanup(client.Close)
	return c, client
}

// TestConnectionsAreBounded sends far more answers at once than there may be
// connections; each of them comes through.
func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls = 10 * rest.Connections
		c, client := newCrowd(t, func(*http.Request) bool { return true })
		var all sync.WaitGroup
		for n := range calls {
			all.Go(func() {
				token := ixToken + strconv.Itoa(n)
				if _, err := client.Respond(t.Context(), "3", token, rest.Payload{Body: map[string]any{"type": 6}}, false); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		close(c.goOn)
		all.Wait()
		if _, n := c.count(); n != rest.Connections {
			t.Errorf("%d connections were used at once, %d may be", n, rest.Connections)
		}
	})
}

// TestSlowEditsHoldNoAnswerUp has as many edits wait at Discord as there are
// connections for them, and more; an answer comes through at once.
func TestSlowEditsHoldNoAnswerUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, client := newCrowd(t, func(r *http.Request) bool { return strings.Contains(r.URL.Path, "/channels/") })
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for n := range rest.Connections + 10 {
			all.Go(func() {
				_, _ = client.EditMessage(ctx, strconv.Itoa(100+n), "9", rest.Payload{Body: map[string]any{"content": "x"}}) // it is stopped
			})
		}
		time.Sleep(10 * time.Second) // the client itself lets only so many go in some seconds
		synctest.Wait()
		if held, _ := c.count(); held != rest.Connections {
			t.Errorf("%d edits wait at Discord, %d may", held, rest.Connections)
		}
		start := time.Now()
		for n := range 10 {
			if _, err := client.Respond(t.Context(), "3", ixToken+strconv.Itoa(n), rest.Payload{Body: map[string]any{"type": 6}}, false); err != nil {
				t.Error(err)
			}
		}
		if waited := time.Since(start); waited != 0 {
			t.Errorf("answers waited %v", waited)
		}
		stop()
		all.Wait()
	})
}
