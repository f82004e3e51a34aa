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

// A guard counts refused requests and knows whether the bot's token was refused.
type guard struct {
	mu           sync.Mutex
	tokenRefused bool
	counts       [invalidSlots + 1]int   // a ring; one slot more than the window, since the first is only partly in it
	slots        [invalidSlots + 1]int64 // which stretch of time each count is of
}

func slotOf(now time.Time) int64 { return now.UnixNano() / int64(invalidWindow/invalidSlots) }

// admit says why a call may not be sent now, or nil.
func (g *guard) admit(r route, now time.Time) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.tokenRefused && !r.answer {
		return ErrTokenRefused
	}
	most := invalidOrdinary
	switch {
	case r.answer:
		most = invalidAnswers
	case r.last:
		most = invalidLast
	}
	slot, sum := slotOf(now), 0
	for i, n := range g.counts {
		if slot-g.slots[i] <= invalidSlots {
			sum += n
		}
	}
	if sum >= most {
		return ErrTooManyInvalid
	}
	return nil
}

// note counts an answer.
func (g *guard) note(r route, status int, scope string, now time.Time) {
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
	if status == http.StatusUnauthorized && !r.answer {
		g.tokenRefused = true
	}
	slot := slotOf(now)
	i := slot % int64(len(g.slots))
	if g.slots[i] != slot {
		g.slots[i], g.counts[i] = slot, 0
	}
	g.counts[i]++
}
