package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// complete answers the option that a person is typing with what it could be.
// Where that is nothing, or anything is amiss, the list is empty: an error
// couldn't be shown, and the command itself will say what is wrong.
func complete(ctx context.Context, v *visit) {
	choices, err := choicesOf(ctx, v)
	if err != nil {
		v.hall.Log.Debug("nothing to complete with", "interaction", v.in.ID, "error", err)
	}
	offer(ctx, v, choices)
}

// offer answers with what the option could be.
func offer(ctx context.Context, v *visit, choices []render.Choice) {
	if choices == nil {
		choices = []render.Choice{}
	}
	v.answer.raw(ctx, callback{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: struct {
			Choices []render.Choice `json:"choices"`
		}{choices},
	})
}

func choicesOf(ctx context.Context, v *visit) ([]render.Choice, error) {
	list := v.row.completes[v.call.focused]
	if list == nil {
		return nil, nil
	}
	var err error
	if v.me, err = v.hall.people.person(ctx, v.in.User.ID); err != nil {
		return nil, err
	}
	v.letter(ctx)
	if err := v.arrive(ctx, v.row.needs); err != nil {
		return nil, err
	}
	return list(ctx, v)
}
