package engine_test

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// A played hand is the moves of one whole random hand.
type played struct {
	dealt engine.Dealt
	moves []engine.Move
}

func playedHands(b *testing.B, n int) []played {
	b.Helper()
	hands := make([]played, n)
	for i := range hands {
		r := rand.New(rand.NewPCG(1, uint64(i)))
		log, err := enginetest.Play(r, engine.Preset(i%4).Rules(), 2+i%5, func(step enginetest.Step) error {
			if step.Move != nil {
				hands[i].moves = append(hands[i].moves, step.Move)
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		hands[i].dealt, _ = log[0].(engine.Dealt)
	}
	return hands
}

// BenchmarkDecideApply plays whole random hands of all presets and numbers of
// players; one operation is one move decided and its events applied.
func BenchmarkDecideApply(b *testing.B) {
	hands := playedHands(b, 200)
	b.ReportAllocs()
	b.ResetTimer()
	moves := 0
	for i := 0; moves < b.N; i++ {
		hand := &hands[i%len(hands)]
		s := engine.Apply(engine.State{}, hand.dealt)
		for _, m := range hand.moves {
			events, err := engine.Decide(s, s.Turn, m)
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range events {
				s = engine.Apply(s, e)
			}
			moves++
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
	b.ReportMetric(float64(unsafe.Sizeof(engine.State{})), "B/state")
}
