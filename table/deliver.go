package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A Poster brings one owed message to the channel of s and returns where the
// channel's messages stand then. s is what a spectator knows: of the present for
// PostTable and calls; with the finished hand in s.Last for PostResult; with
// the deal in s.Deal for PostCommitment, and for a PostResult between hands the next
// one, whose seal it carries. p.ID is the same when a post is tried again, so it serves
// as the nonce.
//
// A call that stands is old once what it asks is over: a Poster deletes it with the
// PostTable that then comes, and takes it off refs.Calls. A reminder and a nudge take
// the place of the turn's call that stands.
//
// An error that wraps [ErrGone] means that the post can never be made, a [*RefusedError] that
// Discord doesn't take it for now, [ErrGaveWay] that
// it wasn't, and another goes first: where other messages stand then is returned all the
// same. After any other the post is tried again later, with what is newest then; it may have been
// made unless the error wraps [ErrNotSent].
type Poster interface {
	Post(ctx context.Context, at Peeker, p Post, s sitting.Sight, refs Refs) (Refs, error)
}

// A Peeker shows a poster what one person may know of a table now, who isn't taken
// to have done anything by that. *House is one.
type Peeker interface {
	// Refusal says why Discord takes no posts of a table that is in memory.
	Refusal(id sitting.ID) (Refusal, bool)
	Peek(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error)
}

// delivery says how posts of a table are made: new messages that are never edited
// first, in their order; then the calls, of which those that are over will not be
// made, since one may become the table, and since a new message opens an archived
// thread that an edit doesn't; then the table.
func (v *evening) delivery(k PostKind) delivery {
	switch k {
	case PostCommitment, PostDeal:
		return delivery{rank: 0} // the next hand waits for them
	case PostResult, PostEvening:
		return delivery{rank: 1}
	case PostPing, PostReminder, PostNudge, PostWish, PostVote, PostInvite, PostOpening, PostSought:
		return delivery{rank: 2}
	case PostTable:
		return delivery{rank: 3, newest: true}
	case PostHands:
		return delivery{rank: 4, newest: true}
	case PostProposal, PostSeason, PostRedraw: // of no table
	}
	return delivery{rank: 4}
}

// deliver makes one post. A call that is over needn't be made, and one that comes so
// late that it would fall into quiet hours waits for their end.
func (v *evening) deliver(ctx context.Context, p Post) error {
	var s sitting.Sight
	var later time.Time
	var began int64
	var needless bool
	err := v.place.runner.ask(ctx, v.place.id, job{verb: "peek", gently: true, of: v.place, do: func(ctx context.Context, _ *place) (err error) {
		s, err = v.look(ctx, "peek", "")
		began = v.state.Began()
		v.tries()
		if v.state.Phase() == sitting.Ended && p.isStale(v.state.Moved(), v.house.opt.Now()) {
			return errStale
		}
		p.Late = p.Kind == PostTable && p.ID > 0 && p.Seq < began
		if err == nil && p.Kind.IsCall() {
			var whom []sitting.Person
			whom, later = v.clock(v.house.opt.Now()).Asked(v.state, p.Kind.Asks(), p.Seq)
			switch p.Kind { //nolint:exhaustive // of the others who asks too often is refused
			case PostOpening:
				whom = v.watchers(ctx, &s)
			case PostWish, PostSought:
				if whom = v.house.unspared(ctx, v.place.id, p.Seq, whom); len(whom) == 0 && later.IsZero() {
					needless = true
				}
			}
			p.Calls = whom
		}
		return err
	}})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotSent, err)
	}
	if needless {
		return nil
	}
	switch needless, err = v.furnish(ctx, p, &s, later); {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrNotSent, err)
	case needless:
		return nil
	}
	if s.Alone {
		return fmt.Errorf("%w: there is no channel", ErrGone)
	}
	told := func() {}
	if p.Kind == PostOpening {
		told = func() { v.toldOpening(ctx, &s, p.Calls) }
	}
	p.Turns = p.Kind == PostTable && v.shown != began
	refs, err := v.house.opt.Poster.Post(ctx, v.house.peeker, p, s, *v.refs.Load())
	v.house.upkeep.heard(ctx, s.Server, err)
	err = v.house.refusedIn(err, s.Server, s.Channel)
	unsure := refs.Unsure
	refs.Unsure = false
	if err == nil && (p.Kind == PostTable && !p.Late || refs.Table != v.refs.Load().Table) {
		v.shown = began
	}
	switch {
	case err == nil, errors.Is(err, ErrGone):
		v.refs.Store(&refs)
		told()
	case errors.Is(err, ErrGaveWay):
		v.refs.Store(&refs)
	}
	if errors.Is(err, ErrGone) && p.Kind == PostResult && p.ID < 0 {
		// Somebody wants to play on, and Discord doesn't take the result for the second time.
		v.place.owesToo(Post{Kind: PostCommitment, Hand: p.Hand + 1, Seq: p.Seq})
	}
	if e := carries(p, &s, refs); err == nil && e != nil {
		return v.stands(ctx, e)
	}
	if err == nil && unsure {
		return errUnsure
	}
	return err
}

