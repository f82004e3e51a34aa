package table

import (
	"context"
	"errors"
	"runtime/debug"
	"time"
)

// A room is one table in memory: its queue of jobs and its state. It is made
// when something is asked of a table and forgotten when the table is closed and
// owes nothing. A goroutine works in it only while there are jobs.
type room struct {
	house *House
	id    ID

	// Guarded by house.mu.
	queue  []*job
	busy   bool
	outbox outbox

	// Touched by the job under way only.
	state   state
	loaded  bool
	failed  bool // a job went wrong: the clock tries again soon
	refused memory
	active  map[Person]time.Time // who acted when, of late
	habits  map[Person]*hours    // of everybody seated
	thought *thought             // of the computer whose turn it is; nil: none
	timer   *time.Timer
}

// A job is one thing that a table does, and where its outcome goes.
type job struct {
	verb string
	by   Person
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
func (h *House) ask(ctx context.Context, id ID, verb string, by Person, do func(context.Context, *room) (Reply, error)) (Reply, error) {
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
func (h *House) enqueue(id ID, j *job) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stopping {
		return false
	}
	r := h.rooms[id]
	if r == nil {
		r = &room{house: h, id: id}
		h.rooms[id] = r
	}
	r.queue = append(r.queue, j)
	if !r.busy {
		r.busy = true
		h.work.Go(func() { h.workIn(r) })
	}
	return true
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
	if r.done() && !r.outbox.busy {
		delete(h.rooms, r.id)
	}
	return nil
}

// done says whether a room holds nothing that will be needed: no table, or a
// closed one that owes no post.
func (r *room) done() bool {
	return r.state.phase == 0 || r.state.phase == Ended && len(r.outbox.owed) == 0
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

// load reads the table if it isn't in memory. A table that the store doesn't
// know has phase 0.
func (r *room) load(ctx context.Context) error {
	if r.loaded {
		return nil
	}
	log, err := r.house.opt.Store.Load(ctx, r.id)
	switch {
	case errors.Is(err, ErrNotFound):
		r.state, r.failed = state{id: r.id}, false
		return nil
	case err != nil:
		return err
	}
	r.state, r.loaded, r.failed = replay(r.id, log), true, false
	r.house.learn(ctx, r)
	r.house.fill(r, log)
	r.house.owe(r, log.Owed)
	return nil
}

// forget drops what is in memory, so that the next job reads the table again,
// and makes sure that there is a next job.
func (r *room) forget() { r.state, r.loaded, r.failed = state{id: r.id}, false, true }
