package table

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Workers are the houses that share a store, each in a process of its own. What is stored
// and shown is right whoever does what: a lease says only who rings clocks and makes posts.
type Workers interface {
	// Renew says that this worker is there for a time from now, by the store's clock, and
	// returns the addresses of all that are, its own first.
	Renew(ctx context.Context, lease time.Duration) ([]string, error)
	// Adopt gives this worker owners whose time has come by the house's clock and whose worker
	// isn't there, so many at most. It claims none of them.
	Adopt(ctx context.Context, now time.Time, most int) ([]OwnerID, error)
	// Changes counts what was done to what houses remember, by whichever worker.
	Changes(ctx context.Context) (Changes, error)
	// Retire says that this worker isn't there any more.
	Retire(ctx context.Context) error
}

// Changes are how often something was done to what houses remember.
type Changes struct {
	Erased int64 // anybody was erased, or what people are called in a server
	Lost   int64 // anything was kept of a table that was lost with its channel
}

const (
	leaseFor   = 3 * time.Second
	leaseEvery = time.Second // is it renewed, and is it looked for orphans
	mostAdopts = 256         // at once, so that the others get some
)

// A lease is how long this house may act by itself.
type lease struct {
	workers Workers // nil: for ever
	now     func() time.Time

	mu    sync.Mutex
	until time.Time
	there []string
	twins int // renewals in a row at which another worker had this one's address
}

// holds says whether the house may ring clocks and make posts.
func (l *lease) holds() bool {
	if l.workers == nil {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now().Before(l.until)
}

// renew renews the lease, and says whether others are there. The store counts from later than here.
func (l *lease) renew(ctx context.Context) (others bool, err error) {
	if l.workers == nil {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(ctx, leaseFor)
	defer cancel()
	from := l.now()
	there, err := l.workers.Renew(ctx, leaseFor)
	if err != nil {
		return false, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.until, l.there = from.Add(leaseFor), there
	if l.twins++; len(there) == 0 || there[0] == "" || !slices.Contains(there[1:], there[0]) {
		l.twins = 0
	}
	return len(there) > 1, nil
}

// isDouble says once that another worker has the address of this one, which a process before it that was killed has for
// as long as a lease.
func (l *lease) isDouble() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.twins == int(leaseFor/leaseEvery)+2
}

// IsHeard says whether the store took word of this house within the last lease, which is a change like any other: where it doesn't, moves are
// not stored either. A house that has its store alone is always heard.
func (h *House) IsHeard() bool { return h.lease.holds() }

// There lists the addresses of the workers that were there when this house last asked, its
// own first, and those left out that have none; none where it has its store alone.
func (h *House) There() []string {
	h.lease.mu.Lock()
	defer h.lease.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(h.lease.there), func(address string) bool { return address == "" })
}

// keepLease renews the lease until ctx is done, adopts what nobody rings, and heeds what another
// house has changed.
func (h *House) keepLease(ctx context.Context) {
	every := time.NewTicker(leaseEvery)
	defer every.Stop()
	changes := Changes{-1, -1} // not known
	for well := true; ; {
		_, err := h.lease.renew(ctx)
		if err == nil {
			err = h.adopt(ctx)
		}
		if err == nil {
			changes, err = h.heed(ctx, changes)
		}
		if err != nil && well && ctx.Err() == nil { // once, until it is well again
			h.opt.Log.Warn("lease not renewed", "error", err)
		}
		if err == nil && h.lease.isDouble() {
			h.opt.Log.Warn("another worker has the same address, so what is brought to one comes to either", "address", h.There()[0])
		}
		well = err == nil
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// adopt has owners rung whose worker isn't there.
func (h *House) adopt(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, leaseFor)
	defer cancel()
	orphans, err := h.opt.Workers.Adopt(ctx, h.opt.Now(), mostAdopts)
	h.runner.adopt(orphans)
	return err
}

// heed has what is remembered of people forgotten if anybody was erased, and what was lost read
// again if there is more of it, since there were so many changes.
func (h *House) heed(ctx context.Context, before Changes) (Changes, error) {
	ctx, cancel := context.WithTimeout(ctx, leaseFor)
	defer cancel()
	now, err := h.opt.Workers.Changes(ctx)
	if err != nil {
		return before, err
	}
	if now.Erased != before.Erased {
		h.opt.Erased()
		h.reread("", nil)
	}
	if now.Lost != before.Lost {
		if err := h.recallLosses(ctx); err != nil {
			now.Lost = before.Lost
			return now, err
		}
		h.finishLosses()
	}
	return now, nil
}

// retire lets the others adopt at once what this house had.
func (h *House) retire(ctx context.Context) {
	if h.opt.Workers == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, leaseFor)
	defer cancel()
	if err := h.opt.Workers.Retire(ctx); err != nil {
		h.opt.Log.Warn("lease not given back", "error", err) // it ends by itself
	}
}

// adopt has owners rung now.
func (h *runner) adopt(orphans []OwnerID) {
	now := h.now()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, id := range orphans {
		h.alarm.add(id, now)
		h.ringBell(id)
	}
}
