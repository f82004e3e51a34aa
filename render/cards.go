package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// Symbol gives a card as people see it, as "10♦".
func Symbol(c engine.Card) string {
	text := c.String()
	rank := strings.Replace(text[:1], "T", "10", 1)
	switch text[1:] {
	case "C":
		return rank + "♣"
	case "D":
		return rank + "♦"
	case "H":
		return rank + "♥"
	case "S":
		return rank + "♠"
	}
	return text
}

// symbols writes cards one after another: "10♣ J♣".
func symbols(cards []engine.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = Symbol(c)
	}
	return strings.Join(words, " ")
}

// symbolsOf writes groups of cards with a dot between them.
func symbolsOf(groups [][]engine.Card) string {
	words := make([]string, len(groups))
	for i, cards := range groups {
		words[i] = symbols(cards)
	}
	return strings.Join(words, " · ")
}

// inOrder gives a meld in its own order; what is no meld in pack order.
func inOrder(cards engine.Hand) []engine.Card {
	if engine.KindOf(cards) == engine.NoMeld {
		return cards.Cards()
	}
	return engine.Ordered(cards)
}

// allInOrder gives each of some melds in its own order.
func allInOrder(melds []engine.Hand) [][]engine.Card {
	var all [][]engine.Card
	for _, m := range melds {
		all = append(all, inOrder(m))
	}
	return all
}

// bySuit gives a hand in a row for each suit held, from ace to king.
func bySuit(h engine.Hand) [][]engine.Card {
	var rows [][]engine.Card
	for suit := engine.Clubs; suit <= engine.Spades; suit++ {
		if cards := ofSuit(h, suit); len(cards) > 0 {
			rows = append(rows, cards)
		}
	}
	return rows
}

func ofSuit(h engine.Hand, suit engine.Suit) []engine.Card {
	var cards []engine.Card
	for c := range h.All() {
		if c.Suit() == suit {
			cards = append(cards, c)
		}
	}
	return cards
}

// rankOrder gives cards from the king down to the ace, suits in pack order.
func rankOrder(h engine.Hand) []engine.Card {
	cards := h.Cards()
	slices.SortFunc(cards, func(a, b engine.Card) int {
		return cmp.Or(cmp.Compare(b.Rank(), a.Rank()), cmp.Compare(a.Suit(), b.Suit()))
	})
	return cards
}

// dearest gives cards with the most pips first, then in rank order.
func dearest(h engine.Hand) []engine.Card {
	cards := rankOrder(h)
	slices.SortStableFunc(cards, func(a, b engine.Card) int { return cmp.Compare(b.Pips(), a.Pips()) })
	return cards
}

// block writes rows of cards in a code block, whose letters all have one width
// and whose suits stay text. In columns, cards of one place stand one under another.
func block(rows [][]engine.Card, columns bool) string {
	var b strings.Builder
	b.WriteString("```\n")
	for _, row := range rows {
		words := strings.Split(symbols(row), " ")
		for i, word := range words {
			if columns && !strings.HasPrefix(word, "10") {
				words[i] = " " + word
			}
		}
		b.WriteString(strings.Join(words, " ") + "\n")
	}
	return b.String() + "```"
}
