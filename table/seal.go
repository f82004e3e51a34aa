package table

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// sealWait is how long a command waits for the seal of the deal that it is about: as
// long as a post takes that nothing holds up, and less than people wait for an answer.
const sealWait = time.Second

// isUnsealed says whether a command was refused because the next deal isn't sealed yet.
func isUnsealed(err error) bool {
	var no *sitting.Refusal
	return errors.As(err, &no) && no.Code == sitting.NotSealed
}

// carries returns the hand whose seal a post has brought to the channel, and the id of
// its message; 0 for a post that carries none, or one that stands elsewhere already.
func carries(p Post, s *sitting.Sight, refs Refs) (hand int, message string) {
	if p.Again || s.Deal.Ready {
		return 0, ""
	}
	switch {
	case p.Kind == PostCommitment:
		return s.Deal.Hand, refs.Seal
	case p.Kind == PostResult && s.Phase == sitting.Between && s.Deal.Hand == p.Hand+1: // an older one doesn't show it
		return s.Deal.Hand, refs.Result
	}
	return 0, ""
}

// sealed stores which message carries the seal of a hand. The post isn't done before:
// a house that is killed in between makes it again, which by its nonce is the same
// message as long as Discord remembers that, some minutes, and stores it then.
func (v *evening) sealed(ctx context.Context, hand int, message string) error {
	return v.place.runner.ask(ctx, v.place.id, job{verb: "seal", last: true, gently: true, of: v.place, do: func(ctx context.Context, _ *place) error {
		err := v.load(ctx)
		if err == nil {
			err = v.seals(ctx, hand, message)
		}
		return v.fault("seal", "", err)
	}})
}

// seals stores which message carries the seal of a hand, unless that is known.
func (v *evening) seals(ctx context.Context, hand int, message string) error {
	if hand == 0 || v.state.Unsealed() != hand || message == "" {
		return nil
	}
	_, err := v.commit(ctx, sitting.Command{}, []sitting.Event{sitting.Sealed{Hand: hand, Message: message}})
	return err
}

// hurrySeal has the post tried at once that carries the seal of the next deal: somebody
// waits for it. One that was given up is owed again.
func (v *evening) hurrySeal() {
	if v.seal == nil {
		v.seal = make(chan struct{})
	}
	p := Post{Kind: PostCommitment, Hand: v.state.Unsealed(), Seq: v.state.Seq()}
	if last := v.state.Last(); last != nil {
		p = Post{Kind: PostResult, Hand: last.Hand, Seq: last.Seq}
	}
	if !v.place.hurries(func(q Post) bool { return q.Kind == p.Kind && q.Hand == p.Hand }) {
		v.place.owesToo(p)
	}
}

// told lets those go on who waited for a seal.
func (v *evening) told() {
	if v.seal != nil {
		close(v.seal)
		v.seal = nil
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
