package table

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"time"
)

// A job is one thing that an owner does, and where its outcome goes.
type job struct {
	verb string
	by   string          // a pseudonym, for the log
	ctx  context.Context // of the caller, who may leave before the job's turn comes
	do   func(context.Context, *place) error
	done chan error // nil: nobody waits
	last bool       // of a post under way: taken even by a runner that closes

	gently bool   // the owner isn't taken away from another house for it
	of     *place // whose job it is; nil: of whatever place the owner has
	lost   int    // how often it was begun at a place that was void
}

// ask queues a job and waits for its outcome. A job whose caller has gone when
// its turn comes isn't begun; one that is begun is finished.
func (h *runner) ask(ctx context.Context, id OwnerID, j job) error {
	j.ctx, j.done = ctx, make(chan error, 1)
	if !h.enqueue(id, &j) {
		return ErrStopping
	}
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tell queues a job for whose outcome nobody waits.
func (h *runner) tell(id OwnerID, j job) {
	j.ctx = context.Background()
	h.enqueue(id, &j)
}

// enqueue puts a job in an owner's queue, and someone to work there if nobody is.
func (h *runner) enqueue(id OwnerID, j *job) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopping && !j.last {
		return false
	}
	r := h.places[id]
	if r == nil {
		r = h.enter(id)
	}
	r.queue = append(r.queue, j)
	if !r.working {
		r.working = true
		h.work.Go(func() { h.workAt(r) })
	}
	return true
}

func (h *runner) workAt(r *place) {
	for j := h.nextJob(r); j != nil; j = h.nextJob(r) {
		err := h.run(r, j)
		if errors.Is(err, errLost) && (j.of == nil || j.of == r) {
			r = h.replace(r, j, err)
			continue
		}
		j.end(err)
	}
}

// Jobs are done again where another house had the owner. Of two houses that want the same
// one each gives the other time to be done with it.
const (
	mostLost  = 24
	firstLost = 2 * time.Millisecond
	longLost  = 256 * time.Millisecond
)

// replace gives an owner a new place instead of one that is void, with a job that began
// there, unless it was the place's own, and all that waited for it.
func (h *runner) replace(r *place, j *job, why error) *place {
	_ = h.containJob(r, j, func() error { r.owner.part(); return nil })
	others := errors.Is(why, errOthers)
	again := j.of == nil && !others && j.lost < mostLost
	switch {
	case again:
		j.lost++
		wait := min(firstLost<<j.lost, longLost)
		select {
		case <-time.After(rand.N(wait)):
		case <-h.stop:
		}
	case j.of == nil && !others:
		h.count.faults.Add(1)
		h.log.Error("job failed", "owner", r.id, "verb", j.verb, "by", j.by, "error", ErrConflict)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	r.void = true
	delete(h.places, r.id)
	delete(h.barred, r)
	if others { // who rings it, too
		h.alarm.set(r.id, time.Time{})
		delete(h.held, r.id)
	}
	fresh := h.enter(r.id)
	fresh.queue, fresh.working, r.queue = r.queue, true, nil
	fresh.taken = r.taken && !others // its own claim comes after that
	switch {
	case again:
		fresh.queue = slices.Insert(fresh.queue, 0, j)
	case j.of == nil && !others:
		h.alarm.add(r.id, h.now().Add(firstRest)) // it may be this house's
		h.ringBell(r.id)
		j.end(ErrConflict)
	default:
		j.end(errLost)
	}
	return fresh
}

func (j *job) end(err error) {
	if j.done != nil {
		j.done <- err
	}
}

// nextJob takes the next job of an owner; nil when there is none. A runner that
// closes turns away the jobs not begun.
func (h *runner) nextJob(r *place) *job {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopping {
		r.queue = slices.DeleteFunc(r.queue, func(j *job) bool {
			if !j.last {
				j.end(ErrStopping)
			}
			return !j.last
		})
	}
	if len(r.queue) > 0 {
		j := r.queue[0]
		r.queue[0] = nil
		r.queue = r.queue[1:]
		return j
	}
	r.queue, r.working = nil, false
	h.leave(r)
	return nil
}

// longJob is how long a job asks a store at a server: behind one that gets no answer would else wait whatever is asked of its owner.
// A change that has begun by then is finished.
const longJob = 30 * time.Second

// run does one job, whatever happens in it, and sets the owner's clock. What becomes of the clock is
// no part of the job's outcome.
func (h *runner) run(r *place, j *job) error {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	if j.of != nil && j.of != r {
		return errLost
	}
	r.gently = j.gently
	err := h.containJob(r, j, func() error {
		ctx := context.WithoutCancel(j.ctx)
		if h.remote {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, longJob)
			defer cancel()
		}
		return j.do(ctx, r)
	})
	if errors.Is(err, ErrPanicked) {
		_ = h.containJob(r, j, func() error { r.owner.forget(); return nil })
	}
	if !errors.Is(err, errLost) {
		s := h.standOf(r, j)
		s.amiss = s.amiss || r.taken
		h.setClock(r, s)
	}
	return err
}

// containJob contains a part of a job.
func (h *runner) containJob(r *place, j *job, do func() error) error {
	return h.contain("job panicked", do, "owner", r.id, "verb", j.verb, "by", j.by)
}

// standOf returns how an owner stands after a job. One of which that can't be told is rung again
// soon, later each time.
func (h *runner) standOf(r *place, j *job) (s stand) {
	err := h.containJob(r, j, func() error { s = r.owner.stand(); return nil })
	if err == nil {
		r.lame = 0
		return s
	}
	r.lame++
	_ = h.containJob(r, j, func() error { r.owner.forget(); return nil })
	return stand{unread: true, amiss: true}
}

// inMemory lists the owners in memory.
func (h *runner) inMemory() []OwnerID {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.AppendSeq(h.idle.Keys(), maps.Keys(h.places))
}
