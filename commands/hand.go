package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/bwmarrin/discordgo"
)

// handRows are those of the reader's own cards.
func handRows() []row {
	return []row{
		{
			by:  takes(typed("hand"), button(render.VerbHand), button(render.VerbRefresh)),
			who: player, needs: handDealt, alone: true, stands: onHand, do: myHand,
		},
		{by: takes(button(render.VerbSort)), who: player, needs: handDealt, alone: true, stands: onHand, do: sortHand},
		{by: takes(button(render.VerbTips)), who: player, needs: handDealt, stands: onHand, do: hideTips},
		{by: takes(button(render.VerbChoose)), who: player, needs: handOn, counts: counted, stands: onHand, do: choose},
	}
}

// myHand shows the caller's hand.
func myHand(ctx context.Context, v *visit) error {
	v.showHand(ctx, "")
	return nil
}

// sortHand shows the caller's hand sorted as they want it, and keeps that for all their hands.
func sortHand(ctx context.Context, v *visit) error {
	_, err := v.prefer(ctx, func(p *render.Prefs) { p.Sort = v.key.Prefs.Sort })
	if err == nil {
		v.showHand(ctx, "")
	}
	return err
}

// hideTips shows the caller's hand, and from now on none of them says what can be done.
func hideTips(ctx context.Context, v *visit) error {
	_, err := v.prefer(ctx, func(p *render.Prefs) { p.Tips = render.TipsOff })
	if err == nil {
		v.showHand(ctx, "")
	}
	return err
}

// choose opens the form to choose cards. Only a first answer can be a form, so
// one that comes too late for that is the hand, to be asked again.
func choose(ctx context.Context, v *visit) error {
	if v.snap.View.Turn != v.snap.Me {
		return refused(sitting.Stale)
	}
	form := v.screen().choose(v.liked)
	if !v.answer.raw(ctx, callback{Type: discordgo.InteractionResponseModal, Data: form}) {
		v.showHand(ctx, "")
	}
	return nil
}
