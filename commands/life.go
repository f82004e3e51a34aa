package commands

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// lifeRows are those of a table's beginning and end.
func lifeRows() []row {
	return []row{
		{by: takes(typed("rum new")), needs: freeChannel, posts: true, manner: posting, ask: askNew, then: opened},
		{
			by: takes(typed("rum rematch"), button(render.VerbRematch)), who: sat, needs: closedTable, posts: true, manner: posting,
			ask: askRematch, then: opened,
		},
		{by: takes(typed("rum table")), needs: openTable, posts: true, do: postAnew},
		{
			by: takes(typed("rum close"), button(render.VerbClose), button(render.VerbCloseSure)), who: host, needs: openTable,
			ask: askClose, then: tell(always(render.Ended)), sure: about(render.CloseNow),
		},
		{by: takes(button(render.VerbKeep)), needs: anyTable, do: keep},
	}
}

// askNew asks for a table in the channel.
func askNew(v *visit) (sitting.Action, error) {
	set, err := settingsOf(v.call)
	return openAt(v, sitting.Open{Settings: set}), err
}

// askRematch asks for a table like the closed one that is seen.
func askRematch(v *visit) (sitting.Action, error) {
	return openAt(v, sitting.Open{Like: v.snap.ID}), nil
}

// openAt completes what is asked of a new table.
func openAt(v *visit, do sitting.Open) sitting.Open {
	do.Server, do.Channel, do.Lang = v.in.Server, v.in.ChannelID, v.hall.words.For(v.in.ServerLocale).Tag()
	return do
}

// opened answers with the lobby.
func opened(ctx context.Context, v *visit) {
	if !v.carried(ctx) {
		v.tell(ctx, render.NoticeModel{News: render.Opened})
	}
}

func askClose(v *visit) (sitting.Action, error) {
	return sitting.Close{Sure: v.key.Verb == render.VerbCloseSure}, nil
}

// keep is the answer to a no.
func keep(ctx context.Context, v *visit) error {
	v.tell(ctx, render.NoticeModel{News: render.Kept})
	return nil
}

// postAnew has the table message posted below what else stands in the channel.
func postAnew(ctx context.Context, v *visit) error {
	if err := v.hall.tables.Repost(ctx, v.snap.ID); err != nil {
		return err
	}
	v.tell(ctx, render.NoticeModel{News: render.Posted})
	return nil
}

// defaultTurn is the time for a turn unless the host says otherwise.
const defaultTurn = 24 * time.Hour

// defaultLevel is that of a computer unless somebody says otherwise.
const defaultLevel = opponent.Normal

// settingsOf reads the options of a new table.
func settingsOf(c call) (sitting.Settings, error) {
	preset := engine.Boathouse
	var err error
	if c.has("rules") {
		if preset, err = engine.ParsePreset(c.text("rules")); err != nil {
			return sitting.Settings{}, refused(sitting.BadSettings)
		}
	}
	set := sitting.Settings{Rules: preset.Rules(), Seats: engine.MaxSeats, Turn: defaultTurn, Level: defaultLevel}
	for _, field := range engine.HouseRules() {
		if c.has(field) {
			if set.Rules, err = set.Rules.Set(field, c.text(field)); err != nil {
				return sitting.Settings{}, err
			}
		}
	}
	if c.has("seats") {
		set.Seats = c.number("seats")
	}
	if c.has("turn") {
		limit, ok := render.ParseLimit(c.text("turn"))
		if !ok {
			return sitting.Settings{}, refused(sitting.BadSettings)
		}
		set.Turn = limit
	}
	if c.has("level") {
		if set.Level, err = opponent.ParseLevel(c.text("level")); err != nil {
			return sitting.Settings{}, refused(sitting.BadSettings)
		}
	}
	set.NoHints = c.text("hints") == render.HintsOff
	return set, nil
}
