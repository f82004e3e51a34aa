package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// playOnAfter is how long after its seal stands a live table deals the next hand by
// itself: long enough to read the result, or to get up.
const playOnAfter = 30 * time.Second

// longGone is how much lost time people wait for no more: then somebody has to ask for
// the next hand.
const longGone = 10 * time.Minute

// plan has the next hand dealt by itself a while after a moment, if it is sealed and
// those who played the last one are all about, unless a match is over. Whoever leaves, goes away or changes the
// rules before that ends it for good: then somebody has to ask.
func (s *State) plan(at time.Time) {
	ceremony := s.match != nil && s.match.Over
	if s.phase == Between && !ceremony && s.settings.Pace == Live && !s.last.Abandoned && s.isNextReady() && s.seats.allHere() {
		s.next = at.Add(playOnAfter)
	}
}

// isNextReady says whether the hand after the last is committed and sealed.
func (s *State) isNextReady() bool { return s.deal.hand == s.hand+1 && s.deal.sealed && s.deal.ready() }

// allHere says whether there are enough for a hand, nobody has left, and every person
// is about and did something in the last one.
func (t *seating) allHere() bool {
	if len(t.hand)+len(t.wait) < MinSeats {
		return false
	}
	absent := func(s seat) bool { return s.Leaving || s.Person != "" && (s.Away || !s.here) }
	return !slices.ContainsFunc(t.hand, absent) && !slices.ContainsFunc(t.wait, absent)
}

// note notes who has done an event of a hand, or has come to the table.
func (s *State) note(e Event) {
	by := engine.Nobody
	switch e := e.(type) { //nolint:exhaustive,gochecksumtype // nobody sits there who did the others, or they change who is about
	case Joined:
		by = s.seats.place(e.Person)
	case Nudged:
		by = s.seats.place(e.By)
	case EndAsked:
		by = s.seats.place(e.By)
	case EndAnswered:
		by = e.Seat
	case TakebackAsked:
		by = e.Seat
	case TakebackAnswered:
		by = e.Seat
	case CameBack:
		if s.phase == Playing {
			by = e.Seat
		}
	case Played:
		if seat, move := engine.MoveOf(e.Event); move != nil && !s.seats.byComputer(seat) {
			by = seat
			s.seats.setPlayed(by)
		}
	}
	if by != engine.Nobody && !s.seats.at(by).here {
		s.seats.setHere(by)
	}
}

// setHere notes that the person of a seat did something in this hand, in a copy of the
// list that it is in.
func (t *seating) setHere(number engine.Seat) {
	if i := int(number) - len(t.hand); i >= 0 {
		t.wait = slices.Clone(t.wait)
		t.wait[i].here = true
		return
	}
	t.hand = slices.Clone(t.hand)
	t.hand[number].here = true
}

// setPlayed notes that the person of a seat made a move of the hand, in a copy of the list.
func (t *seating) setPlayed(number engine.Seat) {
	if !t.hand[number].played {
		t.hand = slices.Clone(t.hand)
		t.hand[number].played = true
	}
}

// newHand has none of those who sit in a hand that is dealt now have done anything in it.
func newHand(sit []seat) []seat {
	for i := range sit {
		sit[i].here, sit[i].played = false, false
	}
	return sit
}

// nextAt returns when the next hand is dealt by itself; zero where somebody has to ask
// for it, as they do when it would fall into the quiet hours of anybody who sits.
func (s *State) nextAt(quiet QuietHours) time.Time {
	if s.next.IsZero() || slices.ContainsFunc(s.People(), func(p Person) bool { return !quiet[p].Until(s.next).Equal(s.next) }) {
		return time.Time{}
	}
	return s.next
}

// PlayOn has the next hand dealt of a table that does so by itself.
func PlayOn(s State, d Dealer) ([]Event, error) {
	h := hearing{s: &s, dealer: d}
	return h.deal()
}
