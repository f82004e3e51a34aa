package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// allows says whether an event outside the play of a hand can happen in a state.
// It asks what deciding asks, but for rights that aren't stored.
func (a *Audit) allows(e Event, at time.Time) bool {
	s := &a.state
	if _, opens := e.(Opened); opens != (s.phase == 0) || s.phase == Ended {
		return false
	}
	switch e := e.(type) {
	case Opened:
		return e.Host != "" && e.Settings.valid()
	case Joined:
		return e.Person != "" && !s.seats.sits(e.Person) && !a.isFull()
	case ComputerSat:
		return slices.Contains(opponent.Levels(), e.Level) && !a.isFull()
	case Left:
		return s.seats.occupied(e.Seat) && e.By != ""
	case RulesSet:
		return s.phase != Playing && e.Settings.valid() && e.Settings.Seats >= len(s.seats.staying())
	case HostPassed:
		return e.To != "" && e.To == s.seats.heir() && (!s.seats.sits(s.host) || s.seats.isAway(s.host))
	case Committed:
		return s.phase != Playing && e.Hand == s.hand+1 && s.deal.hand != e.Hand
	case CutGiven:
		return s.phase != Playing && s.seats.sits(e.By) && isWord(e.Word)
	case Closed:
		return true
	case TakebackAsked:
		return s.seats.ofPerson(e.Seat) && s.takebacks.may(e.Seat) == 0
	case TakebackAnswered:
		return s.takebacks.wish != nil && int(e.Seat) < len(s.seats.hand) && s.seats.ofPerson(e.Seat) && e.Seat != s.takebacks.wish.seat &&
			!(e.Yes && slices.Contains(s.takebacks.wish.agreed, e.Seat))
	case TakebackLapsed:
		return s.takebacks.wish != nil && e.Seat == s.takebacks.wish.seat && !s.byPerson() && !at.Before(s.takebacks.wish.at.Add(patience))
	case TookBack:
		return s.takebacks.wish != nil && e.Seat == s.takebacks.wish.seat && len(s.takebacks.waits(&s.seats)) == 0 && a.mayHaveLeft(e)
	case WentAway:
		return s.seats.ofPerson(e.Seat) && !s.seats.isAway(s.seats.at(e.Seat).Person)
	case CameBack:
		return s.seats.ofPerson(e.Seat) && s.seats.isAway(s.seats.at(e.Seat).Person)
	case Reminded:
		return a.isClockOf(e.Seat) && s.settings.Turn > 0 && !s.reminded
	case Called:
		return a.isClockOf(e.Seat) && !s.called
	case TimeLost:
		return s.byPerson() && s.settings.Turn > 0 && e.For > 0 // how long nobody could play is no event, and clocks are set
	case HandStarted, Played:
	}
	return false
}

// mayHaveLeft says whether a turn that comes back can have had so much time
// left. Only quiet hours, in a long turn, make it more than reckoned without them.
func (a *Audit) mayHaveLeft(e TookBack) bool {
	s := &a.state
	want := tookBack(s, nil)
	if s.settings.Turn < longTurn {
		return e == want
	}
	return want.Left <= e.Left && e.Left <= max(s.takebacks.newest().left, want.Left)
}

// isFull says whether the next hand has no seat to give.
func (a *Audit) isFull() bool { return len(a.state.seats.staying()) >= a.state.settings.Seats }

// isClockOf says whether a hand waits for the person of a seat.
func (a *Audit) isClockOf(at engine.Seat) bool {
	return a.state.byPerson() && a.state.game.Turn == at
}

// isWord says whether a word is one that was taken; an erased one is empty.
func isWord(word string) bool {
	clean, err := deal.CleanWord(word)
	return word == "" || err == nil && clean == word
}
