package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Remark is what a computer says of a hand that is over: one fact that all could see.
// The zero Remark is none.
type Remark struct {
	Fact Fact
	Seat engine.Seat // whose remark it is: a computer's
	Of   engine.Seat // who collected; Nobody if nobody did
	Card engine.Card // of Threw
	Pips int         // as the fact says
}

// A Fact is what a remark tells.
type Fact uint8

// The facts, of a computer that collected, of one that didn't, of a hand that nobody did.
const (
	WonRummy  Fact = iota + 1 // with everything at once, which counts more than once
	WonDear                   // Pips, a lot
	WonNarrow                 // Pips, few
	WonOut                    // Pips
	WonStuck                  // Pips, as the one who held least

	Threw      // the Card that the winner took for the last turn
	LostDear   // Pips to pay, a lot
	LostRummy  // to one
	LostNarrow // it held few Pips
	Lost       // Pips to pay

	Stuck // nobody pays
)

// What is a lot to collect in one hand or to pay, and what is little.
const (
	dearWin   = 60
	dearLoss  = 40
	narrowWin = 10
	fewPips   = 5
)

// remarkOf returns what a computer has to say of a hand that has just ended. It follows
// from the hand alone. The winner speaks; else whoever has most to tell, of these the
// first after the dealer.
func (s *State) remarkOf(l *HandResult) Remark {
	if l.Abandoned || s.settings.NoRemarks {
		return Remark{}
	}
	if winner := l.Result.Winner; winner != engine.Nobody && l.Seats[winner].Computer != 0 {
		return won(l)
	}
	thrower, card := s.log.threw(l.Result.Winner)
	var best Remark
	for i := range l.Seats {
		at := (l.Dealer + 1 + engine.Seat(i)) % engine.Seat(len(l.Seats))
		if l.Seats[at].Computer == 0 {
			continue
		}
		r := lost(l, at)
		if at == thrower && !l.Result.Blocked {
			r.Fact, r.Card = Threw, card
		}
		if best.Fact == 0 || r.Fact < best.Fact {
			best = r
		}
	}
	return best
}

// won is what the winner has to tell.
func won(l *HandResult) Remark {
	r := Remark{Seat: l.Result.Winner, Of: l.Result.Winner, Card: engine.NoCard, Pips: l.collected()}
	switch {
	case l.Result.Blocked:
		r.Fact = WonStuck
	case l.isRummy():
		r.Fact = WonRummy
	case r.Pips <= narrowWin:
		r.Fact = WonNarrow
	case r.Pips >= dearWin:
		r.Fact = WonDear
	default:
		r.Fact = WonOut
	}
	return r
}

// lost is what a seat has to tell that didn't collect.
func lost(l *HandResult, at engine.Seat) Remark {
	r := Remark{Seat: at, Of: l.Result.Winner, Card: engine.NoCard, Pips: int(l.Result.Payments[at])}
	held := int(l.Result.Counts[at])
	switch {
	case l.Result.Winner == engine.Nobody:
		r.Fact = Stuck
	case r.Pips >= dearLoss:
		r.Fact = LostDear
	case l.isRummy():
		r.Fact = LostRummy
	case held <= fewPips:
		r.Fact, r.Pips = LostNarrow, held
	default:
		r.Fact = Lost
	}
	return r
}

// threw returns who had discarded the top card that a seat took for its last turn;
// Nobody where it took none that anybody had discarded.
func (l *handLog) threw(taker engine.Seat) (engine.Seat, engine.Card) {
	if taker == engine.Nobody {
		return engine.Nobody, engine.NoCard
	}
	for i, e := range slices.Backward(l.public) {
		if e.Kind != engine.SawDraw || e.Seat != taker {
			continue
		}
		if len(e.Cards) == 0 { // from the stock alone
			break
		}
		for _, d := range slices.Backward(l.public[:i]) {
			if d.Kind == engine.SawDiscard && d.Cards[0] == e.Cards[0] {
				return d.Seat, e.Cards[0]
			}
		}
		break
	}
	return engine.Nobody, engine.NoCard
}
