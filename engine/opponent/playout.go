package opponent

import (
	"github.com/boathouse-rum/boathouse/engine"
)

// A playout is a hand that is played on in thought. Its methods are the rules of
// [engine.Decide] and [engine.Apply] without events, texts and refusals: they
// change the state in place, allocate nothing and trust that a move is legal.
type playout struct{ engine.State }

// draw takes cards from a source; idle turns begin to count when the stock is empty then.
func (p *playout) draw(from engine.Source) {
	switch from {
	case engine.FromStock:
		p.fromStock(min(2, p.StockSize))
	case engine.FromDiscard:
		switch {
		case p.PileSize == 1 && p.StockSize > 0:
			p.fromPile(1)
			p.fromStock(1)
		case p.StockSize == 0:
			p.fromPile(min(p.Rules.ExhaustedDraw, p.PileSize))
		default:
			p.fromPile(2)
		}
	case engine.FromMixed:
		p.fromPile(1)
		p.fromStock(1)
	case engine.FromTurnover:
		p.turnOver()
		p.fromStock(min(p.Rules.ExhaustedDraw, p.StockSize))
	}
	p.Counting = p.Counting || p.StockSize == 0
	p.Phase = engine.ToPlay
}

func (p *playout) fromStock(n uint8) {
	for range n {
		at := engine.PackSize - p.StockSize
		p.Hands[p.Turn] |= 1 << p.Cards[at]
		p.Cards[at] = 0
		p.StockSize--
	}
}

func (p *playout) fromPile(n uint8) {
	for range n {
		p.PileSize--
		card := engine.Hand(1) << p.Cards[p.PileSize]
		p.Cards[p.PileSize] = 0
		p.Hands[p.Turn] |= card
		p.Barred |= card
	}
}

func (p *playout) turnOver() {
	n := p.PileSize
	turned := p.Cards
	p.Cards = [engine.PackSize]engine.Card{}
	copy(p.Cards[engine.PackSize-n:], turned[:n])
	p.StockSize, p.PileSize = n, 0
}

// meld lays a set or run down; the hand may be empty then and the hand over.
func (p *playout) meld(cards engine.Hand) {
	p.Melds[p.MeldCount], p.Owners[p.MeldCount] = cards, p.Turn
	p.MeldCount++
	p.shows(cards)
}

// layOff adds cards to a meld; the hand may be empty then and the hand over.
func (p *playout) layOff(meld int, cards engine.Hand) {
	p.Melds[meld] |= cards
	p.shows(cards)
}

func (p *playout) shows(cards engine.Hand) {
	p.Hands[p.Turn] &^= cards
	p.Barred &^= cards
	p.Showing = true
	if p.Hands[p.Turn] == 0 {
		p.won()
	}
}

// discard ends the turn, and the hand when it was the last card or the hand is blocked.
func (p *playout) discard(c engine.Card) {
	p.Hands[p.Turn] &^= 1 << c
	p.Cards[p.PileSize] = c
	p.PileSize++
	if p.Hands[p.Turn] == 0 {
		p.won()
		return
	}
	p.passTurn()
	if p.Counting && int(p.Idle) >= p.idleMax() {
		p.blocked()
	}
}

// goOut plays all that is held at once, whichever way, for that changes no
// payment: the melds are left out and a last discard is not put on the pile.
func (p *playout) goOut() {
	p.Showing = p.Showing || p.Hands[p.Turn]&(p.Hands[p.Turn]-1) != 0
	p.Hands[p.Turn], p.Barred = 0, 0
	p.won()
}

func (p *playout) passTurn() {
	if p.Showing {
		p.Shown |= 1 << p.Turn
		p.Idle = 0
	} else if p.Counting {
		p.Idle++
	}
	p.Showing, p.Barred = false, 0
	p.Turns++
	if p.Turn++; p.Turn == engine.Seat(p.Players) {
		p.Turn = 0
	}
	p.Phase = engine.ToDraw
}

func (p *playout) won() {
	p.Winner = p.Turn
	p.Rummy = p.Showing && p.Shown>>p.Turn&1 == 0
	factor := engine.Pips(1)
	if p.Rummy {
		factor = engine.Pips(p.Rules.RummyMultiplier)
	}
	for i, hand := range p.Hands[:p.Players] {
		p.Payments[i] = int16(p.count(hand) * factor)
	}
	p.passTurn()
	p.over()
}

func (p *playout) blocked() {
	p.Blocked = true
	p.over()
	if p.Rules.Blocked == engine.BlockedVoid {
		return
	}
	lowest, tied := 0, false
	for i, hand := range p.Hands[:p.Players] {
		p.Payments[i] = int16(p.count(hand))
		switch {
		case i == 0 || p.Payments[i] > p.Payments[lowest]:
		case p.Payments[i] < p.Payments[lowest]:
			lowest, tied = i, false
		default:
			tied = true
		}
	}
	if tied {
		p.Payments = [engine.MaxSeats]int16{}
		return
	}
	p.Winner = engine.Seat(lowest)
	least := p.Payments[lowest]
	for i := range p.Payments[:p.Players] {
		p.Payments[i] -= least
	}
}

func (p *playout) over() { p.Turn, p.Phase = engine.Nobody, engine.Over }

// count gives what a hand counts against its holder.
func (p *playout) count(h engine.Hand) engine.Pips {
	if p.Rules.Pay == engine.PayHand {
		return h.Pips()
	}
	return engine.DeadwoodPips(h)
}

// idleMax gives the number of idle turns that block the hand.
func (p *playout) idleMax() int { return int(p.Rules.BlockedAfter) * int(p.Players) }

// gain gives the pips that a seat wins or, below 0, loses.
func (p *playout) gain(seat engine.Seat) int {
	if seat != p.Winner {
		return -int(p.Payments[seat])
	}
	sum := 0
	for _, pips := range p.Payments[:p.Players] {
		sum += int(pips)
	}
	return sum
}
