package enginetest

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// Naive gives the pips of the cheapest deadwood by trying everything: the first
// card is left over, or it is in one of the melds that the hand holds with it.
// Hands above some twenty cards take it long.
func Naive(h engine.Hand) engine.Pips {
	return naive(h.Cards(), map[engine.Hand]engine.Pips{})
}

func naive(cards []engine.Card, known map[engine.Hand]engine.Pips) engine.Pips {
	if len(cards) == 0 {
		return 0
	}
	key := engine.HandOf(cards...)
	if pips, ok := known[key]; ok {
		return pips
	}
	best := count(cards[0]) + naive(cards[1:], known)
	for _, meld := range meldsWith(cards) {
		best = min(best, naive(without(cards, meld), known))
	}
	known[key] = best
	return best
}

func count(c engine.Card) engine.Pips {
	return []engine.Pips{11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10}[c%13]
}

func without(cards, taken []engine.Card) []engine.Card {
	var rest []engine.Card
	for _, c := range cards {
		if !slices.Contains(taken, c) {
			rest = append(rest, c)
		}
	}
	return rest
}

// meldsWith lists all melds among cards that the first of them is in: sets, then
// runs from each place below it on the ring.
func meldsWith(cards []engine.Card) [][]engine.Card {
	var melds [][]engine.Card
	first := cards[0]
	var same []engine.Card
	for suit := range engine.Card(4) {
		if c := suit*13 + first%13; c != first && slices.Contains(cards, c) {
			same = append(same, c)
		}
	}
	for i := range same {
		for j := i + 1; j < len(same); j++ {
			melds = append(melds, []engine.Card{first, same[i], same[j]})
		}
	}
	if len(same) == 3 {
		melds = append(melds, append([]engine.Card{first}, same...))
	}
	for length := 3; length <= 13; length++ {
		for below := range length {
			run := ringFrom(first, -below, length)
			if all(cards, run) {
				melds = append(melds, run)
			}
		}
	}
	return melds
}

// Melds lists every set and run among cards, each once.
func Melds(h engine.Hand) []engine.Hand {
	var melds []engine.Hand
	cards := h.Cards()
	for i := range cards {
		for _, meld := range meldsWith(cards[i:]) {
			if group := engine.HandOf(meld...); !slices.Contains(melds, group) {
				melds = append(melds, group)
			}
		}
	}
	return melds
}

// ringFrom lists so many cards upwards in a card's suit, beginning some places away.
func ringFrom(c engine.Card, away, length int) []engine.Card {
	var run []engine.Card
	for i := range length {
		rank := (int(c%13) + away + i + 26) % 13
		run = append(run, c/13*13+engine.Card(rank))
	}
	return run
}

func all(cards, wanted []engine.Card) bool {
	for _, c := range wanted {
		if !slices.Contains(cards, c) {
			return false
		}
	}
	return true
}

// NaiveOut says by trying everything whether a hand can be played empty, on the
// melds of a table and as melds of its own, one card at a time on the former.
func NaiveOut(h engine.Hand, table []engine.Hand) bool {
	return naiveOut(h.Cards(), append([]engine.Hand(nil), table...), map[string]bool{})
}

func naiveOut(cards []engine.Card, table []engine.Hand, failed map[string]bool) bool {
	if len(cards) == 0 {
		return true
	}
	key := engine.HandOf(cards...).String()
	for _, meld := range table {
		key += "/" + meld.String()
	}
	if failed[key] {
		return false
	}
	for _, meld := range meldsWith(cards) {
		if naiveOut(without(cards, meld), table, failed) {
			return true
		}
	}
	for _, c := range cards {
		for i, meld := range table {
			if !isMeld(meld.Add(c).Cards()) {
				continue
			}
			table[i] = meld.Add(c)
			if naiveOut(without(cards, []engine.Card{c}), table, failed) {
				return true
			}
			table[i] = meld
		}
	}
	failed[key] = true
	return false
}

// isMeld says whether cards are one of the melds that they hold.
func isMeld(cards []engine.Card) bool {
	for _, meld := range meldsWith(cards) {
		if len(meld) == len(cards) {
			return true
		}
	}
	return false
}
