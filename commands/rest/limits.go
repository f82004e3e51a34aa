package rest

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Limits of Discord's and of this client's memory of them.
const (
	sweepEvery     = 256 // answers between two sweeps of buckets that no longer matter
	shortestPause  = time.Millisecond
	sparePerBucket = 2                      // calls that a spare one leaves room for, itself among them
	pressedFor     = 5 * time.Second        // after a limit was over, nothing spare is sent for so long
	windowBlur     = 300 * time.Millisecond // two answers' resets may differ by this and be the same

	scopeGlobal = "global"
	scopeShared = "shared"
)

// limits holds calls back so that Discord needn't.
//
// Discord counts by bucket: several routes may share one, and each channel or token ("major parameter") has its own
// count. Which bucket a route belongs to is learned from the first answer; until then one call of the route at a time
// goes out, except answers to interactions, which never wait for anything but a limit that was reached.
type limits struct {
	mu      sync.Mutex
	routes  map[string]string  // route → its bucket's hash, "" for a route without limit; as many as there are routes
	buckets map[string]*bucket // hash or route, with major parameter → what is left; swept
	answers int                // since the last sweep

	closed  time.Time // no call at all before this
	pressed time.Time // no spare call before this

	bot *turnstile // of the calls with the bot's token
}

// A bucket is one count of Discord's.
type bucket struct {
	known     bool // Discord has told the numbers
	limit     int
	remaining int // as of the last answer
	inFlight  int
	reset     time.Time     // when remaining is limit again
	changed   chan struct{} // closed, and made anew, when a call comes back
	pressed   time.Time     // it was reached, and nothing spare is sent before this
}

func newLimits(rate int) *limits {
	return &limits{routes: map[string]string{}, buckets: map[string]*bucket{}, bot: newTurnstile(rate)}
}

// acquire waits until the call may be sent, and tells held when it waits for a limit and until
// when. The turn must be given back with release. What waits for one of the bot's places takes no
// place in its bucket meanwhile, where a more urgent call may want it.
func (l *limits) acquire(ctx context.Context, r route, held func(string, time.Time)) (turn, error) {
	for since := time.Now(); ; {
		now := time.Now()
		if pause, changed := l.room(r, now); pause > 0 {
			if changed == nil {
				held(r.name, now.Add(pause))
			}
			if err := wait(ctx, pause, changed); err != nil {
				return turn{}, err
			}
			continue
		}
		var at *spot
		if !r.answer {
			var err error
			if at, err = l.bot.enter(ctx, r.kind(ctx), since, func(until time.Time) { held(r.name, until) }); err != nil {
				return turn{}, err
			}
		}
		is := turn{l.take(r, time.Now()), at}
		if is.bucket != nil && (at == nil || l.bot.stands(at)) {
			return is, nil
		}
		l.giveBack(is)
	}
}

// A turn is a call's to be made.
type turn struct {
	bucket *bucket
	spot   *spot // nil where the call is an answer
}

// giveBack gives back a turn that wasn't used.
func (l *limits) giveBack(is turn) {
	if is.bucket != nil {
		l.giveUp(is.bucket)
	}
	if is.spot != nil {
		l.bot.leave(is.spot, false, time.Now())
	}
}

// giveUp gives a bucket back for a call that isn't made.
func (l *limits) giveUp(b *bucket) {
	l.mu.Lock()
	defer l.mu.Unlock()
	b.inFlight--
	b.wake()
}

// room tells how long the call's bucket takes no further call, 0 when it takes one now, and, when
// the answer to another call could end the wait sooner, a channel that tells of it.
func (l *limits) room(r route, now time.Time) (time.Duration, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.full(r, now)
}

// take takes room in the call's bucket; nil: there is none now.
func (l *limits) take(r route, now time.Time) *bucket {
	l.mu.Lock()
	defer l.mu.Unlock()
	if pause, _ := l.full(r, now); pause > 0 {
		return nil
	}
	b := l.bucket(r)
	b.inFlight++
	return b
}

// full is room's. It wants the lock.
func (l *limits) full(r route, now time.Time) (time.Duration, <-chan struct{}) {
	if d := l.closed.Sub(now); d > 0 {
		return d, nil
	}
	key, limited := l.key(r)
	if b := l.buckets[key]; b != nil && limited {
		return b.full(r, now)
	}
	return 0, nil
}

// hasRoom says whether a call can be sent now that others needn't give way to.
func (l *limits) hasRoom(r route, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Before(l.closed) || now.Before(l.pressed) {
		return false
	}
	if !r.answer && !l.bot.hasRoom(now) {
		return false
	}
	key, _ := l.key(r)
	b := l.buckets[key]
	if b == nil || !b.known {
		return true
	}
	return !now.Before(b.pressed) && (!now.Before(b.reset) || b.remaining-b.inFlight >= sparePerBucket)
}

// full tells how long the bucket takes no further call, 0 when it takes one.
func (b *bucket) full(r route, now time.Time) (time.Duration, <-chan struct{}) {
	const untilAnAnswer = time.Minute // the answer to another call ends the wait
	if !b.known {
		if r.answer || b.inFlight == 0 {
			return 0, nil
		}
		return untilAnAnswer, b.changed
	}
	if !now.Before(b.reset) {
		b.remaining = b.limit
	}
	switch {
	case b.remaining > b.inFlight:
		return 0, nil
	case !now.Before(b.reset):
		return untilAnAnswer, b.changed
	case b.remaining > 0:
		return b.reset.Sub(now), b.changed
	default:
		return b.reset.Sub(now), nil
	}
}

