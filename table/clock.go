package table

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// maxNap is the longest that a timer runs before the wall clock is looked at
// again: a machine that slept, or whose clock was set, is late by this at most.
const maxNap = time.Minute

// retryAfter is how long a table rests after a job of its own failed.
const retryAfter = 5 * time.Second

// setClock has the table woken when it next has something to do by itself.
func (h *House) setClock(r *room) {
	if !h.isRunning() {
		return
	}
	now := h.opt.Now()
	due := r.state.wake(h.opt.ComputerDelay)
	if r.failed {
		due = now.Add(retryAfter)
	}
	if due.IsZero() {
		if r.timer != nil {
			r.timer.Stop()
		}
		return
	}
	// Never zero: under testing/synctest such a timer fires on the caller's thread,
	// beside those that are firing already, and the race detector can't stand that.
	nap := min(max(due.Sub(now), time.Nanosecond), maxNap)
	if r.timer == nil {
		id := r.id
		r.timer = time.AfterFunc(nap, func() { h.ring(id) })
		return
	}
	r.timer.Reset(nap)
}

// isRunning says whether clocks and posts run.
func (h *House) isRunning() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.running && !h.stopping
}

// ring queues the table's own job; nobody waits for its outcome.
func (h *House) ring(id ID) {
	h.enqueue(id, &job{verb: "clock", ctx: context.Background(), do: h.tick, done: make(chan outcome, 1)})
}

// tick does what a table does by itself, if it is time: a move of a computer, or
// calling a person away whose turn took too long.
func (h *House) tick(ctx context.Context, r *room) (Reply, error) {
	if err := r.load(ctx); err != nil {
		r.failed = true
		return Reply{}, h.fault(r, "clock", "", err)
	}
	r.failed = false
	due := r.state.wake(h.opt.ComputerDelay)
	if due.IsZero() || h.opt.Now().Before(due) {
		return Reply{}, nil
	}
	events := []Event{WentAway{r.state.game.Turn}}
	if r.state.byComputer(r.state.game.Turn) {
		var err error
		if events, err = h.computerMove(r); err != nil {
			r.failed = true
			return Reply{}, h.fault(r, "computer", "", err)
		}
		h.count.computerMoves.Add(1)
	}
	_, err := h.commit(ctx, r, "", "", events)
	if errors.Is(err, ErrConflict) {
		h.count.conflicts.Add(1)
		return Reply{}, nil
	}
	return Reply{}, h.fault(r, "clock", "", err)
}

// computerMove chooses one move for the seat whose turn it is, from what that
// seat sees, and decides it.
func (h *House) computerMove(r *room) ([]Event, error) {
	s := &r.state
	at := s.game.Turn
	level := s.seats[at].Computer
	if s.seats[at].Person != "" {
		level = opponent.Easy
	}
	var seed [32]byte
	if _, err := io.ReadFull(h.opt.Seeds, seed[:]); err != nil {
		return nil, err
	}
	view := engine.See(s.game, at)
	chosen := h.opt.Choose(level, view, s.seen(at), rand.New(rand.NewChaCha8(seed)))
	events, err := s.moves(at, []engine.Move{chosen})
	if err == nil {
		return events, nil
	}
	h.opt.Log.Error("computer's move refused", "table", r.id, "level", level.String(), "code", codeOf(err))
	return s.moves(at, []engine.Move{anyMove(engine.LegalView(view))})
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
