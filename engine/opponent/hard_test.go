package opponent

import (
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

func TestHardGoesOutWhenItCan(t *testing.T) {
	out := 0
	followHands(t, 40, func(r *rand.Rand, s engine.State, seen []engine.PublicEvent) {
		v := engine.See(s, s.Turn)
		if _, ok := engine.FindGoOut(v, engine.NoCard); !ok {
			return
		}
		out++
		if m, ok := hard(v, seen, r, Budget{Playouts: 1}).(engine.GoOut); !ok {
			t.Errorf("%v instead of going out of %v", m, v.Hand)
		}
	})
	if out == 0 {
		t.Error("nobody could ever go out")
	}
}

// TestAStoppedSearchStillAnswers stops at once and after a while. The control is
// that a budget which is not stopped asks more often.
func TestAStoppedSearchStillAnswers(t *testing.T) {
	s, seen := reached(t, engine.Boathouse.Rules(), 2, 10)
	asked := func(most int) int {
		n := 0
		m := hard(engine.See(s, s.Turn), seen, rand.New(rand.NewPCG(1, 1)), Budget{Playouts: 200, Stop: func() bool {
			n++
			return n >= most
		}})
		if _, err := engine.Decide(s, s.Turn, m); err != nil {
			t.Errorf("stopped after %d: %v", most, err)
		}
		return n
	}
	if asked(1) != 1 || asked(3) != 3 || asked(1<<30) < 10 {
		t.Errorf("asked %d, %d and %d times", asked(1), asked(3), asked(1<<30))
	}
}

// TestABudgetBoundsTheWork counts the turns that are thought through, in usual
// positions and with more cards than anybody ever holds.
func TestABudgetBoundsTheWork(t *testing.T) {
	for _, players := range []int{2, 6} {
		for _, turns := range []int{0, 10, 22} {
			s, seen := reached(t, engine.Boathouse.Rules(), players, turns)
			boundsWork(t, s, seen)
		}
	}
	boundsWork(t, heavy(t, engine.Mixed.Rules()), nil)
}

func boundsWork(t *testing.T, s engine.State, seen []engine.PublicEvent) {
	t.Helper()
	v := engine.See(s, s.Turn)
	budget := Budget{Playouts: 100}.turns(v.Hand.Len())
	x := newSearch(&v, seen, rand.New(rand.NewPCG(1, 1)), plays(v))
	spent := x.run(budget, nil)
	once := len(plays(v)) * 4 * usualTurns // the last guess is finished
	if spent > budget+once {
		t.Errorf("%d turns of %d are thought through in %+v", spent, budget, v)
	}
}

// TestHardBeatsHoldsForRummy has hard think little, and win by far all the same.
func TestHardBeatsHoldsForRummy(t *testing.T) {
	sum := 0
	for seed := range uint64(16) {
		for me := range engine.Seat(2) {
			s := dealt(t, engine.Boathouse.Rules(), 2, seed)
			r := rand.New(rand.NewPCG(seed, 26))
			var seen logs
			for s.Phase != engine.Over {
				var m engine.Move
				if v := engine.See(s, s.Turn); s.Turn == me {
					m = hard(v, seen[me], r, Budget{Playouts: 300})
				} else {
					m = holdsForRummy(v, r)
				}
				events, err := engine.Decide(s, s.Turn, m)
				if err != nil {
					t.Fatal(err)
				}
				seen.add(s, events)
				for _, e := range events {
					s = engine.Apply(s, e)
				}
			}
			p := playout{s}
			sum += p.gain(me)
		}
	}
	t.Logf("%d pips in 32 hands", sum)
	if sum < 160 {
		t.Errorf("%d pips in 32 hands", sum)
	}
}
