package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// longTurn is the least turn limit whose clock stands still in quiet hours: the
// shortest of a slow table.
const longTurn = 8 * time.Hour

// pingAfter is how long someone must have done nothing to be called at once. Who has
// just acted is called so long after they were asked, unless they act again.
const pingAfter = time.Minute

// A Duty is what a sitting does by itself.
type Duty uint8

// The duties.
const (
	WaitsForPeople Duty = iota
	MovesComputer
	DropsWish   // that computers have waited for long enough
	CallsAsked  // those whom a wish asks, and who had just acted
	CallsPerson // whose turn it is, and who had just acted or wanted quiet
	RemindsPerson
	SendsAway
	EndsHand   // that nobody has said no to ending, in time
	DealsNext  // of a live table where all are about
	ClosesIdle // where nobody has done anything for long
)

// OfPerson says whether a duty ends or shortens what a person waits for: none is
// done while people can't play.
func (d Duty) OfPerson() bool { return d >= CallsAsked }

// A Clock reckons the times of a sitting from what is known beside its events. It
// is a value that stands still.
type Clock struct {
	Now   time.Time
	Delay time.Duration          // before each move of a computer
	Quiet QuietHours             // of those who sit
	Acted func(Person) time.Time // when somebody did something here, of late; else the zero time
	Up    time.Time              // from when on acts were noted: anybody may have acted just before
	// Lost tells how much of the time since a moment nobody could have done anything; nil: none.
	Lost func(since time.Time) time.Duration
}

// Next returns what a sitting does by itself next, and when; the zero time once it
// is closed.
func (c Clock) Next(s State) (Duty, time.Time) {
	next, at := c.nextOfPlay(&s)
	if wish := s.endings.wish; wish != nil && (at.IsZero() || wish.until.Before(at)) {
		next, at = EndsHand, wish.until
	}
	if deals := s.nextAt(c.Quiet); !deals.IsZero() && c.Now.Sub(deals) <= longGone && (at.IsZero() || deals.Before(at)) {
		next, at = DealsNext, deals
	}
	if closes := c.closesAt(&s); !closes.IsZero() && (at.IsZero() || closes.Before(at)) {
		next, at = ClosesIdle, closes
	}
	for _, ask := range s.asks() {
		if call := c.callAskedAt(ask); !call.IsZero() && (at.IsZero() || call.Before(at)) {
			next, at = CallsAsked, call
		}
	}
	return next, at
}

// nextOfPlay is Next as far as the play of a hand goes, without votes and calls beside it.
func (c Clock) nextOfPlay(s *State) (Duty, time.Time) {
	switch {
	case s.phase != Playing || s.paused():
		return WaitsForPeople, time.Time{}
	case s.byPerson():
		return c.nextOfPerson(s)
	case s.takebacks.wish != nil:
		return DropsWish, s.takebacks.wish.at.Add(patience)
	}
	return MovesComputer, s.acted.Add(c.Delay)
}

// nextOfPerson returns what a sitting does by itself next while it waits for a
// person to move. What comes no earlier than the end of their turn isn't done. A
// call that comes well after half of the turn's time is a reminder at once.
func (c Clock) nextOfPerson(s *State) (Duty, time.Time) {
	next, at := WaitsForPeople, s.deadline(c.Quiet)
	if !at.IsZero() {
		next = SendsAway
		if !c.Now.Before(at) {
			return next, at
		}
	}
	tell, when := RemindsPerson, c.remindAt(s)
	if call := c.callAt(s); !call.IsZero() {
		late := call
		if c.Now.After(late) {
			late = c.Now
		}
		if when.IsZero() || !late.After(s.half(c.Quiet).Add(pingAfter)) {
			tell = CallsPerson
		}
		when = call
	}
	if !when.IsZero() && (at.IsZero() || when.Before(at)) {
		next, at = tell, when
	}
	return next, at
}

// Elapsed returns the event of a duty whose time has come; nil for those that take
// more than that: a computer's move, a deal, and waiting.
func (c Clock) Elapsed(s State, d Duty) Event {
	at := s.game.Turn
	switch d {
	case WaitsForPeople, MovesComputer, DealsNext:
	case DropsWish:
		return TakebackLapsed{s.takebacks.wish.seat}
	case CallsAsked:
		for _, ask := range s.asks() {
			if call := c.callAskedAt(ask); !call.IsZero() && !c.Now.Before(call) {
				return Called{ask.seat, ask.kind}
			}
		}
	case CallsPerson:
		return Called{at, AsksTurn}
	case RemindsPerson:
		return Reminded{at}
	case SendsAway:
		return WentAway{at}
	case EndsHand:
		return s.endings.wish.fulfilled()
	case ClosesIdle:
		return Closed{Idle: s.idleFor()}
	}
	return nil
}

// remindAt returns when the person whose turn it is hears that half of its time
// is over: a minute after they were called at the soonest. Zero: never.
func (c Clock) remindAt(s *State) time.Time {
	if s.turnLimit() == 0 || s.reminded {
		return time.Time{}
	}
	at := s.half(c.Quiet)
	if soonest := s.calledAt.Add(pingAfter); s.called && at.Before(soonest) {
		at = soonest
	}
	return c.idleAt(s.WaitsOn(), at)
}

// half returns when half of the time of the turn under way, a person's with a limit,
// is over.
func (s *State) half(quiet QuietHours) time.Time {
	return s.stillHours(s.game.Turn, quiet).after(s.since, s.left-s.turnLimit()/2)
}

