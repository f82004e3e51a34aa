package commands

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

const (
	thinkFor  = 150 * time.Millisecond // over one hint
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
		return level, troubled(render.BadSettings)
	}
	return level, nil
}

// hintRows are those of a computer's advice.
func hintRows() []row {
	return []row{{by: takes(typed("hint"), button(render.VerbHint)), who: player, needs: handDealt, stands: onHand, do: giveHint}}
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
	v.showHandWith(ctx, "", &render.HintModel{Level: level.String(), Move: advice.Move, Why: whyOf(advice.Reason), Cards: advice.Cards})
	return nil
}

// mayHint says why the caller gets no hint now.
func (v *visit) mayHint() error {
	switch {
	case v.snap.Settings.NoHints:
		return troubled(render.NoHints)
	case v.snap.Phase != sitting.Playing || v.snap.View.Phase == engine.Over:
		return troubled(render.NoHand)
	case v.snap.View.Turn != v.snap.Me:
		return troubled(render.HintWaits)
	}
	return nil
}

// advise has a computer think about a sight of the one to move, who asks. The
// same position is thought over once and with the same dice, so asking again is of
// no use; and the answer never comes sooner than others do, so that its delay says
// nothing of the cards.
func (h *hints) advise(ctx context.Context, level opponent.Level, who sitting.Person, s *sitting.Sight) (opponent.Advice, error) {
	even := time.NewTimer(hintAfter)
	defer even.Stop()
	found, err := h.about(ctx, position{holder{s.ID, who}, s.Version, level}, func() hint {
		advice, ok := h.thought(level, s)
		return hint{advice, ok}
	})
	if err != nil {
		return opponent.Advice{}, err
	}
	select {
	case <-even.C:
	case <-ctx.Done():
		return opponent.Advice{}, ctx.Err()
	}
	if !found.ok {
		return opponent.Advice{}, troubled(render.HintWaits)
	}
	return found.advice, nil
}

func (h *hints) thought(level opponent.Level, s *sitting.Sight) (opponent.Advice, bool) {
	dice := rand.New(rand.NewPCG(uint64(s.Hand), uint64(s.View.Turns)))
	end := time.Now().Add(thinkFor)
	return h.think(level, s.View, s.Log, dice, opponent.Budget{Playouts: h.playouts, Stop: func() bool { return !time.Now().Before(end) }})
}

// whyOf is what the screens call a reason.
func whyOf(r opponent.Reason) render.Why {
	switch r {
	case opponent.GoesOut:
		return render.GoesOut
	case opponent.GoesOutAsRummy:
		return render.GoesOutRummy
	case opponent.TakesForMeld:
		return render.TakesForMeld
	case opponent.TakesForHand:
		return render.TakesForHand
	case opponent.StockIsBetter:
		return render.StockIsBetter
	case opponent.OnlyDraw:
		return render.OnlyDraw
	case opponent.ShowsBeforeCaught:
		return render.ShowsInTime
	case opponent.ShowsToKeepUp:
		return render.ShowsToKeepUp
	case opponent.LaysOff:
		return render.LaysOff
	case opponent.DiscardsUseless:
		return render.DropsUseless
	case opponent.DiscardsSafe:
		return render.DropsSafe
	case opponent.DiscardsDear:
		return render.DropsDear
	case opponent.BreaksLeast:
		return render.BreaksLeast
	}
	return 0
}
