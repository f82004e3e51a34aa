package table

import (
	"context"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A thought is a computer's choice of a move, made beside the queue from what its
// seat sees while the delay runs that every move of a computer has. The job that
// makes the move waits for the delay and never for a thought, so how long one took
// shows in nothing but a house that has too many.
type thought struct {
	sitting.ComputersTurn
	dice    *rand.Rand
	dropped atomic.Bool // nobody wants it any more

	// Touched by jobs of its table only.
	ready bool
	move  engine.Move
}

// isReady says whether there is a move.
func (t *thought) isReady() bool { return t != nil && t.ready }

// think has the computer whose turn it is begin to think, and one whose turn it
// no longer is stop. After a failure it is left to the next tick.
func (h *House) think(r *room) {
	what, _ := r.clock(h.opt.Now()).Next(r.state)
	wanted := what == sitting.MovesComputer
	if old := r.thought; old != nil {
		if wanted && old.Version == r.state.Version() {
			return
		}
		old.dropped.Store(true)
		r.thought = nil
	}
	if !wanted || r.failures > 0 || !h.isRunning() {
		return
	}
	t, err := h.newThought(r.state)
	if err != nil {
		r.failures++
		_ = h.fault(r, "think", "", err) // logged there
		return
	}
	r.thought = t
	h.work.Go(func() { h.ponder(r.id, t) })
}

func (h *House) newThought(s sitting.State) (*thought, error) {
	var seed [32]byte
	if _, err := io.ReadFull(h.opt.Seeds, seed[:]); err != nil {
		return nil, err
	}
	return &thought{ComputersTurn: sitting.SeeTurn(s), dice: rand.New(rand.NewChaCha8(seed))}, nil
}

// ponder chooses a move when there is room for one more thought, and hands it to
// the table.
func (h *House) ponder(id sitting.ID, t *thought) {
	select {
	case h.minds <- struct{}{}:
	case <-h.stop:
		return
	}
	move, err := h.choose(id, t)
	<-h.minds
	if t.dropped.Load() {
		return
	}
	h.enqueue(id, &job{verb: "thought", ctx: context.Background(), done: make(chan outcome, 1), do: func(ctx context.Context, r *room) (Reply, error) {
		switch {
		case r.thought != t:
			return Reply{}, nil
		case err != nil:
			r.thought = nil
			r.failures++
			return Reply{}, err
		}
		t.ready, t.move = true, move
		return h.tick(ctx, r)
	}})
}

// choose asks the computer, whatever becomes of it.
func (h *House) choose(id sitting.ID, t *thought) (move engine.Move, err error) {
	if t.dropped.Load() {
		return nil, nil
	}
	defer func() {
		if caught := recover(); caught != nil {
			h.count.panics.Add(1)
			h.opt.Log.Error("computer panicked", "table", id, "level", t.Level.String(), "panic", caught, "stack", string(debug.Stack()))
			err = ErrPanicked
		}
	}()
	begun := time.Now()
	return h.opt.Choose(t.Level, t.View, t.Log, t.dice, opponent.Budget{
		Playouts: h.opt.Playouts,
		Stop:     func() bool { return t.dropped.Load() || time.Since(begun) >= h.opt.ThinkFor },
	}), nil
}

// computerMove decides the move that was thought of.
func (h *House) computerMove(r *room) ([]sitting.Event, error) {
	t := r.thought
	events, err := sitting.Move(r.state, t.Seat, []engine.Move{t.move})
	if err == nil {
		return events, nil
	}
	h.opt.Log.Error("computer's move refused", "table", r.id, "level", t.Level.String(), "code", codeOf(err))
	return sitting.Move(r.state, t.Seat, []engine.Move{anyMove(engine.LegalView(t.View))})
}

// anyMove returns a move that is legal in every case: a draw, and then a
// discard, which a hand that has drawn always has.
func anyMove(o engine.Options) engine.Move {
	if len(o.Draws) > 0 {
		return engine.Draw{Source: o.Draws[0]}
	}
	if len(o.Discards) > 0 {
		return engine.Discard{Card: o.Discards[0]}
	}
	return nil
}
