package table

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// pastHand reads one hand of a table from the store. Errors: *sitting.Refusal with
// NoTable or NoSuchHand, faults.
func pastHand(ctx context.Context, store Store, id sitting.ID, hand int) (sitting.PastHand, error) {
	log, err := stored(ctx, store, id)
	if err != nil {
		return sitting.PastHand{}, err
	}
	return sitting.FindHand(id, log.Events, log.At, hand)
}

// resultAt returns the result that was the newest at an event of a table.
func resultAt(ctx context.Context, store Store, id sitting.ID, seq int64) (*sitting.HandResult, error) {
	log, err := stored(ctx, store, id)
	if err != nil {
		return nil, err
	}
	s := log.sitting(int(seq))
	return s.Last(), nil
}

// stored reads a table. Errors: *sitting.Refusal with NoTable, faults.
func stored(ctx context.Context, store Store, id sitting.ID) (Log, error) {
	log, err := store.Load(ctx, id)
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
