package gateway

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const writeWait = 5 * time.Second

// A line is one connection to the gateway. It stands between discordgo and the network, takes in what Discord sends and
// gives discordgo what that needs to keep the connection:
//
//   - it takes each message apart, once, and keeps the events; discordgo gets their numbers only;
//   - when nothing comes in for 1.25 heartbeats, it ends;
//   - RECONNECT, INVALID SESSION and the close frame end it before discordgo sees them, since discordgo would lock itself
//     up, identify on its own account, or forget the close code;
//   - when a session is to be resumed, the IDENTIFY that discordgo sends becomes a RESUME;
//   - discordgo's close frame stays here, since it would end the session for good.
//
// It ends once, for one reason, and discordgo then gets an error from every read and write.
type line struct {
	api   string // Discord's address, without a version
	token string
	begun resumption // what is to be resumed; its session is "" for a new one
	call  func(ctx context.Context, network, addr string) (net.Conn, error)
	proxy func(*url.URL) (*url.URL, error)
	roots *x509.CertPool
	heard func(time.Time) // told of each frame that comes in
	event func(message)   // told of each event

	ctx    context.Context // ends with the line
	cancel context.CancelFunc
	target *url.URL // where the gateway is; set by locate, read by dial

	mu   sync.Mutex
	raw  net.Conn // the socket, under any encryption
	conn *lineConn
	end  *lineEnd
	over chan struct{} // closed when end is set

	state resumption    // how far the session is
	ready chan struct{} // closed when Discord has accepted the session

	servers map[string]bool // that the bot is in or was removed from, as told before RESUMED; who tells events uses it alone

	spoke      atomic.Bool  // IDENTIFY or RESUME went out
	identified atomic.Int64 // when IDENTIFY went out, unix nanoseconds; 0 for never
	latency    atomic.Int64 // nanoseconds between the last heartbeat and its answer
}

// A resumption is what Discord needs to go on with a session after a lost connection.
type resumption struct {
	session string // "" for none
	url     string // where Discord wants to be called, "" when it didn't say
	seq     int64  // the last event that arrived
	tries   int    // attempts in a row that got no answer
	killed  bool   // the process that had it was, so what it did with what it heard last isn't known
}

// newLine makes a line that isn't connected yet.
func newLine(ctx context.Context, o Options, begun resumption, heard func(time.Time), event func(message)) *line {
	l := &line{
		api: strings.TrimRight(o.API, "/"), token: o.Token, begun: begun, state: begun, call: o.dial, proxy: o.Proxy, roots: o.roots,
		heard: heard, event: event, over: make(chan struct{}), ready: make(chan struct{}), servers: make(map[string]bool),
	}
	l.ctx, l.cancel = context.WithCancel(ctx)
	return l
}

// resumes tells whether the line goes on with a session.
func (l *line) resumes() bool { return l.begun.session != "" }

// session gives how far the session is.
func (l *line) session() resumption {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state
}

// note takes in an event of the session, and has take, if not nil, take it on. Of a line that is over nothing is taken in any
// more: how far the session is may have been read, and the event comes again to whoever goes on with it.
func (l *line) note(seq int64, take func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.end != nil {
		return
	}
	l.state.seq = seq
	if take != nil {
		take()
	}
}

// accept takes in an event by which Discord has accepted the session, and changes the session's state.
func (l *line) accept(seq int64, change func(*resumption)) {
	l.note(seq, func() {
		change(&l.state)
		if !l.isReady() {
			close(l.ready)
		}
	})
}

// locate finds the gateway's address.
func (l *line) locate(ctx context.Context) (*url.URL, error) {
	address := l.begun.url
	if address == "" {
		var err error
		if address, err = l.lookUp(ctx); err != nil {
			return nil, err
		}
	}
	target, err := url.Parse(address)
	if err != nil || target.Host == "" || target.Scheme != "ws" && target.Scheme != "wss" {
		return nil, fmt.Errorf("gateway: %q is no address of a gateway", address)
	}
	l.target = target
	return target, nil
}

func (l *line) lookUp(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.api+"/v10/gateway", nil)
	if err != nil {
		return "", err
	}
	transport := &http.Transport{DialContext: l.call, TLSClientConfig: &tls.Config{RootCAs: l.roots, MinVersion: tls.VersionTLS12}, TLSHandshakeTimeout: handshakeWait}
	if l.proxy != nil {
		transport.Proxy = func(r *http.Request) (*url.URL, error) { return l.proxy(r.URL) }
	}
	defer transport.CloseIdleConnections()
	resp, err := transport.RoundTrip(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	var wire struct {
		URL string `json:"url"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 1<<16)).Decode(&wire); err != nil || resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("gateway: no address from %s: %s", l.api, resp.Status)
	}
	return wire.URL, nil
}

// dial connects to the address that locate found, whatever address it is given.
func (l *line) dial(ctx context.Context, network, _ string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, handshakeWait)
	defer cancel()
	defer context.AfterFunc(l.ctx, cancel)()
	port := l.target.Port()
	secure := l.target.Scheme == "wss"
	switch {
	case port != "":
	case secure:
		port = "443"
	default:
		port = "80"
	}
	raw, err := l.connect(ctx, network, net.JoinHostPort(l.target.Hostname(), port))
	if err != nil {
		return nil, err
	}
	if !l.hold(raw) {
		_ = raw.Close()
		return nil, net.ErrClosed
	}
	conn := raw
	if secure {
		encrypted := tls.Client(raw, &tls.Config{ServerName: l.target.Hostname(), RootCAs: l.roots, MinVersion: tls.VersionTLS12})
		if err := encrypted.HandshakeContext(ctx); err != nil {
			_ = raw.Close()
			return nil, err
		}
		conn = encrypted
	}
	w := &lineConn{Conn: conn, line: l, idle: handshakeWait}
	w.in = bufio.NewReader(patient{w})
	l.mu.Lock()
	l.conn = w
	l.mu.Unlock()
	return w, nil
}

// hold keeps the socket so that the end of the line closes it, or tells that the line is over.
func (l *line) hold(raw net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.end != nil {
		return false
	}
	l.raw = raw
	return true
}

// cut ends the line for a reason. A second reason is ignored.
func (l *line) cut(end lineEnd) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.end == nil {
		l.end = &end
		l.cancel()
		if l.raw != nil {
			_ = l.raw.Close()
		}
		close(l.over)
	}
}

// ended gives the reason why the line, which is over, ended.
func (l *line) ended() *lineEnd {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.end
}

// isReady tells whether Discord has accepted the session on this line.
func (l *line) isReady() bool {
	select {
	case <-l.ready:
		return true
	default:
		return false
	}
}
