package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// kinds of hands that count differently: what a random hand holds is mostly no meld, while sets of
// four and long runs compete for the same cards.
func kinds() []string { return []string{"random", "fours", "runs"} }

// handOf returns a hand of a kind: as many sets of four, or rows of three to seven cards, as it has
// room for, and random cards.
func handOf(r *rand.Rand, kind string, cards int) (h Hand) {
	switch kind {
	case "fours":
		for _, rank := range r.Perm(Ranks)[:cards/4] {
			h |= oneRank << rank
		}
	case "runs":
		for h.Len()+3 <= cards {
			suit, from, length := r.IntN(4)*Ranks, r.IntN(Ranks), min(3+r.IntN(5), cards-h.Len())
			for i := range length {
				h |= 1 << (suit + (from+i)%Ranks)
			}
		}
	}
	return h | randomHand(r, cards-h.Len(), wholePack&^h)
}

func TestTheCountIsTheSearchs(t *testing.T) {
	for _, kind := range kinds() {
		for cards := range PackSize + 1 {
			r := rand.New(rand.NewPCG(11, uint64(cards)))
			for range 400 {
				h := handOf(r, kind, cards)
				want := Pips(cheapest(h) >> PackSize)
				if got := DeadwoodPips(h); got != want {
					t.Fatalf("%s: %#x (%v): %d pips, not %d", kind, uint64(h), h, got, want)
				}
				h |= Hand(r.Uint64()) &^ wholePack
				if got := DeadwoodPips(h); got != want {
					t.Fatalf("%s: %#x, with bits that are no card: %d pips, not %d", kind, uint64(h), got, want)
				}
			}
		}
	}
	for _, worst := range worstHands() {
		if got, want := DeadwoodPips(worst.hand), Pips(cheapest(worst.hand)>>PackSize); got != want {
			t.Errorf("%v: %d pips, not %d", worst.hand, got, want)
		}
	}
}

func TestTheCountIsEveryChoices(t *testing.T) {
	for _, kind := range kinds() {
		for cards := 3; cards <= 16; cards++ {
			r := rand.New(rand.NewPCG(12, uint64(cards)))
			for range 60 {
				h := handOf(r, kind, cards)
				if got, want := DeadwoodPips(h), Pips(everyChoice(h, 0)>>PackSize); got != want {
					t.Fatalf("%s: %v: %d pips, not %d", kind, h, got, want)
				}
			}
		}
	}
}

// BenchmarkCountOf counts hands by kind and size beside the search that also finds their melds, in
// turn in one process: the fastest round of each, and how many times as fast the count is.
func BenchmarkCountOf(b *testing.B) {
	for _, kind := range kinds() {
		for _, cards := range []int{7, 8, 9, 10, 11, 15, 20, 26} {
			r := rand.New(rand.NewPCG(1, uint64(cards)))
			hands := make([]Hand, 1<<13)
			for i := range hands {
				hands[i] = handOf(r, kind, cards)
			}
			b.Run(fmt.Sprintf("%s/cards=%d", kind, cards), func(b *testing.B) {
				var count, search time.Duration
				sum := 0
				for b.Loop() {
					start := time.Now()
					for _, h := range hands {
						sum += int(DeadwoodPips(h))
					}
					between := time.Now()
					for _, h := range hands {
						sum -= int(cheapest(h) >> PackSize)
					}
					end := time.Now()
					count, search = faster(count, between.Sub(start)), faster(search, end.Sub(between))
				}
				if sum != 0 {
					b.Fatalf("the count and the search differ by %d pips", sum)
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(count.Nanoseconds())/float64(len(hands)), "ns/count")
				b.ReportMetric(float64(search.Nanoseconds())/float64(len(hands)), "ns/search")
				b.ReportMetric(float64(search)/float64(count), "times")
			})
		}
	}
}

func faster(a, b time.Duration) time.Duration {
	if a == 0 {
		return b
	}
	return min(a, b)
}
