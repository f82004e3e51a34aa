package enginetest

import (
	"fmt"
	"math/rand/v2"
	"reflect"

	"github.com/boathouse-rum/boathouse/engine"
)

const pack engine.Hand = 1<<engine.PackSize - 1

// Check says what is wrong with a state that was dealt: each of the 52 cards is
// in exactly one place, what is unused is empty, each meld is one, and the seat
// to move can go on.
func Check(s engine.State) error {
	if err := checkCards(s); err != nil {
		return err
	}
	return checkTurn(s)
}

func checkCards(s engine.State) error {
	var seen engine.Hand
	for seat, hand := range s.Hands {
		if seat >= int(s.Players) && hand != 0 {
			return fmt.Errorf("seat %d of %d holds %v", seat, s.Players, hand)
		}
		if twice := seen & hand; twice != 0 {
			return fmt.Errorf("in hand %d and another: %v", seat, twice)
		}
		seen |= hand
	}
	for i, meld := range s.Melds {
		if used := i < int(s.MeldCount); used != (engine.KindOf(meld) != engine.NoMeld) || !used && meld != 0 {
			return fmt.Errorf("meld %d of %d is %v", i, s.MeldCount, meld)
		}
		if twice := seen & meld; twice != 0 {
			return fmt.Errorf("in meld %d and in another place: %v", i, twice)
		}
		seen |= meld
	}
	if int(s.PileSize)+int(s.StockSize) > engine.PackSize {
		return fmt.Errorf("a pile of %d and a stock of %d", s.PileSize, s.StockSize)
	}
	for i, c := range s.Cards {
		switch used := i < int(s.PileSize) || i >= engine.PackSize-int(s.StockSize); {
		case !used && c != 0:
			return fmt.Errorf("place %d between pile and stock is not clear", i)
		case used && seen.Has(c):
			return fmt.Errorf("in pile or stock and in another place: %v", c)
		case used:
			seen = seen.Add(c)
		}
	}
	if seen != pack {
		return fmt.Errorf("in no place: %v", pack&^seen)
	}
	return nil
}

func checkTurn(s engine.State) error {
	switch s.Phase {
	case engine.NotDealt:
		return fmt.Errorf("not dealt")
	case engine.ToDraw:
		if s.Barred != 0 || s.Hands[s.Turn] == 0 || s.PileSize == 0 {
			return fmt.Errorf("before the draw: barred %v, hand %v, pile of %d", s.Barred, s.Hands[s.Turn], s.PileSize)
		}
	case engine.ToPlay:
		if hand := s.Hands[s.Turn]; s.Barred&^hand != 0 || hand&^s.Barred == 0 {
			return fmt.Errorf("no legal discard in %v, barred %v", hand, s.Barred)
		}
	case engine.Over:
		if s.Turn != engine.Nobody {
			return fmt.Errorf("over, and seat %v is to move", s.Turn)
		}
	}
	return nil
}

// CheckStep says what is wrong with a step: the state after it, the texts of its
// move and events, or a refusal of anything that is listed as legal after it.
func CheckStep(step Step) error {
	if step.Move != nil {
		again, err := engine.ParseMove(step.Move.String())
		if err != nil || !reflect.DeepEqual(again, step.Move) {
			return fmt.Errorf("move %v came back as %v (%w)", step.Move, again, err)
		}
	}
	s := step.Before
	for _, e := range step.Events {
		again, err := engine.ParseEvent(e.String())
		if err != nil || !reflect.DeepEqual(again, e) {
			return fmt.Errorf("event %v came back as %v (%w)", e, again, err)
		}
		s = engine.Apply(s, again)
		if err := checkCards(s); err != nil {
			return fmt.Errorf("after %v: %w", e, err)
		}
	}
	if s != step.After {
		return fmt.Errorf("read events of %v lead to another state", step.Move)
	}
	if err := checkTurn(s); err != nil {
		return err
	}
	return CheckLegal(s)
}

