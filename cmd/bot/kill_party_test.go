package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
)

// A party plays at one table over and over, one command at a time, whatever happens to the bot.
type party struct {
	clickers []*clicker
	book     *book
	dice     *rand.Rand

	unsure *unsure            // what the last bot was asked when it died
	rest   map[*clicker]still // who waited when the last bot died, and saw what
}

// An unsure press is one whose answer nobody saw.
type unsure struct {
	*clicker
	press
}

// still is a hand on a screen in another's turn.
type still struct {
	version int64
	text    string
}

// play goes on until ctx is done, and tells of each command that was acknowledged.
func (p *party) play(ctx context.Context, acked func()) error {
	err := p.wake(ctx, acked)
	for err == nil {
		err = p.goRound(ctx, acked)
	}
	if ctx.Err() != nil {
		return nil // the bot was killed
	}
	return err
}

// wake presses the button again that the last bot may or may not have heard of, and looks whether the hands of those
// who wait are what they were.
func (p *party) wake(ctx context.Context, acked func()) error {
	if u := p.unsure; u != nil {
		if err := p.press(ctx, u.clicker, u.press, acked); err != nil {
			return err
		}
		p.unsure = nil
	}
	for _, c := range p.clickers {
		before, waited := p.rest[c]
		hand, ok := c.hand()
		if !ok || needOf(hand) != toWait {
			continue
		}
		if err := p.press(ctx, c, c.choose(hand), acked); err != nil {
			return err
		}
		hand, _ = c.hand()
		if after := (still{version(hand), hand.Text()}); waited && before.version == after.version && before != after {
			return fmt.Errorf("%s saw %q and sees %q", c.Name(), before.text, after.text)
		}
	}
	p.rest = map[*clicker]still{}
	return nil
}

// goRound has each of the party play while it is their turn, and waits a moment when it was nobody's.
func (p *party) goRound(ctx context.Context, acked func()) error {
	idle, err := goRound(ctx, p.clickers, func(ctx context.Context, c *clicker, b press) error {
		if b.mark().verb == "nx" && p.dice.IntN(2) == 0 {
			if err := p.cut(ctx, c); err != nil {
				return err
			}
			acked()
		}
		err := p.press(ctx, c, b, acked)
		hand, _ := c.hand()
		p.rest[c] = still{version(hand), hand.Text()}
		return err
	})
	if err != nil || !idle {
		return err
	}
	// A computer is to move; who is next sees it on their hand.
	turn, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	err = p.clickers[0].Wait(turn, func([]discordsim.Message) bool {
		hand, ok := p.clickers[0].hand()
		return ok && needOf(hand) != toWait
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return ctx.Err()
	}
	return err
}

// press enters a press in the book, uses it, and enters its answer. A hand that has gone from the screen meanwhile is
// no error: an interaction that was delivered again may have brought a newer one.
func (p *party) press(ctx context.Context, c *clicker, b press, acked func()) error {
	p.book.asked(c, b)
	p.unsure = &unsure{c, b}
	switch err := c.use(ctx, b); {
	case errors.Is(err, errGone):
		p.unsure = nil
		return nil
	case err != nil:
		return err
	}
	p.unsure = nil
	p.book.answered(b)
	acked()
	return nil
}

// cut gives a word that nobody else gives.
func (p *party) cut(ctx context.Context, c *clicker) error {
	word := p.book.newWord()
	out, err := c.Slash(ctx, c.channel, "cut", map[string]any{"word": word})
	if err := heard(out, err); err != nil {
		return err
	}
	err = c.Wait(ctx, func([]discordsim.Message) bool {
		for _, m := range c.Sees(c.channel) {
			if m.Ephemeral() && strings.Contains(m.Text(), word) {
				return true
			}
		}
		return false
	})
	if err != nil {
		return err
	}
	p.book.heardOf(word)
	return nil
}
