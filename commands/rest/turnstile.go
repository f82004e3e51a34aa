package rest

import (
	"context"
	"slices"
	"sync"
	"time"
)

const (
	// DefaultRate is how many calls with its token Discord lets a bot make in a second.
	DefaultRate = 50

	leastRate    = 5           // that a bot goes on with, however often Discord says that it is too much
	eased        = time.Minute // until the bot tries more again
	longestEvery = 5           // each so many-th place is for who has waited longest

	counted  = time.Second     // after it has come in, a call counts for so long
	underWay = 2 * time.Second // a call that has no answer yet has come in by then
)

// A turnstile lets the bot's own calls through, in the order of their kinds: so many in any second,
// wherever on its way a call is when Discord counts it. So a place is taken from the moment in
// which its call leaves until a second after its answer, or after it must have come in where the
// answer takes long.
//
// A fifth of the places is left free for calls of people and what comes before them, which would
// else wait until one of many is free again. Each fifth call that goes is of the kind of which one
// has waited longest, so nobody waits for ever behind earlier kinds. Calls of one kind go in turns
// of the places where they began. KindLast has no part in that, and leaves half of the places to
// others.
//
// Where the bot is several processes, the places are what this one has of all for now (a [part]).
type turnstile struct {
	mu      sync.Mutex
	most    int   // places there are
	pace          // how many of them are in use
	part    *part // nil: the bot is this process alone
	taken   []*spot
	quiet   time.Time // nobody is let through before this
	waiting [kinds]queue
	let     int // how many were let through who may have waited
	wake    *time.Timer
}

// A spot is one of the places, taken.
type spot struct{ until time.Time }

// A waiter is a call before the turnstile.
type waiter struct {
	place string        // where it began
	since time.Time     // it came
	ready chan struct{} // closed when it is let through
	spot  spot          // which it has then
}

func newTurnstile(most int) *turnstile { return &turnstile{most: most, pace: pace{Places: most}} }

// A pace is how many places are in use: fewer for a while when Discord said that there were too many calls.
type pace struct {
	Places int       `json:"places"`
	More   time.Time `json:"more"` // when there are more again
}

// lower has half as many places in use for a while.
func (p *pace) lower(most int, until time.Time) {
	p.Places, p.More = max(p.Places/2, min(leastRate, most)), until.Add(eased)
}

// ease has more places in use again, if it is time.
func (p *pace) ease(most int, now time.Time) {
	for p.Places < most && !now.Before(p.More) {
		p.Places, p.More = min(max(2*p.Places, 1), most), p.More.Add(eased)
	}
	p.Places = min(p.Places, most)
}

// enter waits until a call may be made that came at a moment, and tells held when Discord has shut
// the bot out for a while. Whoever is let through leaves again.
func (t *turnstile) enter(ctx context.Context, k Kind, since time.Time, held func(until time.Time)) (*spot, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	place, _ := ctx.Value(placeKey{}).(string)
	w := &waiter{place: place, since: since, ready: make(chan struct{})}
	now := time.Now()
	t.mu.Lock()
	quiet := t.quiet
	if end, ok := ctx.Deadline(); ok && end.Before(quiet) {
		t.mu.Unlock()
		return nil, context.DeadlineExceeded // a caller with a deadline is better served by an early no
	}
	t.waiting[k].add(w)
	t.admit(now)
	t.beg()
	t.mu.Unlock()
	if now.Before(quiet) {
		held(quiet)
	}
	select {
	case <-w.ready:
		return &w.spot, nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting[k].remove(w)
	w.spot.until = time.Time{} // it may have been let through just now
	t.admit(time.Now())
	return nil, ctx.Err()
}

// leave gives a place back; one that was used is free a little later.
func (t *turnstile) leave(at *spot, used bool, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !used {
		at.until = now
	} else if until := now.Add(counted); until.Before(at.until) {
		at.until = until
	}
	t.admit(now)
}

// admit lets through whoever may go now, and sees that it is called again when another may. It wants the lock.
func (t *turnstile) admit(now time.Time) {
	free := t.free(now)
	for ; free > 0; free-- {
		k, ok := t.next(free)
		if !ok {
			break
		}
		w := t.waiting[k].next()
		w.spot.until = now.Add(underWay + counted)
		t.taken = append(t.taken, &w.spot)
		close(w.ready)
	}
	if t.waits() == 0 {
		return
	}
	next := t.quiet
	if !now.Before(next) {
		if len(t.taken) == 0 {
			return // there are none, until some are given
		}
		next = slices.MinFunc(t.taken, func(a, b *spot) int { return a.until.Compare(b.until) }).until
	}
	if t.wake != nil {
		t.wake.Stop()
	}
	t.wake = time.AfterFunc(next.Sub(now), func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.admit(time.Now())
	})
}

// free counts the places that may be taken. It wants the lock.
func (t *turnstile) free(now time.Time) int {
	if t.part == nil {
		t.ease(t.most, now)
	}
	t.taken = slices.DeleteFunc(t.taken, func(at *spot) bool { return !now.Before(at.until) })
	if now.Before(t.quiet) {
		return 0
	}
	return t.here(now) - len(t.taken)
}

// here is how many places there are: none where the lease on them is over. It wants the lock.
func (t *turnstile) here(now time.Time) int {
	if t.part != nil && !now.Before(t.part.until) {
		return 0
	}
	return t.Places
}

// stands says whether a call that was let through may still be made: the process may have been paused since.
func (t *turnstile) stands(at *spot) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	return now.Before(at.until) && (t.part == nil || now.Before(t.part.until))
}

// waits is how many calls wait. It wants the lock.
func (t *turnstile) waits() (n int) {
	for _, q := range t.waiting {
		n += q.n
	}
	return n
}

// next is the kind of which one goes next. It wants the lock.
func (t *turnstile) next(free int) (Kind, bool) {
	first, longest := KindLast, KindLast
	var since time.Time
	for k := range KindLast {
		if t.waiting[k].n == 0 {
			continue
		}
		first = min(first, k)
		if came := t.waiting[k].since(); longest == KindLast || came.Before(since) {
			longest, since = k, came
		}
	}
	if first == KindLast {
		return KindLast, t.waiting[KindLast].n > 0 && t.Places-free < t.Places-t.Places/2
	}
	switch {
	case (t.let+1)%longestEvery == 0:
		first = longest
	case first > KindCall && free < t.spare():
		return first, false
	}
	t.let++
	return first, true
}

// spare is how many places what nobody is called by leaves free.
func (t *turnstile) spare() int { return min(max(t.Places/5, 2), t.Places) }

// hasRoom says whether a call can be made now that others needn't give way to.
func (t *turnstile) hasRoom(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	free := t.free(now)
	return free > 0 && free >= t.spare()
}

// line is how many may go in a second now, and how many wait.
func (t *turnstile) line(now time.Time) Line {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free(now)
	l := Line{Rate: t.Places, Places: t.here(now), Waiting: t.waits()}
	if t.part != nil {
		l.Rate = t.part.rate
	}
	return l
}

// shut lets nobody through before a time. Where the bot had made too many calls, it makes half as many for a while; that
// several of them are told so at once is one time.
func (t *turnstile) shut(until time.Time, tooMany bool, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if tooMany && !now.Before(t.quiet) {
		t.lower(t.most, until)
		t.hear(until)
	}
	t.quiet = later(t.quiet, until)
	t.admit(now)
}
