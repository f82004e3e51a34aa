package opponent

import (
	"math/bits"

	"github.com/boathouse-rum/boathouse/engine"
)

const (
	oneSuit  engine.Hand = 1<<engine.Ranks - 1
	aces     engine.Hand = 1 | 1<<engine.Ranks | 1<<(2*engine.Ranks) | 1<<(3*engine.Ranks)
	allCards engine.Hand = 1<<engine.PackSize - 1
)

// up moves every card to its upper neighbour in the suit, the king to the ace.
func up(h engine.Hand) engine.Hand {
	return h<<1&allCards&^aces | h>>(engine.Ranks-1)&aces
}

// down moves every card to its lower neighbour in the suit, the ace to the king.
func down(h engine.Hand) engine.Hand {
	return h&^aces>>1 | h&aces<<(engine.Ranks-1)
}

// thirds gives the cards that make a meld with two others of a hand, held or not.
func thirds(h engine.Hand) engine.Hand {
	above, below := up(h), down(h)
	runs := above&up(above) | above&below | below&down(below)
	c, d, g, s := h&oneSuit, h>>engine.Ranks&oneSuit, h>>(2*engine.Ranks)&oneSuit, h>>(3*engine.Ranks)
	two := c&d | g&s | (c|d)&(g|s)
	three := c&d&(g|s) | g&s&(c|d)
	return runs | two*aces&^h | three*aces
}

// partnersOf gives the cards that make a meld with a card and one more.
func partnersOf(c engine.Card) engine.Hand {
	card := engine.Hand(1) << c
	above, below := up(card), down(card)
	return above | below | up(above) | down(below) | aces<<(c%engine.Ranks)&^card
}

// lowest gives the first card of a hand that isn't empty, in the order of the pack.
func lowest(h engine.Hand) engine.Card { return engine.Card(bits.TrailingZeros64(uint64(h))) }
