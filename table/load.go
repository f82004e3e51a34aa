package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// leaseFor is how long a house that has claimed an owner may be away before another
// does what the owner does by itself.
const leaseFor = 3 * time.Second

// load reads the table if it isn't in memory, or another house has claimed it since,
// and makes up for the time that its turn lost meanwhile. A table that the store
// doesn't know has phase 0.
func (v *evening) load(ctx context.Context) error {
	if v.loaded {
		err := v.house.opt.Store.Fresh(ctx, OwnerID(v.id), v.fence)
		if !errors.Is(err, ErrFenced) {
			return err
		}
		v.forget()
	}
	if err := v.read(ctx); err != nil {
		return err
	}
	if err := v.settle(ctx); err != nil {
		_ = v.fault("settle", "", err) // logged there
		return v.read(ctx)             // it can be looked at all the same; its clock tries again
	}
	return nil
}

// look returns what a person may know of the table now. Errors: *sitting.Refusal
// with NoTable, faults.
func (v *evening) look(ctx context.Context, verb string, p sitting.Person) (sitting.Sight, error) {
	if err := v.load(ctx); err != nil {
		return sitting.Sight{}, v.fault(verb, p, err)
	}
	if v.state.Phase() == 0 {
		return sitting.Sight{}, &sitting.Refusal{Code: sitting.NoTable}
	}
	return sitting.See(v.state, p, v.habits), nil
}

func (v *evening) read(ctx context.Context) error {
	var err error
	if v.fence, err = v.house.opt.Store.Claim(ctx, OwnerID(v.id), leaseFor); err != nil {
		return err
	}
	log, err := v.house.opt.Store.Load(ctx, v.id)
	switch {
	case errors.Is(err, ErrNotFound):
		v.state, v.amiss = sitting.New(v.id), false
		return nil
	case err != nil:
		return err
	}
	v.state, v.loaded = log.sitting(len(log.Events)), true
	v.learn(ctx)
	if v.filled { // the poster knows better than the store
		v.place.owes(log.Owed)
		return nil
	}
	v.refs, v.filled = log.Refs, true
	if !slices.ContainsFunc(log.Owed, func(p Post) bool { return p.Kind == PostTable }) {
		v.shown = v.state.Began()
	}
	v.place.owed(log.Owed)
	return nil
}

// settle gives the turn under way, if it is a person's with a limit, back what it
// lost of its time. It is done whenever a table is read, and those in memory are
// rung when an outage is over, so a table whose newest event is younger than an
// outage has made up for it.
func (v *evening) settle(ctx context.Context) error {
	since, limited := v.state.LimitedSince()
	if !limited {
		return nil
	}
	now := sitting.Whole(v.house.opt.Now())
	clock := v.clock(now)
	var lost time.Duration
	for _, l := range v.house.outages.since(since, now) {
		lost += clock.Counted(v.state, l.From, l.To)
	}
	if lost = lost.Truncate(time.Millisecond); lost <= 0 {
		return nil
	}
	_, err := v.commit(ctx, sitting.Command{}, []sitting.Event{sitting.TimeLost{For: lost}})
	return err
}