// key gives the name of the route's bucket, and whether the route has a limit as far as is known.
func (l *limits) key(r route) (string, bool) {
	hash, learned := l.routes[r.name]
	if hash == "" {
		return r.name + " " + r.major, !learned
	}
	return hash + " " + r.major, true
}

// release gives a turn back with what the answer said, if there was one.
func (l *limits) release(is turn, r route, a answer, now time.Time) {
	if is.spot != nil {
		l.bot.leave(is.spot, true, now)
	}
	b := is.bucket
	l.mu.Lock()
	defer l.mu.Unlock()
	b.inFlight--
	if a.status != 0 {
		l.learn(r, a, now)
	}
	b.wake()
	if l.answers++; l.answers >= sweepEvery {
		l.answers = 0
		for key, b := range l.buckets {
			if b.inFlight == 0 && !now.Before(b.reset) && !now.Before(b.pressed) {
				delete(l.buckets, key)
			}
		}
	}
}

func (b *bucket) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// learn takes in the headers of an answer. Only a good answer without a bucket means that the route has none.
func (l *limits) learn(r route, a answer, now time.Time) {
	header := a.header
	hash := header.Get("X-RateLimit-Bucket")
	if _, learned := l.routes[r.name]; hash != "" || !learned && a.status/100 == 2 {
		l.routes[r.name] = hash
	}
	limit, err := strconv.Atoi(header.Get("X-RateLimit-Limit"))
	if err != nil {
		return
	}
	remaining, err := strconv.Atoi(header.Get("X-RateLimit-Remaining"))
	if err != nil {
		return
	}
	after, ok := seconds(header.Get("X-RateLimit-Reset-After"))
	if !ok {
		return
	}
	b := l.bucket(r)
	reset := now.Add(after)
	// Answers can come in another order than Discord counted them. Within one window the lowest number is true.
	if b.known && now.Before(b.reset) && reset.Before(b.reset.Add(windowBlur)) {
		remaining = min(remaining, b.remaining)
	}
	b.known, b.limit, b.remaining, b.reset = true, limit, remaining, later(b.reset, reset)
	b.wake()
}

func (l *limits) bucket(r route) *bucket {
	key, _ := l.key(r)
	b := l.buckets[key]
	if b == nil {
		b = &bucket{changed: make(chan struct{})}
		l.buckets[key] = b
	}
	return b
}

// reached takes in an answer 429.
func (l *limits) reached(r route, limit rateLimit, now time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	until := now.Add(limit.after)
	switch {
	case limit.wall, limit.global && r.answer:
		l.closed, l.pressed = later(l.closed, until), until.Add(pressedFor)
		l.bot.shut(until, false, now)
	case limit.global:
		l.pressed = until.Add(pressedFor)
		l.bot.shut(until, true, now)
	default:
		if l.routes[r.name] == "" {
			delete(l.routes, r.name) // it has a limit after all
		}
		b := l.bucket(r)
		b.known, b.remaining, b.limit = true, 0, max(b.limit, 1)
		b.reset, b.pressed = later(b.reset, until), until.Add(pressedFor)
		b.wake()
	}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// A rateLimit is what an answer 429 says.
type rateLimit struct {
	after  time.Duration // do not come back before
	global bool          // the limit is the whole bot's
	wall   bool          // it comes from what stands before Discord's API, and is of the whole address
}

// readRateLimit reads an answer 429: {"message", "retry_after", "global"} with X-RateLimit headers for a route's limit,
// X-RateLimit-Global or a global scope with Retry-After for the bot's, and something that isn't JSON, with Retry-After,
// from the wall before the API.
func readRateLimit(header http.Header, wire *refusal) rateLimit {
	limit := rateLimit{
		global: header.Get("X-RateLimit-Global") == "true" || header.Get("X-RateLimit-Scope") == scopeGlobal,
		wall:   wire == nil,
	}
	for _, name := range []string{"X-RateLimit-Reset-After", "Retry-After"} {
		if d, ok := seconds(header.Get(name)); ok {
			limit.after = max(limit.after, d)
		}
	}
	if wire != nil {
		limit.global = limit.global || wire.Global
		// The body is more exact than Retry-After, which is in whole seconds.
		if wire.RetryAfter > 0 {
			limit.after = toDuration(wire.RetryAfter)
		}
	}
	if limit.after <= 0 {
		limit.after = time.Second
	}
	return limit
}

// seconds reads a number of seconds, a fraction allowed.
func seconds(text string) (time.Duration, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || f < 0 {
		return 0, false
	}
	return toDuration(f), true
}

// toDuration rounds up, so that nobody comes back a moment too early. Longer than an hour counts as an hour: it is asked again then.
func toDuration(secs float64) time.Duration {
	return time.Duration(min(secs, 3600)*float64(time.Second)) + shortestPause
}

// wait sleeps for d, or returns the context's error. It returns at once when the context would end first, since a
// caller with a deadline is better served by an early no.
func wait(ctx context.Context, d time.Duration, wake <-chan struct{}) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if end, ok := ctx.Deadline(); ok && wake == nil && time.Until(end) < d {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-wake:
		return nil
	case <-timer.C:
		return nil
	}
}
