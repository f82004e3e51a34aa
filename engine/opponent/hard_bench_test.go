package opponent

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// BenchmarkPlayout plays whole hands by the rules of playouts alone; one
// operation is one hand, and an action is a draw, a meld or a discard. The quick
// policy draws and discards at random and shows nothing; the usual one is that
// of hard's thoughts.
func BenchmarkPlayout(b *testing.B) {
	policies := []struct {
		name string
		turn func(p *playout, r *rand.PCG)
	}{
		{"quick", quickTurn},
		{"usual", func(p *playout, _ *rand.PCG) { h := usual(); p.turn(&h) }},
	}
	for _, policy := range policies {
		for _, players := range []int{2, 4, 6} {
			b.Run(fmt.Sprintf("policy=%s/seats=%d", policy.name, players), func(b *testing.B) {
				var deals [64]engine.State
				for i := range deals {
					deals[i] = dealt(b, engine.Boathouse.Rules(), players, uint64(i))
				}
				r := rand.NewPCG(1, 1)
				actions := 0
				b.ReportAllocs()
				b.ResetTimer()
				for i := range b.N {
					p := playout{deals[i%len(deals)]}
					for p.Phase != engine.Over {
						policy.turn(&p, r)
					}
					actions += 2*int(p.Turns) + int(p.MeldCount)
				}
				b.ReportMetric(float64(actions)/b.Elapsed().Seconds(), "actions/s")
			})
		}
	}
}

// quickTurn draws from anywhere and discards anything.
func quickTurn(p *playout, r *rand.PCG) {
	chance := r.Uint64()
	switch {
	case p.StockSize == 0 && chance&1 == 0:
		p.draw(engine.FromTurnover)
	case p.StockSize > 0 && chance&3 != 0:
		p.draw(engine.FromStock)
	default:
		p.draw(engine.FromDiscard)
	}
	free := p.Hands[p.Turn] &^ p.Barred
	for n := chance >> 32 * uint64(free.Len()) >> 32; n > 0; n-- {
		free &= free - 1
	}
	p.discard(lowest(free))
}

func dealt(tb testing.TB, rules engine.Rules, players int, seed uint64) engine.State {
	tb.Helper()
	deal, err := engine.Deal(rules, players, 0, enginetest.Deck(rand.New(rand.NewPCG(seed, 24))))
	if err != nil {
		tb.Fatal(err)
	}
	return engine.Apply(engine.State{}, deal)
}

// BenchmarkHard makes one decision with the default budget: a discard after so
// many turns of a hand, and one with more cards than anybody ever holds.
func BenchmarkHard(b *testing.B) {
	for _, players := range []int{2, 3, 6} {
		for _, turns := range []int{0, 10, 22} {
			b.Run(fmt.Sprintf("seats=%d/turns=%d", players, turns), func(b *testing.B) {
				s, seen := reached(b, engine.Boathouse.Rules(), players, turns)
				benchmarkHard(b, s, seen)
			})
		}
	}
	for _, preset := range engine.Presets() {
		b.Run(fmt.Sprintf("cards=40/rules=%v", preset), func(b *testing.B) {
			benchmarkHard(b, heavy(b, preset.Rules()), nil)
		})
	}
}

// reached plays some turns, as in thought, up to a play.
func reached(tb testing.TB, rules engine.Rules, players, turns int) (engine.State, []engine.PublicEvent) {
	tb.Helper()
	for seed := uint64(0); ; seed++ {
		s := dealt(tb, rules, players, seed)
		var seen logs
		for s.Phase != engine.Over && (s.Phase == engine.ToDraw || int(s.Turns) < turns) {
			events, err := engine.Decide(s, s.Turn, habitual(s))
			if err != nil {
				tb.Fatal(err)
			}
			seen.add(s, events)
			for _, e := range events {
				s = engine.Apply(s, e)
			}
		}
		if _, out := engine.FindGoOut(engine.See(s, s.Turn), engine.NoCard); s.Phase == engine.ToPlay && !out {
			return s, seen[s.Turn]
		}
	}
}

// heavy is a position in which a seat holds 40 cards and can't go out, because
// the ace of clubs and the eight of spades go with nothing.
func heavy(tb testing.TB, rules engine.Rules) engine.State {
	return enginetest.Position(tb, `
turn 0 play
hand 0 AC 3C 4C 5C 6C 7C 9C TC JC QC AS 2D 3D 4D 5D 6D 7D 9D TD JD QD KD 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH 2S 3S 4S 5S 6S 8S TS
hand 1 2C KC AD AH 7S 9S 8C 8D
pile KH
stock JS QS KS
idle 0
rules `+rules.String()+"\n")
}

func benchmarkHard(b *testing.B, s engine.State, seen []engine.PublicEvent) {
	v := engine.See(s, s.Turn)
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		hard(v, seen, rand.New(rand.NewPCG(uint64(i), 1)), Budget{})
	}
	b.ReportMetric(1000*b.Elapsed().Seconds()/float64(b.N), "ms/decision")
}
