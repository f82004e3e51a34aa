package gateway

import (
	"bufio"
	"bytes"
	"context"
	"crypto/x509"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"
)

// serverFrame is a frame as a gateway sends it: not masked.
func serverFrame(head byte, payload []byte) []byte {
	frame := []byte{head}
	switch n := len(payload); {
	case n < 126:
		frame = append(frame, byte(n))
	case n < 1<<16:
		frame = binary.BigEndian.AppendUint16(append(frame, 126), uint16(n))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 127), uint64(n))
	}
	return append(frame, payload...)
}

// through gives what discordgo gets of what a gateway sends, and why the line ended.
func through(t testing.TB, sent io.Reader) ([]byte, *lineEnd) {
	t.Helper()
	l := newLine(t.Context(), Options{}, resumption{}, func(time.Time) {})
	c := &lineConn{Conn: readConn{sent}, line: l, idle: time.Hour}
	c.in = bufio.NewReader(patient{c})
	got, err := io.ReadAll(c)
	var end *lineEnd
	if err != nil && !errors.As(err, &end) {
		t.Fatalf("%T %v", err, err)
	}
	if end == nil {
		l.cut(lineEnd{why: endLost, err: io.EOF}) // ReadAll keeps the error for itself
		end = l.ended()
	}
	return got, end
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

func TestFramesPassUnchanged(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var sent bytes.Buffer
	sent.WriteString(upgrade)
	sent.Write(serverFrame(bitFinal|opText, []byte(hello)))
	for _, size := range []int{0, 1, 125, 126, 127, maxControl, maxControl + 1, 1<<16 - 1, 1 << 16, 300_000} {
		event := []byte(`{"op":0,"s":3,"t":"GUILD_CREATE","d":"` + strings.Repeat("x", size) + `"}`)
		sent.Write(serverFrame(bitFinal|opText, event))
		sent.Write(serverFrame(opText, event)) // the first part of a message in parts
		sent.Write(serverFrame(bitFinal, event))
		sent.Write(serverFrame(bitFinal|0x9, event[:min(len(event), 125)])) // ping
	}
	want := sent.Bytes()
	for name, reader := range map[string]io.Reader{
		"whole":         bytes.NewReader(want),
		"byte by byte":  iotest.OneByteReader(bytes.NewReader(want)),
		"in odd pieces": &pieces{bytes.NewReader(want), random},
	} {
		got, end := through(t, reader)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: %d of %d bytes came through, or others", name, len(got), len(want))
		}
		if end.why != endLost {
			t.Errorf("%s: ended with %v", name, end)
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
	if got, _ := through(t, strings.NewReader(answer)); string(got) != answer {
		t.Errorf("got %q", got)
	}
}

func TestWhatDiscordgoMustNotSeeEndsTheLine(t *testing.T) {
	frame := func(text string) []byte { return serverFrame(bitFinal|opText, []byte(text)) }
	for text, tc := range map[string]struct {
		frame []byte
		want  lineEnd
	}{
		"reconnect":        {frame(`{"op":7}`), lineEnd{why: endReconnect}},
		"invalid":          {frame(`{"d":false,"op":9}`), lineEnd{why: endInvalid}},
		"invalid, unsure":  {frame(`{"op":9,"d":true}`), lineEnd{why: endUnsure}},
		"close":            {serverFrame(bitFinal|opClose, []byte{4004 >> 8, 4004 & 0xff, 'x'}), lineEnd{why: endClosed, code: 4004}},
		"close, no reason": {serverFrame(bitFinal|opClose, nil), lineEnd{why: endClosed, code: 1005}},
	} {
		_, end := through(t, io.MultiReader(strings.NewReader(upgrade), bytes.NewReader(frame(hello)), bytes.NewReader(tc.frame)))
		if diff := cmp.Diff(tc.want, *end, cmp.AllowUnexported(lineEnd{})); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

// FuzzLine sends anything after the handshake. What comes through is a part of what was sent, and nothing panics.
func FuzzLine(f *testing.F) {
	f.Add(serverFrame(bitFinal|opText, []byte(hello)))
	f.Add(serverFrame(bitFinal|opText, []byte(`{"op":11}`)))
	f.Add(serverFrame(bitFinal|opClose, []byte{0x0f}))
	f.Add([]byte{bitFinal | opText, 127, 255, 255, 255, 255, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, sent []byte) {
		all := append([]byte(upgrade), sent...)
		got, end := through(t, bytes.NewReader(all))
		if end == nil || !bytes.HasPrefix(all, got) {
			t.Errorf("%v, got %q", end, got)
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

	l := newLine(t.Context(), New(Options{}).options, resumption{url: s.gateway}, func(time.Time) {})
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
		pipes := make(pipeListener)
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
