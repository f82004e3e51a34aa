package commands

import (
	"context"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// callRows are those of whom the tables wait for.
func callRows() []row {
	return []row{
		{by: takes(typed("turns")), do: showTurns},
		{by: takes(button(render.VerbNudge)), who: seated, needs: handOn, counts: counted, calls: render.AskNudges, ask: asks(sitting.Nudge{}), then: tell(nudged)},
	}
}

// nudged tells who was told.
func nudged(v *visit) render.NoticeModel {
	news := render.NoticeModel{News: render.NudgedThem}
	if at := v.snap.View.Turn; at != engine.Nobody && int(at) < len(v.snap.Seats) {
		news.Word = v.reader.People[v.snap.Seats[at].Person].Name
	}
	return news
}

// showTurns lists the tables that wait for the caller, in all servers: of another than
// this it says no more than where the table stands.
func showTurns(ctx context.Context, v *visit) error {
	turns, err := v.hall.tables.Turns(ctx, v.me)
	if err != nil {
		return err
	}
	waiting := make([]render.Waiting, len(turns))
	for i, t := range turns {
		waiting[i] = render.Waiting{Link: strings.TrimSuffix(linkTo(&sitting.Sight{Server: t.Server, Channel: t.Channel}, t.Message), "/"), Deadline: t.Deadline}
	}
	lost, err := v.lost(ctx)
	if err != nil {
		return err
	}
	v.say(ctx, render.Turns(v.words, waiting, lost))
	return nil
}
