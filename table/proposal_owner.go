package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// ring ends the proposal when its time is over. One that was never stored can't be ended.
func (v *proposal) ring(ctx context.Context) error {
	_, err := v.ask(ctx, TabCommand{Do: tab.Expire{}})
	var no *tab.Refusal
	if errors.As(err, &no) {
		err = nil
	}
	v.amiss = err != nil
	return err
}

// stand says when the proposal runs out.
func (v *proposal) stand() stand {
	var wake time.Time
	if v.now.Stage == tab.Open {
		wake = fromMillis(v.now.Until)
	}
	return stand{wake: wake, unread: !v.loaded, amiss: v.amiss, keep: v.loaded && v.now.Stage == tab.Open}
}

// delivery says how posts of a proposal are made: they are one message.
func (v *proposal) delivery(PostKind) delivery { return delivery{newest: true} }

// deliver writes the message of the proposal as it is now. Who is asked isn't called in their quiet hours: then it
// waits for their end, while what only is told is told at once.
func (v *proposal) deliver(ctx context.Context, p Post) error {
	var s TabSight
	err := v.place.runner.ask(ctx, v.place.id, job{verb: "peek", gently: true, of: v.place, do: func(ctx context.Context, _ *place) error {
		err := v.load(ctx)
		if err != nil {
			return err
		}
		if v.now.Stage != tab.Open && p.isStale(p.Since, v.house.opt.Now()) {
			return errStale
		}
		s = v.sight()
		return v.effects(ctx, &s)
	}})
	if err != nil {
		return err
	}
	if v.house.opt.TabPoster == nil || p.To.Channel == "" {
		return fmt.Errorf("%w: there is no channel", ErrGone)
	}
	var later time.Time
	if p.Calls, later = v.calls(ctx, &s); len(p.Calls) == 0 && !later.IsZero() && s.Proposal.Stage == tab.Open {
		return &laterError{later}
	}
	refs, err := v.house.opt.TabPoster.PostProposal(ctx, p, s, v.refs)
	v.house.upkeep.heard(ctx, s.Server, err)
	err = v.house.refusedIn(err, s.Server, p.To.Channel)
	unsure := refs.Unsure
	refs.Unsure = false
	if err == nil {
		v.refs = refs
		if unsure {
			return errUnsure
		}
	}
	return err
}

// calls lists whom a message about the proposal notifies now: who is asked, who proposed what has
// been answered or has lapsed, and those on whose tab somebody else has written something. Where
// all of them want quiet it says when the first no longer does.
func (v *proposal) calls(ctx context.Context, s *TabSight) (whom []sitting.Person, later time.Time) {
	var of []sitting.Person
	p := &s.Proposal
	switch {
	case p.Stage == tab.Open && p.AsksManager(): // whom nobody can list
	case p.Stage == tab.Open:
		of = []sitting.Person{p.With}
	case p.NeedsConsent() && p.Stage != tab.Withdrawn:
		of = []sitting.Person{p.By}
	case p.Stage == tab.Confirmed:
		for _, m := range s.Moves {
			of = append(of, m.Person, m.Other)
		}
		slices.Sort(of)
		of = slices.DeleteFunc(slices.Compact(of), func(who sitting.Person) bool { return who == p.By })
		of = v.house.unspared(ctx, v.place.id, 1, of)
	}
	now := v.house.opt.Now()
	for _, who := range of {
		end := v.house.quietUntil(ctx, who, now)
		switch {
		case end.Equal(now):
			whom = append(whom, who)
		case later.IsZero() || end.Before(later):
			later = end
		}
	}
	return whom, later
}

// redo owes the message of the proposal once more.
func (v *proposal) redo(ctx context.Context, p Post) error {
	if err := v.load(ctx); err != nil {
		return err
	}
	v.place.owesToo(Post{Kind: p.Kind, Seq: p.Seq, To: p.To})
	return nil
}

// delivered has the store take posts off what is owed, and keep where the message is.
func (v *proposal) delivered(ctx context.Context, f Fence, done []int64, refused Refusals) error {
	v.refs.Refused = refused
	return v.house.opt.Tabs.ProposalPosted(ctx, done, v.id, f, v.refs)
}

// fromMillis is a time in unix ms; 0 is the zero time.
func fromMillis(at int64) time.Time {
	if at == 0 {
		return time.Time{}
	}
	return time.UnixMilli(at).UTC()
}
