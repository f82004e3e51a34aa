package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// takebackRows are those of a wish to take a play back.
func takebackRows() []row {
	return []row{
		{
			by: takes(typed("takeback"), button(render.VerbTakeback), button(render.VerbTakebackSure)), who: seated, needs: handOn, alone: true, counts: counted, stands: onHand,
			ask: askTakeback, then: tookBack,
			sure: func(*visit) (render.Question, engine.Seat) { return render.TakeBackNow, engine.Nobody },
		},
		{
			by: takes(button(render.VerbAgree), button(render.VerbDisagree)), who: seated, needs: handOn, counts: counted, manner: silent, stands: onHand,
			ask: askAgree, then: agreed,
		},
	}
}

// tookBack shows the hand as it is after the wish.
func tookBack(ctx context.Context, v *visit) {
	news := render.TookBack
	if v.snap.Takeback != nil {
		news = render.Asked
	}
	v.showHand(ctx, render.NoticeText(v.words, render.NoticeModel{News: news}))
}

func askTakeback(v *visit) (sitting.Action, error) {
	return sitting.TakeBack{Sure: v.key.Verb == render.VerbTakebackSure}, nil
}

func askAgree(v *visit) (sitting.Action, error) {
	return sitting.Agree{Yes: v.key.Verb == render.VerbAgree}, nil
}

// agreed tells what the caller said to another's wish.
func agreed(ctx context.Context, v *visit) {
	news := render.Disagreed
	if v.key.Verb == render.VerbAgree {
		news = render.Agreed
	}
	if v.answer.manner == over {
		v.showHand(ctx, render.NoticeText(v.words, render.NoticeModel{News: news}))
		return
	}
	tellOnTable(always(news))(ctx, v)
}
