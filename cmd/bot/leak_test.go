package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/discordsim/discord"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render"
)

// TestCardsHiddenFromAViewerChangeNothingOfWhatTheyGet plays the same part of a hand again and again through the real
// bot, each time with the cards changed over that one viewer may not know: somebody at the table, and a spectator. All
// bytes that Discord sends that viewer stay the same, and so does the log for the cards that nobody else may know.
func TestCardsHiddenFromAViewerChangeNothingOfWhatTheyGet(t *testing.T) {
	t.Parallel()
	program := scriptedBot(t)
	part := somePart(t)
	first := part.seen(t, program, part.deck, spill{})
	shuffles := uint64(5)
	if os.Getenv("BOATHOUSE_LONG") != "" {
		shuffles = 20
	}
	for seed := range shuffles {
		t.Run(fmt.Sprint("shuffle ", seed), func(t *testing.T) {
			t.Parallel()
			dice := rand.New(rand.NewPCG(seed, 7))
			again := part.seen(t, program, part.shuffled(0, dice), spill{})
			if lines := unlike(first.ada, again.ada); len(lines) > 0 {
				t.Errorf("Ada, who sits at the table, sees cards of others:\n%s", strings.Join(lines, "\n"))
			}
			again = part.seen(t, program, part.shuffled(engine.Nobody, dice), spill{})
			if lines := unlike(first.dov, again.dov); len(lines) > 0 {
				t.Errorf("Dov, who watches, sees hidden cards:\n%s", strings.Join(lines, "\n"))
			}
			if lines := unlike(first.log, again.log); len(lines) > 0 {
				t.Errorf("the log tells hidden cards:\n%s", strings.Join(lines, "\n"))
			}
			if len(unlike(first.ada, again.ada)) == 0 {
				t.Error("Ada's own cards make no difference to what she sees: the test shows nothing")
			}
		})
	}
}

// TestALeakIsNoticed is the control: a card of another's hand, slipped into the table message or into Ada's hints on
// their way, is found.
func TestALeakIsNoticed(t *testing.T) {
	t.Parallel()
	program := scriptedBot(t)
	part := somePart(t)
	other := part.shuffled(0, rand.New(rand.NewPCG(1, 7)))
	leaks := func(into func(*http.Request, []byte) bool) (first, again sights) {
		return part.seen(t, program, part.deck, spill{part.secret(part.deck), into}), part.seen(t, program, other, spill{part.secret(other), into})
	}
	first, again := leaks(isTable)
	if len(unlike(first.ada, again.ada)) == 0 || len(unlike(first.dov, again.dov)) == 0 {
		t.Error("not noticed in the table message")
	}
	first, again = leaks(isHint)
	if len(unlike(first.ada, again.ada)) == 0 {
		t.Error("not noticed in a hint")
	}
}

// A partOfHand is a deck, and moves of three seats that leave the hand under way.
type partOfHand struct {
	deck  [engine.PackSize]engine.Card
	moves []engine.Move
	turns []engine.Seat // whose move each is
	next  engine.Seat   // whose turn it is after them
	known map[engine.Seat]engine.Hand
}

const leakSeats, leakDealer = 3, 2

// somePart makes up a part of a hand in which cards are drawn, melded, laid off and discarded.
func somePart(t *testing.T) *partOfHand {
	t.Helper()
	for seed := range uint64(10_000) {
		if p, ok := makePart(t, rand.New(rand.NewPCG(seed, 0))); ok {
			return p
		}
	}
	t.Fatal("no such part")
	return nil
}

func makePart(t *testing.T, dice *rand.Rand) (*partOfHand, bool) {
	t.Helper()
	p := &partOfHand{known: map[engine.Seat]engine.Hand{}}
	for i := range p.deck {
		p.deck[i] = engine.Card(i)
	}
	dice.Shuffle(len(p.deck), func(i, j int) { p.deck[i], p.deck[j] = p.deck[j], p.deck[i] })
	dealt, err := engine.Deal(engine.Boathouse.Rules(), leakSeats, leakDealer, p.deck)
	if err != nil {
		t.Fatal(err)
	}
	s := engine.Replay([]engine.Event{dealt})
	p.learn(s)
	laid := map[string]engine.Hand{} // who did what, by verb
	for turns := 0; turns < 9; {
		move := somePlay(engine.Legal(s), dice)
		events, err := engine.Decide(s, s.Turn, move)
		if err != nil {
			t.Fatal(err)
		}
		p.moves, p.turns = append(p.moves, move), append(p.turns, s.Turn)
		switch move.(type) {
		case engine.Meld:
			laid["meld"] = laid["meld"].Add(engine.Card(s.Turn))
		case engine.LayOff:
			laid["layoff"] = laid["layoff"].Add(engine.Card(s.Turn))
		case engine.Discard:
			turns++
		case engine.Draw, engine.GoOut:
		}
		for _, e := range events {
			s = engine.Apply(s, e)
			p.learn(s)
		}
		if s.Phase == engine.Over {
			return nil, false
		}
	}
	p.next = s.Turn
	return p, laid["meld"].Len() >= 2 && laid["layoff"].Len() >= 1
}

