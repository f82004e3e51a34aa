package commands

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	thinkers = 2    // hints that are thought over at once; others wait
	maxHints = 1000 // that are remembered; one forgotten is thought over again
)

// hints are shared out fairly: each person has one thought over at a time, so
// whoever asks waits for no more of another's than one; and none twice.
type hints struct {
	think    thinker
	playouts int           // of a thought; 0 is the level's own number
	thinking chan struct{} // holds one for each hint that is thought over

	mu    sync.Mutex
	asked map[sitting.Person]*asker // who has a hint under way
	known *simplelru.LRU[position, hint]
}

// A thinker is opponent.Advise or what stands in for it.
type thinker = func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) (opponent.Advice, bool)

// A position is what one person sees of a hand and wants advice on of a level.
type position struct {
	holder
	version int64 // of the table
	level   opponent.Level
}

// A hint is what a computer would do; ok is false where it knows nothing to do.
type hint struct {
	advice opponent.Advice
	ok     bool
}

// An asker lets one hint of a person through at a time.
type asker struct {
	one     chan struct{}
	waiting int // guarded by the hints' lock, the one that is let through among them
}

func newHints(think thinker, playouts int) *hints {
	return &hints{
		think: think, playouts: playouts, thinking: make(chan struct{}, thinkers), asked: make(map[sitting.Person]*asker), known: newest[position, hint](maxHints),
	}
}

// about gives the hint for a position, and thinks it over if nobody has.
func (h *hints) about(ctx context.Context, p position, think func() hint) (hint, error) {
	leave, err := h.queue(ctx, p.person)
	if err != nil {
		return hint{}, err
	}
	defer leave()
	if known, ok := h.recall(p); ok {
		return known, nil
	}
	select {
	case h.thinking <- struct{}{}:
		defer func() { <-h.thinking }()
	case <-ctx.Done():
		return hint{}, ctx.Err()
	}
	found := think()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.known.Add(p, found)
	return found, nil
}

func (h *hints) recall(p position) (hint, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known.Get(p)
}

// queue waits until no other hint of the person is under way. The one who was let
// through leaves it.
func (h *hints) queue(ctx context.Context, p sitting.Person) (leave func(), err error) {
	h.mu.Lock()
	of := h.asked[p]
	if of == nil {
		of = &asker{one: make(chan struct{}, 1)}
		h.asked[p] = of
	}
	of.waiting++
	h.mu.Unlock()
	forget := func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if of.waiting--; of.waiting == 0 {
			delete(h.asked, p)
		}
	}
	select {
	case of.one <- struct{}{}:
		return func() { <-of.one; forget() }, nil
	case <-ctx.Done():
		forget()
		return nil, ctx.Err()
	}
}

// advise has a computer think about the sight of the one to move, who asks. The
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
		return opponent.Advice{}, &render.DoorRefusal{Code: render.HintWaits}
	}
	return found.advice, nil
}

func (h *hints) thought(level opponent.Level, s *sitting.Sight) (opponent.Advice, bool) {
	dice := rand.New(rand.NewPCG(uint64(s.Hand), uint64(s.View.Turns)))
	end := time.Now().Add(thinkFor)
	return h.think(level, s.View, s.Log, dice, opponent.Budget{Playouts: h.playouts, Stop: func() bool { return !time.Now().Before(end) }})
}