// CheckLegal says which listed move is refused, or which draw or discard is
// accepted and not listed, or that nothing at all is listed.
func CheckLegal(s engine.State) error {
	if s.Phase == engine.Over {
		return nil
	}
	o := engine.Legal(s)
	if len(o.Draws)+len(o.Discards) == 0 {
		return fmt.Errorf("nothing is legal")
	}
	for _, m := range o.Moves() {
		if _, err := engine.Decide(s, s.Turn, m); err != nil {
			return fmt.Errorf("%v is listed and refused: %w", m, err)
		}
	}
	accepted := func(m engine.Move) int {
		if _, err := engine.Decide(s, s.Turn, m); err != nil {
			return 0
		}
		return 1
	}
	draws, discards := 0, 0
	for from := engine.FromStock; from <= engine.FromTurnover; from++ {
		draws += accepted(engine.Draw{Source: from})
	}
	for c := range engine.Card(engine.PackSize) {
		discards += accepted(engine.Discard{Card: c})
	}
	if draws != len(o.Draws) || discards != len(o.Discards) {
		return fmt.Errorf("%d draws and %d discards are accepted, listed are %v and %v", draws, discards, o.Draws, o.Discards)
	}
	return nil
}

// A Seer is [engine.See], or a broken one for a test of the test.
type Seer func(engine.State, engine.Seat) engine.View

// CheckHidden says which viewer, a seat or a spectator, can tell a step from the
// same step with the cards that are hidden from that viewer changed about.
func CheckHidden(r *rand.Rand, step Step, see Seer) error {
	for viewer := engine.Nobody; viewer < engine.Seat(step.After.Players); viewer++ {
		other := hidden(r, step.After, viewer)
		if see(step.After, viewer) != see(other.state(step.After), viewer) {
			return fmt.Errorf("viewer %v sees hidden cards after %v", viewer, step.Move)
		}
		drew, ok := step.Events[0].(engine.Drew)
		if !ok || viewer == drew.Seat {
			continue
		}
		other = hidden(r, step.Before, viewer)
		saw, _ := engine.Public(step.Before, drew, viewer)
		drew.Cards = other.cards(drew.Cards)
		sees, _ := engine.Public(other.state(step.Before), drew, viewer)
		if !reflect.DeepEqual(saw, sees) {
			return fmt.Errorf("viewer %v sees hidden cards of %v", viewer, step.Move)
		}
	}
	return nil
}

// Otherwise gives a position that a viewer, a seat or a spectator, can't tell from this one: the cards
// that are hidden from them are changed about.
func Otherwise(r *rand.Rand, s engine.State, viewer engine.Seat) engine.State {
	return hidden(r, s, viewer).state(s)
}

// A swap says which card stands for which; those that a viewer knows stand for
// themselves.
type swap [engine.PackSize]engine.Card

func hidden(r *rand.Rand, s engine.State, viewer engine.Seat) swap {
	var w swap
	for i := range w {
		w[i] = engine.Card(i)
	}
	unknown := make([]engine.Card, 0, engine.PackSize)
	unknown = append(unknown, s.Cards[engine.PackSize-int(s.StockSize):]...)
	for seat, hand := range s.Hands {
		if engine.Seat(seat) != viewer {
			for c := range hand.All() {
				unknown = append(unknown, c)
			}
		}
	}
	for i := len(unknown) - 1; i > 0; i-- {
		a, b := unknown[i], unknown[r.IntN(i+1)]
		w[a], w[b] = w[b], w[a]
	}
	return w
}

func (w swap) cards(cards []engine.Card) []engine.Card {
	swapped := make([]engine.Card, len(cards))
	for i, c := range cards {
		swapped[i] = w[c]
	}
	return swapped
}

func (w swap) hand(h engine.Hand) engine.Hand {
	var swapped engine.Hand
	for c := range h.All() {
		swapped = swapped.Add(w[c])
	}
	return swapped
}

func (w swap) state(s engine.State) engine.State {
	for seat, hand := range s.Hands {
		s.Hands[seat] = w.hand(hand)
	}
	s.Barred = w.hand(s.Barred)
	for i := engine.PackSize - int(s.StockSize); i < engine.PackSize; i++ {
		s.Cards[i] = w[s.Cards[i]]
	}
	return s
}
