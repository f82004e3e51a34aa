package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// readingRows are those of what can be read of the game and the table.
func readingRows() []row {
	return []row{
		{by: takes(typed("rum help"), button(render.VerbHelp)), needs: maybeTable, alone: true, do: help},
		{by: takes(typed("about")), direct: true, do: showAbout},
		{by: takes(button(render.VerbHow)), needs: maybeTable, do: showHow},
		{by: takes(typed("rum rules"), button(render.VerbRules)), direct: true, needs: maybeTable, alone: true, do: showRules},
		{by: takes(button(render.VerbMore)), needs: anyTable, do: more},
		{by: takes(button(render.VerbPile)), needs: handDealt, do: showPile},
	}
}

// help says what to do now.
func help(ctx context.Context, v *visit) error {
	v.page(ctx, render.Help(v.hall.ink.pen(v.words), &v.snap, v.situation()))
	return nil
}

// showAbout tells what the bot is, and whom to ask.
func showAbout(ctx context.Context, v *visit) error {
	v.say(ctx, render.About(v.hall.ink.pen(v.words), v.hall.about))
	return nil
}

// rulesHere are those of the table, else those of the rule book.
func (v *visit) rulesHere() engine.Rules {
	if v.snap.ID != "" {
		return v.snap.Settings.Rules
	}
	return engine.Boathouse.Rules()
}

// showHow shows what one needs to know to begin.
func showHow(ctx context.Context, v *visit) error {
	v.page(ctx, render.How(v.hall.ink.pen(v.words), v.rulesHere(), string(v.snap.ID)))
	return nil
}

// showRules shows all the rules.
func showRules(ctx context.Context, v *visit) error {
	v.page(ctx, render.Rules(v.words, v.rulesHere()))
	return nil
}

// showPile shows the whole discard pile.
func showPile(ctx context.Context, v *visit) error {
	v.page(ctx, render.Pile(v.words, v.snap.View))
	return nil
}

// more shows the menu, of the table or of the result that was clicked.
func more(ctx context.Context, v *visit) error {
	if hand, ok := sitting.ParseHandKey(v.key.Arg); ok {
		v.say(ctx, render.MoreOfResult(v.hall.ink.pen(v.words), &v.snap, v.own(), hand))
		return nil
	}
	v.say(ctx, v.menu())
	return nil
}

// menu is that of the table.
func (v *visit) menu() render.Message { return render.More(v.hall.ink.pen(v.words), &v.snap, v.own()) }

func (v *visit) own() render.Own {
	return render.Own{Seated: v.seated(), Away: v.isAway(), Host: v.mayChange(), Manager: v.manager, Now: v.hall.now(), Pictureless: v.hall.board.bare(v.snap.Channel)}
}
