package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// settingsRows are those of a table's rules and seats.
func settingsRows() []row {
	return []row{
		{by: takes(button(render.VerbSettings)), needs: anyTable, do: showSettings},
		{by: takes(choice(render.VerbSet)), who: host, needs: noHand, stands: onSettings, ask: askSettings, then: showSaved},
	}
}

func showSettings(ctx context.Context, v *visit) error {
	v.say(ctx, v.screen().settings(v.mayChange(), ""))
	return nil
}

// showSaved shows the settings as they are now.
func showSaved(ctx context.Context, v *visit) {
	v.say(ctx, v.screen().settings(v.mayChange(), render.NoticeText(v.words, render.NoticeModel{News: render.Saved})))
}

// askSettings asks for the settings with the one that was picked.
func askSettings(v *visit) (sitting.Action, error) {
	set := v.snap.Settings
	value, _ := v.word("")
	switch v.key.Arg {
	case "rules":
		preset, err := engine.ParsePreset(value)
		if err != nil {
			return nil, refused(sitting.BadSettings)
		}
		set.Rules = preset.Rules()
	case "seats":
		set.Seats = number(value)
	case "turn":
		limit, ok := render.ParseLimit(value)
		if !ok {
			return nil, refused(sitting.BadSettings)
		}
		set.Turn = limit
	case "level":
		level, err := opponent.ParseLevel(value)
		if err != nil {
			return nil, refused(sitting.BadSettings)
		}
		set.Level = level
	case "hints":
		set.NoHints = value == render.HintsOff
	default:
		var err error
		if set.Rules, err = set.Rules.Set(v.key.Arg, value); err != nil {
			return nil, err
		}
	}
	return sitting.SetSettings{Settings: set}, nil
}
