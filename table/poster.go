package table

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"
)

// The poster's patience.
const (
	firstWait = time.Second
	longWait  = time.Minute
	postGrace = 3 * time.Second // for a post under way when the house closes
)

// start has posts made, those too that are owed already.
func (h *runner) start(posts context.Context) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running, h.posts = true, posts
	for _, r := range h.places {
		h.startPoster(r)
	}
}

// startPoster wants the lock.
func (h *runner) startPoster(r *place) {
	if len(r.outbox.owed) == 0 || r.outbox.working || !h.running || h.stopping {
		return
	}
	r.outbox.working = true
	posts := h.posts
	h.work.Go(func() { h.emptyOutbox(posts, r) })
}

// owed notes what the store says is owed when an owner is read, the first time. The
// oldest post of a message that is edited in place may have been made by an earlier
// house, and not marked.
func (r *place) owed(posts []Post) {
	r.runner.mu.Lock()
	for i, p := range posts {
		before := func(q Post) bool { return q.Kind == p.Kind && q.To == p.To }
		if r.owner.delivery(p.Kind).newest && !slices.ContainsFunc(posts[:i], before) {
			r.outbox.doubts = append(r.outbox.doubts, p.ID)
		}
	}
	r.runner.mu.Unlock()
	r.owes(posts)
}

// owes adds posts that the owner owes, those already known left out, and sees that
// someone makes them.
func (r *place) owes(posts []Post) {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	o := &r.outbox
	for _, p := range posts {
		if p.ID > o.top {
			o.owed, o.top = append(o.owed, p), p.ID
		}
	}
	r.runner.startPoster(r)
}

// owesToo adds a post that isn't stored, because no event asks for it.
func (r *place) owesToo(p Post) {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	o := &r.outbox
	o.low = min(-r.runner.now().UnixMilli(), o.low-1) // none of the store's, and no other's
	p.ID = o.low
	o.owed = append(o.owed, p)
	r.runner.startPoster(r)
}

// emptyOutbox makes posts one after another until none is owed or the runner
// closes. What isn't made then is owed still, in the store.
func (h *runner) emptyOutbox(ctx context.Context, r *place) {
	wait := firstWait
	for {
		p, members, ok := h.nextPost(r)
		if !ok {
			return
		}
		err := h.makePost(ctx, r, p)
		switch {
		case err == nil:
			h.count.posts.Add(1)
		case errors.Is(err, ErrGone):
			h.log.Warn("post given up", "owner", r.id, "kind", p.Kind, "error", err)
		case errors.Is(err, ErrStopping):
			continue
		default:
			h.count.postFaults.Add(1)
			h.log.Warn("post failed", "owner", r.id, "kind", p.Kind, "error", err, "again_in", wait)
			h.doubt(r, p)
			h.rest(wait)
			wait = min(2*wait, longWait)
			continue
		}
		wait = firstWait
		h.posted(ctx, r, members)
	}
}

// makePost makes one post, whatever happens in it.
func (h *runner) makePost(ctx context.Context, r *place, p Post) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			h.count.panics.Add(1)
			h.log.Error("post panicked", "owner", r.id, "kind", p.Kind, "panic", caught, "stack", string(debug.Stack()))
			err = fmt.Errorf("post %d: %w", p.Kind, ErrPanicked)
		}
	}()
	return r.owner.deliver(ctx, p)
}

// doubt notes that a post, edited in place, may have been made although it failed.
func (h *runner) doubt(r *place, p Post) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o := &r.outbox; r.owner.delivery(p.Kind).newest && !slices.Contains(o.doubts, p.ID) {
		o.doubts = append(o.doubts, p.ID)
	}
}

// rest waits, or returns at once when the runner closes.
func (h *runner) rest(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-h.stop:
	}
}

// nextPost picks the post to make now, the oldest of the lowest rank, and lists the
// IDs that it settles: of a message that is edited in place all that are owed at
// once. ok is false when the poster's work is over.
//
// A post in doubt settles itself alone. It keeps its ID, so that it isn't made
// twice, and its reader may then still be shown what was shown at the first try;
// the next one brings the newest.
func (h *runner) nextPost(r *place) (p Post, members []int64, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &r.outbox
	if len(o.owed) == 0 || h.stopping {
		o.working = false
		h.leave(r)
		return Post{}, nil, false
	}
	best := o.owed[0]
	for _, other := range o.owed[1:] {
		if r.owner.delivery(other.Kind).rank < r.owner.delivery(best.Kind).rank {
			best = other
		}
	}
	members = append(members, best.ID)
	if r.owner.delivery(best.Kind).newest && !slices.Contains(o.doubts, best.ID) {
		for _, other := range o.owed {
			if other.Kind == best.Kind && other.To == best.To && other.ID != best.ID {
				best.Seq, best.Hand = other.Seq, other.Hand
				best.Again = best.Again || other.Again
				members = append(members, other.ID)
			}
		}
	}
	return best, members, true
}

// posted marks posts as done. If the store can't, they are marked with the next.
func (h *runner) posted(ctx context.Context, r *place, members []int64) {
	h.mu.Lock()
	o := &r.outbox
	o.unkept = true
	isOne := func(id int64) bool { return slices.Contains(members, id) }
	o.owed = slices.DeleteFunc(o.owed, func(p Post) bool { return isOne(p.ID) })
	o.doubts = slices.DeleteFunc(o.doubts, isOne)
	for _, id := range members {
		if id > 0 {
			o.done = append(o.done, id)
		}
	}
	done := o.done
	h.mu.Unlock()

	if err := r.owner.delivered(ctx, done); err != nil {
		h.log.Warn("posts not marked", "owner", r.id, "error", err)
		return
	}
	h.mu.Lock()
	o.done, o.unkept = nil, false
	h.mu.Unlock()
}
