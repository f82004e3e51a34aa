package rest

import (
	"net/http"
	"sync"
	"time"
)

// Discord shuts an address out for a while after 10,000 requests answered 401, 403 or 429 in ten minutes, except 429 of
// scope "shared". The guard stops ordinary calls at a twentieth of that. Answers to interactions go on to a fifth:
// somebody waits for them, and they are rarely the ones that are refused. Calls that give way stop early, so that they
// never use up what the others have.
const (
	invalidWindow   = 10 * time.Minute
	invalidSlots    = 20
	invalidLast     = 50
	invalidOrdinary = 500
	invalidAnswers  = 2000
)

// A guard counts refused requests. Discord counts them by address, which a
// process doesn't know of itself: so those of all processes are taken to come from one.
type guard struct {
	mu     sync.Mutex
	others int                     // of other processes
	told   time.Time               // when that was told
	counts [invalidSlots + 1]int   // a ring; one slot more than the window, since the first is only partly in it
	slots  [invalidSlots + 1]int64 // which stretch of time each count is of
}

func slotOf(now time.Time) int64 { return now.UnixNano() / int64(invalidWindow/invalidSlots) }

// admit says why a call may not be sent now, or nil.
func (g *guard) admit(r route, now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	most := invalidOrdinary
	switch {
	case r.answer:
		most = invalidAnswers
	case r.last:
		most = invalidLast
	}
	if g.own(now)+g.foreign(now) >= most {
		return ErrTooManyInvalid
	}
	return nil
}

// own is how many requests of this process were refused. It wants the lock.
func (g *guard) own(now time.Time) (sum int) {
	slot := slotOf(now)
	for i, n := range g.counts {
		if slot-g.slots[i] <= invalidSlots {
			sum += n
		}
	}
	return sum
}

// foreign is how many of others were, as far as is known. It wants the lock.
func (g *guard) foreign(now time.Time) int {
	if now.Sub(g.told) > invalidWindow {
		return 0
	}
	return g.others
}

// all is how many requests of all processes were refused.
func (g *guard) all(now time.Time) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.own(now) + g.foreign(now)
}

// tell is how many requests of this process were refused.
func (g *guard) tell(now time.Time) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.own(now)
}

// hear takes in how many of others were.
func (g *guard) hear(others int, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.others, g.told = others, now
}

// note counts an answer.
func (g *guard) note(status int, scope string, now time.Time) {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
	case http.StatusTooManyRequests:
		if scope == scopeShared {
			return
		}
	default:
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	slot := slotOf(now)
	i := slot % int64(len(g.slots))
	if g.slots[i] != slot {
		g.slots[i], g.counts[i] = slot, 0
	}
	g.counts[i]++
}
