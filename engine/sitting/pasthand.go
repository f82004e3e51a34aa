package sitting

import (
	"fmt"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A PastHand is a hand that was dealt, or is committed, as the events tell it,
// without what was taken back.
type PastHand struct {
	id     ID
	deal   dealing
	events []engine.Event
	result *HandResult // nil before the end
	played bool        // its deal lies on the table, now or once more
	alone  bool        // at a table that is one person's
}

// A Proof is what anyone may know of one deal.
type Proof struct {
	Deal  DealFacts
	Over  bool       // the hand is over and its deal isn't played once more, so the seed is shown
	Gone  bool       // the hand was never dealt: its seed was erased when the table closed
	Dealt bool       // it was
	Lost  bool       // its channel was deleted, and the messages of the deal with it
	Alone bool       // one person plays it by themselves
	Again string     // id of a message that shows the seal once more, which no event tells; empty: none does
	Fair  deal.Proof // all that recomputes the deal; zero until Over
}

// FindHand finds a hand in the events of a sitting; at says when each of them
// happened. Hand 0 is the newest dealt, or the first one while none is. Its error
// is a [*Refusal] with NoSuchHand.
func FindHand(id ID, events []Event, at []time.Time, key HandKey) (PastHand, error) {
	if key.Hand == 0 {
		key.Hand = newestHand(events)
	}
	found, s := PastHand{id: id}, New(id)
	for i, e := range events {
		s.fold(e, at[i])
		switch {
		case s.deal.hand == key.Hand:
			found.deal = s.deal
		case s.hand == key.Hand:
			found.deal = s.dealt
		}
		if s.hand != key.Hand || s.again != key.Again {
			continue
		}
		if p, ok := e.(Played); ok {
			found.events = append(found.events, p.Event)
		}
		if _, ok := e.(TookBack); ok {
			found.events = found.events[:s.plays]
		}
		if s.last != nil && s.last.Key() == key {
			found.result = s.last
		}
	}
	found.alone = s.alone()
	found.played = s.phase == Playing && s.hand == key.Hand
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

// Outcome returns what the hand was to its people; the zero Outcome before its end.
func (h PastHand) Outcome() tab.Outcome {
	if h.result == nil {
		return tab.Outcome{}
	}
	return h.result.Outcome()
}

// Deal returns what anyone may know of the deal, whether the hand is over or not.
func (h PastHand) Deal() DealFacts { return h.deal.facts() }

// Proof returns what is known of the deal: before the end of the hand, and while the same
// deal is played once more, the commitment and the cuts.
func (h PastHand) Proof() Proof {
	proof := Proof{
		Deal: h.Deal(), Over: h.result != nil && !h.played, Gone: h.deal.isGone(),
		Dealt: len(h.events) > 0, Alone: h.alone,
	}
	if !proof.Over {
		return proof
	}
	proof.Fair = deal.Proof{
		Table: string(h.id), Hand: h.deal.hand, Seed: h.deal.seed, Cuts: h.deal.all(), Commitment: h.deal.commitment,
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
// with HandUnderWay before the end and while its deal lies on the table again.
func (h PastHand) Record() (engine.Record, error) {
	switch {
	case h.result == nil && len(h.events) == 0:
		return engine.Record{}, &Refusal{Code: NoSuchHand}
	case h.result == nil, h.played:
		return engine.Record{}, &Refusal{Code: HandUnderWay}
	}
	players := make([]string, len(h.result.Seats))
	for i := range players {
		players[i] = fmt.Sprintf("p%d", i)
	}
	record := engine.MakeRecord(fmt.Sprintf("%s-%d", h.id, h.deal.hand), players, h.events)
	record.Table, record.Hand, record.Commitment = string(h.id), h.deal.hand, h.deal.commitment
	record.Levels = h.result.Levels()
	return record, nil
}
