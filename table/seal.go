package table

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

const (
	// sealWait is how long a command waits for the seal of the deal that it is about: as
	// long as a post takes that nothing holds up, and less than people wait for an answer.
	sealWait = time.Second
	// dealWait is how long a command waits for the hand that it asked for. An answer that takes
	// so long is promised first, and the hand comes then.
	dealWait = 6 * time.Second
)

// isUnsealed says whether a command was refused because the next deal isn't sealed yet.
func isUnsealed(err error) bool {
	var no *sitting.Refusal
	return errors.As(err, &no) && no.Code == sitting.NotSealed
}

// asksToDeal says whether an action asks for the next hand.
func asksToDeal(a sitting.Action) bool {
	switch a.(type) { //nolint:exhaustive,gochecksumtype // the others don't
	case sitting.Start, sitting.Next:
		return true
	}
	return false
}

// carries returns what the table has to know of a post that was made: which message carries
// the seal of the next hand, or is the table message of a frozen one. Nil: nothing, or it
// knows of another message.
func carries(p Post, s *sitting.Sight, refs Refs) sitting.Event {
	switch {
	case p.Again:
	case p.Kind == PostDeal && s.Phase == sitting.Dealing && s.Deal.Hand == p.Hand:
		return sitting.Placed{Hand: p.Hand, Message: refs.Table}
	case s.Deal.Ready:
	case p.Kind == PostCommitment:
		return sitting.Sealed{Hand: s.Deal.Hand, Message: refs.Seal}
	case p.Kind == PostResult && s.Phase == sitting.Between && s.Deal.Hand == p.Hand+1: // an older one doesn't show it
		return sitting.Sealed{Hand: s.Deal.Hand, Message: refs.Result}
	}
	return nil
}

// stands stores which message carries the seal of a hand, or is its table message. The post
// isn't done before: a house that is killed in between makes it again, by a poster that looks
// for the message first, and stores it then.
func (v *evening) stands(ctx context.Context, e sitting.Event) error {
	return v.place.runner.ask(ctx, v.place.id, job{verb: "seal", last: true, gently: true, of: v.place, do: func(ctx context.Context, _ *place) error {
		err := v.load(ctx)
		if err == nil {
			err = v.learnsOf(ctx, e)
		}
		return v.fault("seal", "", err)
	}})
}

// learnsOf stores which message is a cut, unless that is known: the first that is stored counts.
// Where it is the last cut the hand is dealt with it.
func (v *evening) learnsOf(ctx context.Context, e sitting.Event) error {
	wanted := false
	switch e := e.(type) { //nolint:exhaustive,gochecksumtype // of no others
	case sitting.Sealed:
		wanted = e.Hand > 0 && e.Message != "" && v.state.Unsealed() == e.Hand
	case sitting.Placed:
		wanted = e.Hand > 0 && e.Message != "" && v.state.Unplaced() == e.Hand
	}
	if !wanted {
		return nil
	}
	_, err := v.commit(ctx, sitting.Command{}, []sitting.Event{e})
	return err
}

// awaits has a command wait for the message that the next deal needs: for its seal, or for
// the last cut of the hand that was asked for.
func (v *evening) awaits() <-chan struct{} {
	if v.seal == nil {
		v.seal = make(chan struct{})
	}
	return v.seal
}

// hurrySeal has the post tried at once that the next deal waits for: somebody waits for it.
// One that was given up is owed again.
func (v *evening) hurrySeal() {
	p := Post{Kind: PostCommitment, Hand: v.state.Unsealed(), Seq: v.state.Seq()}
	last := v.state.Last()
	switch {
	case v.state.Unplaced() > 0:
		p = Post{Kind: PostDeal, Hand: v.state.Unplaced(), Seq: v.state.Seq()}
	case last != nil && v.state.Phase() != sitting.Dealing:
		p = Post{Kind: PostResult, Hand: last.Hand, Seq: last.Seq}
	}
	if !v.place.hurries(func(q Post) bool { return q.Kind == p.Kind && q.Hand == p.Hand }) {
		v.place.owesToo(p)
	}
}

// told lets those go on who wait for a message.
func (v *evening) told() {
	goOn(&v.tried)
	goOn(&v.seal)
}

// tries learns that a post begins to be made.
func (v *evening) tries() {
	if v.tried == nil {
		v.tried, v.seal = v.seal, nil
	}
}

// toldRefused lets those go on who waited for a message when a try began that Discord refused.
// Later callers wait for the next try, which starts at once: the refusal may have passed.
func (v *evening) toldRefused(ctx context.Context) error {
	goOn(&v.tried)
	if v.seal == nil {
		return nil
	}
	err := v.load(ctx)
	if err == nil {
		v.hurrySeal()
	}
	return err
}

// goOn lets those go on who wait for something.
func goOn(wait *chan struct{}) {
	if *wait != nil {
		close(*wait)
		*wait = nil
	}
}

// reseal owes the channel the seal of a hand once more. Of two that are owed the first may
// be under way, and have looked before this one was asked for; the second hasn't.
func (v *evening) reseal(hand int) {
	p := Post{Kind: PostCommitment, Hand: hand, Again: true}
	if v.place.owing(func(q Post) bool { return q.Kind == p.Kind && q.Hand == hand && q.Again }) < 2 {
		v.place.owesToo(p)
	}
}

// awaitsDeal has a command that asked for a hand wait until the frozen hand is dealt; nil for
// all others. Where it had been frozen before, the post that it waits for is hurried.
func (v *evening) awaitsDeal(a sitting.Action) <-chan struct{} {
	if v.state.Phase() != sitting.Dealing || v.state.Alone() || !asksToDeal(a) || !v.house.runner.isRunning() {
		return nil
	}
	v.hurrySeal()
	return v.awaits()
}
