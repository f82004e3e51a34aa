package simulate

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/google/go-cmp/cmp"
)

// bench has players at a table of so many seats play hands, in one seat after the other and round the table.
func bench(players, hands int, seats ...opponent.Level) Bench {
	b := Bench{Rules: engine.Boathouse.Rules(), Hands: hands, Seed: 1, Workers: 2}
	for i := range players {
		b.Seats = append(b.Seats, seats[i%len(seats)])
	}
	return b
}

// playedOut gives the records of a bench and its summary, without the one figure that a clock is part of.
func playedOut(t *testing.T, b Bench) (records []engine.Record, text string, sum Summary) {
	t.Helper()
	var out bytes.Buffer
	sum, err := b.Run(t.Context(), &out)
	if err != nil {
		t.Fatal(err)
	}
	sum.Rate = 0
	for line := range strings.Lines(out.String()) {
		r, err := engine.ParseRecord([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, r)
	}
	return records, out.String(), sum
}

func TestWorkersDontChangeTheHands(t *testing.T) {
	b := bench(3, 101, opponent.Normal, opponent.Random, opponent.HoldsForRummy)
	b.Workers = 1
	_, records, sum := playedOut(t, b)
	for _, b.Workers = range []int{2, 7, 64} {
		_, again, same := playedOut(t, b)
		if again != records {
			t.Errorf("%d workers played other hands", b.Workers)
		}
		if diff := cmp.Diff(sum, same); diff != "" {
			t.Errorf("%d workers counted otherwise: %s", b.Workers, diff)
		}
	}
	if silent, err := b.Run(t.Context(), nil); err != nil || silent.Hands != sum.Hands || silent.Moves != sum.Moves {
		t.Errorf("without records: %+v, %v", silent, err)
	}
}

func TestEachDealIsPlayedOnceByEveryTurning(t *testing.T) {
	const easy, holds, melds = opponent.Easy, opponent.HoldsForRummy, opponent.MeldsAtOnce
	for _, c := range []struct {
		bench Bench
		want  [][]string // of the hands of a deal
	}{
		{bench(2, 12, easy), [][]string{{"easy-0", "easy-1"}}},
		{bench(2, 12, easy, holds), [][]string{{"easy-0", "holds-1"}, {"holds-0", "easy-1"}}},
		{bench(4, 12, easy, holds), [][]string{{"easy-0", "holds-1", "easy-2", "holds-3"}, {"holds-0", "easy-1", "holds-2", "easy-3"}}},
		{bench(3, 12, easy, melds, melds), [][]string{{"easy-0", "melds-1", "melds-2"}, {"melds-0", "melds-1", "easy-2"}, {"melds-0", "easy-1", "melds-2"}}},
	} {
		records, _, _ := playedOut(t, c.bench)
		decks := make(map[string]bool)
		var deal engine.Record
		for i, r := range records {
			turn := i % len(c.want)
			if !slices.Equal(r.Players, c.want[turn]) {
				t.Errorf("%v: hand %d is played by %v, want %v", c.bench.Seats, i, r.Players, c.want[turn])
			}
			if turn == 0 {
				deal = r
				decks[strings.Join(r.Deck, " ")] = true
			}
			if !slices.Equal(r.Deck, deal.Deck) || r.Dealer != deal.Dealer {
				t.Errorf("%v: hand %d is dealt otherwise than its mirror", c.bench.Seats, i)
			}
		}
		if len(decks) != 12/len(c.want) {
			t.Errorf("%v: %d decks", c.bench.Seats, len(decks))
		}
	}
}

func TestEveryPlayerPlaysLegallyUnderEveryPreset(t *testing.T) {
	for _, preset := range engine.Presets() {
		b := bench(6, 12, append(opponent.Levels(), opponent.References()...)...)
		b.Rules, b.Playouts = preset.Rules(), 4
		records, _, _ := playedOut(t, b)
		if len(records) != 12 {
			t.Errorf("%s: %d records", preset, len(records))
		}
		for _, r := range records {
			if v := engine.Referee(r); !v.OK {
				t.Errorf("%s: %s: %+v", preset, r.ID, v)
			}
		}
	}
}

func TestDealsEndWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	b := bench(2, 1<<40, opponent.Easy)
	b.Workers = 3
	deals := 0
	for d := range b.deals(ctx, false) {
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
	if sum, err := b.Run(ctx, nil); err != nil || sum.Hands != 0 {
		t.Errorf("%+v, %v", sum, err)
	}
}
