package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// load reads the table if it isn't in memory, or isn't in the store as it is there, and
// makes up for the time that its turn lost meanwhile. A table that the store doesn't know
// has phase 0. errLost: another house has had it.
func (v *evening) load(ctx context.Context) error {
	if v.loaded {
		isFresh, err := v.house.isFresh(ctx, v.place, v.fence, v.state.Seq())
		if isFresh || err != nil {
			return err
		}
		v.forget()
	}
	if err := v.read(ctx); err != nil {
		return err
	}
	if err := v.settle(ctx); errors.Is(err, errLost) {
		return err
	} else if err != nil {
		_ = v.fault("settle", "", err) // logged there
		return v.read(ctx)             // it can be looked at all the same; its clock tries again
	}
	return nil
}

// isFresh asks the store whether an owner is there as it is in memory: under a fence, with
// so many events. errLost: another house has had it.
func (h *shared) isFresh(ctx context.Context, r *place, f Fence, seq int64) (bool, error) {
	err := h.opt.Store.Fresh(ctx, r.id, f, seq)
	switch {
	case errors.Is(err, ErrFenced):
		return false, errLost
	case errors.Is(err, ErrConflict): // it was stored, and nobody could say so
		return false, nil
	}
	return err == nil, err
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
	s := sitting.See(v.state, p, v.habits)
	s.Replaced = v.replaced
	return s, nil
}

func (v *evening) read(ctx context.Context) error {
	claim, err := v.place.claim(ctx, v.house.opt.Store)
	if err != nil {
		return err
	}
	v.fence = claim.Fence
	log, state, quick, err := resumed(ctx, v.house.opt.Store, v.id)
	switch {
	case errors.Is(err, ErrNotFound):
		v.state, v.amiss = sitting.New(v.id), false
		v.place.isRead()
		return nil
	case err != nil:
		return err
	}
	replaced, err := v.isReplaced(ctx, &state)
	if err != nil {
		return err
	}
	taken := v.place.isRead()
	v.state, v.loaded, v.slow = state, true, !quick
	v.learn(ctx)
	if v.filled { // the poster knows better than the store
		v.place.owes(log.Owed)
		return nil
	}
	v.refs.Store(&log.Refs)
	v.filled, v.replaced = true, replaced
	if !slices.ContainsFunc(log.Owed, func(p Post) bool { return p.Kind == PostTable }) {
		v.shown = v.state.Began()
	}
	v.place.recallRefused(log.Refs.Refused)
	if v.house.losses.has(v.id) {
		v.place.lose()
	}
	v.place.owed(log.Owed)
	if log.Refs.Table != "" && (taken || len(log.Refs.Left) > 0) {
		v.house.runner.onceMore(v.place.id, Post{Kind: PostTable}, true)
	}
	return nil
}

// isReplaced says whether another table was opened in the channel since this one was closed.
func (v *evening) isReplaced(ctx context.Context, s *sitting.State) (bool, error) {
	head := s.Head()
	if head.Open || head.Channel == "" {
		return false, nil
	}
	newest, err := v.house.opt.Store.Find(ctx, head.Channel, "")
	return newest.Table != v.id, err
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
