package table

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Quiet returns a person's quiet hours; the zero Quiet without any.
func (h *House) Quiet(ctx context.Context, p sitting.Person) (sitting.Quiet, error) {
	if h.opt.Habits == nil {
		return sitting.Quiet{}, nil
	}
	return h.opt.Habits.Quiet(ctx, p)
}

// SetQuiet keeps a person's quiet hours, none with the zero Quiet; clocks that
// run for them go by these at once. Errors: *sitting.Refusal with BadQuiet, ctx.Err(),
// faults.
func (h *House) SetQuiet(ctx context.Context, p sitting.Person, q sitting.Quiet) error {
	ready, ok := readyQuiet(q)
	if !ok || h.opt.Habits == nil {
		return &sitting.Refusal{Code: sitting.BadQuiet}
	}
	if ready == nil {
		q = sitting.Quiet{}
	}
	waiting, err := h.opt.Habits.SetQuiet(ctx, p, q)
	if err != nil {
		return err
	}
	// A table that is read from now on goes by them. Those that wait for the person
	// are read now, because the time that they are rung at may have become too late.
	all := append(waiting, h.tables()...)
	slices.Sort(all)
	for _, id := range slices.Compact(all) {
		h.enqueue(id, &job{verb: "quiet", by: p, ctx: context.WithoutCancel(ctx), done: make(chan outcome, 1), do: func(ctx context.Context, r *room) (Reply, error) {
			if err := r.load(ctx); err != nil {
				r.failures++
				return Reply{}, h.fault(r, "quiet", p, err)
			}
			h.relearn(r, p, ready)
			return Reply{}, nil
		}})
	}
	return nil
}

// tables lists the tables in memory.
func (h *House) tables() []sitting.ID {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.AppendSeq(h.idle.Keys(), maps.Keys(h.rooms))
}

// readyQuiet makes quiet hours ready, nil without any; false when they are not valid.
func readyQuiet(q sitting.Quiet) (*sitting.Hours, bool) {
	if q.Zone == "" {
		return nil, true
	}
	zone, err := time.LoadLocation(q.Zone)
	if err != nil || q.Zone == time.Local.String() {
		return nil, false
	}
	return q.In(zone)
}

// learn reads the habits of those seated who are new here. Whose can't be read
// are taken to have none, until the next time.
func (h *House) learn(ctx context.Context, r *room) {
	for _, p := range r.state.People() {
		if _, known := r.habits[p]; known {
			continue
		}
		q, err := h.Quiet(ctx, p)
		if err != nil {
			h.opt.Log.Warn("habits not read", "table", r.id, "by", p, "error", err)
			continue
		}
		ready, ok := readyQuiet(q)
		if !ok {
			h.opt.Log.Warn("quiet hours in no known zone", "by", p)
		}
		if r.habits == nil {
			r.habits = make(sitting.QuietHours)
		}
		r.habits[p] = ready
	}
}

// relearn has a table go by a person's new quiet hours. Where they move the end
// of the turn, the channel is shown so.
func (h *House) relearn(r *room, p sitting.Person, ready *sitting.Hours) {
	if _, known := r.habits[p]; !known {
		return
	}
	r.habits[p] = ready
	if r.state.GoesBy(p) {
		h.redraw(r, false)
	}
}
