package gateway

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

const testToken = "MTIz.gateway.token-in-clear"

// A scripted is a gateway that does what a test says on each connection, told the connection's number from 1.
type scripted struct {
	t       testing.TB
	gateway string // the address that it tells
	resume  string // the one that READY tells
	script  func(n int, c *call)
	mu      sync.Mutex
	calls   []*call
}

// A call is one connection to a scripted gateway.
type call struct {
	t      testing.TB
	ws     *websocket.Conn
	host   string
	resume string // the address that READY tells
	at     time.Time
	// Letters are taken in at once, as a socket's buffer does, so that the bot can always write.
	inbox chan letter
	mu    sync.Mutex
	got   []string // what the bot sent, heartbeats left out, e.g. "identify" or "resume s1 7"
}

type letter struct {
	data []byte
	err  error
}

func (c *call) receive() {
	for {
		_, data, err := c.ws.ReadMessage()
		c.inbox <- letter{data, err}
		if err != nil {
			close(c.inbox)
			return
		}
	}
}

func (s *scripted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/api/v10/gateway" {
		_, _ = fmt.Fprintf(w, `{"url":%q}`, s.gateway)
		return
	}
	upgrader := websocket.Upgrader{}
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &call{t: s.t, ws: ws, host: r.Host, resume: s.resume, at: time.Now(), inbox: make(chan letter, 1000)}
	go c.receive()
	s.mu.Lock()
	s.calls = append(s.calls, c)
	n := len(s.calls)
	s.mu.Unlock()
	s.script(n, c)
	_ = ws.Close()
}

// history is what the bot sent on each connection.
func (s *scripted) history() [][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all [][]string
	for _, c := range s.calls {
		c.mu.Lock()
		all = append(all, slices.Clone(c.got))
		c.mu.Unlock()
	}
	return all
}

// hangUp breaks all connections.
func (s *scripted) hangUp() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.calls {
		_ = c.ws.Close()
	}
}

func (s *scripted) times(what string) []time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []time.Time
	for _, c := range s.calls {
		c.mu.Lock()
		if slices.ContainsFunc(c.got, func(g string) bool { return strings.HasPrefix(g, what) }) {
			all = append(all, c.at)
		}
		c.mu.Unlock()
	}
	return all
}

func (c *call) send(format string, args ...any) {
	_ = c.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...))
}

func (c *call) hello(beat time.Duration) {
	c.send(`{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":%d,"_trace":["x"]}}`, beat.Milliseconds())
}

func (c *call) ready(session string) {
	c.send(`{"t":"READY","s":1,"op":0,"d":{"v":9,"session_id":%q,"resume_gateway_url":%q,"user":{"id":"1"},"guilds":[{"id":"5","unavailable":true},{"id":"6"}]}}`, session, c.resume)
	settle()
}

func (c *call) resumed(seq int) {
	c.send(`{"t":"RESUMED","s":%d,"op":0,"d":{}}`, seq)
	settle()
}

// settle lets discordgo send its first heartbeat. A fault at that very moment would make one of its goroutines wait for
// the session's mutex while another sleeps with it, and the time of a bubble stands still while anyone waits for a mutex.
func settle() { <-time.After(time.Millisecond) }

func (c *call) interaction(seq int, id string) {
	c.send(`{"t":"INTERACTION_CREATE","s":%d,"op":0,"d":{"id":%q,"type":3,"data":{"component_type":99,"values":{"odd":1}}}}`, seq, id)
}

func (c *call) closeWith(code int) {
	_ = c.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""))
}

