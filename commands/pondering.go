package commands

import (
	"context"
	"sync"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// A pondering thinks things over that people ask for, shared out fairly: each person has
// one thought over at a time, so whoever asks waits for no more of another's than one; and
// none twice, as long as it is remembered.
type pondering[K comparable, V any] struct {
	thinking chan struct{} // holds one for each thought

	mu    sync.Mutex
	asked map[sitting.Person]*asker // who has one under way
	known *simplelru.LRU[K, V]
}

// An asker lets one thought of a person through at a time.
type asker struct {
	one     chan struct{}
	waiting int // guarded by the pondering's lock, the one that is let through among them
}

// newPondering thinks over so many things at once, and remembers so many.
func newPondering[K comparable, V any](thinkers, remembered int) *pondering[K, V] {
	return &pondering[K, V]{thinking: make(chan struct{}, thinkers), asked: make(map[sitting.Person]*asker), known: newest[K, V](remembered)}
}

// about gives what somebody asks for, and thinks it over if nobody has.
func (h *pondering[K, V]) about(ctx context.Context, who sitting.Person, what K, think func() V) (V, error) {
	var none V
	leave, err := h.queue(ctx, who)
	if err != nil {
		return none, err
	}
	defer leave()
	if known, ok := h.recall(what); ok {
		return known, nil
	}
	select {
	case h.thinking <- struct{}{}:
		defer func() { <-h.thinking }()
	case <-ctx.Done():
		return none, ctx.Err()
	}
	found := think()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.known.Add(what, found)
	return found, nil
}

func (h *pondering[K, V]) recall(what K) (V, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known.Get(what)
}

// queue waits until no other thought of the person is under way. The one who was let
// through leaves it.
func (h *pondering[K, V]) queue(ctx context.Context, p sitting.Person) (leave func(), err error) {
	h.mu.Lock()
	of := h.asked[p]
	if of == nil {
		of = &asker{one: make(chan struct{}, 1)}
		h.asked[p] = of
	}
	of.waiting++
	h.mu.Unlock()
	forget := func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if of.waiting--; of.waiting == 0 {
			delete(h.asked, p)
		}
	}
	select {
	case of.one <- struct{}{}:
		return func() { <-of.one; forget() }, nil
	case <-ctx.Done():
		forget()
		return nil, ctx.Err()
	}
}
