package commands

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// TestAReviewSaysWhatItHasWhenItsTimeIsOver gives one more to think than anybody waits for:
// it tells what the rules prove, that it wasn't done, and the same when asked again. Another
// that has the time is done.
func TestAReviewSaysWhatItHasWhenItsTimeIsOver(t *testing.T) {
	t.Parallel()
	s := enginetest.Position(t, "turn 0 play\nhand 0 QC QH QS 3D 4D 5D 9C 9H 9D 7C\nhand 1 2C 5H\npile 6H KH\nrest stock")
	v := engine.See(s, 0)
	play := opponent.Play{View: v, Move: engine.Discard{Card: v.Hand.Cards()[0]}}
	own := sitting.OwnTurns{Turns: []opponent.Turn{{play, play}}}
	what := reviewed{holder{"table", "ada"}, sitting.HandKey{Hand: 1}}
	for _, c := range []struct {
		playouts int
		whole    bool
	}{{1_000_000_000, false}, {1, true}} {
		h := newReviews(newHints(nil, c.playouts))
		h.within = 20 * time.Millisecond
		if c.whole {
			h.within = time.Minute
		}
		begun := time.Now()
		first, err := h.of(t.Context(), what, own)
		if err != nil || first.whole != c.whole || len(first.misses) != 1 || first.misses[0].What != opponent.MissedOut {
			t.Errorf("%d playouts: %+v, %v", c.playouts, first, err)
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("%d playouts: %v", c.playouts, took)
		}
		if again, _ := h.of(t.Context(), what, own); !reflect.DeepEqual(first, again) {
			t.Errorf("%d playouts: %+v when asked again", c.playouts, again)
		}
	}
}

// playedAtRandom plays a hand of two and gives the turns of one seat, as it saw them.
func playedAtRandom(t *testing.T, seed uint64, at engine.Seat) sitting.OwnTurns {
	t.Helper()
	own := sitting.OwnTurns{Seat: at}
	var log []engine.PublicEvent
	visit := func(s enginetest.Step) error {
		if s.Move != nil && s.Seat == at {
			if s.Before.Phase == engine.ToDraw {
				own.Turns = append(own.Turns, nil)
			}
			last := &own.Turns[len(own.Turns)-1]
			p := opponent.Play{View: engine.See(s.Before, at), Log: slices.Clip(log), Move: s.Move}
			*last = append(*last, p)
		}
		for before := s.Before; len(s.Events) > 0; s.Events = s.Events[1:] {
			if seen, ok := engine.Public(before, s.Events[0], at); ok {
				log = append(log, seen)
			}
			before = engine.Apply(before, s.Events[0])
		}
		return nil
	}
	r := rand.New(rand.NewPCG(seed, 28))
	if _, err := enginetest.Play(r, engine.Boathouse.Rules(), 2, visit); err != nil {
		t.Fatal(err)
	}
	return own
}

// contradicted counts the turns of which a review says otherwise than advice that was given there.
func contradicted(t *testing.T, told review, advice map[engine.View]engine.Move) (n int) {
	t.Helper()
	for _, miss := range told.misses {
		said := advice[miss.View]
		if miss.What != opponent.MissedOut && said.String() != miss.Better[0].String() {
			n++
		}
	}
	return n
}

// TestTipHintAndReviewAgreeOnAStarvedMachine stops each tip after its first guess, then asks for a
// hint and a review with time to think: both say what the tip did. The control is a review that
// doesn't know of the tips.
func TestTipHintAndReviewAgreeOnAStarvedMachine(t *testing.T) {
	t.Parallel()
	misses, unlike := 0, 0
	for seed := range uint64(6) {
		own, hand := playedAtRandom(t, seed, 0), sitting.HandKey{Hand: 1}
		h, advice := newHints(nil, 300), make(map[engine.View]engine.Move)
		for _, turn := range own.Turns {
			for _, p := range turn {
				s := sitting.Sight{ID: "table", Hand: 1, Phase: sitting.Playing, View: p.View, Log: p.Log}
				h.within = 0
				tip := h.tip(t.Context(), "ada", &s, render.TipsOn)
				h.within, s.Version = time.Minute, 9
				hint, err := h.of(t.Context(), opponent.Hard, "ada", &s)
				if err != nil || tip == nil || hint.advice.Move.String() != tip.Move.String() {
					t.Fatalf("a tip %+v, a hint %+v, %v", tip, hint, err)
				}
				advice[p.View] = tip.Move
			}
		}
		what := reviewed{holder{"table", "ada"}, hand}
		for knows, by := range map[bool]*hints{true: h, false: newHints(nil, 300)} {
			reviews := newReviews(by)
			reviews.within = time.Minute
			told, err := reviews.of(t.Context(), what, own)
			if err != nil {
				t.Fatal(err)
			}
			n := contradicted(t, told, advice)
			switch {
			case !knows:
				unlike += n
			case n > 0:
				t.Errorf("hand %d: %d turns are reviewed otherwise than advised", seed, n)
			default:
				misses += len(told.misses)
			}
		}
	}
	if misses == 0 || unlike == 0 {
		t.Errorf("%d misses, %d unlike tips that are unknown: nothing was compared", misses, unlike)
	}
}
