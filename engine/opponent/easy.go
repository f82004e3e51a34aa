package opponent

import (
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// What easy reckons with, in pips.
const (
	partner = 1 // what a card is worth that another may make a meld with
	feeding = 2 // the harm in a discard that somebody can lay off at once
	luck    = 1 // what cards are worth that nobody has seen yet: they may match
)

// easy plays as a friendly beginner does: it lays down what it can as soon as it
// can, takes from the discard pile only what it can use at once, and throws away
// what is dear. So something happens on the table, and whoever holds back for a
// rummy beats it.
func easy(v engine.View, r *rand.Rand) engine.Move {
	switch v.Phase {
	case engine.ToDraw:
		return engine.Draw{Source: cheapest(engine.LegalView(v).Draws, r, func(from engine.Source) engine.Pips {
			return easyDraw(v, from)
		})}
	case engine.ToPlay:
		if move, ok := laysDown(v); ok {
			return move
		}
		return engine.Discard{Card: easyDiscard(v, r)}
	case engine.NotDealt, engine.Over:
	}
	return nil
}

// laysDown goes out if that is possible, and else gives the next of what can be
// melded or laid off; false when there is nothing.
func laysDown(v engine.View) (engine.Move, bool) {
	if out, ok := engine.FindGoOut(v, engine.NoCard); ok {
		return out, true
	}
	if moves := engine.LayAll(v); len(moves) > 0 {
		return moves[0], true
	}
	return nil, false
}

// easyDraw is what the cards of before the draw leave unmatched once these are
// with them. What fits on the table counts as matched.
func easyDraw(v engine.View, from engine.Source) engine.Pips {
	known, _ := taken(v, from)
	if from == engine.FromStock {
		return engine.DeadwoodPips(v.Hand) - luck
	}
	after := engine.Arrange(v.Hand | known)
	left := after.Pips - known.Pips()
	for c := range (after.Deadwood & known).All() {
		if fitsTable(v, c) {
			left -= c.Pips()
		}
	}
	return left
}

// easyDiscard throws away the card that leaves the fewest pips, but would rather
// keep one that may yet become a meld or that would serve the others.
func easyDiscard(v engine.View, r *rand.Rand) engine.Card {
	return cheapest((v.Hand &^ v.Barred).Cards(), r, func(c engine.Card) engine.Pips {
		price := leftWithout(v.Hand, c)
		if fitsTable(v, c) {
			price += feeding
		}
		return price
	})
}

// fitsTable says whether a card can be laid off, going by the table alone.
func fitsTable(v engine.View, c engine.Card) bool {
	if v.Rules.Melding == engine.MeldConcealed {
		return false
	}
	for _, meld := range v.Melds[:v.MeldCount] {
		if engine.FitsOn(meld.Cards, engine.HandOf(c)) {
			return true
		}
	}
	return false
}

// leftWithout is the deadwood that a discard leaves, and a little for each card
// that it might have made a meld with.
func leftWithout(h engine.Hand, c engine.Card) engine.Pips {
	rest := h.Remove(c)
	return engine.DeadwoodPips(rest) + engine.Pips(partnersIn(rest, c).Len())*partner
}
