package opponent

import "github.com/boathouse-rum/boathouse/engine"

// harm is what a discard is likely to do for the others. The next seat may take
// it together with the card that it comes to lie on, for a meld with cards that
// it is known or likely to hold; and whoever can lay it off will.
func (p *mind) harm(c engine.Card) cents {
	rank, suit := int(c.Rank()), int(c.Suit())
	missed := certain // that it makes no meld
	pair := func(a, b engine.Card) {
		missed = missed * (certain - p.chance(a)*p.chance(b)/certain) / certain
	}
	for a := range 4 {
		for b := range a {
			if a != suit && b != suit {
				pair(cardAt(rank, a), cardAt(rank, b))
			}
		}
	}
	pair(cardAt(rank-2, suit), cardAt(rank-1, suit))
	pair(cardAt(rank-1, suit), cardAt(rank+1, suit))
	pair(cardAt(rank+1, suit), cardAt(rank+2, suit))
	harm := p.weighs.harm * cents(certain-missed) / certain
	for _, meld := range p.v.Melds[:p.v.MeldCount] {
		if engine.FitsOn(meld.Cards, engine.HandOf(c)) {
			harm += p.weighs.feeds
		}
	}
	return harm
}

// certain is a chance of one.
const certain = 10000

// chance is how likely the next seat has a card if it takes the viewer's discard.
func (p *mind) chance(c engine.Card) int {
	next := (p.v.Seat + 1) % engine.Seat(p.v.Players)
	known := p.past.known[next]
	switch {
	case known.Has(c), c == p.v.Top():
		return certain
	case p.live.Has(c):
		return min(certain, certain*(p.v.Counts[next]-known.Len())/p.live.Len())
	}
	return 0
}

// cardAt returns the card of a suit at a place on the ring of ranks.
func cardAt(rank, suit int) engine.Card {
	return engine.Card(suit*engine.Ranks + (rank+engine.Ranks)%engine.Ranks)
}
