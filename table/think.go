package table

import (
	"context"
	"io"
	"math/rand/v2"
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
// no longer is stop. After a failure it is left to the next ring.
func (v *evening) think(wanted bool) {
	if old := v.thought; old != nil {
		if wanted && old.Version == v.state.Version() {
			return
		}
		old.dropped.Store(true)
		v.thought = nil
	}
	if !wanted || v.amiss || !v.house.runner.isRunning() {
		return
	}
	t, err := v.house.newThought(v.state)
	if err != nil {
		v.amiss = true
		_ = v.fault("think", "", err) // logged there
		return
	}
	v.thought = t
	v.house.runner.work.Go(func() { v.house.ponder(v.id, t) })
}

// computerMove decides the move that was thought of.
func (v *evening) computerMove() ([]sitting.Event, error) {
	t := v.thought
	events, err := sitting.Move(v.state, t.Seat, []engine.Move{t.move})
	if err == nil {
		return events, nil
	}
	v.house.opt.Log.Error("computer's move refused", "table", v.id, "level", t.Level.String(), "code", codeOf(err))
	return sitting.Move(v.state, t.Seat, []engine.Move{anyMove(engine.LegalView(t.View))})
}

func (h *shared) newThought(s sitting.State) (*thought, error) {
	var seed [32]byte
	if _, err := io.ReadFull(h.opt.Seeds, seed[:]); err != nil {
		return nil, err
	}
	return &thought{ComputersTurn: sitting.SeeTurn(s), dice: rand.New(rand.NewChaCha8(seed))}, nil
}

// ponder chooses a move when there is room for one more thought, and hands it to
// the table, which makes it when it is next rung: at once, if its delay is over.
func (h *shared) ponder(id sitting.ID, t *thought) {
	select {
	case h.minds <- struct{}{}:
	case <-h.runner.stop:
		return
	}
	move, err := h.choose(id, t)
	<-h.minds
	if t.dropped.Load() {
		return
	}
	h.runner.tell(OwnerID(id), job{verb: "thought", do: func(_ context.Context, r *place) error {
		v := r.owner.(*evening)
		switch {
		case v.thought != t:
		case err != nil:
			v.thought, v.amiss = nil, true
		default:
			t.ready, t.move = true, move
		}
		return nil
	}})
}

// choose asks the computer, whatever becomes of it.
func (h *shared) choose(id sitting.ID, t *thought) (move engine.Move, err error) {
	if t.dropped.Load() {
		return nil, nil
	}
	begun := time.Now()
	err = h.runner.contain("computer panicked", func() error {
		move = h.opt.Choose(t.Level, t.View, t.Log, t.dice, opponent.Budget{
			Playouts: h.opt.Playouts,
			Stop:     func() bool { return t.dropped.Load() || time.Since(begun) >= h.opt.ThinkFor },
		})
		return nil
	}, "table", id, "level", t.Level.String())
	return move, err
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
