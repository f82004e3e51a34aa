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

	"github.com/boathouse-rum/boathouse/cmd/bot/simulate"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
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
			&cli.BoolFlag{Name: "matches", Usage: "print a row of a Markdown table about how long the matches of a preset last instead"},
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
	if c.Bool("matches") {
		return p.matches(ctx, b)
	}
	file := c.String("records")
	records, closeRecords, err := p.createRecords(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeRecords()) }()
	sum, err := b.Run(ctx, records)
	switch {
	case err != nil:
		return err
	case file == "-":
		return ctx.Err()
	case c.Bool("row"):
		_, err = fmt.Fprintln(p.stdout, sum.Row(rowCommand(c)))
	default:
		err = json.NewEncoder(p.stdout).Encode(sum)
	}
	return errors.Join(ctx.Err(), err)
}

// matches prints for each match the pips that win it, and how many hands it lasts: the
// median, and what nine of ten take at most.
func (p *process) matches(ctx context.Context, b simulate.Bench) error {
	var pips []int
	for _, m := range sitting.Matches()[1:] {
		pips = append(pips, m.Pips(b.Rules.Preset, len(b.Seats)))
	}
	lengths, err := b.Matches(ctx, pips)
	if err != nil {
		return err
	}
	row := fmt.Sprintf("| %v | %d |", b.Rules.Preset, len(b.Seats))
	for _, l := range lengths {
		row += fmt.Sprintf(" %d: %d, %d |", l.Pips, l.Median, l.Ninety)
	}
	_, err = fmt.Fprintln(p.stdout, row)
	return err
}

// rowCommand is the command that makes a row, without what changes nothing in it.
func rowCommand(c *cli.Command) string {
	command := "bot simulate"
	for _, name := range []string{"seats", "players", "rules", "playouts", "seed", "hands"} {
		if !c.IsSet(name) {
			continue
		}
		value := fmt.Sprint(c.Value(name))
		if strings.Contains(value, " ") {
			value = fmt.Sprintf("%q", value)
		}
		command += " -" + name + " " + value
	}
	return command
}

// createRecords opens where hand records go: nowhere, which is nil, standard
// output or a new file. What is written is there once it is closed.
func (p *process) createRecords(file string) (records io.Writer, closed func() error, err error) {
	var to io.WriteCloser = leftOpen{p.stdout}
	switch file {
	case "":
		return nil, func() error { return nil }, nil
	case "-":
	default:
		if to, err = os.Create(file); err != nil {
			return nil, nil, err
		}
	}
	w := bufio.NewWriter(to)
	return w, func() error { return errors.Join(w.Flush(), to.Close()) }, nil
}

// leftOpen is a writer that somebody else closes.
type leftOpen struct{ io.Writer }

func (leftOpen) Close() error { return nil }

func readBench(c *cli.Command) (simulate.Bench, error) {
	b := simulate.Bench{
		Hands: c.Int("hands"), Seed: c.Uint64("seed"), Playouts: c.Int("playouts"), Workers: c.Int("workers"),
	}
	if c.Args().Present() {
		return b, usagef("simulate takes flags only, not %q", c.Args().First())
	}
	var err error
	if b.Rules, err = parseRules(c.String("rules")); err != nil {
		return b, usagef("-rules: %w", err)
	}
	players, words := c.Int("players"), strings.Split(c.String("seats"), ",")
	switch {
	case engine.HandSize(players) == 0:
		return b, usagef("-players is %d: 2 to %d", players, engine.MaxSeats)
	case len(words) > players:
		return b, usagef("-seats names %d, -players is %d", len(words), players)
	case b.Hands < 1:
		return b, usagef("-hands is %d: at least 1", b.Hands)
	case b.Playouts < 0:
		return b, usagef("-playouts is %d: at least 0", b.Playouts)
	case b.Workers < 1:
		return b, usagef("-workers is %d: at least 1", b.Workers)
	}
	for i := range players {
		level, err := opponent.ParsePlayer(words[i%len(words)])
		if err != nil {
			return b, usagef("-seats: %w", err)
		}
		b.Seats = append(b.Seats, level)
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
