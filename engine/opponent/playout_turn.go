package opponent

import "github.com/boathouse-rum/boathouse/engine"

// A habit is how a seat is taken to play in a playout: it holds its cards until
// all can go out at once, unless it has shown some. The prices are in pips.
type habit struct {
	unseen int // what a card from the stock is likely to cost
	card   int // what a card in no meld costs besides its pips
	out    int // what it is worth that a card which makes a meld may yet come
	late   int // rounds before a hand is blocked in which only pips count
}

// usual is found by playing habits against each other and against [HoldsForRummy].
func usual() habit { return habit{unseen: 2, card: 3, out: 16, late: 1} }

// turn plays the turn of the seat to move, from where it is.
func (p *playout) turn(h *habit) {
	if p.Phase == engine.ToDraw {
		p.draw(p.source(h))
	}
	p.finish(h)
}

// source chooses where to draw from.
func (p *playout) source(h *habit) engine.Source {
	d := drawing{p: p, h: h, hand: p.Hands[p.Turn]}
	d.held = engine.Arrange(d.hand)
	d.gone = p.open() | d.hand
	pile := p.Cards[:p.PileSize]
	if p.StockSize == 0 {
		n := min(int(p.Rules.ExhaustedDraw), len(pile))
		top := engine.HandOf(pile[len(pile)-n:]...)
		if d.price(top, top, 0) <= d.price(engine.HandOf(pile[:n]...), 0, 0) {
			return engine.FromDiscard
		}
		return engine.FromTurnover
	}
	best, from := d.price(0, 0, int(min(2, p.StockSize))), engine.FromStock
	if len(pile) == 0 {
		return from
	}
	pair := engine.HandOf(pile[max(0, len(pile)-2):]...)
	if price := d.price(pair, pair, 2-min(2, len(pile))); price < best {
		best, from = price, engine.FromDiscard
	}
	if p.Rules.Draw == engine.DrawMixed {
		top := engine.HandOf(pile[len(pile)-1])
		if d.price(top, top, 1) < best {
			from = engine.FromMixed
		}
	}
	return from
}

// drawing is the thought before a draw.
type drawing struct {
	p    *playout
	h    *habit
	hand engine.Hand
	held engine.Arrangement // of hand
	gone engine.Hand        // cards that don't come from the stock
}

// price is what a hand costs at the end of a turn that begins with these cards.
func (d *drawing) price(known, barred engine.Hand, unseen int) int {
	a := d.held
	switch {
	case known == 0:
	case known&thirds(d.hand|known) == 0:
		a.Deadwood |= known
		a.Pips += known.Pips()
	default:
		a = engine.Arrange(d.hand | known)
	}
	price := int(a.Pips) + d.h.card*a.Deadwood.Len() + d.h.unseen*unseen
	if c := d.p.loosest(d.h, a.Deadwood, barred, d.gone); c != engine.NoCard {
		price -= int(c.Pips()) + d.h.card
	}
	return price
}

// open gives the cards of the discard pile and the table.
func (p *playout) open() engine.Hand {
	open := engine.HandOf(p.Cards[:p.PileSize]...)
	for _, meld := range p.Melds[:p.MeldCount] {
		open |= meld
	}
	return open
}

// loosest finds the discard among cards in no meld that is missed least; NoCard
// when each of them is barred or there is none.
func (p *playout) loosest(h *habit, deadwood, barred, gone engine.Hand) engine.Card {
	discard, most := engine.NoCard, -1<<30
	out := h.out
	if p.Counting && int(p.Idle)+h.late*int(p.Players) >= p.idleMax() {
		out = 0
	}
	all := thirds(deadwood)
	for rest := deadwood &^ barred; rest != 0; rest &= rest - 1 {
		c := lowest(rest)
		missed := all &^ thirds(deadwood&^(rest&-rest)) &^ gone
		if gain := int(c.Pips()) - out*missed.Len(); gain > most {
			discard, most = c, gain
		}
	}
	return discard
}

