package rest_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// A crowd is a Discord that counts connections and holds requests up until it is
// told to go on.
type crowd struct {
	*httptest.Server
	edits, most atomic.Int64 // waiting; connections open at once
	goOn        chan struct{}
}

func newCrowd(t *testing.T, holds func(*http.Request) bool) (*crowd, *rest.Client) {
	t.Helper()
	c := &crowd{goOn: make(chan struct{})}
	c.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // until then the server doesn't notice who hangs up
		if holds(r) {
			c.edits.Add(1)
			select {
			case <-c.goOn:
			case <-r.Context().Done():
			}
		}
		ok(w)
	}))
	var open atomic.Int64
	c.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		switch s {
		case http.StateNew:
			c.most.Store(max(c.most.Load(), open.Add(1)))
		case http.StateClosed, http.StateHijacked:
			open.Add(-1)
		case http.StateActive, http.StateIdle:
		}
	}
	c.Start()
	t.Cleanup(c.Close)
	client := rest.New(rest.Options{API: c.URL + "/api", Token: botToken})
	t.Cleanup(client.Close)
	return c, client
}

// TestConnectionsAreBounded sends far more answers at once than there may be
// connections; each of them comes through.
func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	const calls = 10 * rest.Connections
	c, client := newCrowd(t, func(*http.Request) bool { return true })
	time.AfterFunc(100*time.Millisecond, func() { close(c.goOn) })
	var all sync.WaitGroup
	for n := range calls {
		all.Go(func() {
			token := ixToken + strconv.Itoa(n)
			if _, err := client.Respond(t.Context(), "3", token, rest.Payload{Body: map[string]any{"type": 6}}, false); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := c.most.Load(); n > rest.Connections {
		t.Errorf("%d connections were open at once, %d may be", n, rest.Connections)
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
	for c.edits.Load() < rest.Connections {
		if t.Context().Err() != nil {
			t.Fatal("the edits don't come")
		}
		<-time.After(time.Millisecond)
	}
	for n := range 10 {
		if _, err := client.Respond(t.Context(), "3", ixToken+strconv.Itoa(n), rest.Payload{Body: map[string]any{"type": 6}}, false); err != nil {
			t.Error(err)
		}
	}
	if n := c.edits.Load(); n != rest.Connections {
		t.Errorf("%d edits wait at Discord, for %d connections", n, rest.Connections)
	}
	stop()
	all.Wait()
}
