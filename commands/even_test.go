package commands

import (
	"context"
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// taking is an adviser that thinks for so long.
func taking(d time.Duration) func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) (opponent.Advice, bool) {
	return func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) (opponent.Advice, bool) {
		if d > 0 {
			<-time.After(d)
		}
		return opponent.Advice{Move: engine.Draw{}, Why: opponent.Why{Reason: opponent.OnlyDraw}}, true
	}
}

// asking is how long each of n people waits who ask for a hint at once.
func asking(t *testing.T, think time.Duration, n int) []time.Duration {
	t.Helper()
	h := newHints(taking(think), 0)
	waited := make([]time.Duration, n)
	var all sync.WaitGroup
	for i := range waited {
		all.Go(func() {
			start := time.Now()
			if _, err := h.advise(context.Background(), opponent.Hard, sitting.Person(strconv.Itoa(i)), &sitting.Sight{}); err != nil {
				t.Error(err)
			}
			waited[i] = time.Since(start)
		})
	}
	all.Wait()
	return waited
}

func TestEveryHintTakesTheSameTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, think := range []time.Duration{0, time.Millisecond, hintAfter / 2} {
			if got := asking(t, think, 1)[0]; got != hintAfter {
				t.Errorf("a thought of %v is told after %v, not %v", think, got, hintAfter)
			}
		}
		// Were a thought that takes too long not seen here, nothing would be.
		if got := asking(t, 2*hintAfter, 1)[0]; got != 2*hintAfter {
			t.Errorf("a thought of %v is told after %v", 2*hintAfter, got)
		}
	})
}

func TestOnlySoManyHintsAreThoughtOverAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		byRound := map[time.Duration]int{}
		for _, waited := range asking(t, 2*hintAfter, 2*thinkers) {
			byRound[waited]++
		}
		if byRound[2*hintAfter] != thinkers || byRound[4*hintAfter] != thinkers {
			t.Errorf("hints came after %v", byRound)
		}
	})
}

// TestManyHintsOfOneDelayNobodyElses has people ask about hundreds of positions
// at once, each of which takes long to think over, and then somebody else ask once.
func TestManyHintsOfOneDelayNobodyElses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const think = 2 * hintAfter
		for greedy, want := range map[int]time.Duration{1: think, thinkers: 2 * think} {
			h := newHints(taking(think), 0)
			ctx, stop := context.WithCancel(t.Context())
			var all sync.WaitGroup
			for n := range 500 {
				all.Go(func() {
					who := sitting.Person(strconv.Itoa(n % greedy))
					_, _ = h.advise(ctx, opponent.Hard, who, &sitting.Sight{Hand: n}) // it may be stopped
				})
			}
			synctest.Wait()
			start := time.Now()
			_, err := h.advise(ctx, opponent.Hard, "ben", &sitting.Sight{})
			if waited := time.Since(start); err != nil || waited != want {
				t.Errorf("beside %d who ask for 500 hints another waits for %v (%v)", greedy, waited, err)
			}
			stop()
			all.Wait()
			if n := len(h.asked); n != 0 {
				t.Errorf("%d people are still waited for", n)
			}
		}
	})
}

// TestAPositionIsThoughtOverOnce has one person ask for the same hint again and
// again, and then for others.
func TestAPositionIsThoughtOverOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var thoughts atomic.Int64
		h := newHints(func(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b opponent.Budget) (opponent.Advice, bool) {
			thoughts.Add(1)
			return taking(hintAfter/2)(l, v, log, r, b)
		}, 0)
		asks := func(who sitting.Person, l opponent.Level, s sitting.Sight) {
			start := time.Now()
			advice, err := h.advise(t.Context(), l, who, &s)
			if waited := time.Since(start); err != nil || advice.Move != (engine.Draw{}) || waited != hintAfter {
				t.Errorf("%v after %v: %v", advice, waited, err)
			}
		}
		var all sync.WaitGroup
		for range 500 {
			all.Go(func() { asks("ann", opponent.Hard, sitting.Sight{ID: "t", Hand: 1}) })
		}
		all.Wait()
		if n := thoughts.Load(); n != 1 {
			t.Errorf("the same position was thought over %d times", n)
		}
		for _, other := range []struct {
			who   sitting.Person
			level opponent.Level
			seen  sitting.Sight
		}{
			{"bob", opponent.Hard, sitting.Sight{ID: "t", Hand: 1}},
			{"ann", opponent.Normal, sitting.Sight{ID: "t", Hand: 1}},
			{"ann", opponent.Hard, sitting.Sight{ID: "t", Hand: 2}},
			{"ann", opponent.Hard, sitting.Sight{ID: "u", Hand: 1}},
		} {
			before := thoughts.Load()
			asks(other.who, other.level, other.seen)
			if thoughts.Load() != before+1 {
				t.Errorf("%+v is not thought over", other)
			}
		}
	})
}
