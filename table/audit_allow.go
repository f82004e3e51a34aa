package table

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// allows says whether an event outside the play of a hand can happen in a state.
// It asks what deciding asks, but for rights that aren't stored.
func (s *state) allows(e Event, at time.Time) bool {
	if _, opens := e.(Opened); opens != (s.phase == 0) || s.phase == Ended {
		return false
	}
	switch e := e.(type) {
	case Opened:
		return e.Host != "" && e.Settings.valid()
	case Joined:
		return e.Person != "" && !s.sits(e.Person) && !s.full()
	case ComputerSat:
		return slices.Contains(opponent.Levels(), e.Level) && !s.full()
	case Left:
		return s.occupied(e.Seat) && e.By != ""
	case RulesSet:
		return s.phase != Playing && e.Settings.valid() && e.Settings.Seats >= len(s.staying())
	case HostPassed:
		return e.To != "" && e.To == s.heir() && (!s.sits(s.host) || s.isAway(s.host))
	case Committed:
		return s.phase != Playing && e.Hand == s.hand+1 && s.deal.hand != e.Hand
	case CutGiven:
		return s.phase != Playing && s.sits(e.By) && isWord(e.Word)
	case Closed:
		return true
	case TakebackAsked:
		return s.isPersons(e.Seat) && s.mayTakeBack(e.Seat) == 0
	case TakebackAnswered:
		return s.wish != nil && int(e.Seat) < len(s.seats) && s.isPersons(e.Seat) && e.Seat != s.wish.seat &&
			!(e.Yes && slices.Contains(s.wish.agreed, e.Seat))
	case TakebackLapsed:
		return s.wish != nil && e.Seat == s.wish.seat && !s.byPerson() && !at.Before(s.wish.at.Add(patience))
	case TookBack:
		return s.wish != nil && e.Seat == s.wish.seat && len(s.waitsFor()) == 0 && s.mayHaveLeft(e)
	case WentAway:
		return s.isPersons(e.Seat) && !s.isAway(s.personAt(e.Seat))
	case CameBack:
		return s.isPersons(e.Seat) && s.isAway(s.personAt(e.Seat))
	case Reminded:
		return s.isClockOf(e.Seat) && s.settings.Turn > 0 && !s.reminded
	case Called:
		return s.isClockOf(e.Seat) && !s.called
	case TimeLost:
		return s.byPerson() && s.settings.Turn > 0 && e.For > 0 // how long nobody could play is no event, and clocks are set
	case HandStarted, Played:
	}
	return false
}

// mayHaveLeft says whether a turn that comes back can have had so much time
// left. Only quiet hours, in a long turn, make it more than reckoned without them.
func (s *state) mayHaveLeft(e TookBack) bool {
	want := s.tookBack(nil)
	if s.settings.Turn < longTurn {
		return e == want
	}
	return want.Left <= e.Left && e.Left <= max(s.newest().left, want.Left)
}

// isPersons says whether a person has a seat of the hand, or from there on of
// those waiting, and hasn't left it.
func (s *state) isPersons(at engine.Seat) bool { return s.occupied(at) && s.personAt(at) != "" }

// personAt returns who has an occupied seat; empty for a computer.
func (s *state) personAt(at engine.Seat) Person {
	if i := int(at) - len(s.seats); i >= 0 {
		return s.waiting[i].Person
	}
	return s.seats[at].Person
}

// isClockOf says whether a hand waits for the person of a seat.
func (s *state) isClockOf(at engine.Seat) bool { return s.byPerson() && s.game.Turn == at }

// isWord says whether a word is one that was taken; an erased one is empty.
func isWord(word string) bool {
	clean, err := deal.CleanWord(word)
	return word == "" || err == nil && clean == word
}

// Named returns the person whom an event names; empty for none. No event names two.
func Named(e Event) Person {
	switch e := e.(type) {
	case Opened:
		return e.Host
	case Joined:
		return e.Person
	case Left:
		return e.By
	case HostPassed:
		return e.To
	case CutGiven:
		return e.By
	case Closed:
		return e.By
	case ComputerSat, RulesSet, Committed, HandStarted, Played, TakebackAsked, TakebackAnswered,
		TakebackLapsed, TookBack, WentAway, CameBack, Reminded, Called, TimeLost:
	}
	return ""
}
