package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
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
			&cli.StringFlag{Name: "seats", Value: opponent.Easy.String(), Usage: "who plays, by seat, with commas; they repeat round the table: " + playerWords()},
			&cli.StringFlag{Name: "rules", Value: engine.Boathouse.String(), Usage: "a preset, then house rules: \"brisk blocked=void\""},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "the same seed plays the same hands"},
			&cli.IntFlag{Name: "playouts", Usage: "hands that the level hard plays out in thought before a move; 0: its own number"},
			&cli.IntFlag{Name: "workers", Value: runtime.GOMAXPROCS(0), Usage: "deals played at once; the hands don't depend on it"},
			&cli.StringFlag{Name: "records", Usage: "write hand records to `FILE`"},
			&cli.BoolFlag{Name: "row", Usage: "print a row of a Markdown table about the first player named instead"},
		},
		Action: p.simulate,
	}
}

// playerWords lists all who can play.
func playerWords() string {
	var words []string
	for _, l := range append(opponent.Levels(), opponent.References()...) {
		words = append(words, l.String())
	}
	return strings.Join(words, ", ")
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

	count := newCount(b.levels)
	start := time.Now()
	for d := range b.deals(ctx, c.Int("workers")) {
		if d.err != nil {
			return d.err
		}
		count.add(d.plays)
		for _, play := range d.plays {
			if _, err := w.Write(play.record); err != nil {
				return err
			}
		}
	}
	sum := count.summary(time.Since(start))
	switch {
	case c.String("records") == "-":
		return ctx.Err()
	case c.Bool("row"):
		_, err = fmt.Fprintln(p.stdout, sum.row(c))
	default:
		err = json.NewEncoder(p.stdout).Encode(sum)
	}
	return errors.Join(ctx.Err(), err)
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
	b := bench{
		hands: c.Int("hands"), seed: c.Uint64("seed"), playouts: c.Int("playouts"), records: c.String("records") != "",
	}
	if c.Args().Present() {
		return b, usagef("simulate takes flags only, not %q", c.Args().First())
	}
	var err error
	if b.rules, err = parseRules(c.String("rules")); err != nil {
		return b, usagef("-rules: %w", err)
	}
	players, words := c.Int("players"), strings.Split(c.String("seats"), ",")
	switch {
	case engine.HandSize(players) == 0:
		return b, usagef("-players is %d: 2 to %d", players, engine.MaxSeats)
	case len(words) > players:
		return b, usagef("-seats names %d, -players is %d", len(words), players)
	case b.hands < 1:
		return b, usagef("-hands is %d: at least 1", b.hands)
	case b.playouts < 0:
		return b, usagef("-playouts is %d: at least 0", b.playouts)
	case c.Int("workers") < 1:
		return b, usagef("-workers is %d: at least 1", c.Int("workers"))
	}
	for i := range players {
		level, err := opponent.ParsePlayer(words[i%len(words)])
		if err != nil {
			return b, usagef("-seats: %w", err)
		}
		b.levels = append(b.levels, level)
	}
	return b, nil
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
