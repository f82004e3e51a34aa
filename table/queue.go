package table

import (
	"context"
	"errors"
	"runtime/debug"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A room is one table in memory: its queue of jobs and its state. It is made
// when something is asked of a table, idle when nothing happens there, and of
// those that are idle the ones not used for longest are forgotten. A goroutine
// works in it only while there are jobs.
//
// Forgetting an idle room loses nothing, because whatever is in it is in the store
// or can be had again: the state is folded from the events, the habits are read
// again, the next time it rings is with the house, and so are the notes of who
// acted and which keys were refused. A room isn't idle while it has more than
// that: jobs, a thought, posts or what the store doesn't know of them yet, and how
// often it failed.
type room struct {
	house *House
	id    sitting.ID

	// Guarded by house.mu.
	queue  []*job
	busy   bool
	outbox outbox

	// Touched by the job under way only.
	state    sitting.State
	loaded   bool
	failures int                // jobs of its own that went wrong in a row: it is rung again soon
	habits   sitting.QuietHours // of everybody seated
	thought  *thought           // of the computer whose turn it is; nil: none
}

// A job is one thing that a table does, and where its outcome goes.
type job struct {
	verb string
	by   sitting.Person
	ctx  context.Context // of the caller, who may leave before the job's turn comes
	do   func(context.Context, *room) (Reply, error)
	done chan outcome
}

type outcome struct {
	reply Reply
	err   error
}

// ask queues a job and waits for its outcome. A job whose caller has gone when
// its turn comes isn't begun; one that is begun is finished.
func (h *House) ask(ctx context.Context, id sitting.ID, verb string, by sitting.Person, do func(context.Context, *room) (Reply, error)) (Reply, error) {
	j := &job{verb: verb, by: by, ctx: ctx, do: do, done: make(chan outcome, 1)}
	if !h.enqueue(id, j) {
		return Reply{}, ErrStopping
	}
	select {
	case out := <-j.done:
		return out.reply, out.err
	case <-ctx.Done():
		return Reply{}, ctx.Err()
	}
}

// enqueue puts a job in a table's queue, and someone to work there if nobody is.
func (h *House) enqueue(id sitting.ID, j *job) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopping {
		return false
	}
	r := h.rooms[id]
	if r == nil {
		r = h.enter(id)
	}
	r.queue = append(r.queue, j)
	if !r.busy {
		r.busy = true
		h.work.Go(func() { h.workIn(r) })
	}
	return true
}

// enter makes room for something to happen at a table. It wants the lock.
func (h *House) enter(id sitting.ID) *room {
	r, kept := h.idle.Peek(id)
	if !kept {
		r = &room{house: h, id: id, state: sitting.New(id)}
	}
	h.idle.Remove(id)
	h.rooms[id] = r
	return r
}

// leave takes a room at which nothing happens out of the way, and keeps it for a
// while if its table is open. It wants the lock.
func (h *House) leave(r *room) {
	if r.busy || r.thought != nil || r.failures > 0 || !r.outbox.isDone() {
		return
	}
	delete(h.rooms, r.id)
	if h.opt.Keep > 0 && r.loaded && r.state.Phase() != sitting.Ended {
		h.idle.Add(r.id, r)
	}
}

func (h *House) workIn(r *room) {
	for j := h.nextJob(r); j != nil; j = h.nextJob(r) {
		j.done <- h.run(r, j)
	}
}

// nextJob takes the next job of a room; nil when there is none. A house that
// closes turns away the jobs not begun.
func (h *House) nextJob(r *room) *job {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopping {
		for _, j := range r.queue {
			j.done <- outcome{err: ErrStopping}
		}
		r.queue = nil
	}
	if len(r.queue) > 0 {
		j := r.queue[0]
		r.queue[0] = nil
		r.queue = r.queue[1:]
		return j
	}
	r.queue, r.busy = nil, false
	h.leave(r)
	return nil
}

// run does one job, whatever happens in it, and sets the table's clock.
func (h *House) run(r *room, j *job) (out outcome) {
	if err := j.ctx.Err(); err != nil {
		return outcome{err: err}
	}
	defer func() {
		if p := recover(); p != nil {
			r.forget()
			h.count.panics.Add(1)
			h.opt.Log.Error("job panicked", "table", r.id, "verb", j.verb, "by", j.by, "panic", p, "stack", string(debug.Stack()))
			out = outcome{err: ErrPanicked}
		}
		h.think(r)
		h.setClock(r)
	}()
	reply, err := j.do(context.WithoutCancel(j.ctx), r)
	return outcome{reply, err}
}

// load reads the table if it isn't in memory, and makes up for the time that its
// turn lost meanwhile. A table that the store doesn't know has phase 0.
func (r *room) load(ctx context.Context) error {
	if r.loaded {
		return nil
	}
	if err := r.read(ctx); err != nil {
		return err
	}
	if err := r.house.settle(ctx, r); err != nil {
		_ = r.house.fault(r, "settle", "", err) // logged there
		return r.read(ctx)                      // it can be looked at all the same; its clock tries again
	}
	return nil
}

func (r *room) read(ctx context.Context) error {
	log, err := r.house.opt.Store.Load(ctx, r.id)
	switch {
	case errors.Is(err, ErrNotFound):
		r.state, r.failures = sitting.New(r.id), 0
		return nil
	case err != nil:
		return err
	}
	r.state, r.loaded = log.sitting(len(log.Events)), true
	r.house.learn(ctx, r)
	r.house.fill(r, log)
	r.house.owe(r, log.Owed)
	return nil
}

// forget drops what is in memory, so that the next job reads the table again,
// and makes sure that there is a next job.
func (r *room) forget() {
	r.state, r.loaded, r.failures = sitting.New(r.id), false, max(r.failures, 1)
}
