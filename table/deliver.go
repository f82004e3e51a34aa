package table

import (
	"context"
	"errors"

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

// delivery says how posts of a table are made: new messages that are never edited
// first, in their order; then the table; then the pings, of which those for turns
// that are over will not be made.
func (v *evening) delivery(k PostKind) delivery {
	switch k {
	case PostCommitment, PostResult:
		return delivery{rank: 0}
	case PostTable:
		return delivery{rank: 1, newest: true}
	case PostPing, PostReminder:
		return delivery{rank: 2}
	}
	return delivery{rank: 3}
}

// deliver makes one post. A ping whose turn is over needn't be made, and one
// that comes so late that it would fall into quiet hours must not.
func (v *evening) deliver(ctx context.Context, p Post) error {
	var s sitting.Sight
	var hushed bool
	err := v.place.runner.ask(ctx, v.place.id, job{verb: "peek", do: func(ctx context.Context, _ *place) (err error) {
		s, err = v.look(ctx, "peek", "")
		hushed = v.clock(v.house.opt.Now()).IsHushed(v.state)
		return err
	}})
	if err != nil {
		return err
	}
	switch p.Kind {
	case PostPing, PostReminder:
		if s.Version != p.Seq || hushed {
			return nil
		}
	case PostCommitment:
		if s.Deal.Hand != p.Hand {
			past, err := pastHand(ctx, v.house.opt.Store, v.id, p.Hand)
			if err != nil {
				return err
			}
			s.Deal = past.Deal()
		}
	case PostResult:
		if s.Last == nil || s.Last.Seq > p.Seq {
			if s.Last, err = resultAt(ctx, v.house.opt.Store, v.id, p.Seq); err != nil {
				return err
			}
		}
	case PostTable:
	}
	refs, err := v.house.opt.Poster.Post(ctx, v.house.peeker, p, s, v.refs)
	if err == nil || errors.Is(err, ErrGone) {
		v.refs = refs
	}
	return err
}

// delivered has the store take posts off what the channel is owed, and keep where
// its messages are.
func (v *evening) delivered(ctx context.Context, done []int64) error {
	return v.house.opt.Store.Posted(ctx, done, v.id, v.refs)
}
