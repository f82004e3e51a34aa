package opponent

import (
	"github.com/boathouse-rum/boathouse/engine"
)

// How others are taken to play when their moves are read: as who holds for a
// rummy, but not always.
const (
	perPip   = 4    // prices are in quarter pips
	perMate  = 4    // what a card is worth for each other that it may make a meld with
	blank    = 32   // what a card from the stock is likely to cost
	softness = 10.0 // by so much worse, a discard is chosen e times less often
	drawSoft = 20.0 // and a draw
	passedUp = 5.0  // the logarithm of how seldom a seat doesn't go out when it can
)

// A model reads moves. It holds the powers of e that it needs again and again.
type model struct{ power [128]float64 }

func newModel() *model {
	m := &model{}
	for i := range m.power {
		m.power[i] = exp(-float64(i) / softness)
	}
	return m
}

// fits says how well what a seat did goes with the cards that are in its places.
func (g *guesser) fits(seat engine.Seat) float64 {
	next := 0
	for next < g.held && g.place[next].seat != seat {
		next++
	}
	var hand engine.Hand
	until := func(turn int) {
		for ; next < g.held && g.place[next].seat == seat && g.place[next].turn <= turn; next++ {
			hand = hand.Add(g.place[next].card)
		}
	}
	until(-1)
	fit := 0.0
	for i := range g.past.turns {
		t := &g.past.turns[i]
		if t.seat != seat {
			continue
		}
		fit += g.model.drawFits(t, hand)
		until(i)
		hand = (hand | t.took) &^ t.shown
		if t.discard != engine.NoCard {
			fit += g.model.discardFits(t, hand)
			hand = hand.Remove(t.discard)
		}
	}
	return fit
}

// discardFits compares the discard with the others that the hand allowed.
func (m *model) discardFits(t *seenTurn, hand engine.Hand) float64 {
	a, fit := engine.Arrange(hand), 0.0
	own := worth(t.discard, hand)
	if !a.Deadwood.Has(t.discard) {
		own += perPip * int(a.Pips-engine.DeadwoodPips(hand.Remove(t.discard))-t.discard.Pips())
	}
	free := a.Deadwood.Remove(t.discard)
	if free == 0 {
		fit = -passedUp
	}
	if t.source == engine.FromDiscard {
		free &^= t.pair
	}
	most := own
	for rest := free; rest != 0; rest &= rest - 1 {
		most = max(most, worth(lowest(rest), hand))
	}
	sum := m.worse(most - own)
	for rest := free; rest != 0; rest &= rest - 1 {
		sum += m.worse(most - worth(lowest(rest), hand))
	}
	return fit - float64(most-own)/softness - log(sum)
}

// worse says how often a discard is chosen that is so much worse than another.
func (m *model) worse(by int) float64 { return m.power[min(by, len(m.power)-1)] }

// worth is what discarding a card of no meld saves.
func worth(c engine.Card, hand engine.Hand) int {
	return perPip*int(c.Pips()) - perMate*(partnersOf(c)&hand).Len()
}

// drawFits compares the draw with the other that there was.
func (m *model) drawFits(t *seenTurn, hand engine.Hand) float64 {
	if t.source == engine.FromMixed || t.pair == 0 || t.stock == 0 && t.bottom == 0 {
		return 0
	}
	pile := leaves(hand, t.pair, t.pair)
	if t.pair.Len() == 1 && t.stock > 0 {
		pile += blank
	}
	other := leaves(hand, t.bottom, 0) + blank*min(2, t.stock)
	if t.source == engine.FromDiscard {
		return unlikely(pile - other)
	}
	return unlikely(other - pile)
}

// unlikely gives the logarithm of how often one of two draws is chosen that costs
// so much more.
func unlikely(dearer int) float64 { return -log1p(exp(float64(dearer) / drawSoft)) }

// leaves prices a hand with some more cards, after its discard.
func leaves(hand, more, barred engine.Hand) int {
	a := engine.Arrange(hand | more)
	most := engine.Pips(0)
	for rest := a.Deadwood &^ barred; rest != 0; rest &= rest - 1 {
		most = max(most, lowest(rest).Pips())
	}
	return perPip * int(a.Pips-most)
}
