package commands

import (
	"context"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

const (
	// thinkFor is the last bound of one. How much is thought is counted, and takes 60 ms as a rule.
	thinkFor  = 2 * time.Second
	hintAfter = 250 * time.Millisecond // a hint comes, however quickly it was found or remembered
)

// advisers lists the computers that can be asked for a hint, the best last.
func advisers() []opponent.Level { return []opponent.Level{opponent.Normal, opponent.Hard} }

// adviser reads which computer is asked; without a word it is the best.
func adviser(word string) (opponent.Level, error) {
	if word == "" {
		return opponent.Hard, nil
	}
	level, err := opponent.ParseLevel(word)
	if err != nil || !slices.Contains(advisers(), level) {
		return level, refused(sitting.BadSettings)
	}
	return level, nil
}

// hintRows are those of a computer's advice.
func hintRows() []row {
	return []row{{by: takes(typed("hint"), button(render.VerbHint)), who: player, needs: handOn, alone: true, stands: onHand, do: giveHint}}
}

// giveHint shows the caller's hand with what a computer would do in their place.
func giveHint(ctx context.Context, v *visit) error {
	level, err := adviser(v.call.text("level"))
	if err != nil {
		return err
	}
	if err := v.mayHint(); err != nil {
		return err
	}
	about := v.snap.Version
	advice, err := v.hall.hints.advise(ctx, level, v.me, &v.snap)
	if err != nil {
		return err
	}
	// A hint takes a moment, in which the caller may have played on.
	if err := v.look(ctx, v.snap.ID); err != nil {
		return err
	}
	if v.snap.Version != about {
		if err := v.mayPlay(); err != nil {
			return err
		}
		return myHand(ctx, v)
	}
	v.showHandWith(ctx, "", &render.Hint{Level: level, Advice: advice})
	return nil
}
