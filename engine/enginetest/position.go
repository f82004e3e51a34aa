package enginetest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// Position reads a state drawn as text, one fact a line, and fails the test when
// it can't or when [Check] finds fault with it:
//
//	rules brisk              a preset, or all that [engine.Rules.String] writes
//	set final_discard required
//	turn 1 play              the seat and draw or play; draw if left out
//	hand 0  9C 9D KD         as many hands as players
//	hand 1  2C 3C
//	barred  2C               of the hand to move
//	meld 0  9H TH JH         whose it is; numbered as they come
//	pile    7C KD            from the bottom
//	stock   2D 9D            from the top
//	rest    pile             where the cards go that are named nowhere, in the
//	                         order of the pack: under the stock (if left out),
//	                         under the pile, or in hand 1
//	shown   0 1              who melded or laid off in an earlier turn
//	showing                  the seat to move has in this one
//	idle    3                turns that count towards a blocked hand; the count has begun
func Position(t testing.TB, text string) engine.State {
	t.Helper()
	p := position{state: engine.State{Rules: engine.Boathouse.Rules(), Phase: engine.ToDraw, Winner: engine.Nobody}}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 {
			if err := p.read(words[0], words[1:]); err != nil {
				t.Fatalf("position: %q: %v", strings.TrimSpace(line), err)
			}
		}
	}
	p.dealRest()
	if err := Check(p.state); err != nil {
		t.Fatalf("position: %v", err)
	}
	return p.state
}

type position struct {
	state       engine.State
	pile, stock []engine.Card
	rest        []string
}

func (p *position) read(what string, words []string) error {
	s := &p.state
	var err error
	switch what {
	case "rules":
		return p.readRules(words)
	case "set":
		if len(words) != 2 {
			return fmt.Errorf("want a house rule and a value")
		}
		s.Rules, err = s.Rules.Set(words[0], words[1])
	case "turn":
		err = p.readTurn(words)
	case "hand":
		var seat engine.Seat
		if seat, err = readSeat(words); err == nil {
			s.Players = max(s.Players, uint8(seat)+1)
			s.Hands[seat], err = engine.ParseHand(strings.Join(words[1:], " "))
		}
	case "barred":
		s.Barred, err = engine.ParseHand(strings.Join(words, " "))
	case "meld":
		if s.Owners[s.MeldCount], err = readSeat(words); err == nil {
			s.Melds[s.MeldCount], err = engine.ParseHand(strings.Join(words[1:], " "))
			s.MeldCount++
		}
	case "pile":
		p.pile, err = readCards(words)
	case "stock":
		p.stock, err = readCards(words)
	case "rest":
		p.rest = words
	case "shown":
		for i := range words {
			var seat engine.Seat
			seat, err = readSeat(words[i:])
			s.Shown |= 1 << max(seat, 0)
		}
	case "showing":
		s.Showing = true
	case "idle":
		s.Counting = true
		var n int
		n, err = strconv.Atoi(strings.Join(words, " "))
		s.Idle = uint8(n)
	default:
		return fmt.Errorf("nothing is called %q", what)
	}
	return err
}

func (p *position) readRules(words []string) error {
	preset, err := engine.ParsePreset(strings.Join(words, " "))
	if err == nil {
		p.state.Rules = preset.Rules()
		return nil
	}
	p.state.Rules, err = engine.ParseRules(strings.Join(words, " "))
	return err
}

func (p *position) readTurn(words []string) error {
	seat, err := readSeat(words)
	p.state.Turn = seat
	if len(words) == 2 && words[1] == "play" {
		p.state.Phase = engine.ToPlay
	}
	return err
}

func readSeat(words []string) (engine.Seat, error) {
	n, err := strconv.Atoi(strings.Join(words[:min(1, len(words))], ""))
	if err != nil || n < 0 || n >= engine.MaxSeats {
		return engine.Nobody, fmt.Errorf("no seat in %q", words)
	}
	return engine.Seat(n), nil
}

func readCards(words []string) ([]engine.Card, error) {
	var cards []engine.Card
	for _, word := range words {
		c, err := engine.ParseCard(word)
		if err != nil {
			return nil, err
		}
		cards = append(cards, c)
	}
	return cards, nil
}

func (p *position) dealRest() {
	s := &p.state
	named := engine.HandOf(append(p.pile, p.stock...)...)
	for _, cards := range append(s.Hands[:], s.Melds[:]...) {
		named |= cards
	}
	rest := (pack &^ named).Cards()
	switch {
	case len(p.rest) == 2:
		if seat, err := readSeat(p.rest[1:]); err == nil {
			s.Hands[seat] |= engine.HandOf(rest...)
		}
	case len(p.rest) == 1 && p.rest[0] == "pile":
		p.pile = append(rest, p.pile...)
	default:
		p.stock = append(p.stock, rest...)
	}
	s.PileSize, s.StockSize = uint8(len(p.pile)), uint8(len(p.stock))
	copy(s.Cards[:], p.pile)
	copy(s.Cards[engine.PackSize-min(len(p.stock), engine.PackSize):], p.stock)
	if s.StockSize == 0 {
		s.Counting = true
	}
}

// Drawing gives the text of a hand that goes on, for [Position] to read.
func Drawing(s engine.State) string {
	var b strings.Builder
	line := func(words ...any) { b.WriteString(strings.TrimSpace(fmt.Sprintln(words...)) + "\n") }
	line("rules", s.Rules)
	phase := "draw"
	if s.Phase == engine.ToPlay {
		phase = "play"
	}
	line("turn", s.Turn, phase)
	for seat, hand := range s.Hands[:s.Players] {
		line("hand", seat, hand)
	}
	line("barred", s.Barred)
	for i, meld := range s.Melds[:s.MeldCount] {
		line("meld", s.Owners[i], meld)
	}
	line("pile", cardTexts(s.Pile()))
	line("stock", cardTexts(s.Stock()))
	for seat := range s.Players {
		if s.Shown>>seat&1 != 0 {
			line("shown", seat)
		}
	}
	if s.Showing {
		line("showing")
	}
	if s.Counting {
		line("idle", s.Idle)
	}
	return b.String()
}

func cardTexts(cards []engine.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}
