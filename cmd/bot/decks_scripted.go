//go:build scripted

package main

import (
	"os"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/table"
)

// stacked lets a test say what is dealt and how long a computer waits.
//
// BOATHOUSE_DECKS names a file that is read at every deal: the number of the
// seat that deals first, then 52 cards in dealing order, with spaces between.
// While it is empty or isn't there the deal is the fair one. A deck that is none
// is refused as a bad deal. BOATHOUSE_COMPUTER_DELAY is a length of time, as "5ms".
func stacked(o table.Options) table.Options {
	if delay, err := time.ParseDuration(os.Getenv("BOATHOUSE_COMPUTER_DELAY")); err == nil {
		o.ComputerDelay = delay
	}
	path := os.Getenv("BOATHOUSE_DECKS")
	o.Deck = func(seed deal.Seed, commitment string, cuts []string) (deck [engine.PackSize]engine.Card) {
		words := stackedWords(path)
		if len(words) == 0 {
			return deal.Deck(seed, commitment, cuts)
		}
		for i := range deck {
			deck[i] = engine.NoCard
			if i+1 < len(words) {
				deck[i], _ = engine.ParseCard(words[i+1]) // NoCard where it is no card
			}
		}
		return deck
	}
	o.FirstDealer = func(seed deal.Seed, commitment string, cuts []string, seats int) engine.Seat {
		words := stackedWords(path)
		if len(words) == 0 {
			return deal.FirstDealer(seed, commitment, cuts, seats)
		}
		return engine.Seat(words[0][0] - '0')
	}
	return o
}

// stackedWords reads the file of decks; none when it can't be read.
func stackedWords(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}
