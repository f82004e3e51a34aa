package table

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// maxNap is the longest that a timer runs before the wall clock is looked at
// again: a machine that slept, or whose clock was set, is late by this at most.
const maxNap = time.Minute

// A table rests after a job of its own failed, longer each time: one that can't be
// read mustn't fill the log, and one that could be written to soon again must go on.
const (
	firstRest = 5 * time.Second
	longRest  = 5 * time.Minute
)

// ringers is how many tables are rung at once. Those that wait for the disk
// together share its time; those that were due when the house started fill no memory.
const ringers = 64

// clock returns what the table's times are reckoned by at a moment.
func (r *room) clock(now time.Time) sitting.Clock {
	return sitting.Clock{Now: now, Delay: r.house.opt.ComputerDelay, Quiet: r.habits, Acted: r.actedAt}
}

// sawActing notes that a person did something here.
func (r *room) sawActing(p sitting.Person, at time.Time) {
	if p != "" {
		r.house.acted.Add(actor{r.id, p}, at)
	}
}

// actedAt returns when a person did something here, of late; else the zero time.
func (r *room) actedAt(p sitting.Person) time.Time {
	at, _ := r.house.acted.Peek(actor{r.id, p})
	return at
}

// setClock has the table rung when it next has something to do by itself. A
// thought that isn't finished rings it by itself, and so does the end of a time in
// which nobody could reach it.
func (h *House) setClock(r *room) {
	what, due := r.clock(h.opt.Now()).Next(r.state)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case !r.loaded && r.failures == 0: // not read: the alarm knows better
		return
	case r.failures > 0:
		h.alarm.add(r.id, h.opt.Now().Add(restAfter(r.failures)))
	case what.OfPerson() && !h.down.IsZero():
		h.held[r.id] = true
		h.alarm.set(r.id, time.Time{})
	case what == sitting.MovesComputer && !r.thought.isReady():
		h.alarm.set(r.id, time.Time{})
	default:
		h.alarm.set(r.id, due)
	}
	h.ringBell(r.id)
}

// restAfter returns how long a table rests after so many failures in a row.
func restAfter(failures int) time.Duration {
	rest := firstRest
	for ; failures > 1 && rest < longRest; failures-- {
		rest *= 2
	}
	return min(rest, longRest)
}

// ringBell has the alarm looked at again if a table is now the first to be rung.
// It wants the lock.
func (h *House) ringBell(id sitting.ID) {
	if first, _, _ := h.alarm.next(); first != id {
		return
	}
	select {
	case h.bell <- struct{}{}:
	default:
	}
}

// setAlarm sets the alarm for the tables that the store has, of which none is
// read, and has those that were read before the house ran see to their clocks.
func (h *House) setAlarm(ctx context.Context) error {
	due, err := h.opt.Store.Due(ctx)
	if err != nil {
		return err
	}
	h.mu.Lock()
	for _, d := range due {
		h.alarm.add(d.Table, d.At)
	}
	h.mu.Unlock()
	h.ringAll()
	return nil
}

// keepTime rings tables when their time comes, until ctx is done.
func (h *House) keepTime(ctx context.Context) {
	under := make(chan struct{}, ringers)
	nap := time.NewTimer(maxNap)
	defer nap.Stop()
	for {
		h.noticeSleep()
		id, wait := h.nextDue()
		if id != "" {
			select {
			case under <- struct{}{}:
			case <-ctx.Done():
				return
			}
			h.work.Go(func() {
				h.ring(id)
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

// nextDue takes a table that is due off the alarm, or says how long to wait.
func (h *House) nextDue() (sitting.ID, time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	id, at, ok := h.alarm.next()
	if !ok {
		return "", maxNap
	}
	if wait := at.Sub(h.opt.Now()); wait > 0 {
		return "", min(wait, maxNap)
	}
	h.alarm.set(id, time.Time{})
	return id, 0
}

// isRunning says whether clocks and posts run.
func (h *House) isRunning() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.running && !h.stopping
}

// ring has a table do its own job, and returns when it is done. What becomes of it
// is logged there.
func (h *House) ring(id sitting.ID) {
	_, _ = h.ask(context.Background(), id, "clock", "", h.tick)
}

// ringAll has every table in memory do its own job; nobody waits for the outcome.
// It doesn't go by the alarm, which a job under way may be about to set anew.
func (h *House) ringAll() {
	for _, id := range h.tables() {
		h.enqueue(id, &job{verb: "clock", ctx: context.Background(), do: h.tick, done: make(chan outcome, 1)})
	}
}

// tick does what a table does by itself, if it is time.
func (h *House) tick(ctx context.Context, r *room) (Reply, error) {
	failures := r.failures
	err := r.load(ctx)
	if err == nil {
		err = h.settle(ctx, r)
	}
	if err == nil {
		err = h.doDuty(ctx, r)
	}
	switch {
	case err == nil:
		r.failures = 0
	case errors.Is(err, ErrConflict):
		h.count.conflicts.Add(1)
		return Reply{}, nil
	default:
		r.failures = failures + 1
	}
	return Reply{}, h.fault(r, "clock", "", err)
}

// doDuty does the next duty of a table if it is time.
func (h *House) doDuty(ctx context.Context, r *room) error {
	now := h.opt.Now()
	what, due := r.clock(now).Next(r.state)
	if due.IsZero() || now.Before(due) || what.OfPerson() && h.isDown() {
		return nil
	}
	events := []sitting.Event{sitting.Elapsed(r.state, what)}
	if what == sitting.MovesComputer {
		if !r.thought.isReady() {
			return nil
		}
		var err error
		if events, err = h.computerMove(r); err != nil {
			return err
		}
		h.count.computerMoves.Add(1)
	}
	_, err := h.commit(ctx, r, "", "", events)
	return err
}
