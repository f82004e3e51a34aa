package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// reverseRows are those of taking back, together, what is on the tab.
func reverseRows() []row {
	return []row{
		{by: takes(button(render.VerbReverse)), do: askReverse},
		{by: takes(form(render.VerbReverse)), posts: true, do: reverseForm},
	}
}

// askReverse opens the form that asks for the reason.
func askReverse(ctx context.Context, v *visit) error {
	if _, _, err := render.ReadReversing(v.key.Arg); err != nil {
		return err
	}
	v.answer.raw(ctx, callback{Type: discordgo.InteractionResponseModal, Data: render.ReverseForm(v.hall.ink.pen(v.words), v.key.Arg)})
	return nil
}

// reverseForm proposes to reverse all that a source brought between the caller and somebody.
func reverseForm(ctx context.Context, v *visit) error {
	other, from, err := render.ReadReversing(v.key.Arg)
	if err != nil {
		return err
	}
	reason, err := render.ReadReason(v.press.text(render.FieldReason))
	if err != nil {
		return err
	}
	return unsettled(v.propose(ctx, tab.Propose{Change: tab.Undo{From: from}, With: other, Note: reason}), other)
}
