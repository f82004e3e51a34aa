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
		{by: takes(button(render.VerbPile)), needs: handDealt, do: showPile},
	}
}

// help says what to do now.
func help(ctx context.Context, v *visit) error {
	v.page(ctx, render.Help(v.words, v.situation()))
	return nil
}

// showRules shows those of the table, else those of the rule book.
func showRules(ctx context.Context, v *visit) error {
	rules := engine.Boathouse.Rules()
	if v.snap.ID != "" {
		rules = v.snap.Settings.Rules
	}
	v.page(ctx, render.Rules(v.words, rules))
	return nil
}

// showPile shows the whole discard pile.
func showPile(ctx context.Context, v *visit) error {
	v.page(ctx, render.Pile(v.words, v.snap.View))
	return nil
}

// more shows the menu, of the table or of the result that was clicked.
func more(ctx context.Context, v *visit) error {
	pen, own := v.hall.ink.pen(v.words), render.Own{Seated: v.seated(), Away: v.isAway(), Host: v.mayChange(), Manager: v.manager}
	if hand := number(v.key.Arg); hand > 0 {
		v.say(ctx, render.MoreOfResult(pen, &v.snap, own, hand))
		return nil
	}
	v.say(ctx, render.More(pen, &v.snap, own))
	return nil
}
