package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
)

// TestAComputersTurnShowsNothingHidden has a computer play its turn between Ben, who dealt, and Ada, again and again
// with the same dice. While only cards change that neither it nor the viewer may know, it does the same, each move comes
// by itself and in the same order, and the viewer and the log get the same bytes.
func TestAComputersTurnShowsNothingHidden(t *testing.T) {
	t.Parallel()
	program := scriptedBot(t)
	var deck [engine.PackSize]engine.Card
	for i := range deck {
		deck[i] = engine.Card(i)
	}
	dice := rand.New(rand.NewPCG(3, 0))
	dice.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	const ada, ben, computer = 0, 1, 2
	seen := func(seats ...int) sights { return oneTurn(t, program, redealt(deck, dice, ben, seats...)) }
	first := seen()
	if lines := unlike(first.ada, seen(ben).ada); len(lines) > 0 {
		t.Errorf("Ada sees hidden cards in a computer's turn:\n%s", strings.Join(lines, "\n"))
	}
	again := seen(ada, ben)
	if lines := slices.Concat(unlike(first.dov, again.dov), unlike(first.log, again.log)); len(lines) > 0 {
		t.Errorf("Dov, or the log, sees hidden cards in a computer's turn:\n%s", strings.Join(lines, "\n"))
	}
	if again = seen(computer); len(unlike(first.dov, again.dov)) == 0 {
		t.Error("the computer's own cards make no difference to what it does: the test shows nothing")
	}
}

// redealt changes the cards of some seats over with those deep in the stock, and those there among themselves. No seat
// leaves the deck as it is.
func redealt(deck [engine.PackSize]engine.Card, dice *rand.Rand, dealer int, seats ...int) [engine.PackSize]engine.Card {
	if len(seats) == 0 {
		return deck
	}
	dealt := leakSeats * engine.HandSize(leakSeats)
	var hidden []int
	for at := range deck {
		inHand := at < dealt && slices.Contains(seats, (dealer+1+at)%leakSeats)
		if inHand || at > dealt+2 { // behind the up-card, and two cards that the computer may draw
			hidden = append(hidden, at)
		}
	}
	dice.Shuffle(len(hidden), func(i, j int) {
		deck[hidden[i]], deck[hidden[j]] = deck[hidden[j]], deck[hidden[i]]
	})
	return deck
}

// oneTurn has a computer that searches play the first turn of a hand.
func oneTurn(t *testing.T, program string, deck [engine.PackSize]engine.Card) sights {
	t.Helper()
	return sightsOf(t, program, 1, deck, spill{}, []string{"BOATHOUSE_DICE=seven"}, func(ctx context.Context, c *company) error {
		c.seats = c.seats[:2]
		if err := c.start(ctx, "hard"); err != nil {
			return err
		}
		if err := c.seats[0].show(ctx); err != nil {
			return err
		}
		c.table = handMark(c.seats[0]).table
		for _, viewer := range []*clicker{c.seats[0], c.dov} {
			err := viewer.Wait(ctx, func([]discord.Message) bool {
				hand, _ := c.seats[0].hand()
				board, ok := viewer.shown(false, "ha")
				return ok && needOf(hand) == toDraw && version(board) == version(hand)
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
