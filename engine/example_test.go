package engine_test

import (
	"fmt"

	"github.com/boathouse-rum/boathouse/engine"
)

// A hand for two, from an unshuffled pack: a refusal, a draw, and what each may know after it.
func Example() {
	var deck [engine.PackSize]engine.Card
	for i := range deck {
		deck[i] = engine.Card(i)
	}
	dealt, err := engine.Deal(engine.Boathouse.Rules(), 2, 0, deck)
	if err != nil {
		fmt.Println(err)
		return
	}
	state := engine.Apply(engine.State{}, dealt)
	for _, move := range []engine.Move{
		engine.Discard{Card: dealt.Deck[0]},
		engine.Draw{Source: engine.FromStock},
	} {
		events, err := engine.Decide(state, state.Turn, move)
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, e := range events {
			for _, viewer := range []engine.Seat{0, 1} {
				seen, _ := engine.Public(state, e, viewer)
				fmt.Printf("seat %d sees drawn %v and %d hidden\n", viewer, seen.Cards, seen.Hidden)
			}
			state = engine.Apply(state, e)
		}
	}
	fmt.Println("seat", state.Turn, "holds", engine.See(state, state.Turn).Hand)
	fmt.Println("a spectator sees", engine.Watch(state).Top(), "and", engine.Watch(state).Stock, "cards in the stock")
	// Output:
	// draw_first
	// seat 0 sees drawn [] and 2 hidden
	// seat 1 sees drawn [9D TD] and 0 hidden
	// seat 1 holds AC 3C 5C 7C 9C JC KC 2D 4D 6D 9D TD
	// a spectator sees 8D and 29 cards in the stock
}

// The cheapest arrangement of a hand.
func ExampleArrange() {
	hand, err := engine.ParseHand("7C 7D 7H 8H 9H TH KS 2D")
	if err != nil {
		fmt.Println(err)
		return
	}
	a := engine.Arrange(hand)
	for _, meld := range a.Melds[:a.Count] {
		fmt.Println(engine.KindOf(meld), meld)
	}
	fmt.Println(a.Pips, "pips of deadwood")
	// Output:
	// set 7C 7D 7H
	// run 8H 9H TH
	// 12 pips of deadwood
}
