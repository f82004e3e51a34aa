package opponent

import (
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// What easy reckons with, in pips unless it says otherwise. The numbers were
// found by playing against random moves.
const (
	unseenCard = 8 // what a card from the stock is likely to cost
	partner    = 1 // what a card is worth that another may make a meld with
	feeding    = 2 // the harm in a discard that somebody can lay off at once
	nearlyOut  = 4 // as few cards as somebody has who may soon go out
)

// easy goes out when it can, keeps its deadwood low, and shows what it can when
// it is time to.
func easy(v engine.View, r *rand.Rand) engine.Move {
	switch v.Phase {
	case engine.ToDraw:
		return easyDraw(v, r)
	case engine.ToPlay:
		if out, ok := engine.FindGoOut(v, engine.NoCard); ok {
			return out
		}
		if moves := engine.LayAll(v); len(moves) > 0 && timeToShow(v) {
			return moves[0]
		}
		return engine.Discard{Card: easyDiscard(v, r)}
	case engine.NotDealt, engine.Over:
	}
	return nil
}

// timeToShow says whether to lay down now what is matched. Matched cards cost
// nothing in hand, the fewer one holds the harder it is to go out, and whatever
// lies on the table serves the others; so it is early enough when somebody is
// nearly out, or when the hand is about to be blocked and all cards held count.
func timeToShow(v engine.View) bool {
	for seat, count := range v.Counts[:v.Players] {
		if engine.Seat(seat) != v.Seat && count <= nearlyOut {
			return true
		}
	}
	return v.Rules.Pay == engine.PayHand && v.Idle+v.Players >= v.IdleMax
}

// easyDraw takes what leaves it with the least at the end of the turn.
func easyDraw(v engine.View, r *rand.Rand) engine.Move {
	sources := engine.LegalView(v).Draws
	if len(sources) == 0 {
		return nil
	}
	return engine.Draw{Source: cheapest(sources, r, func(from engine.Source) engine.Pips {
		known, unseen := taken(v, from)
		after := v
		after.Phase = engine.ToPlay
		after.Hand |= known
		if from != engine.FromTurnover {
			after.Barred = known
		}
		return left(after, unseen)
	})}
}

// taken returns the cards that a draw would take as far as the viewer knows
// them, and how many others it would take.
func taken(v engine.View, from engine.Source) (known engine.Hand, unseen int) {
	pile := v.Pile[:v.PileSize]
	switch from {
	case engine.FromStock:
		return 0, min(2, v.Stock)
	case engine.FromMixed:
		return engine.HandOf(v.Top()), 1
	case engine.FromTurnover:
		return engine.HandOf(pile[:min(int(v.Rules.ExhaustedDraw), len(pile))]...), 0
	case engine.FromDiscard:
		n := 2
		if v.Stock == 0 {
			n = int(v.Rules.ExhaustedDraw)
		}
		known = engine.HandOf(pile[max(0, len(pile)-n):]...)
		return known, min(n-known.Len(), v.Stock)
	}
	return 0, 0
}

// left returns what the viewer is likely to be left with after a turn in which
// it plays all it can of the cards it knows.
func left(v engine.View, unseen int) engine.Pips {
	if _, out := engine.FindGoOut(v, engine.NoCard); out && unseen == 0 {
		return -1
	}
	for _, m := range engine.LayAll(v) {
		cards := shown(m)
		v.Hand &^= cards
		v.Barred &^= cards
	}
	least := engine.DeadwoodPips(v.Hand)
	for c := range (v.Hand &^ v.Barred).All() {
		least = min(least, engine.DeadwoodPips(v.Hand.Remove(c)))
	}
	return least + engine.Pips(unseen)*unseenCard
}

// shown returns the cards that a meld or lay-off lays down.
func shown(m engine.Move) engine.Hand {
	switch m := m.(type) {
	case engine.Meld:
		return m.Cards
	case engine.LayOff:
		return m.Cards
	case engine.Draw, engine.Discard, engine.GoOut:
	}
	return 0
}

// easyDiscard throws away the card that leaves the fewest pips, but would rather
// keep one that may yet become a meld or that would serve the others.
func easyDiscard(v engine.View, r *rand.Rand) engine.Card {
	return cheapest((v.Hand &^ v.Barred).Cards(), r, func(c engine.Card) engine.Pips {
		rest := v.Hand.Remove(c)
		price := engine.DeadwoodPips(rest)
		for other := range rest.All() {
			if partners(c, other) {
				price += partner
			}
		}
		for _, meld := range v.Melds[:v.MeldCount] {
			if engine.FitsOn(meld.Cards, engine.HandOf(c)) {
				price += feeding
			}
		}
		return price
	})
}

// partners says whether one more card could make a meld of two.
func partners(a, b engine.Card) bool {
	if a.Suit() != b.Suit() {
		return a.Rank() == b.Rank()
	}
	apart := (a.Rank() + engine.Ranks - b.Rank()) % engine.Ranks
	return min(apart, engine.Ranks-apart) <= 2
}

// cheapest returns one of the things with the lowest price, each as likely as the others.
func cheapest[T any](things []T, r *rand.Rand, price func(T) engine.Pips) T {
	best, lowest, equals := things[0], price(things[0]), 1
	for _, t := range things[1:] {
		switch p := price(t); {
		case p < lowest:
			best, lowest, equals = t, p, 1
		case p == lowest:
			equals++
			if r.IntN(equals) == 0 {
				best = t
			}
		}
	}
	return best
}
