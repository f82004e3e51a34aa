package opponent

import (
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// A mind is what normal thinks with in one move.
type mind struct {
	v      engine.View
	past   *history
	weighs weighing
	live   engine.Hand // cards that the viewer doesn't know to be in anybody's hand: any may be drawn
	r      *rand.Rand
}

// normal holds everything back for a rummy, keeps what is likely to match, and
// gives the next seat little to match with.
func normal(v engine.View, log []engine.PublicEvent, r *rand.Rand) engine.Move {
	p := mind{v: v, past: recall(v, log), weighs: weighingFor(v.Players, v.Stock == 0 || v.Idle > 0), live: unseen(v), r: r}
	for _, held := range p.past.known {
		p.live &^= held
	}
	switch v.Phase {
	case engine.ToDraw:
		return engine.Draw{Source: cheapest(engine.LegalView(v).Draws, r, p.afterDraw)}
	case engine.ToPlay:
		if out, ok := engine.FindGoOut(v, engine.NoCard); ok {
			return out
		}
		if moves := engine.LayAll(v); len(moves) > 0 && showsHeld(v) {
			return moves[0]
		}
		return engine.Discard{Card: cheapest((v.Hand &^ v.Barred).Cards(), r, func(c engine.Card) cents {
			return p.promise(v.Hand.Remove(c)) + p.harm(c)
		})}
	case engine.NotDealt, engine.Over:
	}
	return nil
}

// showsHeld says whether to lay down what was held back. Where matched cards
// cost nothing it gained nothing in play, not even to put off a blocked end; where
// every card in hand counts, the time has come when the stock is gone, as the hand will then be blocked or end
// in somebody's rummy.
func showsHeld(v engine.View) bool {
	return v.Rules.Pay == engine.PayHand && (v.Stock == 0 || nearlyBlocked(v))
}

// nearlyOut is as few cards as somebody has who may soon go out.
const nearlyOut = 4

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

// recall reads the log; one that doesn't lead to the view is passed over.
func recall(v engine.View, log []engine.PublicEvent) *history {
	if past, whole := historyOf(&v, log); whole {
		return past
	}
	return blindHistory(&v)
}

// unseen returns the cards that the viewer neither holds nor sees lie.
func unseen(v engine.View) engine.Hand {
	rest := allCards &^ v.Hand &^ engine.HandOf(v.Pile[:v.PileSize]...)
	for _, meld := range v.Melds[:v.MeldCount] {
		rest &^= meld.Cards
	}
	return rest
}

// afterDraw is what the hand weighs at the end of a turn that begins with this
// draw: exactly for cards that are known, on average over samples for others.
func (p *mind) afterDraw(from engine.Source) cents {
	known, barred, unknown := drawn(p.v, p.past, from)
	hand, live := p.v.Hand|known, (p.live &^ known).Cards()
	if unknown == 0 || len(live) < unknown {
		after := p.v
		after.Phase, after.Hand, after.Barred = engine.ToPlay, hand, barred
		if _, out := engine.FindGoOut(after, engine.NoCard); out {
			return -heaviest
		}
		return p.afterDiscard(hand, barred)
	}
	var sum cents
	for range samples {
		drawn := hand
		for drawn.Len() < hand.Len()+unknown {
			drawn = drawn.Add(live[p.r.IntN(len(live))])
		}
		sum += p.afterDiscard(drawn, barred)
	}
	return sum / samples
}

// drawn gives what comes of a draw: the cards that are known, those of them that may not
// be discarded in that turn, and how many cards are not known.
func drawn(v engine.View, past *history, from engine.Source) (known, barred engine.Hand, unknown int) {
	known, unknown = taken(v, from)
	switch from {
	case engine.FromTurnover:
		return known, 0, unknown
	case engine.FromStock:
		next := named(past.stock[:min(unknown, len(past.stock))]...)
		return next, 0, unknown - next.Len()
	case engine.FromDiscard, engine.FromMixed:
	}
	return known, known, unknown
}

// afterDiscard is what a hand weighs after the discard that leaves it lightest,
// in view of what may still come. Where there is deadwood that is the dearest of it.
func (p *mind) afterDiscard(hand, barred engine.Hand) cents {
	over := engine.Arrange(hand).Deadwood &^ barred
	if over == 0 {
		over = hand &^ barred
	}
	lightest, least := engine.Hand(0), heaviest
	for c := range over.All() {
		if load := p.weighs.load(hand.Remove(c)); load < least {
			lightest, least = hand.Remove(c), load
		}
	}
	return p.promise(lightest)
}

// promise is what a hand weighs in view of the cards that may still come.
func (p *mind) promise(h engine.Hand) cents {
	coming := p.live &^ h
	now, n := p.weighs.load(h), cents(coming.Len())
	if n == 0 {
		return now
	}
	matching := coming & thirds(h) // the others are deadwood and change nothing else
	sum := now*n + p.weighs.loose(coming&^matching)
	for c := range matching.All() {
		sum += p.weighs.load(h.Add(c)) - now
	}
	return now + (sum/n-now)*p.weighs.ahead/100
}
