package engine

import "math/bits"

// A Kind says what a group of cards is.
type Kind uint8

// The kinds.
const (
	NoMeld Kind = iota
	Set         // three or four cards of one rank
	Run         // three to thirteen consecutive cards of one suit, round the corner too
)

const (
	wholeSuit = 1<<Ranks - 1
	// oneRank is the four aces; shifted by a rank, the four cards of that rank.
	oneRank Hand = 1 | 1<<Ranks | 1<<(2*Ranks) | 1<<(3*Ranks)
)

// String gives the kind's word: "none", "set" or "run".
func (k Kind) String() string {
	switch k {
	case NoMeld:
		return "none"
	case Set:
		return "set"
	case Run:
		return "run"
	}
	return unreadable
}

// KindOf says whether cards are a meld, and which. No group is both.
func KindOf(cards Hand) Kind {
	n := cards.Len()
	if n < 3 || n > Ranks || cards > wholePack {
		return NoMeld
	}
	first := cards.lowest()
	if cards&^(oneRank<<first.Rank()) == 0 {
		return Set
	}
	ring := cards.ofSuit(first.Suit())
	if Hand(ring)<<(Ranks*int(first.Suit())) != cards {
		return NoMeld
	}
	if ring == wholeSuit || bits.OnesCount16(ring&^ringNext(ring)) == 1 {
		return Run
	}
	return NoMeld
}

// ofSuit gives the ranks held in a suit, bit 0 the ace.
func (h Hand) ofSuit(s Suit) uint16 { return uint16(h>>(Ranks*int(s))) & wholeSuit }

// ringNext moves each rank to its upper neighbour, the king to the ace.
func ringNext(ranks uint16) uint16 { return (ranks<<1 | ranks>>(Ranks-1)) & wholeSuit }

// Ordered lists a meld as one lays it: a set by suit, a run in ring order, so
// Q K A 2. A run of thirteen begins with its ace. Other cards come in the order
// of the pack.
func Ordered(meld Hand) []Card {
	cards := meld.Cards()
	if KindOf(meld) != Run || len(cards) == Ranks {
		return cards
	}
	suit := cards[0].Suit()
	ring := meld.ofSuit(suit)
	rank := bits.TrailingZeros16(ring &^ ringNext(ring))
	for i := range cards {
		cards[i] = Card(int(suit)*Ranks + (rank+i)%Ranks)
	}
	return cards
}

// FitsOn says whether one or more cards, none of them in the meld, make a meld
// together with it.
func FitsOn(meld, cards Hand) bool {
	return cards != 0 && meld&cards == 0 && KindOf(meld) != NoMeld && KindOf(meld|cards) != NoMeld
}
