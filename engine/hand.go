package engine

import (
	"iter"
	"math/bits"
	"strings"
)

// A Hand is a set of cards, bit i for Card(i): a player's cards, a meld.
type Hand uint64

const wholePack = 1<<PackSize - 1

// HandOf makes a set of cards; one named twice counts once.
func HandOf(cards ...Card) Hand {
	var h Hand
	for _, c := range cards {
		h = h.Add(c)
	}
	return h
}

// Add gives the set with a card in it.
func (h Hand) Add(c Card) Hand { return h | 1<<c }

// Remove gives the set without a card.
func (h Hand) Remove(c Card) Hand { return h &^ (1 << c) }

// Has says whether a card is in the set.
func (h Hand) Has(c Card) bool { return h>>c&1 != 0 }

// Len counts the cards.
func (h Hand) Len() int { return bits.OnesCount64(uint64(h)) }

// Empty says that there is no card.
func (h Hand) Empty() bool { return h == 0 }

// lowest gives the first card in the order of the pack; h must not be empty.
func (h Hand) lowest() Card { return Card(bits.TrailingZeros64(uint64(h))) }

// All yields the cards in the order of the pack.
func (h Hand) All() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for ; h != 0; h &= h - 1 {
			if !yield(h.lowest()) {
				return
			}
		}
	}
}

// Cards lists the cards in the order of the pack; nil when there are none.
func (h Hand) Cards() []Card {
	if h == 0 {
		return nil
	}
	cards := make([]Card, 0, h.Len())
	for c := range h.All() {
		cards = append(cards, c)
	}
	return cards
}

// Pips adds up the cards.
func (h Hand) Pips() Pips {
	var sum Pips
	for c := range h.All() {
		sum += c.Pips()
	}
	return sum
}

// String lists the cards in the order of the pack, as "2C 9D"; [ParseHand] reads it.
func (h Hand) String() string { return string(h.appendText(nil)) }

func (h Hand) appendText(b []byte) []byte {
	first := true
	for c := range h.All() {
		if !first {
			b = append(b, ' ')
		}
		first = false
		b = append(b, c.String()...)
	}
	return b
}

// ParseHand reads cards as people type them, apart ("9c, 9d + 9s") or glued
// ("9c9d9s"); each as [ParseCard] reads it. A text without cards is the empty
// set. Its error is a [*ParseError] with the first word that can't be read or
// is named twice.
func ParseHand(text string) (Hand, error) {
	var h Hand
	for _, word := range strings.FieldsFunc(text, separates) {
		for rest := word; rest != ""; {
			c, after, ok := cutCard(rest)
			if !ok {
				return 0, &ParseError{Word: word}
			}
			if h.Has(c) {
				return 0, &ParseError{Word: rest[:len(rest)-len(after)], Twice: true}
			}
			h, rest = h.Add(c), after
		}
	}
	return h, nil
}

func separates(r rune) bool {
	switch r {
	case ' ', '\t', '\n', '\r', '\u00a0', '\u202f', '\u3000', ',', ';', '+':
		return true
	}
	return false
}
