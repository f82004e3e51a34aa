package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A redraws is an owner beside the evenings: what a channel is owed because somebody whom its
// messages show was erased. What it knows is in the store. Messages of one channel are drawn again
// one after the other.
type redraws struct {
	house   *shared
	place   *place
	channel sitting.Channel

	read  bool
	amiss bool // something of its own went wrong, and it wasn't rung since
	reel  reel // of the poster alone
}

// RedrawMark is how the id begins of the owner of a channel's redraws, before the channel's own.
// The ids of tables are of letters and the digits from 2 to 7.
const RedrawMark = '1'

func isRedraws(id OwnerID) bool { return len(id) > 0 && id[0] == RedrawMark }

func redrawsOf(c sitting.Channel) OwnerID { return OwnerID(string(RedrawMark) + string(c)) }

func newRedraws(h *shared, id OwnerID, at *place) *redraws {
	return &redraws{house: h, place: at, channel: sitting.Channel(id[1:])}
}

// forget drops what is in memory.
func (v *redraws) forget() { v.read, v.amiss = false, true }

// part has nothing more to do: nobody waits for a redraw.
func (v *redraws) part() { v.forget() }

// ring reads what is owed.
func (v *redraws) ring(ctx context.Context) error {
	err := v.load(ctx)
	if errors.Is(err, errLost) {
		return err
	}
	if v.amiss = err != nil; v.amiss {
		v.house.count.faults.Add(1)
		v.house.opt.Log.Log(ctx, levelOf(err), "job failed", "owner", v.place.id, "verb", "redraw", "error", err)
	}
	return err
}

func (v *redraws) load(ctx context.Context) error {
	if v.house.opt.Redraws == nil || v.house.opt.Redrawer == nil {
		return errors.New("table: nobody draws messages again")
	}
	if _, err := v.place.claim(ctx, v.house.opt.Store); err != nil {
		return err
	}
	owed, err := v.house.opt.Redraws.OwedRedraws(ctx, v.channel)
	if err != nil {
		return err
	}
	v.read = true
	v.place.isRead()
	v.place.owesAlso(owed)
	return nil
}

// stand says that nothing happens by itself.
func (v *redraws) stand() stand { return stand{unread: !v.read, amiss: v.amiss} }

// delivery says how messages are drawn again: each by itself.
func (v *redraws) delivery(PostKind) delivery { return delivery{} }

// deliver draws a message again, unless that is owed for too long.
func (v *redraws) deliver(ctx context.Context, p Post) error {
	err := v.place.runner.ask(ctx, v.place.id, job{verb: "peek", gently: true, of: v.place, do: func(ctx context.Context, r *place) error {
		_, err := r.claim(ctx, v.house.opt.Store)
		return err
	}})
	if err != nil {
		return err
	}
	if v.house.opt.Now().After(p.Shown.Since.Add(keepRedraws)) {
		return fmt.Errorf("%w: owed for too long", ErrGone)
	}
	draw := func() error { return v.draw(ctx, p.Shown) }
	err = v.place.runner.contain("message not drawn again", draw, "message", p.Shown.Message)
	v.house.upkeep.heard(ctx, p.Shown.Server, err)
	return v.putOff(p, v.house.refusedIn(err, p.Shown.Server, v.channel))
}

// redrawWait is for a message that can't be drawn as things are.
const redrawWait = 6 * time.Hour

// putOff has the other messages of the channel go before one that failed, unless Discord refuses
// them all.
func (v *redraws) putOff(p Post, err error) error {
	refused := refusalIn(err)
	isAlone := refused != nil && refused.Content
	if err == nil || errors.Is(err, ErrGone) || refused != nil && !isAlone {
		return err
	}
	now := v.house.opt.Now()
	if isAlone || isBroken(err) || errors.Is(err, ErrNotFound) {
		v.house.opt.Log.Warn(
			"message not drawn again", "channel", v.channel, "message", p.Shown.Message, "error", err,
		)
		return &laterError{now.Add(redrawWait)}
	}
	v.place.runner.change(v.place, p, func(q *Post) { q.After = now.Add(longWait) })
	return err
}

