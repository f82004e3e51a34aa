package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/urfave/cli/v3"
)

// simulateCommand lets computers play among themselves.
func (p *process) simulateCommand() *cli.Command {
	return &cli.Command{
		Name: "simulate", Usage: "let computers play; prints what came of it",
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "hands", Value: 1000, Usage: "hands to play"},
			&cli.IntFlag{Name: "players", Value: 2, Usage: "seats, 2 to 6"},
			&cli.StringFlag{Name: "seats", Value: opponent.Easy.String(), Usage: "levels by seat, with commas; they repeat round the table"},
			&cli.StringFlag{Name: "rules", Value: engine.Boathouse.String(), Usage: "a preset, then house rules: \"brisk blocked=void\""},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "the same seed plays the same hands"},
			&cli.StringFlag{Name: "records", Usage: "write hand records to `FILE`"},
		},
		Action: p.simulate,
	}
}

// A bench is who plays under which rules.
type bench struct {
	rules  engine.Rules
	levels []opponent.Level // by seat in the first of the turned plays of a deal
	seed   uint64
}

// A tally counts what came of the hands of one level.
type tally struct {
	Level   string      `json:"level"`
	Won     int         `json:"won"`
	Rummies int         `json:"rummies"`
	Pips    engine.Pips `json:"pips"` // won less paid
}

// A summary is what simulate prints.
type summary struct {
	Hands   int      `json:"hands"`
	Deals   int      `json:"deals"`
	Blocked int      `json:"blocked"`
	Moves   int      `json:"moves"`
	Rate    int      `json:"hands_per_second"`
	Levels  []*tally `json:"levels"`
}

func (p *process) simulate(ctx context.Context, c *cli.Command) (err error) {
	b, err := readBench(c)
	if err != nil {
		return err
	}
	records, err := p.createRecords(c.String("records"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, records.Close()) }()
	w := bufio.NewWriter(records)
	defer func() { err = errors.Join(err, w.Flush()) }()
	enc := json.NewEncoder(w)

	sum := summary{}
	tallies := make(map[opponent.Level]*tally)
	for _, l := range b.levels {
		if tallies[l] == nil {
			tallies[l] = &tally{Level: l.String()}
			sum.Levels = append(sum.Levels, tallies[l])
		}
	}
	turns := 1
	if len(sum.Levels) > 1 {
		turns = len(b.levels)
	}
	start := time.Now()
	for ; sum.Hands < c.Int("hands") && ctx.Err() == nil; sum.Hands++ {
		deal, turn := sum.Hands/turns, sum.Hands%turns
		levels := append(append([]opponent.Level{}, b.levels[turn:]...), b.levels[:turn]...)
		events, result, err := b.play(uint64(deal), levels)
		if err != nil {
			return err
		}
		sum.Deals, sum.Moves = deal+1, sum.Moves+len(events)-2
		if result.Blocked {
			sum.Blocked++
		}
		for seat, l := range levels {
			tallies[l].add(engine.Seat(seat), result)
		}
		if c.String("records") != "" {
			id := fmt.Sprintf("s%d-%d-%d", b.seed, deal, turn)
			if err := enc.Encode(engine.MakeRecord(id, names(levels), events)); err != nil {
				return err
			}
		}
	}
	sum.Rate = int(float64(sum.Hands) / time.Since(start).Seconds())
	if c.String("records") == "-" {
		return ctx.Err()
	}
	return errors.Join(ctx.Err(), json.NewEncoder(p.stdout).Encode(sum))
}

// createRecords opens where hand records go: nowhere, standard output or a new file.
func (p *process) createRecords(file string) (io.WriteCloser, error) {
	switch file {
	case "":
		return leftOpen{io.Discard}, nil
	case "-":
		return leftOpen{p.stdout}, nil
	}
	return os.Create(file)
}

// leftOpen is a writer that somebody else closes.
type leftOpen struct{ io.Writer }

func (leftOpen) Close() error { return nil }

func readBench(c *cli.Command) (bench, error) {
	b := bench{seed: c.Uint64("seed")}
	if c.Args().Present() {
		return b, usagef("simulate takes flags only, not %q", c.Args().First())
	}
	var err error
	if b.rules, err = parseRules(c.String("rules")); err != nil {
		return b, usagef("-rules: %w", err)
	}
	players := c.Int("players")
	if engine.HandSize(players) == 0 {
		return b, usagef("-players is %d: 2 to %d", players, engine.MaxSeats)
	}
	if c.Int("hands") < 1 {
		return b, usagef("-hands is %d: at least 1", c.Int("hands"))
	}
	words := strings.Split(c.String("seats"), ",")
	for i := range players {
		level, err := opponent.ParseLevel(strings.TrimSpace(words[i%len(words)]))
		if err != nil {
			return b, usagef("-seats: %w", err)
		}
		b.levels = append(b.levels, level)
	}
	return b, nil
}

// play plays one deal to its end. Everything in it follows from the seed and
// the number of the deal; the players' dice don't depend on who sits where.
func (b bench) play(deal uint64, levels []opponent.Level) ([]engine.Event, engine.Result, error) {
	shuffle := rand.New(rand.NewPCG(b.seed, 2*deal))
	dice := rand.New(rand.NewPCG(b.seed, 2*deal+1))
	var deck [engine.PackSize]engine.Card
	for i := range deck {
		deck[i] = engine.Card(i)
	}
	shuffle.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	dealt, err := engine.Deal(b.rules, len(levels), engine.Seat(deal%uint64(len(levels))), deck)
	if err != nil {
		return nil, engine.Result{}, err
	}
	s := engine.Apply(engine.State{}, dealt)
	events := []engine.Event{dealt}
	logs := make([][]engine.PublicEvent, len(levels))
	for s.Phase != engine.Over {
		seat := s.Turn
		move := opponent.Choose(levels[seat], engine.See(s, seat), logs[seat], dice)
		more, err := engine.Decide(s, seat, move)
		if err != nil {
			return nil, engine.Result{}, fmt.Errorf("%s chose %q: %w", levels[seat], move, err)
		}
		for _, e := range more {
			for viewer := range logs {
				if seen, ok := engine.Public(s, e, engine.Seat(viewer)); ok {
					logs[viewer] = append(logs[viewer], seen)
				}
			}
			s = engine.Apply(s, e)
		}
		events = append(events, more...)
	}
	result, _ := engine.Outcome(s)
	return events, result, nil
}

func (t *tally) add(seat engine.Seat, r engine.Result) {
	if seat != r.Winner {
		t.Pips -= r.Payments[seat]
		return
	}
	t.Won++
	if r.Rummy {
		t.Rummies++
	}
	for _, pips := range r.Payments {
		t.Pips += pips
	}
}

// names calls players by level and seat.
func names(levels []opponent.Level) []string {
	var out []string
	for seat, l := range levels {
		out = append(out, fmt.Sprintf("%s-%d", l, seat))
	}
	return out
}

// parseRules reads a preset and the house rules that differ: "brisk blocked=void".
func parseRules(text string) (engine.Rules, error) {
	name, more, _ := strings.Cut(text, " ")
	preset, err := engine.ParsePreset(name)
	if err != nil {
		return engine.Rules{}, err
	}
	rules := preset.Rules()
	for _, word := range strings.Fields(more) {
		field, value, _ := strings.Cut(word, "=")
		if rules, err = rules.Set(field, value); err != nil {
			return engine.Rules{}, err
		}
	}
	return rules, nil
}
