package sitting

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// longTurn is the least turn limit whose clock stands still in quiet hours.
const longTurn = 24 * time.Hour

// pingAfter is how long someone must have done nothing to be told by a message
// of its own that it is their turn.
const pingAfter = time.Minute

// A Duty is what a sitting does by itself.
type Duty uint8

// The duties.
const (
	WaitsForPeople Duty = iota
	MovesComputer
	DropsWish   // that computers have waited for long enough
	CallsPerson // whose ping quiet hours held back
	RemindsPerson
	SendsAway
)

// OfPerson says whether a duty ends or shortens what a person waits for: none is
// done while people can't reach the house.
func (d Duty) OfPerson() bool { return d >= CallsPerson }

// A Clock reckons the times of a sitting from what is known beside its events. It
// is a value that stands still.
type Clock struct {
	Now   time.Time
	Delay time.Duration          // before each move of a computer
	Quiet QuietHours             // of those who sit
	Acted func(Person) time.Time // when somebody did something here, of late; else the zero time
}

// Next returns what a sitting does by itself next, and when; the zero time when it
// waits for people.
func (c Clock) Next(s State) (Duty, time.Time) {
	switch {
	case s.phase != Playing || s.paused():
		return WaitsForPeople, time.Time{}
	case s.byPerson():
		return c.nextOfPerson(&s)
	case s.takebacks.wish != nil:
		return DropsWish, s.takebacks.wish.at.Add(patience)
	}
	return MovesComputer, s.acted.Add(c.Delay)
}

// nextOfPerson returns what a sitting does by itself next while it waits for a
// person to move. What comes no earlier than the end of their turn isn't done.
func (c Clock) nextOfPerson(s *State) (Duty, time.Time) {
	next, at := WaitsForPeople, s.deadline(c.Quiet)
	if !at.IsZero() {
		next = SendsAway
		if !c.Now.Before(at) {
			return next, at
		}
	}
	if remind := c.remindAt(s); !remind.IsZero() && remind.Before(at) {
		next, at = RemindsPerson, remind
	}
	if call := c.callAt(s); !call.IsZero() && (at.IsZero() || call.Before(at)) {
		next, at = CallsPerson, call
	}
	return next, at
}

// Elapsed returns the event of a duty whose time has come; nil for those that take
// more than that: a computer's move, and waiting.
func Elapsed(s State, d Duty) Event {
	at := s.game.Turn
	switch d {
	case WaitsForPeople, MovesComputer:
	case DropsWish:
		return TakebackLapsed{s.takebacks.wish.seat}
	case CallsPerson:
		return Called{at}
	case RemindsPerson:
		return Reminded{at}
	case SendsAway:
		return WentAway{at}
	}
	return nil
}

// remindAt returns when the person whose turn it is hears that half of its time
// is over. Zero: never.
func (c Clock) remindAt(s *State) time.Time {
	if s.settings.Turn == 0 || s.reminded {
		return time.Time{}
	}
	half := s.stillHours(s.game.Turn, c.Quiet).after(s.since, s.left-s.settings.Turn/2)
	return c.idleAt(s.WaitsOn(), half)
}

// callAt returns when the person whose turn it is hears of it whose quiet hours
// it began in. Zero: never.
func (c Clock) callAt(s *State) time.Time {
	morning := c.Quiet[s.WaitsOn()].until(s.since)
	if s.called || !morning.After(s.since) {
		return time.Time{}
	}
	return c.idleAt(s.WaitsOn(), morning)
}

// idleAt returns the first moment from another on when a person may be told
// something: not while they are about, nor in their quiet hours.
func (c Clock) idleAt(p Person, at time.Time) time.Time {
	if idle := c.Acted(p).Add(pingAfter); at.Before(idle) {
		at = idle
	}
	return c.Quiet[p].until(Whole(at))
}

// MayPing says whether the person whose turn it is has been idle here and doesn't
// want quiet; false when it is nobody's.
func (c Clock) MayPing(s State) bool {
	return s.byPerson() && c.Now.Sub(c.Acted(s.WaitsOn())) >= pingAfter && !c.IsHushed(s)
}

// IsHushed says whether the hand waits for a person who wants quiet now.
func (c Clock) IsHushed(s State) bool {
	return s.byPerson() && !c.Quiet[s.WaitsOn()].until(c.Now).Equal(c.Now)
}

// Counted returns how much of a stretch of time the clock of the turn under way
// doesn't stand still.
func (c Clock) Counted(s State, from, to time.Time) time.Duration {
	return s.stillHours(s.game.Turn, c.Quiet).between(from, to)
}

// LimitedSince returns from when on the turn under way, a person's with a limit,
// is to be given back what it lost; false when there is none.
func (s *State) LimitedSince() (time.Time, bool) {
	if !s.byPerson() || s.settings.Turn == 0 {
		return time.Time{}, false
	}
	if s.settled.After(s.since) {
		return s.settled, true
	}
	return s.since, true
}

// GoesBy says whether the end of the turn under way depends on the quiet hours of
// a person.
func (s *State) GoesBy(p Person) bool { return s.WaitsOn() == p && s.settings.Turn >= longTurn }

// deadline returns when the turn under way, a person's, ends; zero without a limit
// or when it is nobody's.
func (s *State) deadline(quiet QuietHours) time.Time {
	if !s.byPerson() || s.settings.Turn == 0 {
		return time.Time{}
	}
	return s.stillHours(s.game.Turn, quiet).after(s.since, s.left)
}

// stillHours returns the quiet hours in which the clock of a seat stands still.
func (s *State) stillHours(at engine.Seat, quiet QuietHours) *Hours {
	if s.settings.Turn < longTurn {
		return nil
	}
	return quiet[s.seats.hand[at].Person]
}
