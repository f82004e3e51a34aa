package sitting

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine/deal"
)

// Follow applies decided events and what they bring about by themselves, and lists
// them all. by is who acted, empty for the sitting itself; quiet are the quiet hours
// of those who sit. Its error is the dealer's.
func Follow(s State, events []Event, by Person, at time.Time, quiet QuietHours, d Dealer) (State, []Event, error) {
	for _, e := range events {
		s.fold(e, at)
	}
	for {
		more, err := follows(&s, by, quiet, d)
		if len(more) == 0 || err != nil {
			return s, events, err
		}
		for _, e := range more {
			s.fold(e, at)
		}
		events = append(events, more...)
	}
}

// follows returns the next of what the newest events bring about by themselves,
// in order: a table that everybody left closes, the host's rights pass on, what
// everybody agrees to is taken back or ended, the next deal is committed, a hand whose cuts are
// all there is dealt.
func follows(s *State, by Person, quiet QuietHours, d Dealer) ([]Event, error) {
	if s.phase == Ended {
		return nil, nil
	}
	heir := s.seats.heir()
	switch {
	case heir == "" && (s.phase != Playing || !s.stakes()):
		return []Event{Closed{By: by}}, nil
	case heir != "" && (!s.seats.sits(s.host) || s.seats.isAway(s.host) && !s.seats.isAway(heir)):
		return []Event{HostPassed{To: heir}}, nil
	case s.takebacks.wish != nil && len(s.takebacks.waits(&s.seats)) == 0:
		return []Event{tookBack(s, quiet)}, nil
	case s.endings.wish != nil && len(s.endings.wish.waits(&s.seats)) == 0:
		return []Event{s.endings.wish.fulfilled()}, nil
	case s.commits():
		seed, err := d.Seed()
		return []Event{Committed{Hand: s.hand + 1, Seed: seed, Seal: deal.Commitment(string(s.id), s.hand+1, seed)}}, err
	case s.isCut():
		return dealt(s, s.deals, d)
	}
	return nil, nil
}

// commits says whether the seed of the next hand has to be drawn: once a hand is frozen, or
// when the result is about to be posted that carries the seal of the next.
func (s *State) commits() bool {
	return s.deal.hand != s.hand+1 && (s.phase == Dealing || s.phase == Between && !s.alone())
}

// tookBack fulfils the open wish. A discard's turn goes on with the time it had
// left, and a little at least.
func tookBack(s *State, quiet QuietHours) TookBack {
	e := TookBack{Seat: s.takebacks.wish.seat}
	newest := s.takebacks.newest()
	if newest.ended(&s.game) && s.turnLimit() > 0 {
		used := s.stillHours(e.Seat, quiet).between(newest.since, newest.at)
		e.Left = max(toWhole(newest.left-used), leastBack)
	}
	return e
}
