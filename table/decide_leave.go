package table

import "github.com/boathouse-rum/boathouse/engine"

func (s *state) decideLeave(c Command, do Leave) ([]Event, error) {
	at := s.place(c.By)
	if at == engine.Nobody {
		return nil, &Refusal{Code: NotSeated}
	}
	return s.empty(at, c.By, do.Sure)
}

func (s *state) decideAway(c Command) ([]Event, error) {
	at := s.place(c.By)
	switch {
	case at == engine.Nobody:
		return nil, &Refusal{Code: NotSeated}
	case s.isAway(c.By):
		return nil, nil
	case s.restless(c.By):
		return nil, &Refusal{Code: Restless}
	}
	return []Event{WentAway{at}}, nil
}

func (s *state) decideRemove(c Command, do Remove) ([]Event, error) {
	switch {
	case !s.hosts(c):
		return nil, &Refusal{Code: NotHost}
	case s.phase != Playing && s.stale(c): // a hand changes no seat's number
		return nil, &Refusal{Code: Stale}
	case !s.occupied(do.Seat):
		return nil, &Refusal{Code: EmptySeat, Seat: do.Seat}
	}
	return s.empty(do.Seat, c.By, do.Sure)
}

// empty empties a seat, in mid-hand one of the hand only when sure.
func (s *state) empty(at engine.Seat, by Person, sure bool) ([]Event, error) {
	if s.phase == Playing && int(at) < len(s.seats) && !sure {
		return nil, &Refusal{Code: NotSure}
	}
	return []Event{Left{Seat: at, By: by}}, nil
}

// occupied says whether somebody sits there who hasn't left; the seats from
// len(s.seats) on are those waiting.
func (s *state) occupied(at engine.Seat) bool {
	i := int(at)
	switch {
	case i < 0 || i >= len(s.seats)+len(s.waiting):
		return false
	case i < len(s.seats):
		return !s.seats[i].Leaving
	}
	return true
}

// waitingSeat returns the number under which a person waits; Nobody if they don't.
func (s *state) waitingSeat(p Person) engine.Seat {
	for i, t := range s.waiting {
		if p != "" && t.Person == p {
			return engine.Seat(len(s.seats) + i)
		}
	}
	return engine.Nobody
}

func (s *state) decideClose(c Command, do Close) ([]Event, error) {
	switch {
	case !s.hosts(c):
		return nil, &Refusal{Code: NotHost}
	case s.phase == Playing && !do.Sure:
		return nil, &Refusal{Code: NotSure}
	}
	return []Event{Closed{By: c.By}}, nil
}
