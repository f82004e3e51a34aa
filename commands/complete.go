package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// complete answers the option that a person is typing with what it could be.
// Where that is nothing, or anything is amiss, the list is empty: an error
// couldn't be shown, and the command itself will say what is wrong.
func (v *visit) complete(ctx context.Context) {
	choices, err := v.choices(ctx)
	if err != nil {
		v.hall.Log.Debug("nothing to complete with", "interaction", v.in.ID, "error", err)
	}
	v.offer(ctx, choices)
}

// offer answers with what the option could be.
func (v *visit) offer(ctx context.Context, choices []render.Choice) {
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

func (v *visit) choices(ctx context.Context) ([]render.Choice, error) {
	list := v.row.completes[v.call.focused]
	if list == nil {
		return nil, nil
	}
	var err error
	if v.me, err = v.hall.people.person(ctx, v.in.User.ID); err != nil {
		return nil, err
	}
	if err := v.arrive(ctx, v.row.needs); err != nil {
		return nil, err
	}
	return list(ctx, v)
}

// completing is what an option's choices may draw on.
func (v *visit) completing() render.CompleteModel {
	return render.CompleteModel{
		View: v.snap.View, Players: v.screen().everybody(),
		Typed: v.call.text(v.call.focused), Cards: v.call.text("cards"),
	}
}
