package rest_test

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

const (
	botToken = "MTIz.bot.token-in-clear"
	ixToken  = "aW50ZXJhY3Rpb24.token-in-clear"
)

// A request is one that the scripted Discord got.
type request struct {
	Method, Path, Query, Authorization, ContentType, Body string
	At                                                    time.Time
}

// scripted is a Discord that answers as it is told: reply answers each request and is told its number, from 1.
type scripted struct {
	mu    sync.Mutex
	got   []request
	reply func(n int, w http.ResponseWriter, r request)
}

func (d *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	got := request{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Authorization: r.Header.Get("Authorization"),
		ContentType: r.Header.Get("Content-Type"), Body: string(data), At: time.Now(),
	}
	d.mu.Lock()
	d.got = append(d.got, got)
	n := len(d.got)
	d.mu.Unlock()
	d.reply(n, w, got)
}

func (d *scripted) requests() []request {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]request(nil), d.got...)
}

// ok answers a message, be it by itself or as what an interaction's answer made.
func ok(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id":"9","channel_id":"5","resource":{"message":{"id":"9","channel_id":"5"}}}`)
}

func refuse(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// onSocket starts a scripted Discord on a real socket and gives a client of it.
func onSocket(t testing.TB, reply func(n int, w http.ResponseWriter, r request)) (*rest.Client, *scripted) {
	t.Helper()
	d := &scripted{reply: reply}
	server := httptest.NewServer(d)
	t.Cleanup(server.Close)
	c := rest.New(rest.Options{API: server.URL + "/api", Token: botToken})
	t.Cleanup(c.Close)
	return c, d
}

// inMemory is onSocket without sockets, so that the time of a testing/synctest bubble can pass.
func inMemory(t testing.TB, reply func(n int, w http.ResponseWriter, r request), with ...func(*rest.Options)) (*rest.Client, *scripted) {
	t.Helper()
	d := &scripted{reply: reply}
	transport := &http.Transport{DialContext: serve(t, d), MaxIdleConnsPerHost: 100}
	t.Cleanup(transport.CloseIdleConnections)
	options := rest.Options{API: "http://discord.test/api", Token: botToken, Transport: transport}
	for _, change := range with {
		change(&options)
	}
	return rest.New(options), d
}

// serve starts a server in memory and gives the way to dial it.
func serve(t testing.TB, h http.Handler) func(ctx context.Context, network, address string) (net.Conn, error) {
	t.Helper()
	pipes := newPipes()
	server := &http.Server{Handler: h, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(pipes)
	}()
	t.Cleanup(func() {
		_ = server.Close()
		<-done
	})
	return pipes.dial
}

// A pipeListener is a socket in memory. A transport may still be dialling for nobody when it is closed.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newPipes() pipeListener {
	return pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (p pipeListener) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p pipeListener) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p pipeListener) Close() error {
	close(p.closed)
	return nil
}

func (pipeListener) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }

// holdsSecret is the checker of the tests about secrets: it tells which secret a text holds.
func holdsSecret(text string) string {
	for _, s := range []string{botToken, ixToken} {
		if strings.Contains(text, s) {
			return s
		}
	}
	return ""
}
