package commands

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/table"
)

// taking is an adviser that thinks for so long.
func taking(d time.Duration) func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) (opponent.Advice, bool) {
	return func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) (opponent.Advice, bool) {
		if d > 0 {
			<-time.After(d)
		}
		return opponent.Advice{Move: engine.Draw{}, Reason: opponent.OnlyDraw}, true
	}
}

// asking is how long each of n people waits who ask for a hint at once.
func asking(t *testing.T, think time.Duration, n int) []time.Duration {
	t.Helper()
	h := New(Options{Advise: taking(think)})
	waited := make([]time.Duration, n)
	var all sync.WaitGroup
	for i := range waited {
		all.Go(func() {
			start := time.Now()
			if _, err := h.advise(context.Background(), opponent.Hard, &table.Snapshot{}); err != nil {
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
		for _, think := range []time.Duration{0, time.Millisecond, thinkFor} {
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