// somePlay picks a move of those that are legal, and never goes out.
func somePlay(o engine.Options, dice *rand.Rand) engine.Move {
	switch {
	case len(o.Draws) > 0:
		return engine.Draw{Source: o.Draws[dice.IntN(len(o.Draws))]}
	case len(o.Melds) > 0 && dice.IntN(2) == 0:
		return engine.Meld{Cards: o.Melds[0]}
	case len(o.LayOffs) > 0:
		return o.LayOffs[0]
	}
	return engine.Discard{Card: o.Discards[dice.IntN(len(o.Discards))]}
}

// learn notes what each viewer has seen of the cards by now.
func (p *partOfHand) learn(s engine.State) {
	public := engine.Hand(0)
	v := engine.Watch(s)
	for _, c := range v.Pile[:v.PileSize] {
		public = public.Add(c)
	}
	for _, m := range v.Melds[:v.MeldCount] {
		public |= m.Cards
	}
	for _, viewer := range []engine.Seat{engine.Nobody, 0, 1, 2} {
		p.known[viewer] |= public
		if viewer != engine.Nobody {
			p.known[viewer] |= engine.See(s, viewer).Hand
		}
	}
}

// shuffled is the deck with the cards changed over that a viewer doesn't know, those apart that others show later, in
// the same places.
func (p *partOfHand) shuffled(viewer engine.Seat, dice *rand.Rand) [engine.PackSize]engine.Card {
	deck := p.deck
	var hidden []int
	for at, c := range deck {
		if !p.known[viewer].Has(c) {
			hidden = append(hidden, at)
		}
	}
	dice.Shuffle(len(hidden), func(i, j int) {
		deck[hidden[i]], deck[hidden[j]] = deck[hidden[j]], deck[hidden[i]]
	})
	return deck
}

// secret is what nobody has seen of the hands that were dealt but those who hold them, Ada's left out.
func (p *partOfHand) secret(deck [engine.PackSize]engine.Card) (text string) {
	for _, c := range deck[:leakSeats*engine.HandSize(leakSeats)] {
		if !p.known[engine.Nobody].Has(c) && !p.known[0].Has(c) {
			text += render.Symbol(c)
		}
	}
	return text
}

// A company is three at a table and Dov, who watches.
type company struct {
	seats   []*clicker
	dov     *clicker
	channel discord.ID
	table   string // its id
}

func newCompany(sim *discordsim.Server) *company {
	c := &company{channel: sim.Handshake().Channel}
	for _, name := range []string{"Ada", "Ben", "Cleo", "Dov"} {
		one := &clicker{Person: sim.Person(name), channel: c.channel}
		if name == "Dov" {
			c.dov = one
		} else {
			c.seats = append(c.seats, one)
		}
	}
	return c
}

// start has Ada open a table, the others and perhaps a computer of a level join it, and Ada start. Each waits until the one
// before is seen: who joins in quick succession may come by one edit of the table, or by two.
func (c *company) start(ctx context.Context, computer string) error {
	if err := openTable(ctx, nil, 0, c.seats[0]); err != nil {
		return err
	}
	for n, one := range c.seats[1:] {
		if err := one.tap(ctx, "jo"); err != nil {
			return err
		}
		if err := c.seated(ctx, n+2); err != nil {
			return err
		}
	}
	if computer != "" {
		if err := heard(c.seats[0].Slash(ctx, c.channel, "rum add", map[string]any{"level": computer})); err != nil {
			return err
		}
		if err := c.seated(ctx, len(c.seats)+1); err != nil {
			return err
		}
	}
	return c.seats[0].tap(ctx, "st")
}

// seated waits until everybody sees so many at the table.
func (c *company) seated(ctx context.Context, many int) error {
	row := fmt.Sprintf("\n%d\\. ", many)
	for _, one := range append(slices.Clone(c.seats), c.dov) {
		err := one.Wait(ctx, func(all []discord.Message) bool {
			return slices.ContainsFunc(all, func(m discord.Message) bool { return !m.Ephemeral() && strings.Contains(m.Text(), row) })
		})
		if err != nil {
			return fmt.Errorf("%s doesn't see %d at the table: %w", one.Name(), many, err)
		}
	}
	return nil
}

// play goes through a part of a hand, one thing after another, with things that are refused in between.
func (c *company) play(ctx context.Context, p *partOfHand) error {
	if err := c.start(ctx, ""); err != nil {
		return err
	}
	for _, one := range c.seats {
		if err := one.show(ctx); err != nil {
			return err
		}
	}
	c.table = handMark(c.seats[0]).table
	for i, move := range p.moves {
		if err := c.settled(ctx, p.turns[i]); err != nil {
			return fmt.Errorf("before move %d: %w", i, err)
		}
		if i%8 < 2 {
			if err := c.meddle(ctx, p, i); err != nil {
				return fmt.Errorf("before move %d: %w", i, err)
			}
		}
		if p.turns[i] == 0 {
			if err := heard(c.seats[0].Slash(ctx, c.channel, "hint", map[string]any{"level": "normal"})); err != nil {
				return fmt.Errorf("before move %d: %w", i, err)
			}
			if err := c.settled(ctx, 0); err != nil {
				return fmt.Errorf("after the hint before move %d: %w", i, err)
			}
		}
		command, options := slashOf(move)
		if err := heard(c.seats[p.turns[i]].Slash(ctx, c.channel, command, options)); err != nil {
			return fmt.Errorf("move %d, %s: %w", i, move, err)
		}
	}
	return c.settled(ctx, p.next)
}

