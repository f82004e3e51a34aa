package table

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A place is where an owner is in memory: its queue and its outbox. It is made
// when something is asked of the owner, idle when nothing happens to it, and of
// those that are idle the ones not used for longest are forgotten. A goroutine
// works there only while there are jobs.
//
// Forgetting an idle place loses nothing, because whatever is in it is in the store
// or can be had again: an owner that has more than that says so by its stand, when
// it next rings is with the runner, and posts that the store doesn't know to be
// made keep the place from being idle.
type place struct {
	runner *runner
	id     OwnerID
	owner  owner

	// Guarded by runner.mu.
	queue    []*job
	working  bool // somebody works at the queue
	stand    stand
	failures int // rings that went wrong in a row: it is rung again soon
	outbox   outbox
	void     bool  // another house has had the owner: this is its place no longer
	fence    Fence // of the newest claim; 0: none

	// Of the job under way, which alone touches them.
	gently bool
	lame   int  // stands in a row that panicked
	taken  bool // another house may have had the owner until a claim of this one, which hasn't read it since: nobody else rings it
}

// An outbox is what an owner owes. One goroutine empties it while something is in
// it, beside the owner's queue.
type outbox struct {
	owed    []Post      // oldest first
	top     int64       // highest stored ID seen
	low     int64       // lowest ID given to a post that isn't stored
	doubts  []int64     // IDs of posts, edited in place, that may have been made already
	working bool        // a poster is at work
	rouse   *time.Timer // has the poster look again when what is owed has waited long enough; nil: none
	unkept  bool        // that posts are made isn't stored yet
	done    []int64
	hurry   chan struct{} // has a poster that rests after a failure go on
	rank    int           // of the post under way
	urgent  chan struct{} // closed when one that goes before it is owed; nil: that is so, or none is under way
	refused Refusals      // posts that Discord refuses for now

	shut sitting.Channel // that is gone; empty: none is
	lost bool            // a table that went with its channel: nothing more is posted
}

// isDone says whether nothing is owed and the store knows it.
func (o *outbox) isDone() bool { return len(o.owed) == 0 && !o.working && !o.unkept }

// enter makes room for something to happen to an owner. It wants the lock.
func (h *runner) enter(id OwnerID) *place {
	r, kept := h.idle.Peek(id)
	if !kept {
		r = &place{runner: h, id: id, outbox: outbox{hurry: make(chan struct{}, 1)}}
		r.owner = h.open(id, r)
	}
	h.idle.Remove(id)
	h.places[id] = r
	return r
}

// leave takes an owner to which nothing happens out of the way, and keeps it for a
// while if that is worth it. It wants the lock.
func (h *runner) leave(r *place) {
	if r.void || r.working || r.stand.busy || r.failures > 0 || !r.outbox.isDone() {
		return
	}
	delete(h.places, r.id)
	if h.keep > 0 && r.stand.keep {
		h.idle.Add(r.id, r)
	}
}

// claim has the store give the owner to this house, before it is read. errLost: another
// house had it since it was given to this place; errOthers: and has it, and the job under
// way isn't worth taking it away.
func (r *place) claim(ctx context.Context, store Store) (Claim, error) {
	c, err := store.Claim(ctx, r.id, r.gently)
	switch {
	case errors.Is(err, ErrFenced):
		return c, errOthers
	case err != nil:
		r.taken = true // the answer may be what was lost
		return c, err
	}
	r.taken = r.taken || c.isTaken()
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	if r.fence > 0 && c.Since > r.fence {
		return c, errLost
	}
	r.fence = c.Fence
	return c, nil
}

// isRead notes that the owner was read since it was claimed, and says whether another house may have had it until then.
func (r *place) isRead() (taken bool) {
	taken, r.taken = r.taken, false
	return taken
}
