package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// How long a host does nothing before others may do what is the host's.
const (
	startAfter = 10 * time.Minute // after the host's last act, anybody seated may start the first hand
	leadAfter  = 30 * time.Minute // after the host was called, the next in line may close the table
	seenEvery  = time.Minute      // an act of the host in a lobby is stored no more often
)

// A sought is the open question whether the host is still there. It is never changed in place.
type sought struct {
	by     Person
	number int64     // of the event that asked
	at     time.Time // of that event
	called time.Time // when the host was called; zero: not yet
}

// An absence is what the clock knows of a host who may be gone.
type absence struct {
	now    time.Time // zero: it isn't known
	starts time.Time // from when on anybody seated may start the first hand
	leads  time.Time // from when on the next in line may close the table; zero: nobody has asked
}

// Complete completes an action by what the clock says.
func (c Clock) Complete(s State, a Action) Action {
	switch do := a.(type) { //nolint:exhaustive,gochecksumtype // the others are complete
	case Nudge:
		return c.Nudge(s)
	case Start:
		return Start{c.absence(&s)}
	case Close:
		do.host = c.absence(&s)
		return do
	}
	return a
}

func (c Clock) absence(s *State) absence {
	now, last := Whole(c.Now), s.hostSeen
	if acted := Whole(c.Acted(s.host)); acted.After(last) {
		last = acted
	}
	a := absence{now: now, starts: c.past(last, startAfter)}
	if q := s.sought; q != nil {
		called := q.called
		if called.IsZero() { // they want quiet, or have just acted
			if called = c.heldUntil(s.host, q.at, pingAfter); called.Before(now) {
				called = now
			}
		}
		a.leads = c.past(called, s.leadAfter())
	}
	return a
}

// past returns when so much time has gone by in which people could do something.
func (c Clock) past(since time.Time, wait time.Duration) time.Time {
	if c.Lost != nil {
		wait += c.Lost(since)
	}
	return Whole(since.Add(wait))
}

// leadAfter returns how long a host who was called has before the next in line may close the
// table. Once hands are played that is a turn at least.
func (s *State) leadAfter() time.Duration {
	if s.hand == 0 {
		return leadAfter
	}
	return max(leadAfter, s.askFor())
}

// Seen returns the event that notes that the host does something; nil where that changes nothing
// for others.
func (c Clock) Seen(s State, by Person) Event {
	switch {
	case by == "" || by != s.host || s.alone() || s.phase == Ended:
	case s.sought != nil, s.phase == Lobby && Whole(c.Now).Sub(s.hostSeen) >= seenEvery:
		return HostSeen{}
	}
	return nil
}

// inLieu says whether the caller may do what is the host's: no event and no error. Where nobody
// has asked whether the host is there, that is asked. Each further person in line waits longer.
func (h *hearing) inLieu(host absence) ([]Event, error) {
	at := slices.Index(h.s.seats.line(h.s.host), h.c.By)
	switch {
	case at < 0 || host.now.IsZero():
		return nil, &Refusal{Code: NotHost}
	case h.s.sought == nil:
		return []Event{HostSought{By: h.c.By}}, nil
	}
	if until := host.leads.Add(time.Duration(at) * leadAfter); host.now.Before(until) {
		return nil, &Refusal{Code: HostAsked, Until: until}
	}
	return nil, nil
}

// callHost notes that the host was called.
func (s *State) callHost(at time.Time) {
	q := *s.sought
	q.called = at
	s.sought = &q
}

// hostAsk is the question to the host, which is open.
func (s *State) hostAsk() ask {
	q := s.sought
	return ask{
		kind: AsksHost, seat: engine.Nobody, number: q.number, since: q.at, of: []Person{s.host},
		called: !q.called.IsZero(),
	}
}

// seenSought returns the question as a viewer sees it; nil without one.
func (s *State) seenSought(viewer Person) *Sought {
	q := s.sought
	if q == nil {
		return nil
	}
	since := q.called
	if since.IsZero() {
		since = q.at
	}
	at := max(slices.Index(s.seats.line(s.host), viewer), 0)
	return &Sought{By: q.by, Number: q.number, Until: since.Add(s.leadAfter() + time.Duration(at)*leadAfter)}
}
