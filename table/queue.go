package table

import (
	"context"
	"maps"
	"runtime/debug"
	"slices"
)

// A job is one thing that an owner does, and where its outcome goes.
type job struct {
	verb string
	by   string          // a pseudonym, for the log
	ctx  context.Context // of the caller, who may leave before the job's turn comes
	do   func(context.Context, *place) error
	done chan error // nil: nobody waits
	last bool       // of a post under way: taken even by a runner that closes
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
		j.end(h.run(r, j))
	}
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

// run does one job, whatever happens in it, and sets the owner's clock.
func (h *runner) run(r *place, j *job) (err error) {
	if err := j.ctx.Err(); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			r.owner.forget()
			h.count.panics.Add(1)
			h.log.Error("job panicked", "owner", r.id, "verb", j.verb, "by", j.by, "panic", p, "stack", string(debug.Stack()))
			err = ErrPanicked
		}
		h.setClock(r, r.owner.stand())
	}()
	return j.do(context.WithoutCancel(j.ctx), r)
}

// inMemory lists the owners in memory.
func (h *runner) inMemory() []OwnerID {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.AppendSeq(h.idle.Keys(), maps.Keys(h.places))
}
