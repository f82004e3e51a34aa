package simulate

import (
	"context"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Length is how many hands matches take until one has collected so many pips.
type Length struct {
	Pips   int // to collect
	Median int // hands
	Ninety int // hands that nine of ten matches take at most
}

// A haul is what one hand brought to whom.
type haul struct {
	winner engine.Seat
	pips   int
}

// Matches plays all hands and tells for each number of pips how long matches to it
// last: one begins at each of the hands and goes on with those after it, from the
// last to the first.
func (b Bench) Matches(ctx context.Context, pips []int) ([]Length, error) {
	hauls, err := b.hauls(ctx)
	if err != nil {
		return nil, err
	}
	lengths := make([]Length, len(pips))
	for i, target := range pips {
		took := make([]int, len(hauls))
		for from := range hauls {
			took[from] = matchLength(hauls, from, target)
		}
		slices.Sort(took)
		lengths[i] = Length{Pips: target, Median: took[len(took)/2], Ninety: took[len(took)*9/10]}
	}
	return lengths, nil
}

// hauls plays all hands.
func (b Bench) hauls(ctx context.Context) ([]haul, error) {
	var hauls []haul
	for d := range b.deals(ctx, false) {
		if d.err != nil {
			return nil, d.err
		}
		for _, play := range d.plays {
			h := haul{winner: play.result.Winner}
			for _, pips := range play.result.Payments {
				h.pips += int(pips)
			}
			hauls = append(hauls, h)
		}
	}
	return hauls, ctx.Err()
}

// matchLength is how many hands it takes from one on until a seat has collected the target; at
// most ten times round.
func matchLength(hauls []haul, from, target int) int {
	var collected [engine.MaxSeats]int
	for n := range 10 * len(hauls) {
		h := hauls[(from+n)%len(hauls)]
		if h.winner == engine.Nobody {
			continue
		}
		if collected[h.winner] += h.pips; collected[h.winner] >= target {
			return n + 1
		}
	}
	return 10 * len(hauls)
}
