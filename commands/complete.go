package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// complete answers the option that a person is typing with their own legal
// moves. Where there are none, or anything is amiss, the list is empty: an error
// couldn't be shown, and the command itself will say what is wrong.
func (v *visit) complete(ctx context.Context) {
	choices, err := v.choices(ctx)
	if err != nil {
		v.hall.opt.Log.Debug("nothing to complete with", "interaction", v.in.ID, "error", err)
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
	c := v.call
	var err error
	if v.me, err = v.hall.people.person(ctx, v.in.User.ID); err != nil {
		return nil, err
	}
	if c.name == "settings quiet" {
		return zoneChoices(v.hall.zones, c.text("zone"), v.hall.opt.Now()), nil
	}
	if c.name == "proof" {
		return v.proofChoices(ctx)
	}
	if err := v.open(ctx); err != nil {
		return nil, err
	}
	m := render.CompleteModel{
		View: v.snap.View, Players: v.screen().everybody(),
		Typed: c.text(c.focused), Cards: c.text("cards"),
	}
	if c.name == "rum remove" {
		return render.CompleteSeat(v.words, m), nil
	}
	if v.snap.Me == engine.Nobody || v.snap.View.Turn != v.snap.Me {
		return nil, nil
	}
	switch c.name + " " + c.focused {
	case "draw from":
		return render.CompleteDraw(v.words, m), nil
	case "meld cards":
		return render.CompleteMeld(v.words, m), nil
	case "layoff cards":
		return render.CompleteLayOff(v.words, m), nil
	case "layoff meld":
		return render.CompleteTarget(v.words, m), nil
	case "discard card":
		return render.CompleteDiscard(v.words, m), nil
	case "goout discard":
		return render.CompleteGoOut(m), nil
	}
	return nil, nil
}
