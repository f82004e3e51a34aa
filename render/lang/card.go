package lang

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// Card gives a card as people see it: "10♦", "Q♠"; with the letters of the
// language's own packs for a reader who wants them, "V♠".
func (l Lang) Card(c engine.Card) string {
	if c >= engine.PackSize {
		return c.String()
	}
	corner := corners[c.Rank()]
	if l.own && l.t != nil {
		corner = l.t.cards.corners[c.Rank()]
	}
	return corner + signs[c.Suit()]
}

// WithOwnLetters is the language with the letters of its own packs on the cards, as
// B D K in German, or without them.
func (l Lang) WithOwnLetters(own bool) Lang {
	l.own = own
	return l
}

// OwnLetters are what stands on jack, queen and king in the language's own packs:
// "B D K".
func (l Lang) OwnLetters() string {
	if l.t == nil {
		return ""
	}
	return strings.Join(l.t.cards.corners[engine.Jack:], " ")
}

// HasOwnLetters says whether those are others than J Q K.
func (l Lang) HasOwnLetters() bool {
	return l.t != nil && !slices.Equal(l.t.cards.corners, corners[:])
}

// CardName gives a card as people say it: "queen of spades", "Pik-Dame".
func (l Lang) CardName(c engine.Card) string {
	if c >= engine.PackSize || l.t == nil {
		return l.Card(c)
	}
	w := l.t.cards
	pattern := w.number
	if c.Rank() == engine.Ace || c.Rank() > engine.Ten {
		pattern = w.face
	}
	return w.fill(pattern, []engine.Card{c})
}

// CardNames gives cards as people say them, those of one suit or rank together:
// "9, 10, jack of clubs", "9 of clubs, diamonds, spades".
func (l Lang) CardNames(cards []engine.Card) string {
	if len(cards) == 1 {
		return l.CardName(cards[0])
	}
	var suits, ranks engine.Hand // as bits
	names := make([]string, len(cards))
	for i, c := range cards {
		suits, ranks = suits.Add(engine.Card(c.Suit())), ranks.Add(engine.Card(c.Rank()))
		names[i] = l.CardName(c)
	}
	switch {
	case l.t == nil:
	case suits.Len() == 1:
		return l.t.cards.fill(l.t.cards.run, cards)
	case ranks.Len() == 1:
		return l.t.cards.fill(l.t.cards.set, cards)
	}
	return strings.Join(names, ", ")
}

// fill says cards of one suit, of one rank or both: {suit} and {rank} are those of
// the first.
func (w *cardWords) fill(pattern phrase, cards []engine.Card) string {
	var suits, ranks []string
	for _, c := range cards {
		suits, ranks = append(suits, w.suits[c.Suit()]), append(ranks, w.ranks[c.Rank()])
	}
	return pattern.fill(func(place string) string {
		switch place {
		case "suit":
			return suits[0]
		case "rank":
			return ranks[0]
		case "suits":
			return strings.Join(suits, ", ")
		}
		return strings.Join(ranks, ", ")
	})
}
