package table

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A Poster brings one owed message to the channel of s and returns where the
// channel's messages stand then. s is what a spectator knows: of the present for
// PostTable, PostPing and PostReminder; with the finished hand in s.Last for PostResult; with
// the deal in s.Deal for PostCommitment. p.ID is the same when a post is tried
// again, so it serves as the nonce.
//
// A ping or reminder is old once s.Version is not refs.PingSeq, since its turn has
// moved on: a Poster deletes it with the PostTable that then comes, and empties
// refs.Ping. A reminder takes the place of the ping that stands.
//
// An error that wraps [ErrGone] means that the post can never be made. After any
// other the post is tried again later, with what is newest then.
type Poster interface {
	Post(ctx context.Context, at Peeker, p Post, s sitting.Sight, refs Refs) (Refs, error)
}

// A Peeker shows a poster what one person may know of a table now, who isn't taken
// to have done anything by that. *House is one.
type Peeker interface {
	Peek(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error)
}

// An outbox is what a table owes its channel. One goroutine a table empties it
// while something is in it, outside the table's queue.
type outbox struct {
	owed   []Post // oldest first
	top    int64  // highest stored ID seen
	doubt  int64  // ID of the table post that may have been made already; 0: none
	refs   Refs   // of the poster alone, once it is loaded
	filled bool   // refs are loaded
	busy   bool   // a poster is at work
	unkept bool   // refs, or that posts are made, not stored yet
	done   []int64
}

// isDone says whether nothing is owed and the store knows it.
func (o *outbox) isDone() bool { return len(o.owed) == 0 && !o.busy && !o.unkept }

// The poster's patience.
const (
	firstWait = time.Second
	longWait  = time.Minute
	postGrace = 3 * time.Second // for a post under way when the house closes
)

// fill has the outbox begin where the store says that the channel stands. The
// first time only: after that the poster knows better than the store.
func (h *House) fill(r *room, log Log) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &r.outbox
	if o.filled {
		return
	}
	o.refs, o.filled = log.Refs, true
	// The oldest table post may have been made by an earlier house, and not marked.
	if i := slices.IndexFunc(log.Owed, func(p Post) bool { return p.Kind == PostTable }); i >= 0 {
		o.doubt = log.Owed[i].ID
	}
}

// owe adds posts that the channel is owed, those already known left out, and
// sees that someone makes them.
func (h *House) owe(r *room, posts []Post) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &r.outbox
	o.filled = true // a table that the store doesn't know begins with nothing
	for _, p := range posts {
		if p.ID > o.top {
			o.owed, o.top = append(o.owed, p), p.ID
		}
	}
	h.startPoster(r)
}

// startPoster wants the lock.
func (h *House) startPoster(r *room) {
	if len(r.outbox.owed) == 0 || r.outbox.busy || !h.running || h.stopping {
		return
	}
	r.outbox.busy = true
	posts := h.posts
	h.work.Go(func() { h.emptyOutbox(posts, r) })
}

// Repost has the table message of a table posted anew, below what else stands in
// the channel by now.
func (h *House) Repost(ctx context.Context, id sitting.ID) error {
	_, err := h.ask(ctx, id, "repost", "", func(ctx context.Context, r *room) (Reply, error) {
		if err := r.load(ctx); err != nil {
			return Reply{}, err
		}
		if r.state.Phase() == 0 {
			return Reply{}, &sitting.Refusal{Code: sitting.NoTable}
		}
		h.redraw(r, true)
		return Reply{}, nil
	})
	return err
}

// redraw has the table message brought up to date, or posted anew, though no
// event asks for it.
func (h *House) redraw(r *room, again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	// Not stored, so its ID must not be one of the store's.
	p := Post{ID: -h.opt.Now().UnixMilli(), Kind: PostTable, Seq: r.state.Seq(), Again: again}
	r.outbox.owed = append(r.outbox.owed, p)
	h.startPoster(r)
}