// draw draws a message again by what is stored of it. What isn't stored any more isn't shown.
func (v *redraws) draw(ctx context.Context, m Shown) error {
	with := v.house.opt.Redrawer
	switch {
	case m.Of == "":
		return with.Withdraw(ctx, m)
	case isSeason(m.Of):
		s, err := v.house.seasonSight(ctx, m.Server, Span{time.UnixMilli(m.From).UTC(), time.UnixMilli(m.Seq).UTC()})
		if err != nil {
			return err
		}
		return with.RedrawSeason(ctx, m, s)
	case isProposal(m.Of):
		log, err := v.house.opt.Tabs.Proposal(ctx, ProposalID(m.Of))
		if err != nil {
			return err
		}
		of := proposalOf(v.house, ProposalID(m.Of), log)
		if of.refs.Table != m.Message && !of.refs.isUncleared(m.Message) {
			return nil // another has taken its place
		}
		s := of.sight()
		if err := of.effects(ctx, &s); err != nil {
			return err
		}
		return with.RedrawProposal(ctx, m, s)
	case m.Kind == PostResult, m.Kind == PostDeal:
		s, err := v.reel.until(ctx, v.house.opt.Store, sitting.ID(m.Of), m.Seq)
		if err != nil {
			return err
		}
		return with.Redraw(ctx, m, s)
	}
	return v.drawPresent(ctx, m)
}

// drawPresent draws a message again that shows a table as it is now, if it still does. An open
// table writes it once more: what has happened at it meanwhile may else stand below this.
func (v *redraws) drawPresent(ctx context.Context, m Shown) error {
	log, err := v.house.opt.Store.Resume(ctx, sitting.ID(m.Of))
	if err != nil {
		return err
	}
	refs := log.Refs
	call := refs.calls()[m.Kind.Asks()]
	switch {
	case m.Kind == PostEvening && refs.Evening != m.Message, m.Kind.IsCall() && call.Message != m.Message,
		m.Kind == PostTable && refs.Table != m.Message && !refs.isUncleared(m.Message):
		return nil
	}
	s, err := v.house.peeker.Peek(ctx, sitting.ID(m.Of), "")
	if err != nil {
		return err
	}
	if err := v.house.opt.Redrawer.Redraw(ctx, m, s); err != nil || !log.Head.Open || m.Kind != PostTable {
		return err
	}
	v.house.runner.tell(m.Of, job{verb: "redraw", gently: true, do: func(ctx context.Context, r *place) error {
		return r.owner.redo(ctx, Post{})
	}})
	return nil
}

// redo does nothing: each message is written until Discord has taken it.
func (v *redraws) redo(context.Context, Post) error { return nil }

// delivered has the store take messages off what is owed.
func (v *redraws) delivered(ctx context.Context, _ Fence, done []int64, _ Refusals) error {
	return v.house.opt.Redraws.Redrawn(ctx, done)
}

// A reel is the events of one table, and how far they are folded: messages of a table are drawn
// again in their order, and a table is read once for all of them.
type reel struct {
	log   Log
	at    int64
	state sitting.State
}

// until returns what spectators saw after so many events of a table.
func (r *reel) until(ctx context.Context, store Store, id sitting.ID, seq int64) (sitting.Sight, error) {
	if r.log.Head.Table != id || r.at > seq {
		log, err := store.Load(ctx, id)
		if err != nil {
			return sitting.Sight{}, err
		}
		*r = reel{log: log, state: sitting.New(id)}
	}
	for ; r.at < min(seq, int64(len(r.log.Events))); r.at++ {
		r.state = sitting.Apply(r.state, r.log.Events[r.at], r.log.At[r.at])
	}
	s := r.state
	if last := s.Last(); last != nil {
		s = s.WithTabHead(r.log.Heads[last.Key()])
	}
	return sitting.Watch(s, nil), nil
}
