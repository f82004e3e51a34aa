package gateway

import (
	"bufio"
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
)

// framed is a frame as a gateway sends it, whole.
func framed(opcode byte, text string) []byte { return serverFrame(nil, opcode, []byte(text)) }

// A passage is what came of what a gateway sent.
type passage struct {
	got    []byte    // by discordgo
	events []message // by whoever listens
	end    *lineEnd
}

// through sends something through a line.
func through(t testing.TB, sent io.Reader) passage {
	t.Helper()
	var p passage
	l := newLine(t.Context(), Options{}, resumption{}, func(time.Time) {}, func(m message) { p.events = append(p.events, m) })
	c := &lineConn{Conn: readConn{sent}, line: l, idle: time.Hour}
	c.in = bufio.NewReader(patient{c})
	var err error
	p.got, err = io.ReadAll(c)
	if err != nil && !errors.As(err, &p.end) {
		t.Fatalf("%T %v", err, err)
	}
	if p.end == nil {
		l.cut(lineEnd{why: endLost, err: io.EOF}) // ReadAll keeps the error for itself
		p.end = l.ended()
	}
	return p
}

// A readConn is a connection on which everything to be read has come.
type readConn struct{ from io.Reader }

func (c readConn) Read(p []byte) (int, error)         { return c.from.Read(p) }
func (c readConn) Write(p []byte) (int, error)        { return len(p), nil }
func (c readConn) Close() error                       { return nil }
func (c readConn) LocalAddr() net.Addr                { return &net.UnixAddr{} }
func (c readConn) RemoteAddr() net.Addr               { return &net.UnixAddr{} }
func (c readConn) SetDeadline(time.Time) error        { return nil }
func (c readConn) SetReadDeadline(t time.Time) error  { return nil }
func (c readConn) SetWriteDeadline(t time.Time) error { return nil }

const (
	upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"
	hello   = `{"t":null,"s":null,"op":10,"d":{"heartbeat_interval":41250}}`
)

// TestEachFrameGoesWhereItBelongs: events to who listens, whole, and what keeps the connection to discordgo, as it came.
func TestEachFrameGoesWhereItBelongs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var sent, want bytes.Buffer
	both := func(b []byte) { sent.Write(b); want.Write(b) }
	both([]byte(upgrade))
	both(framed(opText, hello))
	var events []string
	for i, size := range []int{0, 1, 60, 61, 62, 1 << 10, 1<<16 - 70, 1<<16 - 1, 1 << 16, 300_000} {
		data := `"` + strings.Repeat("x", size) + `"`
		text := fmt.Sprintf(`{"op":0,"s":%d,"t":"GUILD_CREATE","d":%s}`, i, data)
		number := framed(opText, fmt.Sprintf(`{"op":0,"s":%d,"t":"-"}`, i))
		sent.Write(framed(opText, text))
		want.Write(number)
		both(framed(0x9, "a ping"))
		// The same in three parts, and a ping among them.
		one, two := len(text)/3, len(text)/2
		first, middle, last := framed(opText, text[:one]), framed(opContinued, text[one:two]), framed(opContinued, text[two:])
		first[0] &^= bitFinal
		middle[0] &^= bitFinal
		sent.Write(first)
		both(framed(0x9, "a ping"))
		sent.Write(middle)
		sent.Write(last)
		want.Write(number)
		events = append(events, data, data)
		both(framed(opText, `{"op":11}`))
		both(framed(opText, `{"op":1,"d":null,"s":null,"t":null}`))
		both(framed(opText, `{"op":99,"d":`+data+`}`))
	}
	for name, reader := range map[string]io.Reader{
		"whole":         bytes.NewReader(sent.Bytes()),
		"byte by byte":  iotest.OneByteReader(bytes.NewReader(sent.Bytes())),
		"in odd pieces": &pieces{bytes.NewReader(sent.Bytes()), random},
	} {
		p := through(t, reader)
		if !bytes.Equal(p.got, want.Bytes()) {
			t.Errorf("%s: discordgo got %d bytes, want %d, or others", name, len(p.got), want.Len())
		}
		var got []string
		for _, e := range p.events {
			got = append(got, string(e.Data))
		}
		if !slices.Equal(got, events) {
			t.Errorf("%s: %d events, want %d, or others", name, len(got), len(events))
		}
		if p.end.why != endLost {
			t.Errorf("%s: ended with %v", name, p.end)
		}
	}
}

