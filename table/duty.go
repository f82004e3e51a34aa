package table

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// ring does what the table does by itself, if it is time.
func (v *evening) ring(ctx context.Context) error {
	err := v.load(ctx)
	if err == nil {
		err = v.settle(ctx)
	}
	if err == nil {
		err = v.doDuty(ctx)
	}
	if errors.Is(err, ErrConflict) {
		v.house.count.conflicts.Add(1)
		return nil
	}
	v.amiss = err != nil
	return v.fault("clock", "", err)
}

// doDuty does the next duty of the table if it is time.
func (v *evening) doDuty(ctx context.Context) error {
	now := v.house.opt.Now()
	clock := v.clock(now)
	what, due := clock.Next(v.state)
	if due.IsZero() || now.Before(due) || what.OfPerson() && v.house.outages.isDown() {
		return nil
	}
	events := []sitting.Event{clock.Elapsed(v.state, what)}
	var err error
	switch {
	case what == sitting.DealsNext:
		events, err = sitting.PlayOn(v.state, v.house.dealer())
	case what != sitting.MovesComputer:
	case !v.thought.isReady():
		return nil
	default:
		if events, err = v.computerMove(); err == nil {
			v.house.count.computerMoves.Add(1)
		}
	}
	if err == nil {
		_, err = v.commit(ctx, sitting.Command{}, events)
	}
	return err
}

// stand has the computer whose turn it is think, and says how the table stands. A
// thought that isn't finished rings it by itself.
func (v *evening) stand() stand {
	what, due := v.clock(v.house.opt.Now()).Next(v.state)
	v.think(what == sitting.MovesComputer)
	if what == sitting.MovesComputer && !v.thought.isReady() {
		due = time.Time{}
	}
	return stand{
		wake: due, held: what.OfPerson() && v.house.outages.isDown(), unread: !v.loaded, amiss: v.amiss,
		busy: v.thought != nil, keep: v.loaded && v.state.Phase() != sitting.Ended,
	}
}
