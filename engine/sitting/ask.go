package sitting

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// An Ask is what a call asks of those whom it calls.
type Ask uint8

// The asks.
const (
	AsksTurn    Ask = iota // to play their turn
	AsksWish               // whether a play may be taken back
	AsksEnd                // whether the hand may end early
	AsksSeat               // to take a seat
	AsksOpening            // the same, of those who want to know that a table opens; no event tells of it
	AsksHost               // whether the host is still there
)

// askTexts are the asks as they are stored; that of a turn was stored before there
// were others.
//
//nolint:gochecknoglobals // constant table
var askTexts = [...]string{AsksTurn: "", AsksWish: "wish", AsksEnd: "end", AsksSeat: "seat", AsksOpening: "opening", AsksHost: "host"}

func parseAsk(text string) (Ask, bool) {
	for a, t := range askTexts {
		if t == text {
			return Ask(a), true
		}
	}
	return 0, false
}

// An ask is something that people are asked beside the turns of a hand, as it is open.
type ask struct {
	kind   Ask
	seat   engine.Seat // of whose wish it is; Nobody where they have none
	number int64       // of the event that asked
	since  time.Time
	of     []Person // who haven't answered
	called bool     // they were called
}

// asks lists what is open.
func (s *State) asks() []ask {
	var open []ask
	if w := s.takebacks.wish; w != nil {
		a := ask{kind: AsksWish, seat: w.seat, number: w.number, since: w.at, called: w.called}
		open = append(open, a.ofSeats(&s.seats, s.takebacks.waits(&s.seats)))
	}
	if w := s.endings.wish; w != nil {
		a := ask{kind: AsksEnd, seat: s.seats.of(w.by), number: w.number, since: w.at, called: w.called}
		open = append(open, a.ofSeats(&s.seats, w.waits(&s.seats)))
	}
	if a, waits := s.uncalled(); waits {
		open = append(open, a)
	}
	if s.sought != nil {
		open = append(open, s.hostAsk())
	}
	return open
}

// ofSeats completes an ask by whom it asks.
func (a ask) ofSeats(seats *seating, waits []engine.Seat) ask {
	for _, at := range waits {
		a.of = append(a.of, seats.hand[at].Person)
	}
	return a
}

// AskedAt returns the number of the event that opened what an ask asks, or of that
// which called people to a seat last; 0 where nothing is open, and for a turn.
func (s *State) AskedAt(kind Ask) int64 {
	if kind == AsksSeat {
		last := int64(0)
		for _, i := range s.invites {
			if i.open {
				last = max(last, i.call)
			}
		}
		return last
	}
	for _, a := range s.asks() {
		if a.kind == kind {
			return a.number
		}
	}
	return 0
}

// call notes that those were called whom something asks.
func (s *State) call(kind Ask, at time.Time) {
	switch kind {
	case AsksTurn:
		s.called, s.calledAt = true, at
	case AsksWish:
		s.takebacks.call()
	case AsksEnd:
		s.endings.call()
	case AsksSeat:
		s.callInvited()
	case AsksHost:
		s.callHost(at)
	case AsksOpening: // the server knows of it, and not the table
	}
}

// isPosted says whether an event tells of a message alone: nobody has done anything.
func isPosted(e Event) bool {
	_, called := e.(Called)
	_, reminded := e.(Reminded)
	_, sealed := e.(Sealed)
	_, placed := e.(Placed)
	return called || reminded || sealed || placed
}
