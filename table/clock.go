package table

import (
	"context"
	"time"
)

// maxNap is the longest that a timer runs before the wall clock is looked at
// again: a machine that slept, or whose clock was set, is late by this at most.
const maxNap = time.Minute

// ringers is how many owners are rung at once. Those that wait for the disk
// together share its time; those that were due when the house started fill no memory.
const ringers = 64

// setAlarm sets the alarm for what the store has, of which nothing is read, and has
// those that were read before the runner ran see to their clocks.
func (h *runner) setAlarm(due []Due) {
	h.mu.Lock()
	for _, d := range due {
		h.alarm.add(d.Owner, d.At)
	}
	h.mu.Unlock()
	h.ringAll()
}

// keepTime rings owners when their time comes, until ctx is done.
func (h *runner) keepTime(ctx context.Context) {
	under := make(chan struct{}, ringers)
	nap := time.NewTimer(maxNap)
	defer nap.Stop()
	for {
		h.look()
		id, wait := h.nextDue()
		if id != "" {
			select {
			case under <- struct{}{}:
			case <-ctx.Done():
				return
			}
			h.work.Go(func() {
				_ = h.ask(context.Background(), id, clockJob()) // what becomes of it is logged there
				<-under
			})
			continue
		}
		nap.Reset(wait)
		select {
		case <-nap.C:
		case <-h.bell:
		case <-ctx.Done():
			return
		}
	}
}

// nextDue takes an owner that is due off the alarm, or says how long to wait.
func (h *runner) nextDue() (OwnerID, time.Duration) {
	if !h.acts() {
		return "", leaseEvery
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	id, at, ok := h.alarm.next()
	if !ok {
		return "", maxNap
	}
	if wait := at.Sub(h.now()); wait > 0 {
		return "", min(wait, maxNap)
	}
	h.alarm.set(id, time.Time{})
	return id, 0
}

// clockJob has an owner do its own job, or rings it again when anybody may be rung. One
// that panics has failed: its alarm is taken off already, so nothing else would ring it again.
func clockJob() job {
	return job{verb: "clock", gently: true, do: func(ctx context.Context, r *place) error {
		if !r.runner.acts() {
			r.runner.adopt([]OwnerID{r.id})
			return nil
		}
		failed := true
		defer func() {
			r.runner.mu.Lock()
			defer r.runner.mu.Unlock()
			if r.failures++; !failed {
				r.failures = 0
			}
		}()
		err := r.owner.ring(ctx)
		failed = err != nil
		return err
	}}
}

// ringAll has every owner in memory do its own job; nobody waits for the outcome.
// It doesn't go by the alarm, which a job under way may be about to set anew.
func (h *runner) ringAll() {
	for _, id := range h.inMemory() {
		h.tell(id, clockJob())
	}
}

// release rings those that were held because people couldn't play.
func (h *runner) release() {
	now := h.now()
	h.mu.Lock()
	for id := range h.held {
		h.alarm.add(id, now)
		h.ringBell(id)
	}
	clear(h.held)
	h.mu.Unlock()
	h.ringAll()
}
