package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/discordsim"
	"github.com/boathouse-rum/boathouse/engine"
)

// TestCardsHiddenFromAViewerChangeNothingOfWhatTheyGet plays the same part of a hand again and again through the real
// bot, each time with the cards changed over that one viewer may not know: somebody at the table, and a spectator. All
// bytes that Discord sends that viewer stay the same, and so does the log for the cards that nobody else may know.
func TestCardsHiddenFromAViewerChangeNothingOfWhatTheyGet(t *testing.T) {
	program := scriptedBot(t)
	part := somePart(t)
	first := part.seen(t, program, part.deck, "")
	shuffles := uint64(1)
	if os.Getenv("BOATHOUSE_LONG") != "" {
		shuffles = 20
	}
	for seed := range shuffles {
		dice := rand.New(rand.NewPCG(seed, 7))
		again := part.seen(t, program, part.shuffled(0, dice), "")
		if lines := unlike(first.ada, again.ada); len(lines) > 0 {
			t.Errorf("Ada, who sits at the table, sees cards of others:\n%s", strings.Join(lines, "\n"))
		}
		again = part.seen(t, program, part.shuffled(engine.Nobody, dice), "")
		if lines := unlike(first.dov, again.dov); len(lines) > 0 {
			t.Errorf("Dov, who watches, sees hidden cards:\n%s", strings.Join(lines, "\n"))
		}
		if lines := unlike(first.log, again.log); len(lines) > 0 {
			t.Errorf("the log tells hidden cards:\n%s", strings.Join(lines, "\n"))
		}
		if len(unlike(first.ada, again.ada)) == 0 {
			t.Error("Ada's own cards make no difference to what she sees: the test shows nothing")
		}
	}
}

// TestALeakIsNoticed is the control: a card of another's hand, slipped into the table message on its way, is found.
func TestALeakIsNoticed(t *testing.T) {
	program := scriptedBot(t)
	part := somePart(t)
	other := part.shuffled(0, rand.New(rand.NewPCG(1, 7)))
	first := part.seen(t, program, part.deck, part.secret(part.deck))
	again := part.seen(t, program, other, part.secret(other))
	if len(unlike(first.ada, again.ada)) == 0 || len(unlike(first.dov, again.dov)) == 0 {
		t.Error("not noticed")
	}
}

// unlike lists lines that stand in one of two sorted lists oftener than in the other, the first few of them.
func unlike(a, b []string) (lines []string) {
	for len(lines) < 6 && (len(a) > 0 || len(b) > 0) {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			lines, a = append(lines, "- "+a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			lines, b = append(lines, "+ "+b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return lines
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
			text += c.Symbol()
		}
	}
	return text
}

// sights is what two viewers were sent and what the bot logged, without what differs between any two runs, sorted: what
// comes at the same moment comes in any order.
type sights struct{ ada, dov, log []string }

// seen plays the part with a deck. A leak is put into every table message on its way to Discord.
func (p *partOfHand) seen(t *testing.T, program string, deck [engine.PackSize]engine.Card, leak string) sights {
	t.Helper()
	sim, err := discordsim.Start(t.Context(), discordsim.Options{Limits: roomy()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := sim.Close(); err != nil {
			t.Error(err)
		}
	}()
	hello := sim.Handshake()
	rest := leaky(t, hello.REST, leak)
	dir := t.TempDir()
	words := []string{strconv.Itoa(leakDealer)}
	for _, c := range deck {
		words = append(words, c.String())
	}
	if err := os.WriteFile(filepath.Join(dir, "decks"), []byte(strings.Join(words, " ")), 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	bot := exec.CommandContext(t.Context(), program, "serve")
	bot.Dir, bot.Stderr = dir, &log
	bot.Env = []string{
		"DISCORD_API=" + rest + "/api", "DISCORD_TOKEN=" + hello.Token, "BOATHOUSE_GUILD=" + hello.Guild.String(),
		"BOATHOUSE_DB=" + filepath.Join(dir, "rum.db"), "BOATHOUSE_OPS=off", "BOATHOUSE_LOG=debug", "BOATHOUSE_DECKS=" + filepath.Join(dir, "decks"),
	}
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bot.Process.Kill() }() // which does nothing when it has ended
	s := &stage{sim: sim}
	ctx, cancel := context.WithTimeout(t.Context(), 3*answerWithin)
	defer cancel()
	if err := s.connected(ctx); err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	c := newCompany(sim)
	if err := c.play(ctx, p); err != nil {
		t.Fatalf("%v\n%s", err, &log)
	}
	if err := bot.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := bot.Wait(); err != nil {
		t.Error(err)
	}
	return sights{c.sent(sim, c.seats[0]), c.sent(sim, c.dov), plain(c.table, strings.Split(strings.ReplaceAll(log.String(), dir, "DIR"), "\n"))}
}

// leaky is a way to Discord for the bot that puts a leak into every edit of a message; "" puts nothing.
func leaky(t *testing.T, rest, leak string) string {
	t.Helper()
	target, err := url.Parse(strings.TrimSuffix(rest, "/api"))
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) {
		p.SetURL(target)
		if leak == "" || p.In.Method != http.MethodPatch || !strings.Contains(p.In.URL.Path, "/channels/") {
			return
		}
		body, err := io.ReadAll(p.In.Body)
		if err != nil {
			t.Error(err)
		}
		body = bytes.Replace(body, []byte(`"content":"`), []byte(`"content":"`+leak), 1)
		p.Out.Body, p.Out.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	}}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL
}