// finish plays the rest of a turn after its draw.
func (p *playout) finish(h *habit) {
	hand := p.Hands[p.Turn]
	a := engine.Arrange(hand)
	loose := a.Deadwood
	if p.MeldCount > 0 {
		loose &^= p.takes(a.Deadwood)
	}
	if p.isOut(&a, loose) {
		p.goOut()
		return
	}
	if p.Showing || p.Shown>>p.Turn&1 != 0 {
		p.layAll()
		if p.Phase == engine.Over {
			return
		}
		hand = p.Hands[p.Turn]
		a = engine.Arrange(hand)
		loose = a.Deadwood
	}
	c := p.loosest(h, loose, p.Barred, p.open()|hand)
	if c == engine.NoCard {
		c = leastLeft(hand, p.Barred)
	}
	p.discard(c)
}

// isOut says whether a hand can go out. loose is its deadwood that the table
// doesn't take. It may overlook a way out by another arrangement.
func (p *playout) isOut(a *engine.Arrangement, loose engine.Hand) bool {
	switch {
	case loose != 0:
		return loose&(loose-1)|loose&p.Barred == 0
	case p.Rules.FinalDiscard == engine.FinalOptional:
		return true
	}
	for rest := a.Deadwood &^ p.Barred; rest != 0; rest &= rest - 1 {
		if others := a.Deadwood &^ (rest & -rest); p.takes(others) == others {
			return true
		}
	}
	hand := p.Hands[p.Turn]
	return a.Deadwood == 0 && engine.DeadwoodPips(hand.Remove(leastLeft(hand, p.Barred))) == 0
}

// takes gives the cards among these that can be laid off on the table.
func (p *playout) takes(cards engine.Hand) engine.Hand {
	if p.Rules.Melding == engine.MeldConcealed {
		return 0
	}
	var taken engine.Hand
	for _, meld := range p.Melds[:p.MeldCount] {
		if engine.KindOf(meld) == engine.Set {
			taken |= cards & (aces << lowest(meld).Rank())
			continue
		}
		for run := meld; ; {
			more := (up(run) | down(run)) & cards &^ run
			if more == 0 {
				break
			}
			run, taken = run|more, taken|more
		}
	}
	return taken
}

// layAll lays down the melds of the cheapest arrangement and what then fits on
// the table, as long as a legal discard remains or none is needed.
func (p *playout) layAll() {
	a := engine.Arrange(p.Hands[p.Turn])
	for _, meld := range a.Melds[:a.Count] {
		if p.mayLay(meld) {
			p.meld(meld)
		}
		if p.Phase == engine.Over {
			return
		}
	}
	for i := 0; i < int(p.MeldCount); i++ {
		for rest := p.takes(a.Deadwood & p.Hands[p.Turn]); rest != 0; rest &= rest - 1 {
			card := rest & -rest
			if !engine.FitsOn(p.Melds[i], card) || !p.mayLay(card) {
				continue
			}
			p.layOff(i, card)
			if p.Phase == engine.Over {
				return
			}
			i = -1 // what was laid off may make room for more
			break
		}
	}
}

// mayLay says whether cards may be laid down before the turn's end.
func (p *playout) mayLay(cards engine.Hand) bool {
	rest := p.Hands[p.Turn] &^ cards
	if rest == 0 {
		return p.Rules.FinalDiscard == engine.FinalOptional
	}
	return p.Rules.Melding == engine.MeldOpen && rest&^p.Barred != 0
}

// leastLeft finds the discard that leaves the fewest pips.
func leastLeft(hand, barred engine.Hand) engine.Card {
	var left [engine.PackSize]engine.Pips
	engine.DiscardPips(hand, &left)
	best := lowest(hand &^ barred)
	for c := range (hand &^ barred).All() {
		if left[c] < left[best] {
			best = c
		}
	}
	return best
}
