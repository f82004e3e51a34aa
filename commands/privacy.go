package commands

import (
	"context"

	"github.com/boathouse-rum/boathouse/render"
)

// privacyRows are those of what is kept of the caller.
func privacyRows() []row {
	return []row{
		{by: takes(typed("privacy show")), direct: true, do: showPrivacy},
		{by: takes(typed("privacy erase")), direct: true, do: askErase},
		{by: takes(button(render.VerbErase)), direct: true, do: erase},
	}
}

func showPrivacy(ctx context.Context, v *visit) error {
	v.say(ctx, render.Privacy(v.words, v.me != ""))
	return nil
}

func askErase(ctx context.Context, v *visit) error {
	if v.me == "" {
		return showPrivacy(ctx, v)
	}
	v.say(ctx, render.Erase(v.hall.ink.pen(v.words), string(v.me)))
	return nil
}

// erase erases who said yes to the question that was put to them. From here on nobody is
// shown who they are, so that every message which is written because they get up leaves
// their name out.
func erase(ctx context.Context, v *visit) error {
	switch {
	case v.me == "":
		return showPrivacy(ctx, v)
	case v.key.Arg != string(v.me):
		return &render.DoorRefusal{Code: render.NotYou}
	case !v.hall.people.hide(v.me):
		return &render.DoorRefusal{Code: render.Erasing}
	}
	gone := false
	defer func() { // also where that panics: who isn't erased can go on
		if !gone {
			v.hall.people.unhide(v.me)
		}
	}()
	if err := v.hall.habits.Erase(ctx, v.me, v.in.ID); err != nil {
		return err
	}
	gone = true
	v.say(ctx, render.Erased(v.words))
	return nil
}
