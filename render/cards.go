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

// symbols writes cards one after another where markdown is known: "10♣ J♣".
func symbols(l lang.Lang, cards []engine.Card) string { return l.Write(cards, false) }

// typeable writes cards as everybody reads them, for texts that are read back.
func typeable(cards []engine.Card) string { return lang.Lang{}.Write(cards, true) }

// spoken is cards by their names beside their signs; nothing where those are names.
type spoken []engine.Card

func (s spoken) tell(l lang.Lang, _ bool) string {
	if l.Listens() {
		return ""
	}
	return l.CardNames(s)
}

// symbolsOf writes groups of cards in a line.
func symbolsOf(l lang.Lang, groups [][]engine.Card) string {
	words := make([]string, len(groups))
	for i, cards := range groups {
		words[i] = symbols(l, cards)
	}
	return strings.Join(words, l.Apart())
}

// rowsOf writes groups of cards in a line each.
func rowsOf(l lang.Lang, groups [][]engine.Card) string {
	rows := make([]string, len(groups))
	for i, cards := range groups {
		rows[i] = symbols(l, cards)
	}
	return lines(rows...)
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
		words := make([]string, len(row))
		for i, card := range row {
			if words[i] = l.Card(card); columns && !strings.HasPrefix(words[i], "10") {
				words[i] = " " + words[i]
			}
		}
		b.WriteString(strings.Join(words, " ") + "\n")
	}
	return b.String() + "```"
}
