package table

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"
)

// The poster's patience.
const (
	firstWait = time.Second
	longWait  = time.Minute
	postGrace = 3 * time.Second  // for a post under way when the house closes
	markWait  = 5 * time.Second  // until the store is told again what was posted
	lateTry   = 10 * time.Second // after which no try that got no answer arrives any more
)

// start has posts made, those too that are owed already.
func (h *runner) start(posts context.Context) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running, h.posts = true, posts
	for _, r := range h.places {
		h.startPoster(r)
	}
	for _, do := range h.waiting {
		h.goBeside(do)
	}
	h.waiting = nil
}

// startPoster has somebody make what is to be made, now or when it has waited long
// enough. It wants the lock.
func (h *runner) startPoster(r *place) {
	o := &r.outbox
	if len(o.owed) == 0 || o.working || !h.running || h.stopping || r.void {
		return
	}
	if wait := o.wait(h.now()); wait > 0 && !o.unkept {
		h.startLater(r, wait)
		return
	}
	o.working = true
	posts := h.posts
	h.work.Go(func() { h.emptyOutbox(posts, r) })
}

// startLater wants the lock.
func (h *runner) startLater(r *place, wait time.Duration) {
	if r.outbox.rouse != nil {
		r.outbox.rouse.Stop()
	}
	r.outbox.rouse = time.AfterFunc(min(wait, maxNap), func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.startPoster(r)
	})
}

// wait returns how long it is until something owed is to be made; 0: none at all.
func (o *outbox) wait(now time.Time) time.Duration {
	soonest := o.due(o.owed[0])
	for _, p := range o.owed[1:] {
		if due := o.due(p); due.Before(soonest) {
			soonest = due
		}
	}
	return max(soonest.Sub(now), 0)
}

// owed notes what the store says is owed when an owner is read, the first time. The
// oldest post of a message that is edited in place may have been made by an earlier
// house, and not marked.
func (r *place) owed(posts []Post) {
	r.doubtOldest(posts)
	r.owes(posts)
}

func (r *place) doubtOldest(posts []Post) {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	for i, p := range posts {
		before := func(q Post) bool { return q.Kind == p.Kind && q.To == p.To }
		if r.owner.delivery(p.Kind).newest && !slices.ContainsFunc(posts[:i], before) {
			r.outbox.doubts = append(r.outbox.doubts, p.ID)
		}
		posts[i].Tried = true
	}
}

// owes adds posts that the owner owes, those already known left out, and sees that
// someone makes them.
func (r *place) owes(posts []Post) {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	o := &r.outbox
	for _, p := range posts {
		if p.ID > o.top {
			o.top = p.ID
			r.add(p)
		}
	}
	r.runner.startPoster(r)
}

// owesAlso is owes for posts that may be stored later than others with higher numbers.
func (r *place) owesAlso(posts []Post) {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	o := &r.outbox
	for _, p := range posts {
		isKnown := slices.Contains(o.done, p.ID) ||
			slices.ContainsFunc(o.owed, func(q Post) bool { return q.ID == p.ID })
		if !isKnown {
			r.add(p)
		}
	}
	r.runner.startPoster(r)
}

// add takes a post on, and has one under way that it goes before give way. It wants the
// lock.
func (r *place) add(p Post) {
	o := &r.outbox
	o.owed = append(o.owed, p)
	if _, refused := o.refused[p.Kind]; refused && r.owner.delivery(p.Kind).newest {
		o.keepNewest(p)
	}
	if o.urgent != nil && r.owner.delivery(p.Kind).rank < o.rank && !o.due(p).After(r.runner.now()) {
		close(o.urgent)
		o.urgent = nil
	}
}

// owesToo adds a post that isn't stored, because no event asks for it.
func (r *place) owesToo(p Post) {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	o := &r.outbox
	o.low = min(-r.runner.now().UnixMilli(), o.low-1) // none of the store's, and no other's
	p.ID = o.low
	r.add(p)
	r.runner.startPoster(r)
}

// emptyOutbox makes posts one after another until none is owed or the runner
// closes. What isn't made then is owed still, in the store.
func (h *runner) emptyOutbox(ctx context.Context, r *place) {
	work := func() error { h.makePosts(ctx, r); return nil }
	for n := 1; h.contain("posts panicked", work, "owner", r.id) != nil && h.isRunning(); n++ {
		h.rest(r, restAfter(n), nil)
	}
}

