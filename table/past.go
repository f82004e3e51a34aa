package table

import (
	"context"
	"errors"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// pastHand reads one hand of a table from the store. Errors: *sitting.Refusal with
// NoTable or NoSuchHand, faults.
func pastHand(ctx context.Context, store Store, id sitting.ID, key sitting.HandKey) (sitting.PastHand, error) {
	log, err := stored(ctx, store, id)
	if err != nil {
		return sitting.PastHand{}, err
	}
	return sitting.FindHand(id, log.Events, log.At, key)
}

// resultAt returns the result that was the newest at an event of a table.
func resultAt(ctx context.Context, store Store, id sitting.ID, seq int64) (*sitting.HandResult, error) {
	log, s, quick, err := resumed(ctx, store, id)
	if quick && s.Last().Seq != seq {
		quick = false
		log, err = store.Load(ctx, id)
	}
	if err != nil {
		return nil, unknown(err)
	}
	if !quick {
		s = log.sitting(int(seq))
	}
	return s.Last(), nil
}

// stored reads a table. Errors: *sitting.Refusal with NoTable, faults.
func stored(ctx context.Context, store Store, id sitting.ID) (Log, error) {
	log, err := store.Load(ctx, id)
	return log, unknown(err)
}

// unknown has a table that the store doesn't know be refused.
func unknown(err error) error {
	if errors.Is(err, ErrNotFound) {
		return &sitting.Refusal{Code: sitting.NoTable}
	}
	return err
}

// resumed returns a table as it stands, and whether a checkpoint made that quick. Errors:
// ErrNotFound, faults.
func resumed(ctx context.Context, store Store, id sitting.ID) (log Log, s sitting.State, quick bool, err error) {
	log, err = store.Resume(ctx, id)
	if err == nil && log.Checkpoint != nil {
		if s, err = sitting.Restore(id, *log.Checkpoint, log.Texts); err == nil {
			return log, log.after(s), true, nil
		}
		log, err = store.Load(ctx, id)
	}
	if err != nil {
		return Log{}, sitting.State{}, false, err
	}
	return log, log.sitting(len(log.Events)), false, nil
}

// after returns what the events made of a state before them.
func (l Log) after(s sitting.State) sitting.State {
	for i, e := range l.Events {
		s = sitting.Apply(s, e, l.At[i])
	}
	if last := s.Last(); last != nil {
		return s.WithTabHead(l.Heads[last.Key()])
	}
	return s
}

// sitting returns what the first n events of a table made of it.
func (l Log) sitting(n int) sitting.State {
	l.Events = l.Events[:n]
	return l.after(sitting.New(l.Head.Table))
}

// Proof returns what is known of the deal of a hand, counted from 1; 0 is the
// newest dealt. Before the end of the hand that is the commitment and the cuts.
// Errors: *sitting.Refusal with NoTable or NoSuchHand, ctx.Err(), faults.
func (h *House) Proof(ctx context.Context, id sitting.ID, hand int) (sitting.Proof, error) {
	log, err := stored(ctx, h.opt.Store, id)
	if err != nil {
		return sitting.Proof{}, err
	}
	past, err := sitting.FindHand(id, log.Events, log.At, sitting.HandKey{Hand: hand})
	if err != nil {
		return sitting.Proof{}, err
	}
	proof := past.Proof()
	if proof.Lost = log.Gone; !proof.Lost {
		proof.Again = log.Refs.SealsAgain[proof.Deal.Hand]
	}
	return proof, nil
}

// Record returns a hand that is over, counted from 1 with 0 for the newest
// dealt, in the format for files, as [sitting.PastHand] says. Errors:
// *sitting.Refusal with NoTable, NoSuchHand or, before the end, HandUnderWay;
// ctx.Err(); faults.
func (h *House) Record(ctx context.Context, id sitting.ID, hand int) (engine.Record, error) {
	past, err := pastHand(ctx, h.opt.Store, id, sitting.HandKey{Hand: hand})
	if err != nil {
		return engine.Record{}, err
	}
	return past.Record()
}

// Course returns a hand that is over as it was played, all hands open. Errors:
// *sitting.Refusal with NoTable, NoSuchHand or, while its deal lies on the table,
// HandUnderWay; ctx.Err(); faults.
func (h *House) Course(ctx context.Context, id sitting.ID, key sitting.HandKey) (sitting.Course, error) {
	past, err := pastHand(ctx, h.opt.Store, id, key)
	if err != nil {
		return sitting.Course{}, err
	}
	return past.Course()
}

// OwnTurns returns the turns of a hand that is over which a person played themselves.
// Errors: *sitting.Refusal as [sitting.FindTurns] says, or with NoTable; ctx.Err(); faults.
func (h *House) OwnTurns(ctx context.Context, id sitting.ID, key sitting.HandKey, p sitting.Person) (sitting.OwnTurns, error) {
	log, err := stored(ctx, h.opt.Store, id)
	if err != nil {
		return sitting.OwnTurns{}, err
	}
	return sitting.FindTurns(id, log.Events, log.At, key, p)
}
