package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
)

// recordRows are those of what the caller has played.
func recordRows() []row {
	return []row{
		{by: takes(typed("record")), direct: true, do: showRecord},
		{by: takes(button(render.VerbShareRecord)), posts: true, do: shareRecord},
	}
}

func showRecord(ctx context.Context, v *visit) error {
	m, err := v.record(ctx)
	if err != nil {
		return err
	}
	v.say(ctx, render.Record(v.hall.ink.pen(v.words), m))
	return nil
}

// shareRecord posts the caller's record as it is now in the channel, once for a private
// message, and says where. What is empty isn't shown to anybody.
func shareRecord(ctx context.Context, v *visit) error {
	m, err := v.record(ctx)
	if err != nil {
		return err
	}
	if m.IsEmpty() {
		return showRecord(ctx, v)
	}
	words := v.hall.words.For(v.in.spokenHere())
	me := render.Player{Name: v.in.name(), UserID: v.in.User.ID}
	shown := render.RecordOf(v.hall.ink.pen(words), m, me)
	return v.publish(ctx, "rec", words, shown, render.RecordShared, []sitting.Person{v.me})
}

// record is what the caller has played.
func (v *visit) record(ctx context.Context) (render.RecordModel, error) {
	plays, err := v.hall.books.Plays(ctx, v.in.Server, v.me)
	if err != nil {
		return render.RecordModel{}, err
	}
	var alone, together []tab.Play
	for _, p := range plays {
		if p.Alone {
			alone = append(alone, p)
		} else {
			together = append(together, p)
		}
	}
	return render.RecordModel{
		Computers: tab.RecordOf(alone), People: tab.RecordOf(together), Direct: v.in.Server == "", View: v.liked.View,
	}, nil
}
