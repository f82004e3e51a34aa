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
	what, due := v.clock(now).Next(v.state)
	if due.IsZero() || now.Before(due) || what.OfPerson() && v.house.outages.isDown() {
		return nil
	}
	events := []sitting.Event{sitting.Elapsed(v.state, what)}
	if what == sitting.MovesComputer {
		if !v.thought.isReady() {
			return nil
		}
		var err error
		if events, err = v.computerMove(); err != nil {
			return err
		}
		v.house.count.computerMoves.Add(1)
	}
	_, err := v.commit(ctx, "", "", events)
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
