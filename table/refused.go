package table

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A RefusedError says that Discord refuses a post now and may take it later: a permission is
// missing, the bot is timed out, a thread is locked, or a filter doesn't like the text.
type RefusedError struct {
	Code    int             // Discord's
	Channel sitting.Channel // that the post was for
	Server  sitting.Server  // in which it is
	Content bool            // it refuses what the post says; others may be taken
	Err     error
}

// Error gives Discord's words.
func (e *RefusedError) Error() string {
	return fmt.Sprintf("table: refused for now, code %d: %v", e.Code, e.Err)
}

// Unwrap gives what Discord said.
func (e *RefusedError) Unwrap() error { return e.Err }

// refusedIn adds to a refusal where the post was to go. Where the bot was removed it is final.
func (h *shared) refusedIn(err error, s sitting.Server, c sitting.Channel) error {
	refused := refusalIn(err)
	if refused == nil {
		return err
	}
	refused.Server, refused.Channel = s, c
	if refused.Code == codeUnknownChannel {
		h.upkeep.house.Suspect(s, c)
	}
	if h.upkeep.isLeft(s) {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return err
}

// A Refusal is what is known of refused posts of one kind.
type Refusal struct {
	Code    int
	Channel sitting.Channel
	Server  sitting.Server
	Content bool      `json:",omitempty"`
	Tries   int       // in a row
	Since   time.Time // the first of them
	Tried   time.Time // the last of them
	Until   time.Time // before which no post of the kind is tried
}

// Refusals are those of an owner, by kind of post.
type Refusals map[PostKind]Refusal

// staysOwed says whether a refused post is tried again: what has happened and how things are, but
// no call, which would come too late.
func (k PostKind) staysOwed() bool { return !k.IsCall() }

// codeUnknownChannel is Discord's code for a channel that isn't there.
const codeUnknownChannel = 10003

// keepRefused is how long posts of a closed table are tried again.
const keepRefused = 30 * 24 * time.Hour

// errStale says that a post has been refused for so long that nobody waits for it.
var errStale = fmt.Errorf("%w: refused for too long", ErrGone) //nolint:gochecknoglobals // an error value

// isStale says whether a post has been refused for so long since a moment.
func (p Post) isStale(since, now time.Time) bool {
	return p.Tries > 0 && now.After(since.Add(keepRefused))
}

// refusedWaits are the waits between tries of a refused post. The last one repeats.
//
//nolint:gochecknoglobals // constant table
var refusedWaits = [...]time.Duration{
	time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour,
}

// waitAfter is the wait after so many tries, with a tenth of jitter at most.
func waitAfter(tries int) time.Duration {
	wait := refusedWaits[min(tries, len(refusedWaits))-1]
	return wait + rand.N(wait/10)
}

// due is when a post is to be tried; the zero time: at once.
func (o *outbox) due(p Post) time.Time {
	if o.isShut(p) { // it is dropped, which needs no wait
		return time.Time{}
	}
	if until := o.refused[p.Kind].Until; until.After(p.After) {
		return until
	}
	return p.After
}

// refuse notes that Discord refuses a post for now. Of a message that is edited in place only the
// newest state stays owed.
func (h *runner) refuse(r *place, p Post, why *RefusedError) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o := &r.outbox
	now := h.now()
	tries, since := o.refused[p.Kind].Tries+1, o.refused[p.Kind].Since
	if tries == 1 {
		since = now
	}
	if o.refused == nil {
		o.refused = make(Refusals)
	}
	o.refused[p.Kind] = Refusal{
		Code: why.Code, Channel: why.Channel, Server: why.Server, Content: why.Content,
		Tries: tries, Since: since, Tried: now, Until: now.Add(waitAfter(tries)),
	}
	h.barred[r] = struct{}{}
	o.unkept = true
	if r.owner.delivery(p.Kind).newest {
		o.keepNewest(p)
	}
}

// keepNewest takes posts of the message that one is about off what is owed, but for the newest and
// those that may stand already. It wants the lock.
func (o *outbox) keepNewest(of Post) {
	same := func(q Post) bool { return q.Kind == of.Kind && q.To == of.To }
	var newest int64 // unstored posts are below 0
	again := false
	for _, q := range o.owed {
		if same(q) {
			again = again || q.Again
			if newest == 0 || q.ID > newest {
				newest = q.ID
			}
		}
	}
	o.owed = slices.DeleteFunc(o.owed, func(q Post) bool {
		old := q.ID != newest && same(q) && !slices.Contains(o.doubts, q.ID)
		if old && q.ID > 0 {
			o.done, o.unkept = append(o.done, q.ID), true
		}
		return old
	})
	for i := range o.owed {
		if o.owed[i].ID == newest {
			o.owed[i].Again = again
		}
	}
}

