package gateway

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/url"
	"runtime/debug"
	"sync/atomic"
	"time"
)

const (
	answerWait   = 20 * time.Second // from the first knock until Discord has accepted the session
	silenceLimit = 90 * time.Second // without a word from Discord, over all lines
	steadyAfter  = 30 * time.Second // a line that held so long was a good one
	longestPause = 15 * time.Second // between two lines
	mayEvery     = time.Second
	takenWithin  = time.Second // an interaction: a listener that takes longer hangs
	resumeTries  = 2           // without an answer, before a new session is started
	waiting      = 1024        // interactions that may wait for OnInteraction
)

// Options say where Discord is and who listens. OnInteraction must be set.
type Options struct {
	// API is Discord's address without a version, such as https://discord.com/api.
	API string
	// Token is the bot's token, without the word "Bot".
	Token string
	// Proxy gives the proxy to an address, http:// or https://, by which a socket is reached too;
	// nil, or where it gives nil: there is none.
	Proxy func(*url.URL) (*url.URL, error)
	// OnInteraction gets each interaction as Discord sent it, one at a time, in order, duplicates too. While it is busy
	// 1,024 more can wait, and Discord with those after them. While it takes none for a second, what comes is lost, and its sender
	// sees that the bot didn't answer. It owns the bytes.
	OnInteraction func(raw json.RawMessage)
	// OnMissed gets, in the same order, each interaction that Discord tells of while the bot goes on with a session: it
	// happened while nobody was on the line. Unsure: or just before, and a process that was killed may have answered it.
	// Nil: OnInteraction gets it.
	OnMissed func(raw json.RawMessage, unsure bool)
	// OnServer hears that the bot is in a server, or that it was removed from one. A server that is merely unavailable
	// is neither. It must return at once. Nil: nobody listens.
	OnServer func(server string, is bool)
	// OnServers hears when a session starts in which servers the bot is, all of them, those too that are unavailable: in others
	// it is no more. It must return at once. Nil: nobody listens.
	OnServers func(all []string)
	// OnDeleted hears that a channel or thread was deleted; whole: it may have had threads. It must
	// return at once. Nil: nobody listens.
	OnDeleted func(server, channel string, whole bool)
	// OnChanged hears that the bot may do more in a server, or in a channel of it, than before. It
	// must return at once. Nil: nobody listens.
	OnChanged func(server string)
	// OnLost hears that people can't reach the bot, and since when; OnFound that they can again. OnLost comes before the
	// first connection and may come several times in a row. Nil: nobody listens.
	OnLost  func(since time.Time)
	OnFound func()
	// May says whether the bot may be on the line. It is asked before each connection, and while it says no each second. Nil: it always may.
	May func(ctx context.Context) bool
	// Refused says whether Discord still refuses the token, after it closed a line for that (4004) whose session it had
	// accepted, or another's before it. It may take a minute. Nil: it does.
	Refused func(ctx context.Context) bool
	// Sessions keep the session for the next start of the bot, which then goes on with it: what happened meanwhile comes
	// first. Nil: each start begins a new one.
	Sessions Sessions
	// Log hears of connections made and lost. Nil means silence.
	Log *slog.Logger

	dial  func(ctx context.Context, network, addr string) (net.Conn, error) // nil: the network
	roots *x509.CertPool                                                    // nil: the system's
}

// A Gateway keeps the bot connected to Discord's gateway. Make one with New.
//
// It always has one line and one discordgo session at a time, and gives both up together when anything is wrong with
// either: it doesn't wait for a session's lock, nor for its goroutines, which end by themselves once their line is cut.
// The next line resumes Discord's session where it can. It starts a new one at most ten times an hour.
type Gateway struct {
	options  Options
	log      *slog.Logger
	incoming chan arrival
	places   chan struct{} // has one for each that waits

	session resumption // what could be resumed; Run's own
	kept    kept       // what was kept last; Run's own
	budget  budget     // Run's own

	live        atomic.Pointer[line] // the line that Discord has accepted, or nil
	heard       atomic.Int64         // unix nanoseconds
	hangs       atomic.Bool          // who listens took none for a while, though some waited
	excused     atomic.Int64         // unix nanoseconds: until then silence is the bot's own doing
	identifies  atomic.Int64
	resumes     atomic.Int64
	lines       atomic.Int64
	lost        atomic.Int64
	interaction atomic.Int64
}

// Health is how the connection is.
type Health struct {
	Connected    bool
	LastHeard    time.Time     // the last frame from Discord; zero when there was none
	Latency      time.Duration // of the line's last heartbeat; 0 when there was none
	Lines        int64         // connections begun
	Identifies   int64         // sessions started
	Resumes      int64         // sessions that Discord resumed
	Interactions int64         // interactions received
	Lost         int64         // interactions dropped because too many waited
}

