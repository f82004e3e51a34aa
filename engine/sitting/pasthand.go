package sitting

import (
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
)

// A PastHand is a hand that was dealt, or is committed, as the events tell it: as
// it was dealt fresh, and without what was taken back.
type PastHand struct {
	id     ID
	deal   dealing
	events []engine.Event
	result *HandResult // nil before the end
}

// A Proof is what anyone may know of one deal.
type Proof struct {
	Deal DealFacts
	Over bool       // the hand is over, so the seed is shown
	Gone bool       // the hand was never dealt: its seed was erased when the table closed
	Fair deal.Proof // all that recomputes the deal; zero until Over
}

// FindHand finds a hand in the events of a sitting; at says when each of them
// happened. Hand 0 is the newest dealt, or the first one while none is. Its error
// is a [*Refusal] with NoSuchHand.
func FindHand(id ID, events []Event, at []time.Time, hand int) (PastHand, error) {
	if hand == 0 {
		hand = newestHand(events)
	}
	found, s := PastHand{id: id}, New(id)
	for i, e := range events {
		s.fold(e, at[i])
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
		return PastHand{}, &Refusal{Code: NoSuchHand}
	}
	return found, nil
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

// Deal returns what anyone may know of the deal, whether the hand is over or not.
func (h PastHand) Deal() DealFacts { return h.deal.facts() }

// Proof returns what is known of the deal: before the end of the hand the
// commitment and the cuts.
func (h PastHand) Proof() Proof {
	proof := Proof{Deal: h.Deal(), Over: h.result != nil, Gone: h.deal.isGone()}
	if !proof.Over {
		return proof
	}
	proof.Fair = deal.Proof{
		Table: string(h.id), Hand: h.deal.hand, Seed: h.deal.seed, Cuts: h.deal.words(), Commitment: h.deal.commitment,
	}
	for _, e := range h.events {
		if dealt, ok := e.(engine.Dealt); ok {
			proof.Fair.Deck = dealt.Deck
		}
	}
	return proof
}

// Record returns the hand in the format for files; players are p0, p1, … by seat.
// An abandoned hand has no result. Its error is a [*Refusal] with NoSuchHand, or
// with HandUnderWay before the end.
func (h PastHand) Record() (engine.Record, error) {
	switch {
	case h.result == nil && len(h.events) == 0:
		return engine.Record{}, &Refusal{Code: NoSuchHand}
	case h.result == nil:
		return engine.Record{}, &Refusal{Code: HandUnderWay}
	}
	players := make([]string, len(h.result.Seats))
	for i := range players {
		players[i] = fmt.Sprintf("p%d", i)
	}
	record := engine.MakeRecord(fmt.Sprintf("%s-%d", h.id, h.deal.hand), players, h.events)
	record.Table, record.Hand, record.Commitment = string(h.id), h.deal.hand, h.deal.commitment
	return record, nil
}
