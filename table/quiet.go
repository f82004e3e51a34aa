package table

import (
	"context"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// quietOf returns a person's quiet hours as they are kept; the zero Quiet without any.
func (h *shared) quietOf(ctx context.Context, p sitting.Person) (sitting.Quiet, error) {
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
	// Where another house has such a table in memory, it goes by the old ones until the
	// table is taken away from it.
	if h.opt.Workers != nil {
		seats, err := h.opt.Habits.Seats(ctx, p)
		if err != nil {
			return err
		}
		waiting = append(waiting, seats...)
	}
	all := h.runner.inMemory()
	for _, id := range waiting {
		all = append(all, OwnerID(id))
	}
	slices.Sort(all)
	for _, id := range slices.Compact(all) {
		gently := !slices.Contains(waiting, sitting.ID(id))
		h.runner.tell(id, job{verb: "quiet", by: string(p), gently: gently, do: func(ctx context.Context, r *place) error {
			v, ok := r.owner.(*evening)
			if !ok {
				return nil
			}
			if err := v.load(ctx); err != nil {
				v.amiss = true
				return v.fault("quiet", p, err)
			}
			v.relearn(p, ready)
			return nil
		}})
	}
	return nil
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

// quietUntil returns when the quiet hours end in which a moment lies; the moment itself outside, and where they
// can't be read.
func (h *shared) quietUntil(ctx context.Context, p sitting.Person, at time.Time) time.Time {
	q, err := h.quietOf(ctx, p)
	if err != nil {
		h.opt.Log.Warn("habits not read", "by", p, "error", err)
		return at
	}
	ready, _ := readyQuiet(q)
	return ready.Until(at)
}

// learn reads the habits of those seated, or asked to be, who are new here. Whose can't be read
// are taken to have none, until the next time.
func (v *evening) learn(ctx context.Context) {
	for _, p := range slices.Concat(v.state.People(), v.state.Asked()) {
		if _, known := v.habits[p]; known {
			continue
		}
		q, err := v.house.quietOf(ctx, p)
		if err != nil {
			v.house.opt.Log.Warn("habits not read", "table", v.id, "by", p, "error", err)
			continue
		}
		ready, ok := readyQuiet(q)
		if !ok {
			v.house.opt.Log.Warn("quiet hours in no known zone", "by", p)
		}
		if v.habits == nil {
			v.habits = make(sitting.QuietHours)
		}
		v.habits[p] = ready
	}
}

// relearn has a table go by a person's new quiet hours. Where they move the end
// of the turn, the channel is shown so.
func (v *evening) relearn(p sitting.Person, ready *sitting.Hours) {
	if _, known := v.habits[p]; !known {
		return
	}
	v.habits[p] = ready
	if v.state.GoesBy(p) {
		v.redraw(false)
	}
}

// redraw has the table message brought up to date, or posted anew, though no
// event asks for it.
func (v *evening) redraw(again bool) {
	v.place.owesToo(Post{Kind: PostTable, Seq: v.state.Seq(), Again: again})
}