// New returns a gateway that isn't connected. Run connects it.
func New(o Options) *Gateway {
	if o.dial == nil {
		o.dial = (&net.Dialer{Timeout: handshakeWait, KeepAlive: 15 * time.Second}).DialContext
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.OnLost == nil {
		o.OnLost = func(time.Time) {}
	}
	if o.OnMissed == nil {
		o.OnMissed = func(raw json.RawMessage, _ bool) { o.OnInteraction(raw) }
	}
	if o.OnServer == nil {
		o.OnServer = func(string, bool) {}
	}
	if o.OnDeleted == nil {
		o.OnDeleted = func(string, string, bool) {}
	}
	if o.OnChanged == nil {
		o.OnChanged = func(string) {}
	}
	if o.OnServers == nil {
		o.OnServers = func([]string) {}
	}
	if o.May == nil {
		o.May = func(context.Context) bool { return true }
	}
	if o.OnFound == nil {
		o.OnFound = func() {}
	}
	return &Gateway{options: o, log: o.Log, incoming: make(chan arrival, waiting), places: make(chan struct{}, waiting)}
}

// Connected tells whether Discord has accepted the session and the line stands.
func (g *Gateway) Connected() bool { return g.live.Load() != nil }

// Health tells how the connection is. It may be called at any time.
func (g *Gateway) Health() Health {
	h := Health{
		Lines:        g.lines.Load(),
		Identifies:   g.identifies.Load(),
		Resumes:      g.resumes.Load(),
		Interactions: g.interaction.Load(),
		Lost:         g.lost.Load(),
	}
	if l := g.live.Load(); l != nil {
		h.Connected, h.Latency = true, time.Duration(l.latency.Load())
	}
	if at := g.heard.Load(); at != 0 {
		h.LastHeard = time.Unix(0, at)
	}
	return h
}

// Run keeps the bot connected until ctx ends, and then returns nil. It returns a *ClosedError when no connection can ever
// do better, such as for a refused token, and a *SilentError when nothing was heard from Discord for 90 s. OnInteraction
// has been called for each interaction that arrived when it returns, and isn't called any more. Run may be called once.
func (g *Gateway) Run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	last, handed := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(handed)
		g.hand(last)
	}()
	go g.watch(ctx, stop)
	g.session = g.recall(ctx)
	err := g.keep(ctx)
	close(last)
	<-handed
	return err
}

// keep makes one line after the other. Its error is the end of the process; nil means that the caller wants to stop.
func (g *Gateway) keep(ctx context.Context) error {
	g.options.OnLost(time.Now())
	failures := 0 // lines in a row that didn't hold
	for {
		if failures > 1 {
			// The first try after a loss is made at once, since most losses are Discord moving the bot elsewhere.
			g.pause(ctx, jitter(min(time.Second<<min(failures-2, 10), longestPause)))
		}
		if g.session.session == "" {
			if d := g.budget.wait(time.Now()); d > 0 {
				g.excuse(d)
				g.pause(ctx, d)
			}
		}
		for ctx.Err() == nil && !g.options.May(ctx) {
			g.excuse(mayEvery)
			g.pause(ctx, mayEvery)
		}
		if ctx.Err() != nil {
			return silence(ctx)
		}
		held, end := g.line(ctx)
		if ctx.Err() != nil { // whatever the line ended with
			return silence(ctx)
		}
		if forGood(end.code) != "" && !g.passes(ctx, end) {
			if ctx.Err() != nil {
				return silence(ctx)
			}
			return &ClosedError{end.code}
		}
		level := slog.LevelWarn
		if end.why == endReconnect {
			level = slog.LevelInfo // Discord does so every few hours
		}
		g.log.Log(ctx, level, "gateway line ended", "why", end.Error(), "held", held, "resumable", g.session.session != "")
		failures++
		if held >= steadyAfter {
			failures = 1
			g.budget.worked()
		}
		if end.why == endInvalid || end.why == endUnsure {
			g.pause(ctx, time.Second+rand.N(4*time.Second)) // as Discord asks
		}
	}
}

// passes says whether a line was closed for a token that Discord takes after all.
func (g *Gateway) passes(ctx context.Context, end *lineEnd) bool {
	if end.code != CodeTokenRefused || g.options.Refused == nil || g.identifies.Load()+g.resumes.Load() == 0 {
		return false
	}
	g.excuse(silenceLimit) // while Discord is asked
	refused := g.options.Refused(ctx)
	g.excuse(0)
	return !refused && ctx.Err() == nil
}

