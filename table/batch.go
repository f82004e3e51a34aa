package table

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// batch gathers what is stored with events that made the state after them.
func (h *House) batch(r *room, after sitting.State, events []sitting.Event, at time.Time) Batch {
	clock := r.clock(at)
	b := Batch{
		Table: r.id, At: at, From: r.state.Seq(), Events: events,
		Owes: r.posts(after, events, clock), Limits: h.opt.Limits, Waits: after.WaitsOn(), Head: after.Head(),
	}
	_, b.Wake = clock.Next(after)
	if over := sitting.JustOver(r.state, after); over != nil {
		b.Ended = over.Finish()
	}
	return b
}

// posts lists what the channel is owed for events that made the state after them.
func (r *room) posts(after sitting.State, events []sitting.Event, clock sitting.Clock) []Post {
	var posts []Post
	if over := sitting.JustOver(r.state, after); over != nil {
		posts = append(posts, Post{Kind: PostResult, Hand: over.Hand, Seq: after.Seq()})
	}
	for i, e := range events {
		if c, ok := e.(sitting.Committed); ok {
			posts = append(posts, Post{Kind: PostCommitment, Hand: c.Hand, Seq: r.state.Seq() + int64(i) + 1})
		}
	}
	posts = append(posts, Post{Kind: PostTable, Hand: after.Hand(), Seq: after.Seq()})
	for _, e := range events {
		if _, ok := e.(sitting.Reminded); ok {
			posts = append(posts, Post{Kind: PostReminder, Hand: after.Hand(), Seq: after.Version()})
		}
		if _, ok := e.(sitting.Called); ok {
			posts = append(posts, Post{Kind: PostPing, Hand: after.Hand(), Seq: after.Version()})
		}
	}
	if after.Began() != r.state.Began() && clock.MayPing(after) {
		posts = append(posts, Post{Kind: PostPing, Hand: after.Hand(), Seq: after.Began()})
	}
	return posts
}

// TellsOf says whether the channel can be owed a post that tells of an event, after
// which spectators see the table so.
func (p Post) TellsOf(e sitting.Event, s sitting.Sight) bool {
	switch p.Kind {
	case PostCommitment:
		c, ok := e.(sitting.Committed)
		return ok && c.Hand == p.Hand
	case PostResult:
		return s.Last != nil && s.Last.Hand == p.Hand
	case PostTable:
		return s.Hand == p.Hand
	case PostPing, PostReminder:
		return s.Hand == p.Hand && s.Phase == sitting.Playing && s.Version == p.Seq
	}
	return false
}