// read takes in what the bot sends, up to its next word that isn't a heartbeat; heartbeats are answered if answer is set.
func (c *call) read(answer bool) (string, bool) {
	for {
		got, open := <-c.inbox
		if !open {
			return "", false
		}
		data, err := got.data, got.err
		if err != nil {
			word := "lost"
			var closed *websocket.CloseError
			if errors.As(err, &closed) && closed.Code != websocket.CloseAbnormalClosure {
				word = fmt.Sprint("close ", closed.Code)
			}
			c.write(word)
			return word, false
		}
		var m struct {
			Op   int             `json:"op"`
			Data json.RawMessage `json:"d"`
		}
		if err := json.Unmarshal(data, &m); err != nil {
			c.t.Errorf("the bot sent %s", data)
			return "", false
		}
		switch m.Op {
		case 1:
			if answer {
				c.send(`{"op":11}`)
			}
			continue
		case 2:
			c.write("identify")
			return "identify", true
		case 6:
			var d struct {
				Token   string `json:"token"`
				Session string `json:"session_id"`
				Seq     int    `json:"seq"`
			}
			if err := json.Unmarshal(m.Data, &d); err != nil || d.Token != testToken {
				c.t.Errorf("bad RESUME %s", m.Data)
			}
			word := fmt.Sprintf("resume %s %d", d.Session, d.Seq)
			c.write(word)
			return word, true
		default:
			c.t.Errorf("the bot sent %s", data)
		}
	}
}

func (c *call) write(word string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.got = append(c.got, word)
}

// serve does what a good gateway does: greets, accepts whatever the bot wants, and answers heartbeats until the bot goes.
func (c *call) serve(beat time.Duration, then func()) {
	c.hello(beat)
	word, ok := c.read(true)
	if !ok {
		return
	}
	if word == "identify" {
		c.ready("s1")
	} else {
		c.resumed(100)
	}
	if then != nil {
		then()
	}
	for ok {
		_, ok = c.read(true)
	}
}

// A watched is a Gateway under test.
type watched struct {
	*Gateway
	*scripted
	stop    context.CancelFunc
	ended   chan error
	log     *bytes.Buffer // read it when ended has spoken
	arrived chan string   // ids of interactions
	dialled chan string   // addresses, those of the gateway only
}

const beat = 40 * time.Second

// watch runs a Gateway against a script, in memory, so that it can be in a bubble of testing/synctest.
func watch(t testing.TB, script func(n int, c *call), with ...func(*Options)) *watched {
	t.Helper()
	w, leave := begin(t, script, with...)
	t.Cleanup(func() {
		leave()
		<-time.After(time.Minute) // discordgo sleeps for a second in Close, and scripts may sleep too
	})
	return w
}

// begin is watch outside of a bubble; leave ends it.
func begin(t testing.TB, script func(n int, c *call), with ...func(*Options)) (_ *watched, leave func()) {
	t.Helper()
	s := &scripted{t: t, gateway: "ws://gateway.test", resume: "ws://resume.test", script: script}
	w := &watched{
		scripted: s, ended: make(chan error, 1), log: new(bytes.Buffer),
		arrived: make(chan string, 5000), dialled: make(chan string, 5000),
	}
	pipes := newPipes()
	server := &http.Server{Handler: s, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)}
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(pipes)
	}()
	o := Options{
		API: "http://discord.test/api", Token: testToken,
		Log: slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
		OnInteraction: func(raw json.RawMessage) {
			var i struct{ ID string }
			if err := json.Unmarshal(raw, &i); err != nil {
				t.Error(err)
			}
			w.arrived <- i.ID
		},
		dial: func(ctx context.Context, _, addr string) (net.Conn, error) {
			if addr != "discord.test:80" {
				w.dialled <- addr
			}
			return pipes.dial(ctx)
		},
	}
	for _, change := range with {
		change(&o)
	}
	w.Gateway = New(o)
	ctx, stop := context.WithCancel(t.Context())
	w.stop = stop
	go func() { w.ended <- w.Run(ctx) }()
	return w, func() {
		stop()
		_ = server.Close()
		s.hangUp()
		<-served
	}
}

// A pipeListener is a socket in memory. A transport may still be dialling for nobody when it is closed.
type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newPipes() pipeListener {
	return pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (p pipeListener) dial(ctx context.Context) (net.Conn, error) {
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
