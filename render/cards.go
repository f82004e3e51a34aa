package render

import (
	"cmp"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// An Order is how a hand is sorted.
type Order uint8

// The orders.
const (
	BySuit  Order = iota // a line for each suit
	ByRank               // one line, from the king down
	ByMelds              // a line for each meld found, then the rest
)

// next is what the Sort button asks for.
func (o Order) next() Order { return (o + 1) % (ByMelds + 1) }

// label names an order on the Sort button.
func (o Order) label(l lang.Lang) string {
	switch o {
	case BySuit:
		return l.Say(lang.ButtonSortSuit)
	case ByRank:
		return l.Say(lang.ButtonSortRank)
	case ByMelds:
		return l.Say(lang.ButtonSortMelds)
	}
	return ""
}

// symbols writes cards one after another: "10♣ J♣".
func symbols(cards []engine.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.Symbol()
	}
	return strings.Join(words, " ")
}

// meldText writes a meld in its own order; what is no meld in pack order.
func meldText(cards engine.Hand) string {
	if engine.KindOf(cards) == engine.NoMeld {
		return symbols(cards.Cards())
	}
	return symbols(engine.Ordered(cards))
}

// meldList writes melds with a mark between them.
func meldList(melds []engine.Hand) string {
	words := make([]string, len(melds))
	for i, m := range melds {
		words[i] = meldText(m)
	}
	return strings.Join(words, " · ")
}

// suitLines writes a hand with a line for each suit held, from ace to king, the
// cards one under another.
func suitLines(h engine.Hand) string {
	var b strings.Builder
	for suit := engine.Clubs; suit <= engine.Spades; suit++ {
		var words []string
		for c := range h.All() {
			if c.Suit() != suit {
				continue
			}
			word := c.Symbol()
			if c.Rank() != engine.Ten {
				word = " " + word
			}
			words = append(words, word)
		}
		if len(words) > 0 {
			b.WriteString(strings.Join(words, " ") + "\n")
		}
	}
	return b.String()
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

// handBlock writes a hand sorted as asked, in a code block, whose letters all
// have one width and whose suits stay text.
func handBlock(h engine.Hand, a engine.Arrangement, o Order) string {
	var lines string
	switch o {
	case BySuit:
		lines = suitLines(h)
	case ByRank:
		lines = symbols(rankOrder(h)) + "\n"
	case ByMelds:
		for _, m := range a.Melds[:a.Count] {
			lines += meldText(m) + "\n"
		}
		if !a.Deadwood.Empty() {
			lines += symbols(dearest(a.Deadwood)) + "\n"
		}
	}
	return "```\n" + lines + "```"
}