// callAt returns when the person whose turn it is hears of it who wasn't called when
// it began. Zero: never, since they were, or have acted since.
func (c Clock) callAt(s *State) time.Time {
	if s.called || s.alone() {
		return time.Time{}
	}
	wait := pingAfter
	if s.turnLimit() > 0 {
		wait = min(wait, s.turnLimit()/2)
	}
	return c.heldUntil(s.WaitsOn(), s.since, wait)
}

// callAskedAt returns when the first of those hears of it whom something asks, if
// nobody was called when it was asked. Zero: never.
func (c Clock) callAskedAt(a ask) time.Time {
	var first time.Time
	for _, p := range a.of {
		if at := c.heldUntil(p, a.since, pingAfter); !a.called && !at.IsZero() && (first.IsZero() || at.Before(first)) {
			first = at
		}
	}
	return first
}

// heldUntil returns when a person is called who was asked something at a moment and
// wasn't called then; zero when they have acted since, and so know.
func (c Clock) heldUntil(p Person, asked time.Time, wait time.Duration) time.Time {
	if Whole(c.Acted(p)).After(asked) {
		return time.Time{}
	}
	if c.Up.After(asked) {
		asked = Whole(c.Up)
	}
	return c.Quiet[p].Until(asked.Add(wait))
}

// idleAt returns the first moment from another on when a person may be told
// something: not while they are about, nor in their quiet hours.
func (c Clock) idleAt(p Person, at time.Time) time.Time {
	if idle := c.Acted(p).Add(pingAfter); at.Before(idle) {
		at = idle
	}
	return c.Quiet[p].Until(Whole(at))
}

// Calls returns the events that call people at once when one state has become
// another: the one whose turn has come and those who were asked something, where
// somebody of them has been idle here and doesn't want quiet.
func (c Clock) Calls(before, after State) []Event {
	if after.alone() {
		return nil
	}
	var calls []Event
	if after.byPerson() && after.began != before.began && !after.called && c.isIdle(after.WaitsOn()) {
		calls = append(calls, Called{after.game.Turn, AsksTurn})
	}
	for _, ask := range after.asks() {
		mayCall := c.isIdle
		if ask.kind == AsksSeat { // which nobody can have seen by having been about
			mayCall = func(p Person) bool { return !c.isHushed(p) }
		}
		if ask.number > before.seq && !ask.called && slices.ContainsFunc(ask.of, mayCall) {
			calls = append(calls, Called{ask.seat, ask.kind})
		}
	}
	return calls
}

// isIdle says whether a person has done nothing here for a while and doesn't want quiet.
func (c Clock) isIdle(p Person) bool {
	last := c.Acted(p)
	if c.Up.After(last) {
		last = c.Up
	}
	return c.Now.Sub(last) >= pingAfter && !c.isHushed(p)
}

func (c Clock) isHushed(p Person) bool { return !c.Quiet[p].Until(c.Now).Equal(c.Now) }

// Asked lists whom a call calls now: those of whom it asks something still and who
// don't want quiet. Where all of them do it says when the first no longer does. number is
// that of the event which called them, as far as several may have.
func (c Clock) Asked(s State, kind Ask, number int64) (whom []Person, later time.Time) {
	var of []Person
	if p := s.WaitsOn(); kind == AsksTurn && p != "" {
		of = []Person{p}
	}
	for _, ask := range s.asks() {
		if ask.kind == kind {
			of = ask.of
		}
	}
	if kind == AsksSeat {
		of = s.calledTo(number)
	}
	for _, p := range of {
		end := c.Quiet[p].Until(c.Now)
		switch {
		case end.Equal(c.Now):
			whom = append(whom, p)
		case later.IsZero() || end.Before(later):
			later = end
		}
	}
	return whom, later
}

// Counted returns how much of a stretch of time the clock of the turn under way
// doesn't stand still.
func (c Clock) Counted(s State, from, to time.Time) time.Duration {
	return s.stillHours(s.game.Turn, c.Quiet).between(from, to)
}

// LimitedSince returns from when on the turn under way, a person's with a limit, or
// else the wish to end the hand or the next deal is to be given back what it lost; false
// when there is none. What was lost before a turn began was given back then.
func (s *State) LimitedSince() (time.Time, bool) {
	since := s.since
	switch {
	case s.byPerson() && s.turnLimit() > 0:
	case s.endings.wish != nil:
		since = s.endings.wish.at
	case !s.next.IsZero():
		since = s.next.Add(-playOnAfter)
	default:
		return time.Time{}, false
	}
	if s.settled.After(since) {
		return s.settled, true
	}
	return since, true
}

// GoesBy says whether the end of the turn under way, or when the next hand is dealt by
// itself, depends on the quiet hours of a person.
func (s *State) GoesBy(p Person) bool {
	return s.WaitsOn() == p && s.turnLimit() >= longTurn || !s.next.IsZero() && slices.Contains(s.People(), p)
}

// deadline returns when the turn under way, a person's, ends; zero without a limit
// or when it is nobody's.
func (s *State) deadline(quiet QuietHours) time.Time {
	if !s.byPerson() || s.turnLimit() == 0 {
		return time.Time{}
	}
	return s.stillHours(s.game.Turn, quiet).after(s.since, s.left)
}

// stillHours returns the quiet hours in which the clock of a seat stands still.
func (s *State) stillHours(at engine.Seat, quiet QuietHours) *Hours {
	if s.turnLimit() < longTurn {
		return nil
	}
	return quiet[s.seats.hand[at].Person]
}
