package commands

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// A word is a line at the head of an answer, and what hears whether Discord took it.
type word struct {
	said string
	told func(ctx context.Context, taken bool) error
}

// goneWords are what is to be said with the next answer of deleted channels, and of what was
// written off while the caller was gone.
func (v *visit) goneWords(ctx context.Context) (all []word) {
	if told := v.hall.tables.Bereft(v.me); told != nil {
		all = append(all, word{v.words.Say(render.LostKey), told})
	}
	switch back, err := v.meanwhile(ctx); {
	case err != nil:
		v.hall.Log.Warn("not known what was written off", "by", v.me, "error", err)
	case back.said != "":
		all = append(all, back)
	case back.told != nil: // nothing was
		v.noted(ctx, []word{back}, true)
	}
	if v.in.manager() && v.in.Server != "" {
		unset, err := v.unset(ctx)
		if err != nil {
			v.hall.Log.Warn("not known whether a settled channel is gone",
				"server", v.in.Server, "error", err)
		} else if unset.said != "" {
			all = append(all, unset)
		}
	}
	return all
}

// noted has it kept that words were said, if Discord took them.
func (v *visit) noted(ctx context.Context, all []word, taken bool) {
	for _, one := range all {
		if err := one.told(ctx, taken); err != nil {
			v.hall.Log.Warn("not kept what was told", "by", v.me, "error", err)
		}
	}
}

// unset tells a manager that a channel was deleted which the server had settled for something.
func (v *visit) unset(ctx context.Context) (word, error) {
	m, err := v.hall.servers.Manners(ctx, v.in.Server)
	if err != nil {
		return word{}, err
	}
	c, err := v.hall.scores.Calendar(ctx, v.in.Server)
	if err != nil {
		return word{}, err
	}
	unset := render.Unset{
		Tables: m.Gone, Anywhere: m.Gone && len(m.Channels) == 0, Seasons: c.Gone && c.Channel == "",
	}
	return word{unset.Say(v.words), func(ctx context.Context, taken bool) (err error) {
		if m.Gone && taken {
			_, err = v.hall.servers.ChangeManners(ctx, v.in.Server,
				func(now table.Manners) (table.Manners, error) { now.Gone = false; return now, nil })
		}
		if c.Gone && taken && err == nil {
			_, err = v.hall.calendars.SetCalendar(ctx, v.in.Server,
				func(now table.Calendar) (table.Calendar, error) { now.Gone = false; return now, nil })
		}
		return err
	}}, nil
}

// lost lists what the caller lost with channels.
func (v *visit) lost(ctx context.Context) ([]render.LostTable, error) {
	all, err := v.hall.tables.LostTables(ctx, v.me)
	if err != nil {
		return nil, err
	}
	told := make([]render.LostTable, len(all))
	for i, one := range all {
		reader, err := v.hall.people.reader(ctx, &one.Sight)
		if err != nil {
			return nil, err
		}
		told[i] = render.LostTable{At: one.At, Reader: reader, Seats: one.Sight.Seats}
		for _, hand := range one.Results {
			seen := one.Sight
			seen.Last = hand
			if reader, err = v.hall.people.reader(ctx, &seen); err != nil {
				return nil, err
			}
			told[i].Results = append(told[i].Results, render.LostResult{Reader: reader, Hand: hand})
		}
	}
	return told, nil
}

// elsewhere is that a command means no table here that the caller may use it on, and that these are
// the caller's own in other channels.
type elsewhere struct {
	error
	tables []sitting.Sight
}

// Unwrap gives what would be said if there were none.
func (e *elsewhere) Unwrap() error { return e.error }

// orElsewhere adds the caller's own tables in other channels of the server to an error that there
// is no table here, or that it is somebody else's.
func (v *visit) orElsewhere(ctx context.Context, said error) error {
	own, err := v.hall.tables.Hosted(ctx, v.in.Server, v.me)
	if err != nil {
		return err
	}
	if len(own) == 0 {
		return said
	}
	return &elsewhere{said, own}
}

// suspects has Discord be asked about channels that keep the caller from something: they may be
// gone.
func (v *visit) suspects(err error) {
	var house *sitting.Refusal
	var door *render.DoorRefusal
	switch {
	case errors.As(err, &house) &&
		(house.Code == sitting.OwnTables || house.Code == sitting.ServerTables):
		v.hall.tables.Suspect(v.in.Server, house.Channels...)
	case errors.As(err, &door) && door.Code == render.WrongPlace:
		v.hall.tables.Suspect(v.in.Server, door.Channels...)
	}
}
