package table

import (
	"context"
	"log/slog"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A runner runs owners: a queue for each that something happens to, one clock that
// rings them all, and whoever makes the posts that they owe. Owners to which
// nothing happens are kept a while, those used last; the others are forgotten.
type runner struct {
	now   func() time.Time
	log   *slog.Logger
	count *counters
	keep  int
	// open brings an owner into memory, unread, with the place that it has there.
	open func(OwnerID, *place) owner
	// look is called before anybody is rung: by now the machine may have slept.
	look func()
	// acts says whether anybody may be rung, and posts be made, at the moment.
	acts func() bool
	// remote says that the store is at a server, which may give no answer.
	remote bool

	mu       sync.Mutex                   // guards what follows and the guarded part of each place; held for moments only
	places   map[OwnerID]*place           // of owners to which something happens
	idle     *lru.Cache[OwnerID, *place]  // of those to which nothing does
	alarm    alarm                        // when something will
	held     map[OwnerID]bool             // rung when people can play again
	barred   map[*place]struct{}          // some of whose posts are refused
	changed  map[sitting.Server]time.Time // when what the bot may do there last changed
	bell     chan struct{}                // holds a token when the alarm may ring sooner
	running  bool
	stopping bool
	waiting  []func(context.Context) // what is to be done beside the owners, before it runs
	stop     chan struct{}           // closed when stopping
	work     sync.WaitGroup          // queues, posters and thoughts
	posts    context.Context
}

func newRunner(now func() time.Time, log *slog.Logger, count *counters, keep int) *runner {
	return &runner{
		now: now, log: log, count: count, keep: keep, look: func() {}, acts: func() bool { return true },
		places: make(map[OwnerID]*place), idle: newest[OwnerID, *place](max(keep, 1)), held: make(map[OwnerID]bool), barred: make(map[*place]struct{}),
		changed: make(map[sitting.Server]time.Time),
		bell:    make(chan struct{}, 1), stop: make(chan struct{}),
	}
}

// newest returns an empty memory of the n things used last.
func newest[K comparable, V any](n int) *lru.Cache[K, V] {
	memory, err := lru.New[K, V](n)
	if err != nil {
		panic(err) // n is not above zero
	}
	return memory
}

// isRunning says whether clocks and posts run.
func (h *runner) isRunning() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.running && !h.stopping
}

// isStopping says whether clocks and posts run no more. Before they run, callers may wait: they are
// answered once they do.
func (h *runner) isStopping() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.stopping
}

// close takes no more jobs, and has whoever waits do so no longer.
func (h *runner) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stopping = true
	close(h.stop)
}

// sizes counts the owners in memory, the jobs that wait or are under way, and the posts that are owed.
func (h *runner) sizes() (owners, queued, owed int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	owners = len(h.places) + h.idle.Len()
	for _, r := range h.places {
		queued += len(r.queue)
		if r.working {
			queued++
		}
		owed += len(r.outbox.owed)
	}
	return owners, queued, owed
}
