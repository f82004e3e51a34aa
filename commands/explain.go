package commands

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// confirm asks whether the reader is sure of what was just refused.
func confirm(v *visit) render.Message {
	question, seat := v.row.sure(v)
	return render.Confirm(v.hall.ink.pen(v.words), v.reader, &v.snap, question, seat)
}

// broken answers an interaction that went wrong in a way nobody thought of.
func broken(ctx context.Context, v *visit, id string) {
	if v.in.completing() {
		offer(ctx, v, nil)
		return
	}
	v.say(ctx, render.Line(render.Fault(v.words, id)))
}

// explain answers an interaction that was not done: what can be meant in several ways with the
// question which; a click on a hand, or on what leads to one, with the hand as it is now; a pick on
// the settings with them; who has no seat with a way to get one; who may mean a table of their own
// in another channel with those; else with a line. The same line again takes the place of the one
// before.
func explain(ctx context.Context, v *visit, err error) {
	var no *sitting.Refusal
	house := errors.As(err, &no)
	if house && no.Code == sitting.NotSure && v.row.sure != nil {
		v.say(ctx, confirm(v))
		return
	}
	if which, asks := v.asksWhich(err); asks {
		v.say(ctx, which)
		return
	}
	v.hall.count.refused.Add(1)
	if house && no.Code == sitting.NotHost && v.row.away && v.handle.kind == byName {
		err = v.orElsewhere(ctx, err)
	}
	if house && no.Person != "" {
		v.meets(ctx, no.Person)
	}
	note := why(v, err)
	var way *wayOn
	var apart *elsewhere
	v.suspects(err)
	switch {
	case errors.As(err, &apart):
		v.refuse(ctx, note, render.Elsewhere(v.hall.ink.pen(v.words), note, apart.tables))
	case errors.As(err, &way):
		v.refuse(ctx, note, render.Unsettled(v.hall.ink.pen(v.words), note, way.friend, err))
	case house && no.Code == sitting.NotSeated && v.snap.ID != "" && v.snap.Phase != sitting.Ended:
		v.refuse(ctx, note, render.Invite(v.hall.ink.pen(v.words), &v.snap))
	case house && (no.Code == sitting.JoinsLater || no.Code == sitting.JoinsAfter):
		v.refuse(ctx, note, render.LookOn(v.hall.ink.pen(v.words), &v.snap, note))
	case house && no.Code == sitting.IsClosed && v.key.Verb == render.VerbNext && v.seated():
		v.refuse(ctx, note, render.RematchOf(v.hall.ink.pen(v.words), &v.snap, note))
	case v.row.stands == onHand && v.handle.isClick() && v.snap.ID != "" && v.mayPlay() == nil:
		v.showHand(ctx, note)
	case v.row.stands == onSettings && v.snap.ID != "" && v.snap.Phase != sitting.Ended:
		v.page(ctx, v.screen().settings(v.mayChange(), note))
	default:
		v.refuse(ctx, note, render.Refused(v.hall.ink.pen(v.words), &v.snap, note, err))
	}
}

// why puts an error in the reader's words. Whatever is no refusal is a fault of
// ours: it is logged, and the reader gets its id.
func why(v *visit, err error) string {
	words := render.Refusal(v.words, v.reader, &v.snap, err)
	if words == "" {
		return render.Fault(v.words, v.hall.fault(v.in, err))
	}
	var door *render.DoorRefusal
	if errors.As(err, &door) { // tables log their own; what the rules say names cards
		v.hall.Log.Debug("refused at the door", "interaction", v.in.ID, "why", door.Code.String())
	}
	return words
}
