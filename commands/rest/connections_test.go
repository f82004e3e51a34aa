package rest_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// A crowd is a Discord that holds requests up until it is told to go on. Each of
// them has a connection of its own.
type crowd struct {
	*httptest.Server
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

func newCrowd(t *testing.T, holds func(*http.Request) bool) (*crowd, *rest.Client) {
	t.Helper()
	c := &crowd{goOn: make(chan struct{})}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	t.Cleanup(c.Close)
	client := rest.New(rest.Options{API: c.URL + "/api", Token: botToken})
	t.Cleanup(client.Close)
	return c, client
}

// waits returns when as many requests are held up as there are connections.
func (c *crowd) waits(t *testing.T) {
	t.Helper()
	for held, _ := c.count(); held < rest.Connections; held, _ = c.count() {
		if t.Context().Err() != nil {
			t.Fatal("the requests don't come")
		}
		<-time.After(time.Millisecond)
	}
}

// TestConnectionsAreBounded sends far more answers at once than there may be
// connections; each of them comes through.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
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
	c.waits(t)
	close(c.goOn)
	all.Wait()
	if _, n := c.count(); n != rest.Connections {
		t.Errorf("%d connections were used at once, %d may be", n, rest.Connections)
	}
}

// TestSlowEditsHoldNoAnswerUp has as many edits wait at Discord as there are
// connections for them, and more; an answer comes through at once.
func TestSlowEditsHoldNoAnswerUp(t *testing.T) {
	t.Parallel()
	c, client := newCrowd(t, func(r *http.Request) bool { return strings.Contains(r.URL.Path, "/channels/") })
	ctx, stop := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for n := range rest.Connections + 10 {
		all.Go(func() {
			_, _ = client.EditMessage(ctx, strconv.Itoa(100+n), "9", rest.Payload{Body: map[string]any{"content": "x"}}) // it is stopped
		})
	}
	c.waits(t)
	soon, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for n := range 10 {
		if _, err := client.Respond(soon, "3", ixToken+strconv.Itoa(n), rest.Payload{Body: map[string]any{"type": 6}}, false); err != nil {
			t.Error(err)
		}
	}
	stop()
	all.Wait()
}