// furnish adds to what a spectator knows what a post tells beside it. A post may be needless by now, and a call may have to
// wait until a time.
func (v *evening) furnish(ctx context.Context, p Post, s *sitting.Sight, later time.Time) (needless bool, err error) {
	switch p.Kind {
	case PostPing, PostReminder, PostNudge, PostWish, PostVote, PostInvite, PostOpening, PostSought:
		switch {
		case p.IsOver(*s):
			return true, nil
		case len(p.Calls) == 0 && !later.IsZero():
			return false, &laterError{later}
		case len(p.Calls) == 0 && (p.Kind == PostInvite || p.Kind == PostOpening):
			return true, nil // all of them have answered, or sit there
		}
	case PostCommitment:
		if s.Deal.Hand != p.Hand {
			past, err := pastHand(ctx, v.house.opt.Store, v.id, sitting.HandKey{Hand: p.Hand})
			if err != nil {
				return false, err
			}
			s.Deal = past.Deal()
		}
		if !p.Again && (s.Deal.Seal != "" || s.Phase == sitting.Ended) {
			return true, nil // it stands, or nobody needs it any more
		}
	case PostDeal:
		if s.Phase == sitting.Dealing && s.Deal.Hand == p.Hand {
			return false, nil
		}
		refs := v.refs.Load()
		if d := s.Deal; d.Hand == p.Hand && d.Table != "" && refs.DealHand < p.Hand {
			// It stands, and a house was killed before it noted that.
			dealt := refs.Deals(p.Hand, d.Table, v.house.opt.Now())
			v.refs.Store(&dealt)
		}
		return true, nil
	case PostResult:
		if s.Last == nil || s.Last.Seq > p.Seq {
			if s.Last, err = resultAt(ctx, v.house.opt.Store, v.id, p.Seq); err != nil {
				return false, err
			}
		}
	case PostTable:
		// A closed table that was never shown has nothing to set right: no message of it stands.
		return s.Phase == sitting.Ended && v.refs.Load().Table == "" && !p.Tried && !p.Again, nil
	case PostEvening, PostProposal, PostSeason, PostHands, PostRedraw:
	}
	return false, nil
}

// redo owes the table message once more.
func (v *evening) redo(ctx context.Context, _ Post) error {
	if _, err := v.look(ctx, "redo", ""); err != nil {
		return err
	}
	v.redraw(false)
	return nil
}

// delivered has the store take posts off what the channel is owed, and keep where
// its messages are.
func (v *evening) delivered(ctx context.Context, f Fence, done []int64, refused Refusals) error {
	refs := *v.refs.Load()
	refs.Refused = refused
	v.refs.Store(&refs)
	return v.house.opt.Store.Posted(ctx, done, v.id, f, refs)
}
