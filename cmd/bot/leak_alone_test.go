package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
)

// TestAHandAloneShowsNothingHidden plays a turn alone up to its discard, again and again, with the computer's cards and the
// stock changed: Ada is sent the same bytes. With her own cards changed too, Dov, who is in the channel, is sent
// the same, and the log tells the same.
func TestAHandAloneShowsNothingHidden(t *testing.T) {
	t.Parallel()
	program := scriptedBot(t)
	var deck [engine.PackSize]engine.Card
	for i := range deck {
		deck[i] = engine.Card(i)
	}
	dice := rand.New(rand.NewPCG(5, 0))
	dice.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	first := aloneTurnOf(t, program, deck, spill{})
	theirs := aloneTurnOf(t, program, apartFrom(deck, dice, true), spill{})
	if lines := unlike(first.ada, theirs.ada); len(lines) > 0 {
		t.Errorf("Ada, who plays alone, sees hidden cards:\n%s", strings.Join(lines, "\n"))
	}
	all := aloneTurnOf(t, program, apartFrom(deck, dice, false), spill{})
	if lines := slices.Concat(unlike(first.dov, all.dov), unlike(first.log, all.log)); len(lines) > 0 {
		t.Errorf("Dov, or the log, is told of a hand that Ada plays alone:\n%s", strings.Join(lines, "\n"))
	}
	if len(unlike(first.ada, all.ada)) == 0 {
		t.Error("Ada's own cards make no difference to what she sees: the test shows nothing")
	}
	// The control: a card of the computer's, slipped into what she is answered.
	leaking := func(deck [engine.PackSize]engine.Card) sights {
		return aloneTurnOf(t, program, deck, spill{render.Symbol(deck[1]), func(r *http.Request, _ []byte) bool { return strings.HasSuffix(r.URL.Path, "/callback") }})
	}
	if other := apartFrom(deck, dice, true); other[1] == deck[1] || len(unlike(leaking(deck).ada, leaking(other).ada)) == 0 {
		t.Error("a leak is not noticed")
	}
}

// aloneSeats are Ada and the computer, who deals: every other card of the deck is hers.
const aloneSeats = 2

// apartFrom changes cards of the deck over, all or those that Ada doesn't see in her first turn.
func apartFrom(deck [engine.PackSize]engine.Card, dice *rand.Rand, adas bool) [engine.PackSize]engine.Card {
	var hidden []int
	dealt := aloneSeats * engine.HandSize(aloneSeats)
	for at := range deck {
		hers := at < dealt && at%aloneSeats == 0 || at >= dealt && at <= dealt+2 // her hand, the up-card, her draw
		if !adas && at != dealt || !hers {
			hidden = append(hidden, at)
		}
	}
	dice.Shuffle(len(hidden), func(i, j int) { deck[hidden[i]], deck[hidden[j]] = deck[hidden[j]], deck[hidden[i]] })
	return deck
}

// aloneTurnOf has Ada play a turn alone up to its discard, and look at all that there is to look at.
func aloneTurnOf(t *testing.T, program string, deck [engine.PackSize]engine.Card, leak spill) sights {
	t.Helper()
	return sightsOf(t, program, 1, deck, leak, nil, func(ctx context.Context, c *company) error {
		ada := c.seats[0]
		if err := heard(ada.Slash(ctx, c.channel, "play", map[string]any{"level": "easy"})); err != nil {
			return err
		}
		for _, step := range []struct{ press, then string }{
			{"", "so"}, {"so", "so"}, {"mo", "pr"}, {"pr", "mo"}, {"mo", "pi"}, {"pi", "mo"}, {"mo", "ru"}, {"ru", "mo"}, {"mo", "cl"}, {"cl", "kp"}, {"kp", "so"},
			{"pl", "ch"}, {"so", "ch"}, {"mo", "ha"}, {"ha", "ch"},
		} {
			var m discord.Message
			err := ada.Wait(ctx, func([]discord.Message) (ok bool) { m, ok = ada.shown(true, orElse(step.press, step.then)); return ok })
			if err != nil {
				return fmt.Errorf("no %q: %w", step.press, err)
			}
			if part, ok := component(m, step.press); ok && step.press != "" {
				if err := heard(ada.Click(ctx, m.ID, part.CustomID)); err != nil {
					return err
				}
			}
			if err := ada.Wait(ctx, func([]discord.Message) bool { _, ok := ada.shown(true, step.then); return ok }); err != nil {
				return fmt.Errorf("no %q after %q: %w", step.then, step.press, err)
			}
			if c.table == "" {
				c.table = handMark(ada).table
			}
		}
		return heard(ada.Slash(ctx, c.channel, "play", nil))
	})
}
