package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/google/go-cmp/cmp"
)

// playedOut runs simulate and returns its records and its summary, without the
// one figure that a clock is part of.
func playedOut(t *testing.T, args ...string) (records string, sum map[string]any) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "records.jsonl")
	got := typed(t, nil, "", append([]string{"simulate", "-records", file}, args...)...)
	if got.code != 0 {
		t.Fatalf("%v: %+v", args, got)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(got.out), &sum); err != nil {
		t.Fatal(err)
	}
	delete(sum, "hands_per_second")
	return string(text), sum
}

func TestWorkersDontChangeTheHands(t *testing.T) {
	args := []string{"-hands", "101", "-players", "3", "-seats", "normal,random,holds", "-seed", "5", "-workers"}
	records, sum := playedOut(t, append(args, "1")...)
	for _, workers := range []string{"2", "7", "64"} {
		again, same := playedOut(t, append(args, workers)...)
		if again != records {
			t.Errorf("%s workers played other hands", workers)
		}
		if diff := cmp.Diff(sum, same); diff != "" {
			t.Errorf("%s workers counted otherwise: %s", workers, diff)
		}
	}
}

func TestEachDealIsPlayedOnceByEveryTurning(t *testing.T) {
	for _, c := range []struct {
		seats, players string
		want           [][]string // of the hands of a deal
	}{
		{"easy", "2", [][]string{{"easy-0", "easy-1"}}},
		{"easy,holds", "2", [][]string{{"easy-0", "holds-1"}, {"holds-0", "easy-1"}}},
		{"easy,holds", "4", [][]string{{"easy-0", "holds-1", "easy-2", "holds-3"}, {"holds-0", "easy-1", "holds-2", "easy-3"}}},
		{"easy,melds,melds", "3", [][]string{{"easy-0", "melds-1", "melds-2"}, {"melds-0", "melds-1", "easy-2"}, {"melds-0", "easy-1", "melds-2"}}},
	} {
		records, _ := playedOut(t, "-hands", "12", "-seats", c.seats, "-players", c.players)
		decks := make(map[string]bool)
		var deal engine.Record
		for i, line := range strings.Split(strings.TrimSpace(records), "\n") {
			r, err := engine.ParseRecord([]byte(line))
			if err != nil {
				t.Fatal(err)
			}
			turn := i % len(c.want)
			if !slices.Equal(r.Players, c.want[turn]) {
				t.Errorf("%s: hand %d is played by %v, want %v", c.seats, i, r.Players, c.want[turn])
			}
			if turn == 0 {
				deal = r
				decks[strings.Join(r.Deck, " ")] = true
			}
			if !slices.Equal(r.Deck, deal.Deck) || r.Dealer != deal.Dealer {
				t.Errorf("%s: hand %d is dealt otherwise than its mirror", c.seats, i)
			}
		}
		if len(decks) != 12/len(c.want) {
			t.Errorf("%s: %d decks", c.seats, len(decks))
		}
	}
}

func TestEveryPlayerPlaysLegallyUnderEveryPreset(t *testing.T) {
	for _, preset := range engine.Presets() {
		records, _ := playedOut(t, "-hands", "12", "-players", "6", "-seats", strings.ReplaceAll(playerWords(), " ", ""),
			"-rules", preset.String(), "-playouts", "4")
		if got := typed(t, nil, records, "referee"); got.code != 0 {
			t.Errorf("%s: %+v", preset, got)
		}
	}
}

func TestSimulateStopsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b := bench{rules: engine.Boathouse.Rules(), levels: []opponent.Level{opponent.Easy, opponent.Easy}, hands: 1 << 40}
	deals := 0
	for d := range b.deals(ctx, 3) {
		if d.err != nil {
			t.Fatal(d.err)
		}
		if deals++; deals == 5 {
			cancel()
		}
	}
	if deals != 5 {
		t.Errorf("%d deals came after the end", deals-5)
	}
	p := process{stdout: io.Discard}
	if err := p.simulateCommand().Run(ctx, []string{"simulate"}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestRowNamesTheCommandThatMakesIt(t *testing.T) {
	got := typed(t, nil, "", "simulate", "-row", "-workers", "2", "-seats", "easy,random", "-rules", "brisk blocked=void", "-hands", "40")
	const command = "| `bot simulate -seats easy,random -rules \"brisk blocked=void\" -hands 40` | "
	if got.code != 0 || !strings.HasPrefix(got.out, command) || !strings.HasSuffix(got.out, " | 20 |\n") {
		t.Errorf("%+v", got)
	}
}
