package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// heavyHand returns the hand of 40 cards that took longest to arrange of some
// thousands with many ranks in all four suits.
func heavyHand() Hand { return 0b1011101111111110011101111110000001111111111111011111 }

// benchmarkHands measures f, which goes through many hands, on the same
// thousands of random hands of each size. An op is one hand.
func benchmarkHands(b *testing.B, f func([]Hand) int) {
	for _, cards := range []int{7, 10, 15, 20, 26, 40} {
		b.Run(fmt.Sprintf("cards=%d", cards), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, uint64(cards)))
			hands := make([]Hand, 1<<13)
			for i := range hands {
				hands[i] = randomHand(r, cards, wholePack)
			}
			b.ReportAllocs()
			for b.Loop() {
				f(hands)
			}
			each := float64(b.Elapsed().Nanoseconds()) / float64(b.N*len(hands))
			b.ReportMetric(each, "ns/op")
			b.ReportMetric(1e3/each, "Mhands/s")
		})
	}
}

// BenchmarkArrange arranges random hands, melds and all.
func BenchmarkArrange(b *testing.B) {
	benchmarkHands(b, func(hands []Hand) int {
		sum := 0
		for _, h := range hands {
			a := Arrange(h)
			sum += int(a.Pips) + a.Count
		}
		return sum
	})
}

// BenchmarkDeadwood counts the pips of random hands alone.
func BenchmarkDeadwood(b *testing.B) {
	benchmarkHands(b, func(hands []Hand) int {
		sum := 0
		for _, h := range hands {
			sum += int(DeadwoodPips(h))
		}
		return sum
	})
}

// BenchmarkArrangeHeavy arranges the heaviest hand of 40 cards known.
func BenchmarkArrangeHeavy(b *testing.B) {
	h := heavyHand()
	b.ReportAllocs()
	for b.Loop() {
		Arrange(h)
	}
}
