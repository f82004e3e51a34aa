package table

import (
	"context"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// A Proof is what anyone may know of one deal.
type Proof struct {
	Deal DealFacts
	Over bool       // the hand is over, so the seed is shown
	Fair deal.Proof // all that recomputes the deal; zero until Over
}

// A played is a hand that was dealt, or is committed, as the store knows it.
type played struct {
	deal   dealing
	events []engine.Event
	result *HandResult // nil before the end
}

// played reads one hand of a table from the store, as it was dealt fresh and
// without what was taken back; hand 0 is the newest dealt, or the first one while
// none is. Errors: *Refusal with NoTable or NoSuchHand, faults.
func (h *House) played(ctx context.Context, id ID, hand int) (played, error) {
	log, err := h.stored(ctx, id)
	if err != nil {
		return played{}, err
	}
	if hand == 0 {
		hand = newestHand(log.Events)
	}
	var found played
	s := state{id: id}
	for i, e := range log.Events {
		s = s.with(e, log.At[i])
		switch {
		case s.deal.hand == hand:
			found.deal = s.deal
		case s.hand == hand:
			found.deal = s.dealt
		}
		if s.hand != hand || s.again > 0 {
			continue
		}
		if p, ok := e.(Played); ok {
			found.events = append(found.events, p.Event)
		}
		if _, ok := e.(TookBack); ok {
			found.events = found.events[:len(found.events)-1]
		}
		if s.last != nil && s.last.Hand == hand {
			found.result = s.last
		}
	}
	if found.deal.hand == 0 {
		return played{}, &Refusal{Code: NoSuchHand}
	}
	found.result = found.result.withTabHead(log)
	return found, nil
}

// resultAt returns the result that was the newest at an event of a table.
func (h *House) resultAt(ctx context.Context, id ID, seq int64) (*HandResult, error) {
	log, err := h.stored(ctx, id)
	if err != nil {
		return nil, err
	}
	s := state{id: id}
	for i, e := range log.Events[:seq] {
		s = s.with(e, log.At[i])
	}
	return s.last.withTabHead(log), nil
}

// stored reads a table. Errors: *Refusal with NoTable, faults.
func (h *House) stored(ctx context.Context, id ID) (Log, error) {
	log, err := h.opt.Store.Load(ctx, id)
	if errors.Is(err, ErrNotFound) {
		return Log{}, &Refusal{Code: NoTable}
	}
	return log, err
}

// withTabHead returns a result with the head that the store has for it.
func (l *HandResult) withTabHead(log Log) *HandResult {
	if l == nil {
		return nil
	}
	with := *l
	with.TabHead = log.Heads[l.key()]
	return &with
}

// newestHand returns the number of the newest hand dealt, at least 1.
func newestHand(events []Event) int {
	newest := 1
	for _, e := range events {
		if started, ok := e.(HandStarted); ok {
			newest = started.Hand
		}
	}
	return newest
}

// Proof returns what is known of the deal of a hand, counted from 1; 0 is the
// newest dealt. Before the end of the hand that is the commitment and the cuts.
// Errors: *Refusal with NoTable or NoSuchHand, ctx.Err(), faults.
func (h *House) Proof(ctx context.Context, id ID, hand int) (Proof, error) {
	found, err := h.played(ctx, id, hand)
	if err != nil {
		return Proof{}, err
	}
	proof := Proof{Deal: found.deal.facts(), Over: found.result != nil}
	if proof.Over {
		d := found.deal
		proof.Fair = deal.Proof{
			Table: string(id), Hand: d.hand, Seed: d.seed, Cuts: d.words(), Commitment: d.commitment,
		}
		for _, e := range found.events {
			if dealt, ok := e.(engine.Dealt); ok {
				proof.Fair.Deck = dealt.Deck
			}
		}
	}
	return proof, nil
}

// Record returns a hand that is over, counted from 1 with 0 for the newest
// dealt, in the format for files; players are p0, p1, … by seat. An abandoned
// hand has no result. Errors: *Refusal with NoTable, NoSuchHand or, before the end,
// HandUnderWay; ctx.Err(); faults.
func (h *House) Record(ctx context.Context, id ID, hand int) (engine.Record, error) {
	found, err := h.played(ctx, id, hand)
	switch {
	case err != nil:
		return engine.Record{}, err
	case found.result == nil && len(found.events) == 0:
		return engine.Record{}, &Refusal{Code: NoSuchHand}
	case found.result == nil:
		return engine.Record{}, &Refusal{Code: HandUnderWay}
	}
	players := make([]string, len(found.result.Seats))
	for i := range players {
		players[i] = fmt.Sprintf("p%d", i)
	}
	record := engine.MakeRecord(fmt.Sprintf("%s-%d", id, found.deal.hand), players, found.events)
	record.Table, record.Hand, record.Commitment = string(id), found.deal.hand, found.deal.commitment
	return record, nil
}
