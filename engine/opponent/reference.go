package opponent

import (
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// random picks any of the legal moves, each as likely as any other.
func random(v engine.View, r *rand.Rand) engine.Move {
	moves := engine.LegalView(v).Moves()
	if len(moves) == 0 {
		return nil
	}
	return moves[r.IntN(len(moves))]
}

// meldsAtOnce lays down all it can in every turn and keeps its deadwood low.
func meldsAtOnce(v engine.View, r *rand.Rand) engine.Move {
	if move, ok := laysDown(v); ok {
		return move
	}
	return holdsForRummy(v, r)
}

// holdsForRummy keeps its deadwood low and shows nothing until all it holds can
// go out in one move.
func holdsForRummy(v engine.View, r *rand.Rand) engine.Move {
	switch v.Phase {
	case engine.ToDraw:
		return leanDraw(v, r)
	case engine.ToPlay:
		if out, ok := engine.FindGoOut(v, engine.NoCard); ok {
			return out
		}
		return engine.Discard{Card: leanDiscard(v, r)}
	case engine.NotDealt, engine.Over:
	}
	return nil
}

// unseenCard is what a card from the stock is likely to cost, in pips.
const unseenCard = 8

// leanDraw takes what leaves the least deadwood after the discard.
func leanDraw(v engine.View, r *rand.Rand) engine.Move {
	return engine.Draw{Source: cheapest(engine.LegalView(v).Draws, r, func(from engine.Source) engine.Pips {
		known, unseen := taken(v, from)
		hand, barred := v.Hand|known, known
		if from == engine.FromTurnover {
			barred = 0
		}
		least := engine.DeadwoodPips(hand)
		for c := range (hand &^ barred).All() {
			least = min(least, engine.DeadwoodPips(hand.Remove(c)))
		}
		return least + engine.Pips(unseen)*unseenCard
	})}
}

// leanDiscard throws away what leaves the least deadwood; among equals, what
// fewest of the cards that are kept could make a meld with.
func leanDiscard(v engine.View, r *rand.Rand) engine.Card {
	return cheapest((v.Hand &^ v.Barred).Cards(), r, func(c engine.Card) engine.Pips {
		return leftWithout(v.Hand, c)
	})
}