type pieces struct {
	from   io.Reader
	random *rand.Rand
}

func (p *pieces) Read(b []byte) (int, error) {
	return p.from.Read(b[:min(len(b), 1+p.random.IntN(5000))])
}

func TestAFailedHandshakePassesAsItIs(t *testing.T) {
	const answer = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 4\r\n\r\nsorr"
	if p := through(t, strings.NewReader(answer)); string(p.got) != answer {
		t.Errorf("got %q", p.got)
	}
}

func TestWhatDiscordgoMustNotSeeEndsTheLine(t *testing.T) {
	part := framed(opText, `{"op":`)
	part[0] &^= bitFinal
	for name, tc := range map[string]struct {
		sent []byte
		want lineEnd
	}{
		"reconnect":           {framed(opText, `{"op":7}`), lineEnd{why: endReconnect}},
		"in parts":            {slices.Concat(part, framed(opContinued, `7}`)), lineEnd{why: endReconnect}},
		"invalid":             {framed(opText, `{"d":false,"op":9}`), lineEnd{why: endInvalid}},
		"invalid, unsure":     {framed(opText, `{"op":9,"d":true}`), lineEnd{why: endUnsure}},
		"close":               {framed(opClose, "\x0f\xa4x"), lineEnd{why: endClosed, code: 4004}},
		"close, no reason":    {framed(opClose, ""), lineEnd{why: endClosed, code: 1005}},
		"close, in the midst": {slices.Concat(part, framed(opClose, "\x0f\xa4")), lineEnd{why: endClosed, code: 4004}},
		"no JSON":             {framed(opText, `{"op":0`), lineEnd{why: endNonsense}},
		"no operation":        {framed(opText, `{}`), lineEnd{why: endNonsense}},
		"compressed":          {framed(0x2, "x\x9c"), lineEnd{why: endLost}},
		"a part of nothing":   {framed(opContinued, `{}`), lineEnd{why: endLost}},
		"a part too many":     {slices.Concat(part, framed(opText, `{"op":11}`)), lineEnd{why: endLost}},
		"masked":              {clientFrame(opText, []byte(`{"op":11}`)), lineEnd{why: endLost}},
		"a ping too long":     {framed(0x9, strings.Repeat("x", 126)), lineEnd{why: endLost}},
		"far too long":        {[]byte{bitFinal | opText, 127, 0, 0, 0, 0, 4, 0, 0, 1}, lineEnd{why: endLost}},
	} {
		before := slices.Concat([]byte(upgrade), framed(opText, hello))
		p := through(t, bytes.NewReader(slices.Concat(before, tc.sent, framed(opText, `{"op":11}`))))
		if errors.Is(p.end.err, io.EOF) {
			t.Errorf("%s: not noticed", name)
		}
		p.end.err = nil
		if diff := cmp.Diff(tc.want, *p.end, cmp.AllowUnexported(lineEnd{})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if !bytes.Equal(p.got, before) {
			t.Errorf("%s: discordgo got %q", name, p.got[len(before):])
		}
	}
}

// FuzzLine sends anything after the handshake. What discordgo gets is whole frames and nothing that it mustn't see, every
// event has gone to who listens, and nothing panics.
func FuzzLine(f *testing.F) {
	f.Add(framed(opText, hello))
	f.Add(framed(opText, `{"op":11}`))
	f.Add(framed(opText, `{"op":0,"s":7,"t":"READY","d":{}}`))
	f.Add(framed(opClose, "\x0f"))
	f.Add([]byte{bitFinal | opText, 127, 255, 255, 255, 255, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, sent []byte) {
		p := through(t, io.MultiReader(strings.NewReader(upgrade), bytes.NewReader(sent)))
		got, whole := bytes.CutPrefix(p.got, []byte(upgrade))
		if p.end == nil || !whole {
			t.Fatalf("%v, got %q", p.end, p.got)
		}
		events := 0
		for r := bytes.NewReader(got); r.Len() > 0; {
			h, err := readHeader(r)
			payload := make([]byte, h.size)
			if _, short := io.ReadFull(r, payload); err != nil || short != nil {
				t.Fatalf("no frames: %q", got)
			}
			if h.isControl() {
				continue
			}
			var m message
			if err := json.Unmarshal(payload, &m); err != nil || m.Op == nil || *m.Op == gatewayReconnect || *m.Op == gatewayInvalid {
				t.Errorf("discordgo gets %q", payload)
			} else if *m.Op == gatewayEvent {
				if events++; m.Type != "-" || m.Data != nil {
					t.Errorf("discordgo gets the event %q", payload)
				}
			}
		}
		if events != len(p.events) {
			t.Errorf("%d events, %d numbers", len(p.events), events)
		}
	})
}

func TestTheLineIsEncryptedWhenDiscordSaysSo(t *testing.T) {
	s := &scripted{t: t}
	s.script = func(n int, c *call) {
		c.serve(beat, func() {
			if c.interaction(2, "x"); n == 1 {
				c.send(`{"op":7}`)
			}
		})
	}
	server := httptest.NewUnstartedServer(s)
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.StartTLS()
	defer server.Close()
	s.gateway = "wss://" + server.Listener.Addr().String()
	s.resume = s.gateway
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())

	arrived := make(chan struct{}, 10)
	o := Options{API: server.URL + "/api", Token: testToken, OnInteraction: func(json.RawMessage) { arrived <- struct{}{} }}
	o.roots = roots
	g := New(o)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- g.Run(ctx) }()
	<-arrived
	<-arrived
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if h := g.Health(); h.Identifies != 1 || h.Lines < 2 {
		t.Errorf("%+v", h)
	}

	l := newLine(t.Context(), New(Options{}).options, resumption{url: s.gateway}, func(time.Time) {}, func(message) {})
	if _, err := l.locate(t.Context()); err != nil {
		t.Fatal(err)
	}
	var unknown x509.UnknownAuthorityError
	if _, err := l.dial(t.Context(), "tcp", ""); !errors.As(err, &unknown) {
		t.Errorf("a certificate that nobody vouches for: %v", err)
	}
}

