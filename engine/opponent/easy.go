package opponent

import (
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// What easy reckons with, in pips unless it says otherwise. With these it loses
// next to no hand to random moves and most to players with foresight.
const (
	partner   = 1 // what a card is worth that another may make a meld with
	feeding   = 2 // the harm in a discard that somebody can lay off at once
	nearlyOut = 4 // as few cards as somebody has who may soon go out
)

// easy goes out when it can, takes from the discard pile only what matches at
// once, throws away what is dear, and shows what it can when it is time to.
func easy(v engine.View, r *rand.Rand) engine.Move {
	switch v.Phase {
	case engine.ToDraw:
		return engine.Draw{Source: cheapest(engine.LegalView(v).Draws, r, func(from engine.Source) engine.Pips {
			known, _ := taken(v, from)
			return engine.DeadwoodPips(v.Hand|known) - known.Pips()
		})}
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
	return somebodyNearlyOut(v) || v.Rules.Pay == engine.PayHand && nearlyBlocked(v)
}

// somebodyNearlyOut says whether another seat holds few enough cards to go out soon.
func somebodyNearlyOut(v engine.View) bool {
	for seat, count := range v.Counts[:v.Players] {
		if engine.Seat(seat) != v.Seat && count <= nearlyOut {
			return true
		}
	}
	return false
}

// nearlyBlocked says whether the hand may be blocked before the viewer's turn
// after next.
func nearlyBlocked(v engine.View) bool { return v.Idle+2*v.Players > v.IdleMax }

// easyDiscard throws away the card that leaves the fewest pips, but would rather
// keep one that may yet become a meld or that would serve the others.
func easyDiscard(v engine.View, r *rand.Rand) engine.Card {
	return cheapest((v.Hand &^ v.Barred).Cards(), r, func(c engine.Card) engine.Pips {
		price := leftWithout(v.Hand, c)
		for _, meld := range v.Melds[:v.MeldCount] {
			if engine.FitsOn(meld.Cards, engine.HandOf(c)) {
				price += feeding
			}
		}
		return price
	})
}

// leftWithout is the deadwood that a discard leaves, and a little for each card
// that it might have made a meld with.
func leftWithout(h engine.Hand, c engine.Card) engine.Pips {
	rest := h.Remove(c)
	return engine.DeadwoodPips(rest) + engine.Pips(partnersIn(rest, c).Len())*partner
}
