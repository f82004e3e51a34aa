package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// watchRows are those of who looks on.
func watchRows() []row {
	return []row{
		{by: takes(button(render.VerbWatch)), needs: handDealt, do: watch},
		{by: takes(button(render.VerbUnwatch)), needs: anyTable, do: unwatch},
	}
}

// looker names who looks on. They are known by their Discord id, since who only looks is
// registered nowhere.
func (v *visit) looker() holder { return holder{v.snap.ID, sitting.Person(v.in.User.ID)} }

// watch shows the table as everybody sees it, to who has a seat too, and keeps that up to
// date as long as the click's token lives.
func watch(ctx context.Context, v *visit) error {
	public, err := v.hall.tables.Peek(ctx, v.snap.ID, "")
	if err != nil {
		return err
	}
	key, until := v.looker(), v.hall.now().Add(tokenLife)
	at := v.screen()
	at.snap = &public
	if own := (holder{v.snap.ID, v.me}); v.answer.manner == over {
		if _, is := v.hall.hands.at(own, v.in.Message.ID); is {
			v.hall.hands.forget(ctx, own) // before it is written over
		}
	}
	gone := v.hall.looks.begin(key)
	v.showLive(ctx, v.hall.looks.views, key, at.watch(v.liked, until), liveHand{until: until, drawn: public.Seq, words: v.words})
	v.hall.looks.bring(ctx, v.hall.tables, v.snap.ID, gone)
	return nil
}

// unwatch has the caller look on no longer.
func unwatch(ctx context.Context, v *visit) error {
	v.hall.looks.end(ctx, v.looker())
	v.tell(ctx, render.NoticeModel{News: render.Unwatched})
	return nil
}