// A company is three at a table and Dov, who watches.
type company struct {
	seats   []*clicker
	dov     *clicker
	channel discordsim.ID
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

// play goes through a part of a hand, one thing after another, with things that are refused in between.
func (c *company) play(ctx context.Context, p *partOfHand) error {
	if err := openTable(ctx, nil, 0, c.seats...); err != nil {
		return err
	}
	if err := c.seats[0].tap(ctx, "st"); err != nil {
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
		err := one.Wait(ctx, func([]discordsim.Message) bool {
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
	return c.seats[turn].Wait(ctx, func([]discordsim.Message) bool {
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

// sent is all that a person's client was sent: answers, and frames.
func (c *company) sent(sim *discordsim.Server, who *clicker) []string {
	var all []string
	for _, e := range sim.Wire().SentTo(who.ID()) {
		all = append(all, fmt.Sprintf("%s %s %d %s", e.Method, e.Path, e.Status, e.Body))
	}
	return plain(c.table, all)
}

// differing are the parts of lines that differ between any two runs, whatever the cards are.
var differing = []struct {
	find *regexp.Regexp
	put  string
}{
	{regexp.MustCompile(`([a-z]{2}\.TABLE\.[0-9a-z]+)\.[0-9a-z]+\.([0-9a-z]+\.[^"]*\.)[-_A-Za-z0-9]{12}`), "$1.SERIAL.$2.MAC"}, // custom_ids
	{regexp.MustCompile(`[0-9a-f]{24,64}`), "HEX"}, // nonces, sessions, seeds, commitments
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+(Z|[-+]\d\d:\d\d)`), "TIME"},
	{regexp.MustCompile(`\d{17,20}`), "ID"},
	{regexp.MustCompile(`(<|\\u003c)t:\d+`), "<t:TIME"},
	{regexp.MustCompile(`"s":\d+`), `"s":N`},
	{regexp.MustCompile(`127\.0\.0\.1:\d+`), "HOST"},
	{regexp.MustCompile(`"nonce":"[^"]*"`), `"nonce":"NONCE"`},
	{regexp.MustCompile(`\bp[a-z2-7]{16}\b`), "PERSON"}, // pseudonyms in the log
}

// plain takes out of lines what differs between any two runs, and sorts them.
func plain(table string, lines []string) []string {
	lines = slices.DeleteFunc(lines, func(line string) bool {
		return strings.Contains(line, `"msg":"hand not refreshed"`) // its reader was quicker, or not
	})
	for i, line := range lines {
		if table != "" {
			line = strings.ReplaceAll(line, table, "TABLE")
		}
		for _, d := range differing {
			line = d.find.ReplaceAllString(line, d.put)
		}
		lines[i] = line
	}
	slices.Sort(lines)
	return lines
}
