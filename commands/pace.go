package commands

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"
)

// What one person may do: actAtOnce and from then on as many a second as the door
// is told. Of what is beyond, the first few are told why, then one a second;
// anything more is let go, and Discord itself says that nothing came of it.
const (
	actAtOnce  = 20
	tellAtOnce = 3
	tellEvery  = time.Second
)

// What all people may do at once. A visit ends within a minute whatever happens,
// most within some milliseconds.
const (
	maxVisits = 512 // under way
	maxTurned = 64  // being told that they aren't let in
)

// A pace is how much one person may still do. Who types a command asks for what
// can be chosen at every few letters, so that is counted apart.
type pace struct{ acts, typing, told *rate.Limiter }

// paces know how quick each person has been of late, by Discord's id.
type paces struct {
	most rate.Limit // acts a second; 0: any number

	mu sync.Mutex
	by *simplelru.LRU[string, *pace]
}

// maxPaces bounds what is remembered of people. Who is forgotten may do as much as
// who has done nothing: they have done nothing for as long as it took so many
// others to act.
const maxPaces = 10_000

func newPaces(most int) paces {
	return paces{most: rate.Limit(most), by: newest[string, *pace](maxPaces)}
}

func (p *paces) of(user string) *pace {
	p.mu.Lock()
	defer p.mu.Unlock()
	known, ok := p.by.Get(user)
	if !ok {
		known = &pace{
			acts: rate.NewLimiter(p.most, actAtOnce), typing: rate.NewLimiter(p.most, actAtOnce),
			told: rate.NewLimiter(rate.Every(tellEvery), tellAtOnce),
		}
		p.by.Add(user, known)
	}
	return known
}

// admit says whether a person may do a thing now, and if not, whether to tell them.
func (p *paces) admit(in *interaction, now time.Time) (may, tell bool) {
	if p.most == 0 {
		return true, true
	}
	of := p.of(in.User.ID)
	bucket := of.acts
	if in.completing() {
		bucket = of.typing
	}
	if bucket.AllowN(now, 1) {
		return true, true
	}
	return false, of.told.AllowN(now, 1)
}

// Berths are places for so many at once, and none to wait in.
type berths struct {
	places chan struct{}
	inside *sync.WaitGroup
}

func newBerths(n int, inside *sync.WaitGroup) berths {
	return berths{places: make(chan struct{}, n), inside: inside}
}

// try does something beside the caller. False: there was no place, and it isn't done.
func (b berths) try(do func()) bool {
	select {
	case b.places <- struct{}{}:
	default:
		return false
	}
	b.inside.Go(func() {
		defer func() { <-b.places }()
		do()
	})
	return true
}
