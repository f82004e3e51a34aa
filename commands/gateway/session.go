package gateway

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const handshakeWait = 10 * time.Second // for the gateway's address, and again for its connection

// newSession makes a session of discordgo's. A line has to take it before it can be opened.
//
// It is held on a short rein. Its requests and connections go where the line says, so no package variable is set and
// many bots can run in one process. It doesn't come back by itself after a loss: its way of doing so can't be stopped,
// waits on its own lock, tries a refused token for ever and counts no identifies; the Gateway makes a new session and a
// new line instead. It has no handlers, since the line keeps the events, keeps no state and prints nothing. It knows the
// token only for its IDENTIFY. What is left to it is the websocket, its IDENTIFY and its heartbeats.
func newSession(token string) (*discordgo.Session, error) {
	s, err := discordgo.New("")
	if err != nil {
		return nil, err
	}
	s.ShouldReconnectOnError = false
	s.ShouldRetryOnRateLimit = false
	s.MaxRestRetries = 0
	s.StateEnabled = false
	s.Compress = false
	s.LogLevel = discordgo.LogError - 1
	s.Identify.Token = token
	s.Identify.Intents = discordgo.IntentsGuilds
	s.Identify.Properties.Browser = "boathouse"
	return s, nil
}

// take has a session speak over the line, and live as long as it.
func (l *line) take(s *discordgo.Session) {
	s.Client = &http.Client{Transport: l, Timeout: handshakeWait}
	s.Dialer = &websocket.Dialer{NetDialContext: l.dial, HandshakeTimeout: handshakeWait}
}

// RoundTrip answers the only request that the session makes over HTTP: where is the gateway? The line asks Discord, or
// knows it from the session that is to be resumed.
//
// The session is told a ws:// address even when it is wss://, because the line does the encryption itself and so sees
// the frames that pass.
func (l *line) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodGet || !strings.HasSuffix(req.URL.Path, "/gateway") {
		return nil, fmt.Errorf("gateway: unexpected request %s %s", req.Method, req.URL.Path)
	}
	target, err := l.locate(req.Context())
	if err != nil {
		return nil, err
	}
	told := url.URL{Scheme: "ws", Host: target.Host, Path: target.Path}
	return &http.Response{
		StatusCode: http.StatusOK,
		Status:     "200 OK",
		Proto:      "HTTP/1.1",
		ProtoMajor: 1,
		ProtoMinor: 1,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(strings.NewReader(fmt.Sprintf(`{"url":%q}`, told.String()))),
		Request:    req,
	}, nil
}
