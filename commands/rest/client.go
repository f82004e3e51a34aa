package rest

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// DefaultAPI is Discord's own address, without a version.
const DefaultAPI = "https://discord.com/api"

const (
	apiVersion = "v10"
	userAgent  = "DiscordBot (https://github.com/boathouse-rum/boathouse, 1)"

	attemptTimeout = 15 * time.Second
	answerTimeout  = 2 * time.Second // of a first answer, which Discord takes within 3 s only: there is time for one more
	maxAttempts    = 6
	firstBackoff   = 250 * time.Millisecond

	// connections are at most open at once for answers to interactions, and as many for everything else: where Discord
	// is slow with the one, the other doesn't wait.
	connections = 128
)

// Options say where Discord is and who the bot is.
type Options struct {
	// API is the address without a version, such as http://127.0.0.1:8787/api. Empty means DefaultAPI.
	API string
	// Token is the bot's token as Discord shows it, without the word "Bot".
	Token string
	// Rate is how many calls with the bot's token may count in a second; 0: DefaultRate.
	Rate int
	// Budget is where processes with the same token share that; the client then makes calls while Share runs. Nil means
	// that this is the only one.
	Budget Budget
	// Proxy gives the proxy to an address; nil, or where it gives nil: there is none.
	Proxy func(*url.URL) (*url.URL, error)
	// Transport carries the requests. Nil means the client's own, which keep connections open, and not too many.
	Transport http.RoundTripper
	// Log hears of waits and repeats. Nil means silence.
	Log *slog.Logger
	// Observe, if set, is called after each attempt, from several goroutines. It must not block.
	Observe func(Sample)
	// Held, if set, is called before a call waits for a limit of Discord's, from several goroutines, with the time before
	// which it isn't sent. It must not block.
	Held func(route string, until time.Time)
}

// A Sample is one attempt at a call, for counting.
type Sample struct {
	Kind   Kind
	Answer bool          // it went by an interaction's token, so it doesn't count against what a bot may do in a second
	Route  string        // method and path with names for ids, such as "PATCH /channels/{channel}/messages/{message}"
	Status int           // HTTP status, 0 when no answer came
	Waited time.Duration // for rate limits
	Took   time.Duration // from the first byte out to the last byte in, without waits for rate limits
}

// A Client makes calls. It may be used from several goroutines. Make one with New.
type Client struct {
	api     string
	secret  func() string   // the token; a function, so that printing a client doesn't print it
	token   *token          // what is known of it
	here    context.Context //nolint:containedctx // ends with Close
	end     context.CancelFunc
	http    *http.Client
	answers *http.Client // the same, for answers to interactions
	log     *slog.Logger
	observe func(Sample)
	held    func(route string, until time.Time)
	missed  chan struct{} // holds one that nobody has heard of yet
	limits  *limits
	guard   *guard
	clock   *clock
	budget  Budget
	name    string // in the budget
}

// New returns a client. It sends nothing.
func New(o Options) *Client {
	c := &Client{
		api:     strings.TrimRight(o.API, "/") + "/" + apiVersion,
		secret:  func() string { return o.Token },
		token:   newToken(),
		log:     o.Log,
		observe: o.Observe,
		held:    o.Held,
		missed:  make(chan struct{}, 1),
		limits:  newLimits(cmp.Or(o.Rate, DefaultRate)),
		guard:   &guard{},
		clock:   &clock{},
		name:    rand.Text(),
	}
	if c.budget = o.Budget; c.budget != nil {
		c.limits.bot = sharing(cmp.Or(o.Rate, DefaultRate))
	}
	if o.API == "" {
		c.api = DefaultAPI + "/" + apiVersion
	}
	if c.log == nil {
		c.log = slog.New(slog.DiscardHandler)
	}
	if c.observe == nil {
		c.observe = func(Sample) {}
	}
	if c.held == nil {
		c.held = func(string, time.Time) {}
	}
	c.here, c.end = context.WithCancel(context.Background())
	c.http, c.answers = newHTTP(o), newHTTP(o)
	return c
}

// A Line is how many calls with the bot's token may be made now.
type Line struct {
	Rate    int // in a second, by all processes together
	Places  int // of these, by this one
	Waiting int // calls of this one that wait for that
	Refused int // requests of all in ten minutes, 401, 403 or 429
}

// Line tells how many calls may be made now.
func (c *Client) Line() Line {
	now := time.Now()
	l := c.limits.bot.line(now)
	l.Refused = c.guard.all(now)
	return l
}

// Missed is a channel that tells that messages were refused for an emoji on them: once, however many there were since
// it was last received from.
func (c *Client) Missed() <-chan struct{} { return c.missed }

// Refused is a channel that is closed when Discord refuses the bot's token for good, after which nothing more is sent
// with it ([ErrTokenRefused]).
func (c *Client) Refused() <-chan struct{} { return c.token.refused }

// Close lets go of idle connections. Calls under way go on.
func (c *Client) Close() {
	c.end()
	c.http.CloseIdleConnections()
	c.answers.CloseIdleConnections()
}

// newHTTP makes a client on the options' transport, or on one of its own when that is nil.
func newHTTP(o Options) *http.Client {
	t := o.Transport
	if t == nil {
		t = newTransport(o.Proxy)
	}
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func newTransport(proxy func(*url.URL) (*url.URL, error)) http.RoundTripper {
	dialer := &net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}
	via := func(r *http.Request) (*url.URL, error) { return proxy(r.URL) }
	if proxy == nil {
		via = nil
	}
	return &http.Transport{
		Proxy:                 via,
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		MaxConnsPerHost:       connections,
		MaxIdleConnsPerHost:   connections,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   5 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
}

// decode reads JSON that Discord sent with a good status. The error, an [ErrUnread], names the route and not the bytes.
func decode(r route, data []byte, into any) error {
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%w: %s: %d bytes: %w", ErrUnread, r.name, len(data), err)
	}
	return nil
}
