package engine

import "slices"

// MakeRecord writes a hand as a record; the first event is its [Dealt], and the
// players are named by seat. Table, Hand and Commitment are the caller's to add.
func MakeRecord(id string, players []string, events []Event) Record {
	r := Record{ID: id, Players: slices.Clone(players), Moves: []RecordMove{}}
	for _, e := range events {
		switch e := e.(type) {
		case Dealt:
			r.Rules, r.Dealer, r.Deck = e.Rules, int(e.Dealer), textsOf(e.Deck[:])
		case Drew:
			r.Moves = append(r.Moves, RecordMove{Seat: int(e.Seat), Type: "draw", Source: e.Source.String(), Cards: textsOf(e.Cards)})
		case Melded:
			r.Moves = append(r.Moves, RecordMove{Seat: int(e.Seat), Type: "meld", Cards: textsOf(Ordered(e.Cards))})
		case LaidOff:
			r.Moves = append(r.Moves, RecordMove{Seat: int(e.Seat), Type: "layoff", Meld: &e.Meld, Cards: textsOf(e.Cards.Cards())})
		case Discarded:
			r.Moves = append(r.Moves, RecordMove{Seat: int(e.Seat), Type: "discard", Card: e.Card.String()})
		case WentOut:
			r.Moves = append(r.Moves, recordGoOut(e))
		case Won:
			r.Result = recordResult(e.Seat, e.Payments)
			r.Result.Rummy = e.Rummy
		case Blocked:
			r.Result = recordResult(e.Collector, e.Payments)
			r.Result.Blocked = true
		}
	}
	return r
}

func recordGoOut(e WentOut) RecordMove {
	m := RecordMove{Seat: int(e.Seat), Type: "goout"}
	for _, meld := range e.Melds {
		m.Melds = append(m.Melds, textsOf(Ordered(meld)))
	}
	for _, l := range e.LayOffs {
		m.LayOffs = append(m.LayOffs, RecordLayOff{Meld: l.Meld, Cards: textsOf(l.Cards.Cards())})
	}
	if e.Discard != NoCard {
		m.Discard = e.Discard.String()
	}
	return m
}

func recordResult(winner Seat, payments [MaxSeats]Pips) *RecordResult {
	r := &RecordResult{Payments: []RecordPayment{}}
	if winner == Nobody {
		return r
	}
	to := int(winner)
	r.Winner = &to
	for from, pips := range payments {
		if pips != 0 {
			r.Payments = append(r.Payments, RecordPayment{From: from, To: to, Pips: pips})
		}
	}
	return r
}

func textsOf(cards []Card) []string {
	texts := make([]string, 0, len(cards))
	for _, c := range cards {
		texts = append(texts, c.String())
	}
	return texts
}
