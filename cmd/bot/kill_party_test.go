package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/picture"
	"github.com/boathouse-rum/boathouse/table"
	"github.com/google/go-cmp/cmp"
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

// stillOf is a hand as it stands, from its heading on. A line above that answers a press, such as one that came too
// late and was delivered again; the next drawing of the same hand is without it. When it was drawn is left out too, and
// whether the bot knew its emojis then, which it looks up after a start while people play.
func stillOf(hand discord.Message) still {
	text := hand.Text()
	text = drawnAt.ReplaceAllString(text[max(0, strings.Index(text, handHeading)):], "")
	text = emoji.ReplaceAllStringFunc(text, func(card string) string { return signs.Replace(emoji.ReplaceAllString(card, "$1$2")) })
	// Rows of signs stand in a block, so that they are below one another.
	return still{version(hand), strings.Join(strings.Fields(strings.ReplaceAll(text, "```", "")), " ")}
}

var (
	emoji = regexp.MustCompile(`<:(\w+)_of_(\w+):\d+>`)
	signs = strings.NewReplacer("ace", "A", "jack", "J", "queen", "Q", "king", "K", "clubs", "♣", "diamonds", "♦", "hearts", "♥", "spades", "♠")
)

var drawnAt = regexp.MustCompile(`(?m)^-# .*<t:\d+:R>.*$`)

const handHeading = "### "

// TestAHandIsTheSameWithAnAnswerAboveIt draws a hand with a refusal above it and without, with emojis and without, which
// is no difference, and as the control without one of its cards.
func TestAHandIsTheSameWithAnAnswerAboveIt(t *testing.T) {
	words, err := catalogue()
	if err != nil {
		t.Fatal(err)
	}
	ids := make(map[string]string)
	for c := range engine.Card(engine.PackSize) {
		ids[render.EmojiName(picture.Classic, c)] = strconv.Itoa(100 + int(c))
	}
	known := render.NewEmojis(ids)
	drawn := func(emojis *render.Emojis, note string, cards ...engine.Card) still {
		t.Helper()
		view := engine.View{Seat: 1, Players: 2, Phase: engine.ToDraw, Hand: engine.HandOf(cards...)}
		sight := sitting.Sight{ID: "t", Version: 7, Hand: 19, View: view, Seats: []sitting.Sitter{{Person: "ada"}, {Person: "ben"}}}
		reader := render.Reader{People: map[sitting.Person]render.Player{"ada": {Name: "Ada"}, "ben": {Name: "Ben"}}}
		body, err := json.Marshal(render.Hand(render.Pen{Lang: words.For("en"), Serial: 1, Emojis: emojis}, reader, &sight, nil).Headed(note))
		if err != nil {
			t.Fatal(err)
		}
		var hand discord.Message
		if err := json.Unmarshal(body, &hand); err != nil {
			t.Fatal(err)
		}
		return stillOf(hand)
	}
	const card, other = engine.Card(3), engine.Card(20)
	want := drawn(nil, "", card, other)
	for _, same := range []still{
		drawn(nil, "A hand is being played. Do that when it is over.", card, other),
		drawn(known, "", card, other),
	} {
		if diff := cmp.Diff(want, same, cmp.AllowUnexported(still{})); diff != "" {
			t.Error(diff)
		}
	}
	for _, emojis := range []*render.Emojis{nil, known} {
		if drawn(emojis, "", card, other) == drawn(emojis, "", card) {
			t.Error("a lost card makes no difference")
		}
	}
}

// about is all that the wire brought of a message, and of the clicks on it.
func about(sim *discordsim.Server, message discord.ID) string {
	of := []string{message.String()}
	var all []string
	for _, e := range sim.Wire().After(0) {
		if !slices.ContainsFunc(of, func(id string) bool { return strings.Contains(e.Path, id) || bytes.Contains(e.Body, []byte(id)) }) {
			continue
		}
		var click struct {
			Name string `json:"t"`
			Data struct {
				ID string `json:"id"`
			} `json:"d"`
		}
		if json.Unmarshal(e.Body, &click) == nil && click.Name == "INTERACTION_CREATE" {
			of = append(of, click.Data.ID)
		}
		all = append(all, fmt.Sprintf("%s %s %s %s %s %d %.700s", e.At.Format("05.000"), e.Dir, e.Who, e.Method, e.Path, e.Status, e.Body))
	}
	return strings.Join(all[max(0, len(all)-40):], "\n")
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
		if after := stillOf(hand); waited && before.version == after.version && before != after {
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
			taken, err := p.cut(ctx, c)
			if err != nil {
				return err
			}
			if taken {
				acked()
			}
		}
		err := p.press(ctx, c, b, acked)
		hand, _ := c.hand()
		p.rest[c] = stillOf(hand)
		return err
	})
	if err != nil || !idle {
		return err
	}
	// A computer is to move; who is next sees it on their hand.
	turn, cancel := context.WithTimeout(ctx, 100*time.Millisecond)
	defer cancel()
	err = p.clickers[0].Wait(turn, func([]discord.Message) bool {
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
		p.book.lost(b)
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

// cut gives a word that nobody else gives, and says whether it was taken: while a seal isn't posted none is.
func (p *party) cut(ctx context.Context, c *clicker) (bool, error) {
	word := p.book.newWord()
	out, err := c.Slash(ctx, c.channel, "cut", map[string]any{"word": word})
	if err := heard(out, err); err != nil {
		return false, err
	}
	taken := false
	err = c.Wait(ctx, func([]discord.Message) bool {
		for _, m := range c.Sees(c.channel) {
			if m.Cause != nil && m.Cause.ID == out.Interaction && m.Flags&discord.FlagLoading == 0 {
				taken = strings.Contains(m.Text(), word)
				return true
			}
		}
		return false
	})
	if err != nil || !taken {
		return false, err
	}
	p.book.heardOf(word)
	return true, nil
}

// shown lists the texts that stand in a channel so often: the seal of each deal, the first in a message of its own, the
// others in the result of the hand before.
func shown(l table.Log) map[string]int {
	times := map[string]int{}
	for _, e := range l.Events {
		if e, ok := e.(sitting.Committed); ok {
			times[deal.SealLine(e.Seal)] = 1
		}
	}
	return times
}
