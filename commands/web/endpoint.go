package web

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// The paths of the two addresses that are entered in the developer portal.
const (
	InteractionsPath = "/interactions"
	EventsPath       = "/events"
)

// How long those who connect may take. Discord itself waits 3 s for an answer, and keeps its connections.
const (
	headerWait  = 5 * time.Second
	requestWait = 10 * time.Second
	idleWait    = 2 * time.Minute
	stopWait    = 5 * time.Second
	maxHeader   = 32 << 10
)

// Options say whose signatures are good and who listens.
type Options struct {
	// Key is the application's public key, against which each request is verified.
	Key ed25519.PublicKey
	// OnInteraction gets each interaction as Discord sent it, duplicates too, several at once. It owns the bytes, and must return at once.
	OnInteraction func(raw json.RawMessage)
	// OnServer hears that the bot was added to a server, where Discord is asked to tell such events. Nil: nobody listens.
	OnServer func(server string)
	// Peers are the workers that this one shares the work with. Nil: it has all of it.
	Peers *Peers
	// Log hears of what Discord signed and nobody can read, and on its lowest level of requests that aren't Discord's. Nil means silence.
	Log *slog.Logger
}

// An Endpoint is what Discord's requests come to. Make one with New. It is an [http.Handler].
type Endpoint struct {
	options Options
	mux     *http.ServeMux
	serving atomic.Bool
	bodies  bodies

	mu     sync.Mutex // guards closed, and that nobody begins to hand on after it
	closed bool
	work   sync.WaitGroup // of what is handed on

	interactions, events, pings, forged, unread atomic.Uint64
}

// Stats are the figures of an endpoint since it was made.
type Stats struct {
	Interactions uint64 // handed on
	Events       uint64 // of the application
	Pings        uint64 // by which Discord looks whether anybody is here
	Forged       uint64 // requests without a good signature, of which Discord itself sends some
	Unread       uint64 // too large, or signed and no JSON
	Forwarded    uint64 // of Interactions, brought to another worker that took them up
	Unforwarded  uint64 // of Interactions, handled here since the worker that was expected to didn't take them up
}

// New returns an endpoint.
func New(o Options) *Endpoint {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.OnServer == nil {
		o.OnServer = func(string) {}
	}
	e := &Endpoint{options: o, mux: http.NewServeMux()}
	e.mux.HandleFunc("POST "+InteractionsPath, e.signed(e.byDiscord, e.interaction))
	e.mux.HandleFunc("POST "+EventsPath, e.signed(e.byDiscord, e.event))
	if o.Peers != nil {
		e.mux.HandleFunc("POST "+PeersPath, e.signed(e.byPeer, e.brought))
	}
	return e
}

// ServeHTTP implements [http.Handler].
func (e *Endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) { e.mux.ServeHTTP(w, r) }

// Stats returns the figures of now.
func (e *Endpoint) Stats() Stats {
	s := Stats{Interactions: e.interactions.Load(), Events: e.events.Load(), Pings: e.pings.Load(), Forged: e.forged.Load(), Unread: e.unread.Load()}
	if p := e.options.Peers; p != nil {
		s.Forwarded, s.Unforwarded = p.sent.Load(), p.missed.Load()
	}
	return s
}

// Connected tells whether requests are answered.
func (e *Endpoint) Connected() bool { return e.serving.Load() }

// Serve answers the requests that come to l until ctx is done, and then those that have come. OnInteraction isn't called any more when
// it returns.
func (e *Endpoint) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler: e, ReadHeaderTimeout: headerWait, ReadTimeout: requestWait, WriteTimeout: requestWait, IdleTimeout: idleWait, MaxHeaderBytes: maxHeader,
		ErrorLog: slog.NewLogLogger(e.options.Log.Handler(), slog.LevelDebug), // what strangers do wrong
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	e.serving.Store(true)
	defer e.serving.Store(false)
	defer e.close()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	e.serving.Store(false)
	wait, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopWait)
	defer cancel()
	if err := srv.Shutdown(wait); err != nil {
		_ = srv.Close() // who is still sending is too slow for Discord
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// begin says whether something may still be handed on; then end says that it was.
func (e *Endpoint) begin() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.closed {
		e.work.Add(1)
	}
	return !e.closed
}