func (h *runner) makePosts(ctx context.Context, r *place) {
	wait, remark := firstWait, markWait
	var edit Post // in place, which may have been made and isn't marked; Kind 0: none
	for {
		p, members, ok := h.nextPost(r)
		if !ok {
			if edit.Kind != 0 && h.isVoid(r) { // it may stand over what another house has written
				h.onceMore(r.id, edit, false)
			}
			return
		}
		if len(members) == 0 { // all that can be now are made, and some aren't marked
			h.rest(r, remark, p.Urgent)
			remark = min(2*remark, longWait)
			if h.mark(ctx, r) {
				edit, remark = Post{}, markWait
			}
			continue
		}
		if !h.acts() {
			h.rest(r, leaseEvery, nil)
			continue
		}
		select {
		case <-r.outbox.hurry: // who wanted it made at once has it made now
		default:
		}
		err := ErrGone
		if !r.isShut(p) {
			err = h.makePost(ctx, r, p)
		}
		unsure := errors.Is(err, errUnsure)
		if unsure {
			err = nil
		}
		var later *laterError
		newest, refused := r.owner.delivery(p.Kind).newest, refusalIn(err)
		if refused != nil && p.Kind.staysOwed() && !errors.Is(err, ErrGone) {
			h.log.Warn("post refused", "owner", r.id, "kind", p.Kind, "tries", p.Tries+1, "error", err)
			h.refuse(r, p, refused)
			h.mark(ctx, r) // stored before anybody is told
			h.stopWaiting(ctx, r)
			wait = firstWait
			continue
		}
		switch {
		case err == nil:
			h.count.posts.Add(1)
		case errors.Is(err, ErrGone), refused != nil:
			h.log.Warn("post given up", "owner", r.id, "kind", p.Kind, "error", err)
		case errors.Is(err, ErrStopping), errors.Is(err, errLost), errors.Is(err, ErrGaveWay): // which nextPost knows
			continue
		case errors.As(err, &later):
			h.change(r, p, func(q *Post) { q.After = later.until })
			continue
		default:
			h.count.postFaults.Add(1)
			h.log.Warn("post failed", "owner", r.id, "kind", p.Kind, "error", err, "again_in", wait)
			h.change(r, p, func(q *Post) { q.Tried = q.Tried || !errors.Is(err, ErrNotSent) })
			if newest {
				edit = p
				h.doubt(r, p)
			}
			h.rest(r, wait, p.Urgent)
			wait = min(2*wait, longWait)
			continue
		}
		wait = firstWait
		if (h.posted(r, p.Kind, members, err == nil) || unsure) && err == nil {
			h.onceMore(r.id, p, true)
		}
		if newest && err == nil {
			edit = p
		}
		if h.mark(ctx, r) && newest {
			edit = Post{}
		}
	}
}

// stopWaiting has those answered who wait for a post that was refused.
func (h *runner) stopWaiting(ctx context.Context, r *place) {
	_ = h.ask(ctx, r.id, job{verb: "refused", gently: true, of: r, do: func(ctx context.Context, _ *place) error {
		if v, ok := r.owner.(*evening); ok {
			return v.toldRefused(ctx)
		}
		return nil
	}})
}

// makePost makes one post, whatever happens in it.
func (h *runner) makePost(ctx context.Context, r *place, p Post) error {
	return h.contain("post panicked", func() error { return r.owner.deliver(ctx, p) }, "owner", r.id, "kind", p.Kind)
}

// doubt notes that a post, edited in place, may have been made although it failed.
func (h *runner) doubt(r *place, p Post) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o := &r.outbox; !slices.Contains(o.doubts, p.ID) {
		o.doubts = append(o.doubts, p.ID)
	}
}

// change changes a post that is owed.
func (h *runner) change(r *place, p Post, as func(*Post)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i := range r.outbox.owed {
		if r.outbox.owed[i].ID == p.ID {
			as(&r.outbox.owed[i])
		}
	}
}

// rest waits, or returns at once when the runner closes, somebody waits for a post or one is owed that is urgent.
func (h *runner) rest(r *place, d time.Duration, urgent <-chan struct{}) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.outbox.hurry:
	case <-urgent:
	case <-h.stop:
	}
}

// owing counts posts that are owed.
func (r *place) owing(are func(Post) bool) (n int) {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	for _, p := range r.outbox.owed {
		if are(p) {
			n++
		}
	}
	return n
}

// hurries has a post tried at once if it is owed, and says whether it is.
func (r *place) hurries(is func(Post) bool) bool {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	at := slices.IndexFunc(r.outbox.owed, is)
	if at < 0 {
		return false
	}
	if one, refused := r.outbox.refused[r.outbox.owed[at].Kind]; refused {
		r.outbox.lift(r.runner.now(), 0, func(other Refusal) bool { return other == one })
		r.runner.startPoster(r)
	}
	r.outbox.hurries()
	return true
}

