package commands

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/boathouse-rum/boathouse/render"
)

// What costs others much may be done once in such a time.
const (
	openEvery   = 10 * time.Second // opening a table, by a person
	repostEvery = 10 * time.Second // /rum table, of the table of a channel
	exportEvery = 30 * time.Second // of a tab or of all that is stored, by a person
)

// A rarely lets each person or channel do a thing once in a while.
type rarely struct {
	code  render.DoorCode // of the refusal
	every time.Duration   // 0: at any time

	mu   sync.Mutex
	next *simplelru.LRU[string, time.Time] // when it may be done again
}

func newRarely(every time.Duration, code render.DoorCode) *rarely {
	return &rarely{code: code, every: every, next: newest[string, time.Time](maxPaces)}
}

// take lets somebody do it now, or says when they may. What comes to nothing is taken back.
func (r *rarely) take(who string, now time.Time) (back func(), err error) {
	if r.every == 0 {
		return func() {}, nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if next, known := r.next.Get(who); known && now.Before(next) {
		return nil, &render.DoorRefusal{Code: r.code, Until: next}
	}
	r.next.Add(who, now.Add(r.every))
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.next.Remove(who)
	}, nil
}