func (e *Endpoint) end() { e.work.Done() }

// close waits until what has begun is handed on, and has nothing more begin.
func (e *Endpoint) close() {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.work.Wait()
}

// signed has a request's body handled only if it is from whom it should be. Who isn't is told nothing but that, and of a body without the
// form of a signature nothing is read.
func (e *Endpoint) signed(by func(h http.Header) (signs func(body []byte) bool, ok bool), handle func(w http.ResponseWriter, body []byte)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		signs, ok := by(r.Header)
		if !ok {
			e.refuse(w, r)
			return
		}
		body, err := e.bodies.read(w, r)
		if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
			e.unread.Add(1)
			e.options.Log.Debug("request that is too large", "from", r.RemoteAddr, "path", r.URL.Path)
			w.Header().Set("Connection", "close") // nobody reads the rest
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		if err != nil {
			w.Header().Set("Connection", "close")
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if !signs(body) {
			e.refuse(w, r)
			return
		}
		handle(w, body)
	}
}

func (e *Endpoint) byDiscord(h http.Header) (signs func(body []byte) bool, ok bool) {
	s, ok := readSignature(h)
	return func(body []byte) bool { return s.signs(e.options.Key, body) }, ok
}

func (e *Endpoint) refuse(w http.ResponseWriter, r *http.Request) {
	e.forged.Add(1)
	e.options.Log.Debug("request without a good signature", "from", r.RemoteAddr, "path", r.URL.Path)
	http.Error(w, "invalid request signature", http.StatusUnauthorized)
}

// unreadable answers what Discord signed and isn't as its documentation has it. The log hears of no word of it.
func (e *Endpoint) unreadable(w http.ResponseWriter, path string, body []byte) {
	e.unread.Add(1)
	e.options.Log.Warn("Discord signed what can't be read", "path", path, "bytes", len(body))
	w.WriteHeader(http.StatusBadRequest)
}

// typePing is the type of an interaction by which Discord looks whether anybody is here.
const typePing = 1

// interaction takes up one.
func (e *Endpoint) interaction(w http.ResponseWriter, body []byte) {
	var in struct {
		Type int `json:"type"`
	}
	if json.Unmarshal(body, &in) != nil {
		e.unreadable(w, InteractionsPath, body)
		return
	}
	if in.Type == typePing {
		e.pings.Add(1)
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"type":1}`)
		return
	}
	if !e.begin() {
		w.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	e.interactions.Add(1)
	accept(w)
	if p := e.options.Peers; p != nil {
		if to := p.expected(body); to != "" {
			go e.forward(to, body) // so that whoever brought it can bring more by the same connection
			return
		}
	}
	defer e.end()
	e.hand(body)
}

// hand gives an interaction to whoever listens. Where that panics the interaction is lost, and no
// other is.
func (e *Endpoint) hand(body []byte) {
	defer func() {
		if caught := recover(); caught != nil {
			e.options.Log.Error("panic in a handler", "panic", caught, "stack", string(debug.Stack()))
		}
	}()
	e.options.OnInteraction(body)
}

// accept has Discord hear that something was taken before it hears the answer, as far as that lies with us.
func accept(w http.ResponseWriter) {
	w.Header().Set("Content-Length", "0") // so that nothing more is waited for
	w.WriteHeader(http.StatusAccepted)
	_ = http.NewResponseController(w).Flush() // where it can't be, it follows
}

// forward brings an interaction to another worker, or hands it on here. If both get it, what is stored is still done once; a table that is
// only asked for may be posted by both.
func (e *Endpoint) forward(to string, body []byte) {
	defer e.end()
	if err := e.options.Peers.forward(context.Background(), to, body); err != nil {
		if n := e.options.Peers.miss(time.Now()); n > 0 {
			e.options.Log.Warn("done here, since the worker that was expected to didn't take it up", "worker", to, "error", err, "since_last_told", n)
		}
		e.hand(body)
		return
	}
	e.options.Peers.sent.Add(1)
}
