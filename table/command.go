package table

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// attempts is how often a command is decided anew because what is stored wasn't as it
// was taken to be. A house has one writer a table, so twice is already rare.
const attempts = 5

// command decides and stores what a person asks of a table, and answers.
func (v *evening) command(ctx context.Context, c sitting.Command) (Reply, error) {
	v.house.count.commands.Add(1)
	if err := v.load(ctx); err != nil {
		return Reply{}, v.fault(sitting.Verb(c.Do), c.By, err)
	}
	v.sawActing(c.By)
	if no, was := v.house.refused.Get(c.Key); was {
		return v.answer(c, true), no
	}
	for range attempts {
		reply, err := v.attempt(ctx, c)
		if !errors.Is(err, ErrConflict) {
			return reply, v.fault(sitting.Verb(c.Do), c.By, err)
		}
		v.house.count.conflicts.Add(1)
		v.forget()
		if err := v.load(ctx); err != nil {
			return Reply{}, v.fault(sitting.Verb(c.Do), c.By, err)
		}
	}
	return Reply{}, v.fault(sitting.Verb(c.Do), c.By, ErrConflict)
}

// attempt decides a command on the present state and stores what follows.
func (v *evening) attempt(ctx context.Context, c sitting.Command) (Reply, error) {
	if _, opens := c.Do.(sitting.Open); opens && v.state.Phase() != 0 {
		return Reply{}, errTaken
	}
	if back := sitting.Return(v.state, c); back != nil {
		// Stored apart, because the seat is given back whatever becomes of the command.
		if _, err := v.commit(ctx, sitting.Command{By: c.By, Lang: c.Lang}, []sitting.Event{back}); err != nil {
			return Reply{}, err
		}
	}
	if err := v.sawHost(ctx, c.By); err != nil {
		return Reply{}, err
	}
	before := v.state
	c.Do = v.clock(v.house.opt.Now()).Complete(before, c.Do)
	events, err := sitting.Decide(before, c, v.house.dealer())
	switch {
	case isRefusal(err):
		return v.refuse(ctx, c, err)
	case err != nil:
		return Reply{}, err
	case len(events) == 0:
		reply, err := v.again(ctx, c)
		if errors.Is(err, ErrNotFound) { // somebody else was first
			return v.answer(c, false), nil
		}
		return reply, err
	}
	receipt, err := v.commit(ctx, c, events)
	switch {
	case errors.Is(err, ErrChannelTaken):
		return v.refuse(ctx, c, &sitting.Refusal{Code: sitting.ChannelTaken})
	case isRefusal(err):
		return v.refuse(ctx, c, err)
	case err != nil:
		return Reply{}, err
	case receipt.Repeated:
		return v.repeated(ctx, c, receipt)
	}
	reply := v.answer(c, false)
	reply.Events = sitting.News(before, v.state, c.By)
	return reply, nil
}

// refuse answers a command that is refused on the present state. One that was
// taken before is not refused but repeated: its own effect may be what is in
// its way now.
func (v *evening) refuse(ctx context.Context, c sitting.Command, no error) (Reply, error) {
	if reply, err := v.again(ctx, c); !errors.Is(err, ErrNotFound) {
		return reply, err
	}
	if isUnsealed(no) && !v.state.Alone() { // it is asked once more, or the caller asks again
		v.awaits()
		v.hurrySeal()
		return v.answer(c, false), no
	}
	v.house.count.refusals.Add(1)
	v.house.opt.Log.Debug("refused", "table", v.id, "verb", sitting.Verb(c.Do), "by", c.By, "code", codeOf(no))
	v.house.refused.Add(c.Key, no)
	return v.answer(c, false), no
}

// again answers a command that was taken before; ErrNotFound where it wasn't.
func (v *evening) again(ctx context.Context, c sitting.Command) (Reply, error) {
	receipt, err := v.house.opt.Store.Recall(ctx, c.Key)
	if err != nil {
		return Reply{}, err
	}
	return v.repeated(ctx, c, receipt)
}

// answer returns the caller's present view; none where there is no table.
func (v *evening) answer(c sitting.Command, repeated bool) Reply {
	if v.state.Phase() == 0 {
		return Reply{Repeated: repeated}
	}
	return Reply{Sight: sitting.See(v.state, c.By, v.habits), Repeated: repeated}
}

// repeated answers a command whose key is stored, on what came of it. An Open was stored
// for another table, which the answer then names.
func (v *evening) repeated(ctx context.Context, c sitting.Command, receipt Receipt) (Reply, error) {
	if _, opens := c.Do.(sitting.Open); opens {
		return Reply{Sight: sitting.Sight{ID: receipt.Table}, Repeated: true}, nil
	}
	if receipt.Table == v.id && receipt.To > v.state.Seq() { // by another house, or by a try of which nobody heard
		v.forget()
		if err := v.load(ctx); err != nil {
			return Reply{}, err
		}
	}
	return v.answer(c, true), nil
}

// A Reply is what a command did, as its caller may know it.
type Reply struct {
	Sight    sitting.Sight        // after the command, for the caller
	Events   []engine.PublicEvent // what the command did in the hand, as the caller saw it
	Repeated bool                 // the key was taken before: this is the present state, and nothing was done again
}
