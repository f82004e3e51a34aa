package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// A mirrored is one deal, played once with each turning of the seats.
type mirrored struct {
	plays []play
	err   error
}

// A play is one hand that was played to its end.
type play struct {
	levels       []opponent.Level // by seat
	result       engine.Result
	moves, turns int
	laid         bool   // something lay on the table before the last turn
	record       []byte // a line; nil when records weren't asked for
}

// Notes are what a worker keeps of the hand that it plays; their memory serves
// its next hand.
type notes struct {
	records bool // hand records are asked for
	events  []engine.Event
	logs    [engine.MaxSeats][]engine.PublicEvent // as each seat saw it
}

func (n *notes) start(dealt engine.Dealt) {
	n.events = append(n.events[:0], dealt)
	for seat := range n.logs {
		n.logs[seat] = n.logs[seat][:0]
	}
}

// add notes an event; before is the state that it happens to.
func (n *notes) add(before engine.State, e engine.Event) {
	n.events = append(n.events, e)
	for seat := range before.Players {
		if seen, ok := engine.Public(before, e, engine.Seat(seat)); ok {
			n.logs[seat] = append(n.logs[seat], seen)
		}
	}
}

// turnings is how often a deal is played: the seats are turned by one until
// everybody sits as at first, so that each player holds each player's cards.
func (b Bench) turnings() int {
	for n := 1; n < len(b.Seats); n++ {
		if slices.Equal(turned(b.Seats, n), b.Seats) {
			return n
		}
	}
	return len(b.Seats)
}

func turned(levels []opponent.Level, by int) []opponent.Level {
	return slices.Concat(levels[by:], levels[:by])
}

// deals plays all deals and gives them in their order. Of n workers each plays
// every n-th deal and runs at most a few ahead of the rest. When the context ends,
// so do the deals.
func (b Bench) deals(ctx context.Context, recorded bool) iter.Seq[mirrored] {
	const ahead = 32
	turnings := b.turnings()
	deals := (b.Hands + turnings - 1) / turnings
	return func(yield func(mirrored) bool) {
		var all sync.WaitGroup
		defer all.Wait()
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		lanes := make([]chan mirrored, b.Workers)
		for i := range lanes {
			lanes[i] = make(chan mirrored, ahead)
			all.Go(func() {
				n := notes{records: recorded}
				for deal := i; deal < deals; deal += b.Workers {
					select {
					case lanes[i] <- b.deal(ctx, &n, deal, min(turnings, b.Hands-deal*turnings)):
					case <-ctx.Done():
						return
					}
				}
			})
		}
		for deal := range deals {
			select {
			case d := <-lanes[deal%b.Workers]:
				if ctx.Err() != nil || !yield(d) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

// deal plays one deal with the first of its turnings.
func (b Bench) deal(ctx context.Context, n *notes, deal, turnings int) (d mirrored) {
	for turn := range turnings {
		play, err := b.play(ctx, n, uint64(deal), turn)
		if err != nil {
			return mirrored{err: err}
		}
		d.plays = append(d.plays, play)
	}
	return d
}

// play plays one deal to its end. Everything in it follows from the seed and
// the number of the deal; the players' dice don't depend on who sits where.
func (b Bench) play(ctx context.Context, n *notes, deal uint64, turn int) (play, error) {
	levels := turned(b.Seats, turn)
	dice := rand.New(rand.NewPCG(b.Seed, 2*deal+1))
	budget := opponent.Budget{Playouts: b.Playouts, Stop: func() bool { return ctx.Err() != nil }}
	dealt, err := engine.Deal(b.Rules, len(levels), engine.Seat(deal%uint64(len(levels))), b.deck(deal))
	if err != nil {
		return play{}, err
	}
	s := engine.Apply(engine.State{}, dealt)
	n.start(dealt)
	out := play{levels: levels}
	for s.Phase != engine.Over {
		if err := ctx.Err(); err != nil {
			return play{}, err
		}
		seat := s.Turn
		move := opponent.Choose(levels[seat], engine.See(s, seat), n.logs[seat], dice, budget)
		more, err := engine.Decide(s, seat, move)
		if err != nil {
			return play{}, fmt.Errorf("%s chose %q: %w", levels[seat], move, err)
		}
		if _, draws := move.(engine.Draw); draws {
			out.turns++
			out.laid = s.MeldCount > 0
		}
		for _, e := range more {
			n.add(s, e)
			s = engine.Apply(s, e)
		}
	}
	out.result, _ = engine.Outcome(s)
	out.moves = len(n.events) - 2 // neither the deal nor the end is a move
	if n.records {
		id := fmt.Sprintf("s%d-%d-%d", b.Seed, deal, turn)
		line, err := json.Marshal(engine.MakeRecord(id, names(levels), n.events))
		if err != nil {
			return play{}, err
		}
		out.record = append(line, '\n')
	}
	return out, nil
}

// deck is the pack as shuffled for a deal.
func (b Bench) deck(deal uint64) (deck [engine.PackSize]engine.Card) {
	for i := range deck {
		deck[i] = engine.Card(i)
	}
	shuffle := rand.New(rand.NewPCG(b.Seed, 2*deal))
	shuffle.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// names calls players by level and seat.
func names(levels []opponent.Level) []string {
	var out []string
	for seat, l := range levels {
		out = append(out, fmt.Sprintf("%s-%d", l, seat))
	}
	return out
}