// emptyOutbox makes posts one after another until none is owed or the house
// closes. What isn't made then is owed still, in the store.
func (h *House) emptyOutbox(ctx context.Context, r *room) {
	wait := firstWait
	for {
		p, members, refs, ok := h.nextPost(r)
		if !ok {
			return
		}
		refs, err := h.makePost(ctx, r, p, refs)
		switch {
		case err == nil:
			h.count.posts.Add(1)
		case errors.Is(err, ErrGone):
			h.opt.Log.Warn("post given up", "table", r.id, "kind", p.Kind, "error", err)
		case errors.Is(err, ErrStopping):
			continue
		default:
			h.count.postFaults.Add(1)
			h.opt.Log.Warn("post failed", "table", r.id, "kind", p.Kind, "error", err, "again_in", wait)
			h.doubt(r, p)
			h.rest(wait)
			wait = min(2*wait, longWait)
			continue
		}
		wait = firstWait
		h.posted(ctx, r, members, refs)
	}
}

// doubt notes that a post of the table may have been made although it failed.
func (h *House) doubt(r *room, p Post) {
	if p.Kind != PostTable {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	r.outbox.doubt = p.ID
}

// rest waits, or returns at once when the house closes.
func (h *House) rest(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-h.stop:
	}
}

// nextPost picks the post to make now and lists the IDs that it settles: new
// messages that are never edited first, in their order; then the table, for all
// the states of it owed at once; then the pings, of which those for turns that are
// over will not be made. ok is false when the poster's work is over.
//
// A table post in doubt settles itself alone. It keeps its ID, so that it isn't
// made twice, and the channel may then still show what it showed at the first
// try; the next one brings the newest state.
func (h *House) nextPost(r *room) (p Post, members []int64, refs Refs, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &r.outbox
	if len(o.owed) == 0 || h.stopping {
		o.busy = false
		h.leave(r)
		return Post{}, nil, Refs{}, false
	}
	best := o.owed[0]
	for _, other := range o.owed[1:] {
		if rank(other.Kind) < rank(best.Kind) {
			best = other
		}
	}
	members = append(members, best.ID)
	if best.Kind == PostTable && best.ID != o.doubt {
		for _, other := range o.owed {
			if other.Kind == best.Kind && other.ID != best.ID {
				best.Seq, best.Hand = other.Seq, other.Hand
				best.Again = best.Again || other.Again
				members = append(members, other.ID)
			}
		}
	}
	return best, members, o.refs, true
}

// rank orders kinds by which is posted first.
func rank(k PostKind) int {
	switch k {
	case PostCommitment, PostResult:
		return 0
	case PostTable:
		return 1
	case PostPing, PostReminder:
		return 2
	}
	return 3
}

// makePost makes one post. A ping whose turn is over needn't be made, and one
// that comes so late that it would fall into quiet hours must not.
func (h *House) makePost(ctx context.Context, r *room, p Post, refs Refs) (_ Refs, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			h.count.panics.Add(1)
			h.opt.Log.Error("post panicked", "table", r.id, "kind", p.Kind, "panic", caught, "stack", string(debug.Stack()))
			err = fmt.Errorf("post %d: %w", p.Kind, ErrPanicked)
		}
	}()
	var hushed bool
	s, err := h.see(ctx, "peek", r.id, "", func(r *room) { hushed = r.clock(h.opt.Now()).IsHushed(r.state) })
	if err != nil {
		return refs, err
	}
	switch p.Kind {
	case PostPing, PostReminder:
		if s.Version != p.Seq || hushed {
			return refs, nil
		}
	case PostCommitment:
		if s.Deal.Hand != p.Hand {
			past, err := h.hand(ctx, r.id, p.Hand)
			if err != nil {
				return refs, err
			}
			s.Deal = past.Deal()
		}
	case PostResult:
		if s.Last == nil || s.Last.Seq > p.Seq {
			if s.Last, err = h.resultAt(ctx, r.id, p.Seq); err != nil {
				return refs, err
			}
		}
	case PostTable:
	}
	return h.opt.Poster.Post(ctx, h, p, s, refs)
}

// posted marks posts as done. If the store can't, they are marked with the next.
func (h *House) posted(ctx context.Context, r *room, members []int64, refs Refs) {
	h.mu.Lock()
	o := &r.outbox
	o.refs, o.unkept = refs, true
	o.owed = slices.DeleteFunc(o.owed, func(p Post) bool { return slices.Contains(members, p.ID) })
	for _, id := range members {
		if id > 0 {
			o.done = append(o.done, id)
		}
	}
	done := o.done
	h.mu.Unlock()

	if err := h.opt.Store.Posted(ctx, done, r.id, refs); err != nil {
		h.opt.Log.Warn("posts not marked", "table", r.id, "error", err)
		return
	}
	h.mu.Lock()
	o.done, o.unkept = nil, false
	h.mu.Unlock()
}
