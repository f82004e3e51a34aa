package commands

import (
	"reflect"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
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
		h := newReviews(c.playouts)
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
