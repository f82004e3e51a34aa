package engine

import "strconv"

// An Event is a fact of a hand. The set is closed: [Dealt], [Drew], [Melded],
// [LaidOff], [Discarded], [WentOut], [Won], [Blocked]. Each has a text that
// [ParseEvent] reads back to the same value. Only events are stored, so they
// say what happened and never why it was allowed.
//
//sumtype:decl
type Event interface {
	isEvent()
	String() string
}

// Dealt is the first event of every hand and holds all that the rest needs.
type Dealt struct {
	Rules   Rules
	Players int // 2 to 6
	Dealer  Seat
	Deck    [PackSize]Card // in dealing order: the hands, the up-card, the stock from its top
}

// Drew says which cards a seat took, in the order taken.
type Drew struct {
	Seat   Seat
	Source Source
	Cards  []Card // one or two
}

// Melded says that a seat laid a set or run; it takes the next meld number.
type Melded struct {
	Seat  Seat
	Cards Hand
}

// LaidOff says that a seat added cards to a meld on the table.
type LaidOff struct {
	Seat  Seat
	Meld  int
	Cards Hand
}

// Discarded ends a seat's turn.
type Discarded struct {
	Seat Seat
	Card Card
}

// WentOut says that a seat played everything it held in one move.
type WentOut struct {
	Seat    Seat
	Melds   []Hand
	LayOffs []LayOff
	Discard Card // NoCard for none
}

// Won ends a hand that a seat went out of; it follows the event that emptied the hand.
type Won struct {
	Seat     Seat
	Rummy    bool
	Payments [MaxSeats]Pips // what each seat pays the winner, multiplied already
}

// Blocked ends a hand that came to a standstill.
type Blocked struct {
	Collector Seat // Nobody when nobody is paid
	Payments  [MaxSeats]Pips
}

func (Dealt) isEvent()     {}
func (Drew) isEvent()      {}
func (Melded) isEvent()    {}
func (LaidOff) isEvent()   {}
func (Discarded) isEvent() {}
func (WentOut) isEvent()   {}
func (Won) isEvent()       {}
func (Blocked) isEvent()   {}

const (
	nobodyWord = "nobody"
	rummyWord  = "rummy"
	plainWord  = "plain"
)

// String gives "dealt players=2 dealer=0 preset=boathouse draw=pair … deck 7H 2C …"
// with every house rule.
func (e Dealt) String() string {
	return "dealt players=" + strconv.Itoa(e.Players) + " dealer=" + e.Dealer.String() +
		" " + e.Rules.String() + " deck " + cardsText(e.Deck[:])
}

// String gives "drew 1 stock 2C 9D".
func (e Drew) String() string {
	return "drew " + e.Seat.String() + " " + e.Source.String() + " " + cardsText(e.Cards)
}

// String gives "melded 1 9C 9D 9S".
func (e Melded) String() string { return "melded " + e.Seat.String() + " " + handText(e.Cards) }

// String gives "laidoff 1 0 9H": the seat, the meld, the cards.
func (e LaidOff) String() string {
	return "laidoff " + e.Seat.String() + " " + layOffText(LayOff{Meld: e.Meld, Cards: e.Cards})
}

// String gives "discarded 1 KD".
func (e Discarded) String() string { return "discarded " + e.Seat.String() + " " + e.Card.String() }

// String gives "wentout 0 3D 4D 5D / 1 6D ; JH", as the text of [GoOut].
func (e WentOut) String() string {
	return "wentout " + e.Seat.String() + goOutText(e.Melds, e.LayOffs, e.Discard)
}

// String gives "won 0 rummy 0 86 0 0 0 0" or "won 0 plain …": what each of six seats pays.
func (e Won) String() string {
	kind := plainWord
	if e.Rummy {
		kind = rummyWord
	}
	return "won " + e.Seat.String() + " " + kind + paymentsText(e.Payments)
}

// String gives "blocked 1 12 0 0 0 0 0" or "blocked nobody 0 0 0 0 0 0".
func (e Blocked) String() string {
	return "blocked " + e.Collector.String() + paymentsText(e.Payments)
}

// String gives the seat's number, from 0, or "nobody".
func (s Seat) String() string {
	if s == Nobody {
		return nobodyWord
	}
	return strconv.Itoa(int(s))
}

func cardsText(cards []Card) string {
	b := make([]byte, 0, 3*len(cards))
	for i, c := range cards {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, c.String()...)
	}
	return string(b)
}

func paymentsText(payments [MaxSeats]Pips) string {
	var b []byte
	for _, pips := range payments {
		b = strconv.AppendInt(append(b, ' '), int64(pips), 10)
	}
	return string(b)
}
