package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/table"
)

// takeBack asks to take the caller's newest play back, and shows the hand as it
// is then.
func (v *visit) takeBack(ctx context.Context, version int64) error {
	if err := v.do(ctx, v.snap.ID, table.TakeBack{}, version); err != nil {
		return err
	}
	news := render.TookBack
	if v.snap.Takeback != nil {
		news = render.Asked
	}
	v.showHand(ctx, render.NoticeText(v.words, render.NoticeModel{News: news}))
	return nil
}

// agree answers a wish to take something back.
func (v *visit) agree(ctx context.Context, yes bool) error {
	news := render.NoticeModel{News: render.Disagreed}
	if yes {
		news.News = render.Agreed
	}
	err := v.do(ctx, v.snap.ID, table.Agree{Yes: yes}, v.key.Version)
	if err == nil && v.answer.manner == over {
		v.showHand(ctx, render.NoticeText(v.words, news))
		return nil
	}
	return v.seen(ctx, err, func() render.NoticeModel { return news })
}

// wish is what the screens show of a wish to take something back.
func wish(t *table.Takeback) *render.Wish {
	if t == nil {
		return nil
	}
	return &render.Wish{Seat: t.Seat, Cards: t.Cards, Waits: t.Waits}
}