// silence gives the *SilentError for which the gateway itself ended ctx, or nil when the caller ended it.
func silence(ctx context.Context) error {
	var silent *SilentError
	if errors.As(context.Cause(ctx), &silent) {
		return silent
	}
	return nil
}

// line makes one line, stays with it to its end, and tells how long Discord had accepted it.
func (g *Gateway) line(ctx context.Context) (held time.Duration, end *lineEnd) {
	session, err := newSession(g.options.Token)
	if err != nil {
		return 0, &lineEnd{why: endLost, err: err}
	}
	var l *line // from here on whatever goes wrong cuts it, which ends its context
	l = newLine(ctx, g.options, g.session, g.hear, func(m message) { g.event(l, m) })
	l.take(session)
	g.lines.Add(1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				l.cut(lineEnd{why: endLost, err: fmt.Errorf("discordgo panicked: %v\n%s", p, debug.Stack())})
			}
		}()
		if err := session.Open(); err != nil {
			l.cut(lineEnd{why: endLost, err: err})
		}
	}()
	held, end = g.stay(ctx, l)
	g.learn(l, end)
	return held, end
}

// stay waits for the end of the line and brings it about when Discord doesn't answer or ctx ends. It doesn't wait for
// discordgo, which may sleep or hold its lock.
func (g *Gateway) stay(ctx context.Context, l *line) (held time.Duration, end *lineEnd) {
	if !g.accepted(ctx, l) {
		return 0, l.ended()
	}
	since := time.Now()
	g.live.Store(l)
	defer g.live.Store(nil)
	g.log.Info("gateway connected", "resumed", l.resumes())
	g.options.OnFound()
	g.abide(ctx, l)
	return time.Since(since), l.ended()
}

// accepted waits until Discord has accepted the line's session. Before it does, it tells what was missed, which may be much; as long as it
// goes on it isn't silent. False: the line is over.
func (g *Gateway) accepted(ctx context.Context, l *line) bool {
	tick := time.NewTicker(answerWait)
	defer tick.Stop()
	for far := l.begun.seq; ; {
		select {
		case <-l.ready:
			return true
		case <-l.over:
			return false
		case <-tick.C:
			now := l.session().seq
			if now == far {
				l.cut(lineEnd{why: endUnanswered})
				return false
			}
			far = now
		case <-ctx.Done():
			l.cut(lineEnd{why: endStopped})
			return false
		}
	}
}

// abide keeps the session of a line that Discord has accepted until that is over.
//
// What is kept is how far it was a second ago: what came since may not be answered yet, and comes again after a kill.
//
// When ctx ends the socket is left without a word, since a close frame with 1000 would end the session: for some minutes
// Discord keeps what happens, and whoever goes on with the session hears of it.
func (g *Gateway) abide(ctx context.Context, l *line) {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	far := l.session()
	if !l.resumes() {
		g.remember(ctx, far, false)
	}
	for {
		select {
		case <-tick.C:
			g.remember(ctx, far, false)
			far = l.session()
		case <-l.over:
			g.options.OnLost(time.Unix(0, g.heard.Load()))
			return
		case <-ctx.Done():
			l.cut(lineEnd{why: endStopped})
			return
		}
	}
}

// learn takes from a line that is over what the next one needs.
func (g *Gateway) learn(l *line, end *lineEnd) {
	if at := l.identified.Load(); at != 0 {
		g.budget.spend(time.Unix(0, at))
	}
	g.session = l.session()
	switch {
	case !end.keepsSession():
		g.session = resumption{}
	case end.why == endStopped:
	case l.isReady(), g.session.seq != l.begun.seq: // it goes on with it
		g.session.tries = 0
	case l.spoke.Load():
		if g.session.tries++; g.session.tries >= resumeTries {
			g.session = resumption{}
		}
	default:
		g.session.url = "" // Discord couldn't be reached there
	}
}

// pause waits for d or the end of ctx.
func (g *Gateway) pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// jitter gives between half of d and all of it, so that bots that lost Discord together don't come back together.
func jitter(d time.Duration) time.Duration { return d/2 + rand.N(d/2+1) }

func (g *Gateway) hear(at time.Time) { g.heard.Store(at.UnixNano()) }

// excuse says that nothing will be heard for d because the bot itself waits.
func (g *Gateway) excuse(d time.Duration) { g.excused.Store(time.Now().Add(d).UnixNano()) }

// watch ends everything when nothing has been heard for too long.
func (g *Gateway) watch(ctx context.Context, stop context.CancelCauseFunc) {
	g.excuse(0)
	for ctx.Err() == nil {
		last := max(g.heard.Load(), g.excused.Load())
		left := time.Until(time.Unix(0, last).Add(silenceLimit))
		if left <= 0 {
			stop(&SilentError{silenceLimit})
			return
		}
		g.pause(ctx, left)
	}
}