// hurries has a poster that rests go on.
func (o *outbox) hurries() {
	select {
	case o.hurry <- struct{}{}:
	default:
	}
}

// nextPost picks the post to make now, the oldest of the lowest rank, and lists the
// IDs that it settles: of a message that is edited in place all that are owed at
// once; none when all that can be made now are and it is left to mark them. ok is false when the
// poster's work is over.
//
// A post in doubt settles itself alone. It keeps its ID, so that it isn't made
// twice, and its reader may then still be shown what was shown at the first try;
// the next one brings the newest.
func (h *runner) nextPost(r *place) (p Post, members []int64, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &r.outbox
	now := h.now()
	idle := len(o.owed) == 0 || o.wait(now) > 0
	switch {
	case h.stopping, r.void, idle && !o.unkept:
		o.working, o.urgent = false, nil
		h.startPoster(r)
		h.leave(r)
		return Post{}, nil, false
	case idle:
		o.rank, o.urgent = math.MaxInt, make(chan struct{}) // whatever is owed goes before it
		return Post{Urgent: o.urgent}, nil, true
	}
	var best Post
	for _, p := range o.owed {
		if !o.due(p).After(now) && (best.Kind == 0 || r.owner.delivery(p.Kind).rank < r.owner.delivery(best.Kind).rank) {
			best = p
		}
	}
	o.rank, o.urgent = r.owner.delivery(best.Kind).rank, make(chan struct{})
	refused := o.refused[best.Kind]
	best.Urgent, best.Tries, best.Since = o.urgent, refused.Tries, refused.Since
	members = append(members, best.ID)
	if r.owner.delivery(best.Kind).newest && !slices.Contains(o.doubts, best.ID) {
		for _, other := range o.owed {
			if other.Kind == best.Kind && other.To == best.To && other.ID != best.ID {
				if other.Seq > best.Seq { // one that may wait for a newer one is older than that
					best.Seq, best.Hand = other.Seq, other.Hand
				}
				best.Again = best.Again || other.Again
				members = append(members, other.ID)
			}
		}
	}
	return best, members, true
}

// posted notes that posts are made, or given up, and says whether an older try of one of them
// may arrive later.
func (h *runner) posted(r *place, kind PostKind, members []int64, made bool) (doubted bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &r.outbox
	o.unkept = true
	isOne := func(id int64) bool { return slices.Contains(members, id) }
	doubted = slices.ContainsFunc(o.doubts, isOne)
	o.owed = slices.DeleteFunc(o.owed, func(p Post) bool { return isOne(p.ID) })
	o.doubts = slices.DeleteFunc(o.doubts, isOne)
	if made || !slices.ContainsFunc(o.owed, func(p Post) bool { return p.Kind == kind }) {
		h.cleared(r, kind, made)
	}
	for _, id := range members {
		if id > 0 {
			o.done = append(o.done, id)
		}
	}
	return doubted
}

// onceMore has a post made again when no older try of it can arrive any more: what
// such a try shows would else be the last that is written. Where only this house knows of such a
// try, it isn't gentle: whoever writes the post then has the owner, and so what is newest.
func (h *runner) onceMore(id OwnerID, p Post, gently bool) {
	time.AfterFunc(lateTry, func() {
		h.tell(id, job{verb: "redo", gently: gently, do: func(ctx context.Context, r *place) error { return r.owner.redo(ctx, p) }})
	})
}

// mark has the store know which posts are made, and says whether it does. If it doesn't, they
// are marked with the next, or a little later.
func (h *runner) mark(ctx context.Context, r *place) bool {
	h.mu.Lock()
	o := &r.outbox
	done, fence, refused := o.done, r.fence, maps.Clone(o.refused)
	h.mu.Unlock()
	err := h.contain("posts panicked", func() error { return r.owner.delivered(ctx, fence, done, refused) }, "owner", r.id)
	if errors.Is(err, ErrFenced) {
		h.recheck(r)
		return false
	}
	if err != nil {
		h.log.Warn("posts not marked", "owner", r.id, "error", err)
		return false
	}
	h.mu.Lock()
	o.done = o.done[len(done):] // more may have come
	o.unkept = len(o.done) > 0
	h.mu.Unlock()
	return true
}

// isVoid says whether another house has had the owner.
func (h *runner) isVoid(r *place) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return r.void
}

// recheck has an owner look whether it is still of this house, or was only claimed anew.
func (h *runner) recheck(r *place) {
	_ = h.ask(context.Background(), r.id, job{verb: "recheck", gently: true, of: r, do: func(ctx context.Context, r *place) error { return r.owner.ring(ctx) }})
}
