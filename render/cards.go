package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Symbol gives a card as everybody reads it, as "10♦".
func Symbol(c engine.Card) string { return lang.Lang{}.Card(c) }

// symbols writes cards one after another: "10♣ J♣".
func symbols(l lang.Lang, cards []engine.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = l.Card(c)
	}
	return strings.Join(words, " ")
}

// typeable writes cards as everybody reads them, for texts that are read back.
func typeable(cards []engine.Card) string { return symbols(lang.Lang{}, cards) }

// spoken is cards by their names, for those who listen.
type spoken []engine.Card

func (s spoken) tell(l lang.Lang, _ bool) string { return l.CardNames(s) }

// symbolsOf writes groups of cards with a dot between them.
func symbolsOf(l lang.Lang, groups [][]engine.Card) string {
	words := make([]string, len(groups))
	for i, cards := range groups {
		words[i] = symbols(l, cards)
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
func block(l lang.Lang, rows [][]engine.Card, columns bool) string {
	var b strings.Builder
	b.WriteString("```\n")
	for _, row := range rows {
		words := strings.Split(symbols(l, row), " ")
		for i, word := range words {
			if columns && !strings.HasPrefix(word, "10") {
				words[i] = " " + word
			}
		}
		b.WriteString(strings.Join(words, " ") + "\n")
	}
	return b.String() + "```"
}
