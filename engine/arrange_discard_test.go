package engine

import (
	"math/rand/v2"
	"testing"
)

func TestEachDiscardCountsAsTheHandWithoutIt(t *testing.T) {
	for _, pool := range crowdedPools() {
		for cards := 0; cards <= pool.Len(); cards++ {
			r := rand.New(rand.NewPCG(uint64(pool), uint64(cards)))
			for range 2 + 400/(1+cards) {
				h := randomHand(r, cards, pool)
				const untouched = -1
				var got, want [PackSize]Pips
				for c := range want {
					got[c], want[c] = untouched, untouched
					if h.Has(Card(c)) {
						want[c] = DeadwoodPips(h.Remove(Card(c)))
					}
				}
				if whole := DiscardPips(h, &got); whole != DeadwoodPips(h) || got != want {
					t.Fatalf("%052b: %d pips and %v, not %d and %v", h, whole, got, DeadwoodPips(h), want)
				}
			}
		}
	}
}
