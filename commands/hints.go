package commands

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

const (
	thinkers = 2    // hints that are thought over at once; others wait
	maxHints = 1000 // that are remembered; one forgotten is thought over again
)

// hints are thought over beside the queues, and each once.
type hints struct {
	think    Thinker
	playouts int           // of a thought; 0 is the level's own number
	within   time.Duration // thinkFor
	*pondering[position, hint]
}

// A Thinker is opponent.Advise or what stands in for it.
type Thinker = func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) (opponent.Advice, bool)

// A position is what one person sees of a hand and wants advice on of a level. A review of the
// hand finds by it what they were advised, also where the clock cut the thought short.
type position struct {
	holder
	hand  sitting.HandKey
	view  engine.View
	seen  int // events of the hand
	level opponent.Level
}

// A hint is what a computer would do; ok is false where it knows nothing to do.
type hint struct {
	advice opponent.Advice
	ok     bool
}

// newHints returns one that has thought of none; opponent.Advise thinks when think is nil.
func newHints(think Thinker, playouts int) *hints {
	if think == nil {
		think = opponent.Advise
	}
	return &hints{
		think: think, playouts: playouts, within: thinkFor,
		pondering: newPondering[position, hint](thinkers, maxHints),
	}
}

// advise has a computer think about the sight of the one to move, who asks. The
// same position is thought over once and with the same dice, so asking again is of
// no use; and the answer never comes sooner than others do, so that its delay says
// nothing of the cards.
func (h *hints) advise(ctx context.Context, level opponent.Level, who sitting.Person, s *sitting.Sight) (opponent.Advice, error) {
	even := time.NewTimer(hintAfter)
	defer even.Stop()
	found, err := h.of(ctx, level, who, s)
	if err != nil {
		return opponent.Advice{}, err
	}
	select {
	case <-even.C:
	case <-ctx.Done():
		return opponent.Advice{}, ctx.Err()
	}
	if !found.ok {
		return opponent.Advice{}, &render.DoorRefusal{Code: render.HintWaits}
	}
	return found.advice, nil
}

// of has a computer think about the sight of the one to move.
func (h *hints) of(ctx context.Context, level opponent.Level, who sitting.Person, s *sitting.Sight) (hint, error) {
	hand := sitting.HandKey{Hand: s.Hand, Again: s.Again}
	what := position{holder{s.ID, who}, hand, s.View, len(s.Log), level}
	return h.about(ctx, who, what, func() hint {
		advice, ok := h.thought(level, s)
		return hint{advice, ok}
	})
}

// tip gives what a hint would say to who has tips for their hand and is to move; else nil.
func (h *hints) tip(ctx context.Context, who sitting.Person, s *sitting.Sight, t render.Tips) *render.Hint {
	shown, _ := t.With(s.ID, s.Hand)
	if !shown || s.Phase != sitting.Playing || s.View.Turn != s.View.Seat || s.Settings.NoHints {
		return nil
	}
	found, err := h.of(ctx, opponent.Hard, who, s)
	if err != nil || !found.ok {
		return nil
	}
	return &render.Hint{Level: opponent.Hard, Advice: found.advice, Tip: true}
}

// advised gives the move that hard gave somebody who asked for a hint or had a tip there; false if
// they did neither, or it is forgotten.
func (h *hints) advised(what reviewed, p opponent.Play) (engine.Move, bool) {
	found, ok := h.recall(position{what.holder, what.hand, p.View, len(p.Log), opponent.Hard})
	return found.advice.Move, ok && found.ok
}

func (h *hints) thought(level opponent.Level, s *sitting.Sight) (opponent.Advice, bool) {
	dice := opponent.Dice(judging(sitting.HandKey{Hand: s.Hand, Again: s.Again}, s.View.Seat), &s.View)
	end := time.Now().Add(h.within)
	return h.think(level, s.View, s.Log, dice, opponent.Budget{Playouts: h.playouts, Stop: func() bool { return !time.Now().Before(end) }})
}

// judging seeds all thoughts about a seat's hand, so that a hint, a tip and a review are of one mind.
func judging(hand sitting.HandKey, seat engine.Seat) uint64 {
	return uint64(hand.Hand)<<16 | uint64(hand.Again)<<8 | uint64(seat)
}
