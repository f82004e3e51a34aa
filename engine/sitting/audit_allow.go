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
	if s.alone() && isOfSeveral(e) {
		return false
	}
	switch e := e.(type) {
	case Opened:
		return e.Host != "" && e.Settings.valid()
	case Joined:
		return e.Person != "" && !s.seats.sits(e.Person) && !a.isFull()
	case ComputerSat:
		return slices.Contains(opponent.Characters(), e.Character) && !a.isFull()
	case Left:
		return s.seats.occupied(e.Seat) && e.By != ""
	case RulesSet:
		return !s.isMidHand() && e.Settings.valid() && e.Settings.Seats >= len(s.seats.staying())
	case HostPassed:
		return e.To != "" && e.To == s.seats.heir() && (!s.seats.sits(s.host) || s.seats.isAway(s.host))
	case HostSought:
		return s.sought == nil && e.By != s.host && s.seats.sits(e.By)
	case HostSeen:
		return s.host != ""
	case Committed:
		return s.phase != Playing && e.Hand == s.hand+1 && s.deal.hand != e.Hand && a.isSealOf(e)
	case Placed:
		return e.Hand == s.Unplaced() && e.Message != ""
	case Sealed:
		return e.Hand == s.deal.hand && s.deal.sealed && s.deal.message == "" && e.Message != ""
	case CutGiven:
		return !s.isMidHand() && s.deal.ready() && s.seats.sits(e.By) && isWord(e.Word)
	case EndAsked:
		return e.By != "" && s.mayEnd(e.By, false) == 0 && !s.needsNobody(e.By, false)
	case EndAnswered:
		wish := s.endings.wish
		return wish != nil && int(e.Seat) < len(s.seats.hand) && s.seats.ofPerson(e.Seat) && s.seats.at(e.Seat).Person != wish.by &&
			!(e.Yes && slices.Contains(wish.agreed, e.Seat))
	case Invited:
		at := Watch(*s, nil)
		return e.Person != "" && s.seats.ofPerson(e.Seat) && at.MayInvite(s.seats.at(e.Seat).Person, []Person{e.Person}) == nil
	case Declined:
		at := s.invitation(e.Person)
		return at >= 0 && s.invites[at].open
	case Abandoned:
		return s.phase == Playing && e.By != "" // a manager needs nobody's consent
	case Closed:
		return e.Idle == 0 || e.By == "" && e.Idle == s.idleFor() && !at.Before(s.moved.Add(e.Idle))
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
		return a.isClockOf(e.Seat) && s.turnLimit() > 0 && !s.reminded
	case Called:
		return a.mayHaveCalled(e)
	case Nudged:
		return s.mayNudge(e.By, e.Seat, at) == 0
	case TimeLost:
		_, limited := s.LimitedSince()
		return limited && e.For > 0 // how long nobody could play is no event, and clocks are set
	case Frozen, HandStarted, Played:
	}
	return false
}

// isOfSeveral says whether an event takes more people than one, or tells somebody of
// something: none at a table that is somebody's alone.
func isOfSeveral(e Event) bool {
	switch e.(type) { //nolint:exhaustive,gochecksumtype // the others can be
	case Joined, Invited, HostPassed, HostSought, HostSeen, WentAway, Reminded, Called, Nudged, EndAsked:
		return true
	}
	return false
}

// mayHaveLeft says whether a turn that comes back can have had so much time
// left. Only quiet hours, in a long turn, make it more than reckoned without them.
func (a *Audit) mayHaveLeft(e TookBack) bool {
	s := &a.state
	want := tookBack(s, nil)
	if s.turnLimit() < longTurn {
		return e == want
	}
	return want.Left <= e.Left && e.Left <= max(s.takebacks.newest().left, want.Left)
}

// mayHaveCalled says whether those can have been called whom something asks.
func (a *Audit) mayHaveCalled(e Called) bool {
	s := &a.state
	if e.Ask == AsksTurn {
		return a.isClockOf(e.Seat) && !s.called
	}
	for _, ask := range s.asks() {
		if ask.kind == e.Ask {
			return ask.seat == e.Seat && !ask.called && len(ask.of) > 0
		}
	}
	return false
}

// isFull says whether the next hand has no seat to give.
func (a *Audit) isFull() bool { return len(a.state.seats.staying()) >= a.state.settings.Seats }

// isClockOf says whether a hand waits for the person of a seat.
func (a *Audit) isClockOf(at engine.Seat) bool {
	return a.state.byPerson() && a.state.game.Turn == at
}

// isSealOf says whether what is to be shown of a deal is its seal. A table whose deals
// have one never goes back to those without.
func (a *Audit) isSealOf(e Committed) bool {
	s := &a.state
	if e.Seal == "" {
		return !s.deal.sealed && !s.dealt.sealed
	}
	return e.Seed == (deal.Seed{}) || e.Seal == deal.Commitment(string(s.id), e.Hand, e.Seed)
}

// isWord says whether a word is one that was taken; an erased one is empty.
func isWord(word string) bool {
	return word == "" || deal.IsWord(word)
}
