package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
)

// readingRows are those of what can be read of the game and the table.
func readingRows() []row {
	return []row{
		{by: takes(typed("rum help"), button(render.VerbHelp)), needs: maybeTable, do: help},
		{by: takes(typed("rum rules"), button(render.VerbRules)), needs: maybeTable, do: showRules},
		{by: takes(button(render.VerbMore)), needs: anyTable, do: more},
	}
}

// help says what to do now.
func help(ctx context.Context, v *visit) error {
	v.say(ctx, render.Help(v.words, v.situation()))
	return nil
}

// showRules shows those of the table, else those of the rule book.
func showRules(ctx context.Context, v *visit) error {
	rules := engine.Boathouse.Rules()
	if v.snap.ID != "" {
		rules = v.snap.Settings.Rules
	}
	v.say(ctx, render.Rules(v.words, rules))
	return nil
}

// more shows the menu.
func more(ctx context.Context, v *visit) error {
	v.say(ctx, render.More(v.hall.ink.pen(v.words), &v.snap, render.Own{Seated: v.seated(), Away: v.isAway(), Host: v.mayChange()}))
	return nil
}
