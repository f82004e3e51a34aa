package opponent

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

func TestPlayoutsFollowTheRules(t *testing.T) {
	moves, ends := 0, map[string]int{}
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 20))
		_, err := enginetest.Play(r, enginetest.RandomRules(r), 2+r.IntN(5), func(step enginetest.Step) error {
			if step.Move == nil {
				return nil
			}
			moves++
			p := playout{step.Before}
			p.follow(step.Move)
			if _, out := step.Move.(engine.GoOut); out {
				if got, want := outcome(p.State), outcome(step.After); got != want {
					return fmt.Errorf("%v: %+v, not %+v", step.Move, got, want)
				}
			} else if p.State != step.After {
				return fmt.Errorf("%v of\n%+v\nleads to\n%+v\nnot to\n%+v", step.Move, step.Before, p.State, step.After)
			}
			if step.After.Phase == engine.Over {
				ends[fmt.Sprintf("blocked %v, collected %v, rummy %v", p.Blocked, p.Winner != engine.Nobody, p.Rummy)]++
			}
			return nil
		})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
	t.Log(moves, "moves", ends)
	if len(ends) != 4 {
		t.Errorf("hands end in these ways alone: %v", ends)
	}
}

// outcome gives the result of a hand that is over.
func outcome(s engine.State) engine.Result {
	result, _ := engine.Outcome(s)
	return result
}

// TestThoughtIsLegal has whole hands played as in thought, and each turn made
// again by the rules.
func TestThoughtIsLegal(t *testing.T) {
	shows := 0
	for seed := range uint64(1500) {
		r := rand.New(rand.NewPCG(seed, 21))
		rules, players := enginetest.RandomRules(r), 2+r.IntN(5)
		dealt, err := engine.Deal(rules, players, 0, enginetest.Deck(r))
		if err != nil {
			t.Fatal(err)
		}
		s := engine.Apply(engine.State{}, dealt)
		h := usual()
		for s.Phase != engine.Over {
			p := playout{s}
			source := p.source(&h)
			s = decide(t, s, engine.Draw{Source: source})
			p.draw(source)
			if r.IntN(6) == 0 && rules.Melding == engine.MeldOpen {
				p.layAll() // as a seat would that shows its cards
				shows++
			}
			if p.Phase != engine.Over {
				p.finish(&h)
			}
			s = repeat(t, s, p.State)
		}
	}
	if shows == 0 {
		t.Error("nothing was ever shown")
	}
}

func decide(tb testing.TB, s engine.State, m engine.Move) engine.State {
	tb.Helper()
	events, err := engine.Decide(s, s.Turn, m)
	if err != nil {
		tb.Fatalf("%v of %+v is refused: %v", m, s, err)
	}
	for _, e := range events {
		s = engine.Apply(s, e)
	}
	return s
}

// repeat plays the rest of a turn, as it was played in thought, by the rules.
func repeat(tb testing.TB, s, after engine.State) engine.State {
	tb.Helper()
	seat := s.Turn
	if after.Hands[seat] == 0 {
		way, ok := engine.FindGoOut(engine.See(s, seat), engine.NoCard)
		if !ok {
			tb.Fatalf("there is no way out of %+v", s)
		}
		s = decide(tb, s, way)
		if got, want := outcome(s), outcome(after); got != want {
			tb.Fatalf("a hand ends as\n%+v, in thought as\n%+v", got, want)
		}
		return s
	}
	for i, meld := range after.Melds[:after.MeldCount] {
		switch {
		case i >= int(s.MeldCount):
			s = decide(tb, s, engine.Meld{Cards: meld})
		case meld != s.Melds[i]:
			s = decide(tb, s, engine.LayOff{Meld: i, Cards: meld &^ s.Melds[i]})
		}
	}
	s = decide(tb, s, engine.Discard{Card: after.Cards[after.PileSize-1]})
	if s != after {
		tb.Fatalf("a turn leads to\n%+v, in thought to\n%+v", s, after)
	}
	return s
}
