package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// settingsRows are those of what a table is set to.
func settingsRows() []row {
	changes := func(by handle, ask func(*visit) (sitting.Action, error)) row {
		return row{by: takes(by), who: host, needs: noHand, manner: silent, stands: onSettings, ask: ask, then: saved}
	}
	return []row{
		{by: takes(button(render.VerbSettings)), needs: anyTable, do: showSettings},
		changes(choice(render.VerbSet), askSetting),
		{by: takes(button(render.VerbHouse)), needs: anyTable, do: opensForm(screen.houseForm)},
		changes(form(render.VerbHouse), askHouse),
		{by: takes(button(render.VerbTable)), needs: anyTable, do: opensForm(screen.tableForm)},
		changes(form(render.VerbTable), askTable),
	}
}

func showSettings(ctx context.Context, v *visit) error {
	v.page(ctx, v.screen().settings(v.mayChange(), ""))
	return nil
}

// opensForm is the do of a button that opens a form for who may change what it asks;
// the others read it, and so does who can't be shown a form any more.
func opensForm(draw func(screen) render.Modal) func(context.Context, *visit) error {
	return func(ctx context.Context, v *visit) error {
		rests := v.snap.Phase == sitting.Lobby || v.snap.Phase == sitting.Between
		if rests && v.mayChange() && v.answer.raw(ctx, callback{Type: discordgo.InteractionResponseModal, Data: draw(v.screen())}) {
			return nil
		}
		return showSettings(ctx, v)
	}
}

// saved shows the settings as they are now: on the table, where it shows them, else
// in place of the private message that they were changed on.
func saved(ctx context.Context, v *visit) {
	if v.in.private() {
		showSaved(ctx, v)
		return
	}
	tellOnTable(always(render.Saved))(ctx, v)
}

// showSaved shows the settings as they are now.
func showSaved(ctx context.Context, v *visit) {
	v.page(ctx, v.screen().settings(v.mayChange(), render.NoticeText(v.words, render.NoticeModel{News: render.Saved})))
}

// askHouse asks for the house rules that a form brings.
func askHouse(v *visit) (sitting.Action, error) {
	set := v.snap.Settings
	var err error
	set.Rules, err = render.ReadHouse(v.press.answers, set.Rules)
	return sitting.SetSettings{Settings: set}, err
}

// askTable asks for what else a form brings.
func askTable(v *visit) (sitting.Action, error) {
	set, err := render.ReadTable(v.press.answers, v.snap.Settings)
	return sitting.SetSettings{Settings: set}, err
}

// askSetting asks for the settings with the one that was picked. Screens that were
// drawn before there were forms have a select for each.
func askSetting(v *visit) (sitting.Action, error) {
	value, _ := v.word("")
	set, err := withSetting(v.snap.Settings, v.key.Arg, value)
	return sitting.SetSettings{Settings: set}, err
}

func withSetting(set sitting.Settings, field, value string) (sitting.Settings, error) {
	var err error
	switch field {
	case "rules":
		preset, err := engine.ParsePreset(value)
		if err != nil {
			return set, refused(sitting.BadSettings)
		}
		set.Rules = preset.Rules()
	case "pace":
		if value == render.PaceSet {
			return set, nil
		}
		return withPace(set, value)
	case "turn":
		limit, ok := render.ParseLimit(value)
		if !ok {
			return set, refused(sitting.BadSettings)
		}
		set.Pace, set.Turn = sitting.Set, limit
	case "seats":
		set.Seats = number(value)
	case "level":
		if set.Level, err = opponent.ParseLevel(value); err != nil {
			return set, refused(sitting.BadSettings)
		}
	case "hints":
		set.NoHints = value == render.HintsOff
	default:
		set.Rules, err = set.Rules.Set(field, value)
	}
	return set, err
}
