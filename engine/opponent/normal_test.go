package opponent_test

import (
	"math/rand/v2"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// deckOf puts a pack in dealing order for two players of whom seat 0 deals: what
// each is dealt, then the cards that follow, then all others.
func deckOf(t *testing.T, seat0, seat1, next string) (deck [engine.PackSize]engine.Card) {
	t.Helper()
	var cards [3][]engine.Card
	var named engine.Hand
	for i, text := range []string{seat0, seat1, next} {
		for len(text) > 0 {
			c, err := engine.ParseCard(text[:2])
			if err != nil {
				t.Fatal(err)
			}
			cards[i] = append(cards[i], c)
			named = named.Add(c)
			text = text[min(3, len(text)):]
		}
	}
	order := make([]engine.Card, 0, engine.PackSize)
	for i := range cards[0] {
		order = append(order, cards[1][i], cards[0][i])
	}
	order = append(order, cards[2]...)
	for c := range engine.Card(engine.PackSize) {
		if !named.Has(c) {
			order = append(order, c)
		}
	}
	copy(deck[:], order)
	return deck
}

// Seat 0 holds two sevens to choose from; whoever has the eight of hearts waits
// for that of hearts.
func TestNormalKeepsWhatTheNextSeatWaitsFor(t *testing.T) {
	for _, c := range []struct {
		draws engine.Source
		next  string // the up-card and the stock
		want  string
	}{{engine.FromDiscard, "8H QS 7C AC", "discard 7C"}, {engine.FromStock, "8H QS 3S 7C AC", "discard 7H"}} {
		deck := deckOf(t, "JC QC KC JD QD KD AS AD AH 7H", "2D 4D 6D 8D TD 2S 4S 6S 8S TS", c.next)
		dealt, err := engine.Deal(engine.Boathouse.Rules(), 2, 0, deck)
		if err != nil {
			t.Fatal(err)
		}
		var seen logs
		s := engine.Apply(engine.State{}, dealt)
		for _, move := range []engine.Move{engine.Draw{Source: c.draws}, engine.Discard{Card: deck[21]}, engine.Draw{Source: engine.FromStock}} {
			events, err := engine.Decide(s, s.Turn, move)
			if err != nil {
				t.Fatal(err)
			}
			s = seen.add(s, events)
		}
		move := opponent.Choose(opponent.Normal, engine.See(s, 0), seen[0], rand.New(rand.NewPCG(1, 1)), short())
		if move == nil || move.String() != c.want {
			t.Errorf("after seat 1 drew from the %v: %v, not %v", c.draws, move, c.want)
		}
	}
}
