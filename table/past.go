package table

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Proof returns what is known of the deal of a hand, counted from 1; 0 is the
// newest dealt. Before the end of the hand that is the commitment and the cuts.
// Errors: *sitting.Refusal with NoTable or NoSuchHand, ctx.Err(), faults.
func (h *House) Proof(ctx context.Context, id sitting.ID, hand int) (sitting.Proof, error) {
	past, err := h.hand(ctx, id, hand)
	if err != nil {
		return sitting.Proof{}, err
	}
	return past.Proof(), nil
}

// Record returns a hand that is over, counted from 1 with 0 for the newest
// dealt, in the format for files, as [sitting.PastHand] says. Errors:
// *sitting.Refusal with NoTable, NoSuchHand or, before the end, HandUnderWay;
// ctx.Err(); faults.
func (h *House) Record(ctx context.Context, id sitting.ID, hand int) (engine.Record, error) {
	past, err := h.hand(ctx, id, hand)
	if err != nil {
		return engine.Record{}, err
	}
	return past.Record()
}

// like completes a wish for a table like a closed one, from what is stored of that.
func (h *House) like(ctx context.Context, by sitting.Person, do sitting.Open) (sitting.Open, error) {
	log, err := h.stored(ctx, do.Like)
	if err != nil {
		return do, err
	}
	return sitting.Rematch(log.sitting(len(log.Events)), by, do)
}

// hand reads one hand of a table from the store. Errors: *sitting.Refusal with
// NoTable or NoSuchHand, faults.
func (h *House) hand(ctx context.Context, id sitting.ID, hand int) (sitting.PastHand, error) {
	log, err := h.stored(ctx, id)
	if err != nil {
		return sitting.PastHand{}, err
	}
	return sitting.FindHand(id, log.Events, log.At, hand)
}

// resultAt returns the result that was the newest at an event of a table.
func (h *House) resultAt(ctx context.Context, id sitting.ID, seq int64) (*sitting.HandResult, error) {
	log, err := h.stored(ctx, id)
	if err != nil {
		return nil, err
	}
	s := log.sitting(int(seq))
	return s.Last(), nil
}

// stored reads a table. Errors: *sitting.Refusal with NoTable, faults.
func (h *House) stored(ctx context.Context, id sitting.ID) (Log, error) {
	log, err := h.opt.Store.Load(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Log{}, &sitting.Refusal{Code: sitting.NoTable}
	}
	return log, err
}

// sitting returns what the first n events of a table made of it.
func (l Log) sitting(n int) sitting.State {
	s := sitting.Replay(l.Head.Table, l.Events[:n], l.At)
	if last := s.Last(); last != nil {
		return s.WithTabHead(l.Heads[last.Key()])
	}
	return s
}
