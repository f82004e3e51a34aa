package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// dealRows are those of what comes before a hand.
func dealRows() []row {
	return []row{
		{by: takes(typed("rum start"), button(render.VerbStart)), who: deputy, needs: noHand, posts: true, stands: onHand, ask: asks(sitting.Start{}), then: dealt},
		{
			by: takes(typed("rum next"), button(render.VerbNext)), who: seated, needs: handDealt, posts: true, stands: onHand,
			ask: asks(sitting.Next{}), then: dealt,
		},
		{
			by: takes(typed("rum again"), button(render.VerbAgain)), who: seated, needs: handOver, counts: counted, posts: true, stands: onHand,
			ask: asks(sitting.Again{}), then: dealt,
		},
		{by: takes(typed("cut")), who: seated, needs: noHand, ask: askCut, then: tell(cutTaken)},
	}
}

// dealt answers who asked for a hand with that hand. Where its last cut isn't there yet, the
// answer says so, and why if that is known.
func dealt(ctx context.Context, v *visit) {
	if v.snap.Phase == sitting.Dealing {
		if why := v.shut(); why != nil {
			explain(ctx, v, why)
			return
		}
		v.tell(ctx, render.NoticeModel{News: render.DealingNow, Hand: v.snap.Deal.Hand})
		return
	}
	if v.snap.Me == engine.Nobody {
		v.tell(ctx, render.NoticeModel{News: render.DealtNow, Hand: v.snap.Hand})
		return
	}
	v.showHand(ctx, "")
}

func askCut(v *visit) (sitting.Action, error) { return sitting.Cut{Word: v.call.text("word")}, nil }

func cutTaken(v *visit) render.NoticeModel {
	return render.NoticeModel{News: render.CutTaken, Word: v.call.text("word")}
}
