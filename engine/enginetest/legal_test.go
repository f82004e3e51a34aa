package enginetest_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// everyStep shows the state after each step of so many random hands.
func everyStep(t *testing.T, hands int, visit func(engine.State) error) {
	t.Helper()
	for i := range hands {
		r := rand.New(rand.NewPCG(17, uint64(i)))
		if _, err := enginetest.Play(r, enginetest.RandomRules(r), 2+i%5, func(step enginetest.Step) error {
			return visit(step.After)
		}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryAcceptedMeldAndLayOffIsListed(t *testing.T) {
	everyStep(t, 60, func(s engine.State) error {
		if s.Phase != engine.ToPlay {
			return nil
		}
		accepted := func(m engine.Move) bool {
			_, err := engine.Decide(s, s.Turn, m)
			return err == nil
		}
		melds, layOffs := 0, 0
		for _, group := range enginetest.Melds(s.Hands[s.Turn]) {
			if accepted(engine.Meld{Cards: group}) {
				melds++
			}
		}
		hand := s.Hands[s.Turn].Cards()
		for meld := range int(s.MeldCount) {
			for i, a := range hand {
				for _, b := range hand[i:] {
					if accepted(engine.LayOff{Meld: meld, Cards: engine.HandOf(a, b)}) {
						layOffs++
					}
				}
			}
		}
		o := engine.Legal(s)
		small := 0
		for _, l := range o.LayOffs {
			if l.Cards.Len() <= 2 {
				small++
			}
		}
		if melds != len(o.Melds) || layOffs != small {
			return fmt.Errorf("%d melds and %d small lay-offs are accepted, listed are %v and %v in\n%s",
				melds, layOffs, o.Melds, o.LayOffs, enginetest.Drawing(s))
		}
		return nil
	})
}

func TestLayAllIsAcceptedAndLeavesADiscardOrNothing(t *testing.T) {
	played := 0
	everyStep(t, 300, func(s engine.State) error {
		if s.Phase != engine.ToPlay {
			return nil
		}
		seat, after := s.Turn, s
		moves := engine.LayAll(engine.See(s, seat))
		for _, m := range moves {
			events, err := engine.Decide(after, seat, m)
			if err != nil {
				return fmt.Errorf("%v of %v: %w in\n%s", m, moves, err, enginetest.Drawing(s))
			}
			for _, e := range events {
				after = engine.Apply(after, e)
			}
			played++
		}
		if more := engine.LayAll(engine.See(after, seat)); len(more) > 0 {
			return fmt.Errorf("after %v there is more: %v", moves, more)
		}
		return enginetest.Check(after)
	})
	if played == 0 {
		t.Error("nothing was ever laid")
	}
}

func TestPositionsAreReadBackFromTheirDrawings(t *testing.T) {
	everyStep(t, 20, func(s engine.State) error {
		if s.Phase == engine.Over {
			return nil
		}
		drawing := enginetest.Drawing(s)
		again := enginetest.Position(t, drawing)
		again.Dealer, again.Turns = s.Dealer, s.Turns
		if again != s {
			return fmt.Errorf("comes back otherwise:\n%s", drawing)
		}
		return nil
	})
}
