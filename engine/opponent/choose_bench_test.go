package opponent_test

import (
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// A position is what a seat to move may know.
type position struct {
	view engine.View
	log  []engine.PublicEvent
}

// positions are those of hands between two who hold everything back.
func positions(b *testing.B) (all []position) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 7))
		dealt, err := engine.Deal(engine.Boathouse.Rules(), 2, 0, enginetest.Deck(r))
		if err != nil {
			b.Fatal(err)
		}
		var seen logs
		for s := engine.Apply(engine.State{}, dealt); s.Phase != engine.Over; {
			p := position{engine.See(s, s.Turn), append([]engine.PublicEvent(nil), seen[s.Turn]...)}
			all = append(all, p)
			events, err := engine.Decide(s, s.Turn, opponent.Choose(opponent.HoldsForRummy, p.view, p.log, r, short()))
			if err != nil {
				b.Fatal(err)
			}
			s = seen.add(s, events)
		}
	}
	return all
}

// BenchmarkChoose measures one decision, over the positions of 20 hands for two
// in turn. The players that search have benchmarks of their own.
func BenchmarkChoose(b *testing.B) {
	all := positions(b)
	for _, level := range cheap() {
		b.Run("level="+level.String(), func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 8))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := &all[i%len(all)]
				opponent.Choose(level, p.view, p.log, r, opponent.Budget{})
			}
		})
	}
}
