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

// Faces are what is written for cards where markdown is known, and last for the back of one; where
// it is "" the card's sign is.
type Faces [engine.PackSize + 1]string

// WithFaces is the language with faces for its cards in running text; nil: without.
func (l Lang) WithFaces(f *Faces) Lang {
	l.faces = f
	return l
}

// WithNames is the language for who listens, or not for them: cards are said by their names.
func (l Lang) WithNames(names bool) Lang {
	l.names = names
	return l
}

// Listens says whether the language is for who listens: nothing may rest on where something stands.
func (l Lang) Listens() bool { return l.names }

// HasFaces says whether cards have faces in running text.
func (l Lang) HasFaces() bool { return l.faces != nil && !l.names }

// Write gives cards one after another: "10♣ J♣", with their faces where markdown is known; by their
// names for who listens.
func (l Lang) Write(cards []engine.Card, plain bool) string {
	if l.names {
		return l.CardNames(cards)
	}
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = l.Card(c)
		if face := l.Face(c); !plain && c < engine.PackSize && face != "" {
			words[i] = face
		}
	}
	return strings.Join(words, " ")
}

// Face gives what is written for a card where markdown is known, or for the back of one for what is
// no card; "" where its sign is: it has no face, or not with the letter that it bears here.
func (l Lang) Face(c engine.Card) string {
	switch {
	case l.faces == nil || l.names:
		return ""
	case c >= engine.PackSize:
		return l.faces[engine.PackSize]
	case l.own && l.t != nil && l.t.cards.corners[c.Rank()] != corners[c.Rank()]:
		return ""
	}
	return l.faces[c]
}

// Apart is what stands between things in a line: for who listens, what makes a voice pause.
func (l Lang) Apart() string {
	switch {
	case !l.names:
		return " · "
	case l.Tag() == "fr":
		return "\u202f; " // as French spaces it
	}
	return "; "
}

// Courts are the letters on jack, queen and king for this reader; false: those of every table.
func (l Lang) Courts() (letters [3]string, own bool) {
	if !l.own || !l.HasOwnLetters() {
		return letters, false
	}
	copy(letters[:], l.t.cards.corners[engine.Jack:])
	return letters, true
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

// CardNames gives cards as people say them: those of one suit or rank together, "9, 10, jack
// of clubs" or "9 of clubs, diamonds, spades", and others each by its whole name.
func (l Lang) CardNames(cards []engine.Card) string {
	switch several := len(cards) > 1 && l.t != nil; {
	case several && alike(cards, engine.Card.Suit):
		return l.t.cards.fill(l.t.cards.run, cards)
	case several && alike(cards, engine.Card.Rank):
		return l.t.cards.fill(l.t.cards.set, cards)
	}
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = l.CardName(c)
	}
	return strings.Join(names, ", ")
}

// alike says whether all cards have one suit, or one rank.
func alike[T comparable](cards []engine.Card, of func(engine.Card) T) bool {
	return !slices.ContainsFunc(cards, func(c engine.Card) bool { return of(c) != of(cards[0]) })
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
