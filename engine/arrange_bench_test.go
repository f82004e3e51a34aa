package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// benchmarkHands measures f, which takes each of some hands once and gives
// anything that depends on all of them: on the same thousands of random hands of
// each size, and on the one hand of a size that [cheapest] takes most steps over.
// An op is one hand.
func benchmarkHands(b *testing.B, f func([]Hand) int) {
	measure := func(name string, hands []Hand) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f(hands)
			}
			each := float64(b.Elapsed().Nanoseconds()) / float64(b.N*len(hands))
			b.ReportMetric(each, "ns/op")
			b.ReportMetric(1e9/each, "hands/s")
		})
	}
	for _, cards := range []int{7, 10, 15, 20, 26, 40} {
		r := rand.New(rand.NewPCG(1, uint64(cards)))
		hands := make([]Hand, 1<<13)
		if cards == 40 {
			hands = hands[:1<<8]
		}
		for i := range hands {
			hands[i] = randomHand(r, cards, wholePack)
		}
		measure(fmt.Sprintf("cards=%d", cards), hands)
	}
	for _, worst := range worstHands() {
		measure(fmt.Sprintf("worst=%d", worst.hand.Len()), []Hand{worst.hand})
	}
}

// BenchmarkCount counts the deadwood of hands, and nothing else.
func BenchmarkCount(b *testing.B) {
	benchmarkHands(b, func(hands []Hand) int {
		sum := 0
		for _, h := range hands {
			sum += int(DeadwoodPips(h))
		}
		return sum
	})
}

// BenchmarkDeadwoodCards finds which cards of hands are deadwood, and counts them.
func BenchmarkDeadwoodCards(b *testing.B) {
	benchmarkHands(b, func(hands []Hand) int {
		sum := 0
		for _, h := range hands {
			cards, pips := Deadwood(h)
			sum += int(cards) + int(pips)
		}
		return sum
	})
}

// BenchmarkArrange arranges hands, melds and all.
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

// BenchmarkDiscards counts hands after each of the discards that a meld may need.
func BenchmarkDiscards(b *testing.B) {
	var left [PackSize]Pips
	benchmarkHands(b, func(hands []Hand) int {
		sum := 0
		for _, h := range hands {
			least, _ := Discards(h, &left)
			sum += int(least)
		}
		return sum
	})
}

// BenchmarkDiscardPips counts hands after each of their discards.
func BenchmarkDiscardPips(b *testing.B) {
	var left [PackSize]Pips
	benchmarkHands(b, func(hands []Hand) int {
		sum := 0
		for _, h := range hands {
			sum += int(DiscardPips(h, &left))
		}
		return sum
	})
}

// BenchmarkOneByOne does what BenchmarkDiscardPips does with a count for each discard.
func BenchmarkOneByOne(b *testing.B) {
	benchmarkHands(b, func(hands []Hand) int {
		sum := 0
		for _, h := range hands {
			sum += int(DeadwoodPips(h))
			for rest := h; rest != 0; rest &= rest - 1 {
				sum += int(DeadwoodPips(h &^ (rest & -rest)))
			}
		}
		return sum
	})
}