// TestABareSessionHangs shows that the faults of these tests are real: without the line discordgo waits for HELLO for
// ever.
func TestABareSessionHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &scripted{t: t, gateway: "ws://gateway.test", script: func(_ int, c *call) { c.read(true) }}
		pipes := newPipes()
		server := &http.Server{Handler: s}
		go func() { _ = server.Serve(pipes) }()
		dial := func(ctx context.Context, _, _ string) (net.Conn, error) { return pipes.dial(ctx) }
		session, err := discordgo.New(testToken)
		if err != nil {
			t.Fatal(err)
		}
		transport := &http.Transport{DialContext: dial}
		session.Client = &http.Client{Transport: toScript{transport}}
		session.Dialer = &websocket.Dialer{NetDialContext: dial}
		session.LogLevel = -1
		opened := make(chan error, 1)
		go func() { opened <- session.Open() }()
		select {
		case err := <-opened:
			t.Errorf("Open returned %v", err)
		case <-time.After(24 * time.Hour):
		}
		s.hangUp()
		if err := <-opened; err == nil {
			t.Error("opened without HELLO")
		}
		transport.CloseIdleConnections()
		_ = server.Close()
	})
}

type toScript struct{ http.RoundTripper }

func (t toScript) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.URL.Path = "http", "discord.test", "/api/v10/gateway"
	return t.RoundTripper.RoundTrip(r)
}