// cleared forgets that posts of a kind were refused. Where one was taken, what was refused for the
// same reason is tried too. It wants the lock.
func (h *runner) cleared(r *place, kind PostKind, taken bool) {
	o := &r.outbox
	before, was := o.refused[kind]
	delete(o.refused, kind)
	if was && taken && !before.Content {
		o.lift(h.now(), liftAfter, func(other Refusal) bool { return !other.Content })
	}
	if len(o.refused) == 0 {
		delete(h.barred, r)
	}
}

// liftAfter is how long after a refused try something may hint that the next fares better: where
// hints are wrong and many, no more tries follow from them.
const liftAfter = 5 * time.Second

// lift has refused posts tried now, but so long after the last try at least, and says whether there
// are any. It wants the lock.
func (o *outbox) lift(now time.Time, after time.Duration, which func(Refusal) bool) (some bool) {
	for kind, one := range o.refused {
		soon := one.Tried.Add(after)
		if soon.Before(now) {
			soon = now
		}
		if which(one) && soon.Before(one.Until) {
			one.Until = soon
			o.refused[kind], some = one, true
		}
	}
	return some
}

// recallRefused takes over what the store knows of refused posts.
func (r *place) recallRefused(all Refusals) {
	if len(all) == 0 {
		return
	}
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	r.outbox.refused = maps.Clone(all)
	r.runner.barred[r] = struct{}{}
	r.outbox.lift(r.runner.now(), liftAfter, func(one Refusal) bool {
		return !one.Content && r.runner.changed[one.Server].After(one.Tried)
	})
}

// isRefused says whether Discord refuses posts of a kind.
func (r *place) isRefused(kind PostKind) bool {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	_, is := r.outbox.refused[kind]
	return is
}

// retry has posts tried at once that Discord refuses.
func (h *runner) retry(which func(Refusal) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for r := range h.barred {
		if r.outbox.lift(h.now(), liftAfter, which) {
			h.startPoster(r)
			r.outbox.hurries()
		}
	}
}

// refusal gives the refusal of an owner's posts; false: there is none.
func (h *runner) refusal(id OwnerID) (worst Refusal, is bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.places[id]; r != nil {
		for _, p := range r.outbox.owed {
			if one, has := r.outbox.refused[p.Kind]; has && (!is || !one.Content) {
				worst, is = one, true
			}
		}
	}
	return worst, is
}

// Refusal says why Discord takes no posts of a table that was just looked at; false: as far as is
// known it does.
func (h *House) Refusal(id sitting.ID) (Refusal, bool) { return h.runner.refusal(OwnerID(id)) }

// Permitted has posts to a channel that were refused for a permission tried at once: the bot has
// what it needs there.
func (h *House) Permitted(c sitting.Channel) {
	h.runner.retry(func(r Refusal) bool { return r.Channel == c && !r.Content })
}

// Changed has refused posts to a server tried at once: what the bot may do there has changed. Posts
// of tables that aren't in memory are tried as soon as they are.
func (h *House) Changed(s sitting.Server) {
	h.runner.mu.Lock()
	h.runner.changed[s] = h.runner.now()
	h.runner.mu.Unlock()
	h.runner.retry(func(r Refusal) bool { return r.Server == s && !r.Content })
}

// refusalIn gives the refusal that an error is; nil: it is none.
func refusalIn(err error) *RefusedError {
	var refused *RefusedError
	if errors.As(err, &refused) {
		return refused
	}
	return nil
}

// barredFrom lists the owners whose posts to a channel are refused.
func (h *runner) barredFrom(c sitting.Channel) (ids []OwnerID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for r := range h.barred {
		for _, one := range r.outbox.refused {
			if one.Channel == c {
				ids = append(ids, r.id)
			}
		}
	}
	return ids
}

// shut has nothing more be posted to a channel that is gone.
func (h *runner) shut(id OwnerID, c sitting.Channel) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if r := h.places[id]; r != nil {
		r.outbox.shut = c
		h.startPoster(r)
		r.outbox.hurries()
	}
}

// lose has nothing more be posted for a table whose channel is gone.
func (r *place) lose() {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	r.outbox.lost = true
	r.runner.startPoster(r)
	r.outbox.hurries()
}

// isShut says whether the place of a post is gone.
func (r *place) isShut(p Post) bool {
	r.runner.mu.Lock()
	defer r.runner.mu.Unlock()
	return r.outbox.isShut(p)
}

func (o *outbox) isShut(p Post) bool {
	return o.lost || o.shut != "" && p.To.Channel == o.shut
}

// beside does something beside all owners until it ends or the runner closes; what comes before
// the runner starts waits for that, since Discord may tell of a deletion just once.
func (h *runner) beside(do func(context.Context)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.stopping:
	case h.running:
		h.goBeside(do)
	default:
		h.waiting = append(h.waiting, do)
	}
}

// goBeside wants the lock.
func (h *runner) goBeside(do func(context.Context)) {
	ctx, cancel := context.WithCancel(h.posts)
	h.work.Go(func() {
		defer cancel()
		go func() {
			select {
			case <-h.stop:
				cancel()
			case <-ctx.Done():
			}
		}()
		_ = h.contain("panic beside the owners", func() error { do(ctx); return nil })
	})
}