// handMark is what the buttons of a hand have in common.
func handMark(c *clicker) (m mark) {
	hand, _ := c.hand()
	for k := range marked(hand) {
		m = k
	}
	return m
}

// settled waits until everybody sees the table as it is, the one to move sees that it is their turn, and nobody sees an
// older hand.
func (c *company) settled(ctx context.Context, turn engine.Seat) error {
	newest := int64(0)
	for _, one := range c.seats {
		newest = max(newest, handMark(one).version)
	}
	for _, one := range append(slices.Clone(c.seats), c.dov) {
		err := one.Wait(ctx, func([]discord.Message) bool {
			board, ok := one.shown(false, "ha")
			hands := 0
			for _, m := range one.Sees(c.channel) {
				if _, sorts := component(m, "so"); sorts && m.Ephemeral() {
					hands++
				}
			}
			return ok && version(board) == newest && hands <= 1
		})
		if err != nil {
			return fmt.Errorf("%s doesn't see version %d: %w", one.Name(), newest, err)
		}
	}
	return c.seats[turn].Wait(ctx, func([]discord.Message) bool {
		hand, _ := c.seats[turn].hand()
		return version(hand) == newest && needOf(hand) != toWait
	})
}

// meddle has everybody do things before a move that change nothing.
func (c *company) meddle(ctx context.Context, p *partOfHand, i int) error {
	turn := p.turns[i]
	idle, busy := c.seats[(turn+1)%leakSeats], c.seats[turn]
	hand, _ := busy.hand()
	sort, _ := component(hand, "so")
	board, _ := c.dov.shown(false, "ha")
	mine, _ := component(board, "ha")
	deal, _ := component(board, "dr")
	more, _ := component(board, "mo")
	lastShown := engine.Card(0) // a card that no seat can discard or meld: the first of the deck that all have seen
	for ; !p.known[engine.Nobody].Has(lastShown); lastShown++ {
	}
	steps := []func() error{
		func() error { return heard(busy.Click(ctx, hand.ID, sort.CustomID)) },
		func() error { return heard(idle.Slash(ctx, c.channel, "draw", map[string]any{"from": "stock"})) },
		func() error {
			return heard(idle.Slash(ctx, c.channel, "discard", map[string]any{"card": lastShown.String()}))
		},
		func() error { return heard(busy.Slash(ctx, c.channel, "goout", nil)) },
		func() error { return heard(busy.Slash(ctx, c.channel, "meld", map[string]any{"cards": "AC 7D KS"})) },
		func() error { return heard(c.dov.Slash(ctx, c.channel, "hand", nil)) },
		func() error { return heard(c.dov.Slash(ctx, c.channel, "proof", nil)) },
		func() error { return heard(c.dov.Slash(ctx, c.channel, "rum help", nil)) },
		func() error { return heard(c.dov.Click(ctx, board.ID, mine.CustomID)) },
		func() error { return heard(c.dov.Click(ctx, board.ID, more.CustomID)) },
		func() error { return heard(c.dov.Click(ctx, board.ID, mine.CustomID+"x")) }, // forged
		func() error { return heard(c.seats[0].Click(ctx, board.ID, more.CustomID)) },
	}
	if deal.CustomID != "" && turn != 0 { // Ada and Dov would draw
		steps = append(steps,
			func() error { return heard(c.seats[0].Click(ctx, board.ID, deal.CustomID)) },
			func() error { return heard(c.dov.Click(ctx, board.ID, deal.CustomID)) })
	}
	for _, who := range []*clicker{c.seats[0], c.dov} {
		for command, option := range map[string]string{"meld": "cards", "layoff": "cards", "discard": "card", "goout": "discard", "draw": "from"} {
			steps = append(steps, func() error { _, err := who.Complete(ctx, c.channel, command, nil, option); return err })
		}
	}
	for n, step := range steps {
		if err := step(); err != nil {
			return fmt.Errorf("step %d: %w", n, err)
		}
	}
	return nil
}

// slashOf is the command by which a move is typed.
func slashOf(move engine.Move) (string, map[string]any) {
	switch m := move.(type) {
	case engine.Draw:
		return "draw", map[string]any{"from": m.Source.String()}
	case engine.Meld:
		return "meld", map[string]any{"cards": m.Cards.String()}
	case engine.LayOff:
		return "layoff", map[string]any{"cards": m.Cards.String(), "meld": m.Meld + 1}
	case engine.Discard:
		return "discard", map[string]any{"card": m.Card.String()}
	case engine.GoOut:
	}
	return "", nil
}
