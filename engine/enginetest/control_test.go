package enginetest_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/enginetest"
)

// midHand gives a step of a random hand that drew two cards from the stock, with
// melds on the table.
func midHand(t *testing.T) enginetest.Step {
	t.Helper()
	found := errors.New("found")
	for i := range uint64(1000) {
		var step enginetest.Step
		_, err := enginetest.Play(rand.New(rand.NewPCG(3, i)), engine.Boathouse.Rules(), 3, func(s enginetest.Step) error {
			step = s
			if s.Move == (engine.Draw{Source: engine.FromStock}) && s.After.MeldCount > 0 && s.After.StockSize > 0 && s.After.PileSize > 0 {
				return found
			}
			return nil
		})
		if errors.Is(err, found) {
			return step
		}
	}
	t.Fatal("no such step in a thousand hands")
	return enginetest.Step{}
}

func TestBrokenStatesAreNoticed(t *testing.T) {
	step := midHand(t)
	if err := enginetest.CheckStep(step); err != nil {
		t.Fatalf("the whole state: %v", err)
	}
	for name, breakIt := range map[string]func(*engine.State){
		"a card lost from a hand":        func(s *engine.State) { s.Hands[0] &= s.Hands[0] - 1 },
		"a card in two hands":            func(s *engine.State) { s.Hands[0] |= s.Hands[1] },
		"a card in hand and meld":        func(s *engine.State) { s.Hands[0] |= s.Melds[0] },
		"a card in hand and stock":       func(s *engine.State) { s.Hands[0] = s.Hands[0].Add(s.Stock()[0]) },
		"a card twice in the pile":       func(s *engine.State) { s.Cards[s.PileSize] = s.Cards[0]; s.PileSize++ },
		"a stock too small":              func(s *engine.State) { s.StockSize-- },
		"a pile too small":               func(s *engine.State) { s.PileSize-- },
		"a meld forgotten":               func(s *engine.State) { s.MeldCount-- },
		"a meld that is none":            func(s *engine.State) { s.Melds[0] &= s.Melds[0] - 1 },
		"all held cards barred":          func(s *engine.State) { s.Barred = s.Hands[s.Turn] },
		"a barred card that is not held": func(s *engine.State) { s.Barred = s.Melds[0] },
		"cards at an empty seat":         func(s *engine.State) { s.Hands[5], s.Hands[0] = s.Hands[0], 0 },
		"more cards than the pack":       func(s *engine.State) { s.StockSize = engine.PackSize },
	} {
		broken := step.After
		breakIt(&broken)
		if enginetest.Check(broken) == nil {
			t.Errorf("not noticed: %s", name)
		}
	}
}

func TestOtherStateThanTheEventsTellIsNoticed(t *testing.T) {
	step := midHand(t)
	step.After.Idle++
	if enginetest.CheckStep(step) == nil {
		t.Error("not noticed: a state that its events don't lead to")
	}
}

func TestLeakyViewsAreNoticed(t *testing.T) {
	step := midHand(t)
	for name, leak := range map[string]func(engine.State, engine.Seat, *engine.View){
		"the top of the stock": func(s engine.State, _ engine.Seat, v *engine.View) { v.Pile[51] = s.Stock()[0] },
		"the hand to move":     func(s engine.State, _ engine.Seat, v *engine.View) { v.Barred = s.Hands[s.Turn] },
		"the left neighbour":   func(s engine.State, seat engine.Seat, v *engine.View) { v.Hand |= s.Hands[(seat+1)%3] },
	} {
		see := func(s engine.State, seat engine.Seat) engine.View {
			v := engine.See(s, seat)
			leak(s, seat, &v)
			return v
		}
		noticed := false
		for i := range uint64(20) {
			noticed = noticed || enginetest.CheckHidden(rand.New(rand.NewPCG(5, i)), step, see) != nil
		}
		if !noticed {
			t.Errorf("not noticed: a view that shows %s", name)
		}
	}
}
