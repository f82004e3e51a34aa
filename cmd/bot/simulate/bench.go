package simulate

import (
	"context"
	"io"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// A Bench is who plays how many hands under which rules. What is played follows
// from it, whatever the machine; Workers alone change nothing but the time it takes.
type Bench struct {
	Rules    engine.Rules
	Seats    []opponent.Level // 2 to engine.MaxSeats, by seat in the first of the turned plays of a deal
	Hands    int              // at least 1
	Seed     uint64
	Playouts int // of a decision of hard; 0: its own number
	Workers  int // deals played at once, at least 1
}

// Run plays all hands, writes a record of each to records, a line each in the
// order of the deals, and tells what came of them; without records nothing is
// written. When ctx ends, so do the deals, and what came of those before is told.
// An error is one of writing, or a fault of a player.
func (b Bench) Run(ctx context.Context, records io.Writer) (Summary, error) {
	count := newCount(b.Seats)
	start := time.Now()
	for d := range b.deals(ctx, records != nil) {
		if d.err != nil {
			return Summary{}, d.err
		}
		count.add(d.plays)
		if records == nil {
			continue
		}
		for _, play := range d.plays {
			if _, err := records.Write(play.record); err != nil {
				return Summary{}, err
			}
		}
	}
	return count.summary(time.Since(start)), nil
}
