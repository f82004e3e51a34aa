package commands

import (
	"cmp"
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// arrive sees the table that a click names or a command means, as far as it is
// needed, and gives the seat back to who was away.
func (v *visit) arrive(ctx context.Context, needs need) error {
	switch {
	case v.handle.isClick():
		return v.reach(ctx)
	case v.handle.kind != byName:
		return nil
	case v.in.Server == "" && !v.row.direct && !v.row.alone:
		return &render.DoorRefusal{Code: render.NotInServer}
	}
	switch needs {
	case noTable, freeChannel:
		return nil
	case maybeTable:
		err := forgiveNoTable(v.here(ctx))
		if err == nil && v.row.alone && v.snap.ID == "" {
			return v.aside(ctx, nil)
		}
		return err
	case anyTable, closedTable:
		err := v.here(ctx)
		if v.row.alone && !v.namesTable() {
			err = v.orAlone(ctx, err)
		}
		if v.row.away && (v.in.completing() || v.namesTable()) {
			return forgiveNoTable(err)
		}
		return v.orOthers(ctx, err)
	case openTable, handDealt, handOver, noHand, handOn, ownTable:
	}
	err := v.here(ctx)
	if err == nil && v.snap.Phase == sitting.Ended {
		err = refused(sitting.NoTable)
	}
	if v.row.alone && (isNoneHere(err) || err == nil && !v.seated()) {
		return v.aside(ctx, err)
	}
	said := v.orOthers(ctx, err)
	if v.row.away && isNoneHere(err) && !v.in.completing() {
		return v.orElsewhere(ctx, said)
	}
	return said
}

// namesTable says whether a command names the table that it means.
func (v *visit) namesTable() bool {
	_, _, ok := splitDeal(v.call.number("hand"))
	return ok
}

// orAlone sees the table at which the caller plays alone instead of the channel's, which said
// something: while it is open, unless they have a seat here as well, and after that if it closed
// later.
func (v *visit) orAlone(ctx context.Context, said error) error {
	if said != nil && !isNoneHere(said) || v.me == "" {
		return said
	}
	isOpen := said == nil && v.snap.Phase != sitting.Ended
	if isOpen && v.seated() {
		return nil
	}
	id, err := v.hall.tables.Own(ctx, v.me)
	if isNoTable(err) {
		return said
	}
	if err != nil {
		return err
	}
	own, err := v.hall.tables.Peek(ctx, id, v.me)
	switch {
	case err != nil:
		return err
	case own.Phase == sitting.Ended && (isOpen || said == nil && own.Since.Before(v.snap.Since)):
		return said
	}
	return v.look(ctx, id)
}

// aside sees the open table at which the caller plays alone instead of the channel's. Where
// there is none it is left at that, and at what the channel's says.
func (v *visit) aside(ctx context.Context, said error) error {
	if v.in.Server == "" && !v.row.direct {
		said = &render.DoorRefusal{Code: render.NotInServer}
	}
	id, err := v.alone(ctx)
	if err != nil || id == "" {
		return cmp.Or(err, said)
	}
	return v.look(ctx, id)
}

// orOthers says of a command for tables with others, where there is no table, that it isn't for the
// hand which the caller plays alone.
func (v *visit) orOthers(ctx context.Context, said error) error {
	if !isNoTable(said) || v.in.completing() {
		return said
	}
	id, err := v.alone(ctx)
	if err == nil && id != "" {
		err = &render.DoorRefusal{Code: render.NotAlone}
	}
	return cmp.Or(err, said)
}

// alone is the open table at which the caller plays alone; "" without one.
func (v *visit) alone(ctx context.Context) (sitting.ID, error) {
	if v.me == "" {
		return "", nil
	}
	id, err := v.hall.tables.Own(ctx, v.me)
	if err != nil {
		return "", forgiveNoTable(err)
	}
	own, err := v.hall.tables.Peek(ctx, id, v.me)
	if err != nil || own.Phase == sitting.Ended {
		return "", err
	}
	return id, nil
}

// reach sees the table that a custom_id names. A click in another channel than
// the table's goes no further and shows nothing of it.
func (v *visit) reach(ctx context.Context) error {
	switch {
	case v.forged != nil:
		return v.forged
	case v.key.Table == "" && v.in.Server == "" && !v.row.direct:
		return &render.DoorRefusal{Code: render.NotInServer}
	case v.key.Table == "":
		return nil
	}
	if err := v.look(ctx, sitting.ID(v.key.Table)); err != nil {
		return err
	}
	if v.snap.Alone {
		return nil
	}
	if v.snap.Channel != v.in.ChannelID {
		switch its, err := v.inThreadOf(ctx); {
		case err != nil:
			return err
		case its:
			return v.comeBack(ctx)
		}
		if v.row.away && v.snap.Server == v.in.Server {
			return nil
		}
		v.snap = sitting.Sight{}
		return &render.DoorRefusal{Code: render.OtherChannel}
	}
	return v.comeBack(ctx)
}

// here sees the table of the channel.
func (v *visit) here(ctx context.Context) error {
	id, err := v.hall.tables.Before(ctx, v.in.ChannelID, "")
	switch {
	case isNoTable(err):
		err = v.above(ctx, err)
	case err == nil:
		err = v.look(ctx, id)
	}
	if err != nil {
		return err
	}
	return v.comeBack(ctx)
}

// comeBack gives the seat back to who was away and does anything at the table.
// To complete an option is to do nothing yet.
func (v *visit) comeBack(ctx context.Context) error {
	if v.in.completing() || v.snap.Phase == sitting.Ended || !v.isAway() {
		return nil
	}
	missed := v.hall.traces.since(v.me, &v.snap)
	if err := v.do(ctx, sitting.Back{}, 0); err != nil {
		return err
	}
	v.welcome = render.Welcome(v.words, v.reader, &v.snap, missed)
	return nil
}

// mayPostOf is mayPost for what a row posts. A table's messages go to the table's channel. In a
// thread of that channel Discord tells only what the bot may do in the thread: a lock, or the lack of
// [inThreads], which takes other permissions with it, says nothing of the channel. The bot tries.
func (v *visit) mayPostOf(r *row) error {
	isAbove := r.needs >= anyTable && !r.opens && !v.snap.Alone && v.snap.Channel != v.in.ChannelID
	switch {
	case !isAbove:
		return v.mayPost()
	case v.in.outside() || v.in.missing(int64(inThreads)) != 0:
		return nil
	}
	if missing := v.in.missing(render.NeededToPost()); missing != 0 {
		return &render.DoorRefusal{Code: render.LacksPermission, Permissions: missing}
	}
	return nil
}

// mayPost is the refusal that names the permissions which the bot would need to
// post here; nil when it has them.
func (v *visit) mayPost() error {
	if v.in.outside() {
		return &render.DoorRefusal{Code: render.Outside}
	}
	if missing := v.in.missing(render.NeededToPost()); missing != 0 {
		return &render.DoorRefusal{Code: render.LacksPermission, Permissions: missing}
	}
	if v.in.locked() {
		return &render.DoorRefusal{Code: render.Locked}
	}
	return nil
}
