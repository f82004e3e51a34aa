package main

import (
	"fmt"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
)

// readDeck reads what stands under "deck NAME deals": a line for each seat with
// its cards, then "up" and "stock". What is left out is filled from the cards
// left over, in an order that makes few melds.
func readDeck(dealer string, lines []step) (string, error) {
	var seats []string
	given := make(map[string][]engine.Card)
	var used engine.Hand
	for _, line := range lines {
		name := line.words[0].text
		if name != "up" && name != "stock" {
			seats = append(seats, name)
		}
		for _, w := range line.words[1:] {
			card, err := engine.ParseCard(w.text)
			if err != nil || used.Has(card) {
				return "", fmt.Errorf("%s: %q is no card, or is there twice", line.at, w.text)
			}
			used = used.Add(card)
			given[name] = append(given[name], card)
		}
	}
	var rest []engine.Card
	for i := range engine.PackSize {
		if card := engine.Card(i * 15 % engine.PackSize); !used.Has(card) {
			rest = append(rest, card)
		}
	}
	fill := func(name string, n int) ([]engine.Card, error) {
		have := given[name]
		if len(have) > n {
			return nil, fmt.Errorf("%s has %d cards, not %d", name, len(have), n)
		}
		more := n - len(have)
		have, rest = append(have, rest[:more]...), rest[more:]
		return have, nil
	}
	first, size := -1, engine.HandSize(len(seats))
	hands := make([][]engine.Card, len(seats))
	for i, name := range seats {
		var err error
		if hands[i], err = fill(name, size); err != nil {
			return "", err
		}
		if name == dealer {
			first = i
		}
	}
	if first < 0 || size == 0 {
		return "", fmt.Errorf("%q doesn't sit among %d players", dealer, len(seats))
	}
	var deck []engine.Card
	for k := range size * len(seats) {
		deck = append(deck, hands[(first+1+k)%len(seats)][k/len(seats)])
	}
	up, err := fill("up", 1)
	if err != nil {
		return "", err
	}
	stock, err := fill("stock", engine.PackSize-len(deck)-1)
	if err != nil {
		return "", err
	}
	deck = append(append(deck, up...), stock...)
	text := []string{fmt.Sprint(first)}
	for _, card := range deck {
		text = append(text, card.String())
	}
	return strings.Join(text, " "), nil
}
