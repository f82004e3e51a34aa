package sitting

import "time"

// How long an open table waits for people before it closes by itself. A hand waits
// so where no limit would end its turns, and while everybody is away.
const (
	idleLobby   = 24 * time.Hour
	idleBetween = 7 * 24 * time.Hour
	idleHand    = 30 * 24 * time.Hour
	idleAlone   = 7 * 24 * time.Hour // whatever goes on there
)

// idleFor returns how long a sitting as it stands waits for people; 0 while its
// clock or a computer moves it on, and once it is closed.
func (s *State) idleFor() time.Duration {
	if s.alone() && s.phase != Ended {
		return idleAlone
	}
	switch s.phase {
	case Lobby:
		return idleLobby
	case Playing:
		if s.paused() || s.byPerson() && s.turnLimit() == 0 {
			return idleHand
		}
	case Between:
		return idleBetween
	case Dealing: // somebody has to let the bot post first
		return idleLobby
	case Ended:
	}
	return 0
}

// closesAt returns when a sitting closes because nobody has done anything for long,
// looking at it included, as far as that is known. What nobody could have done
// meanwhile doesn't count. Zero: never.
func (c Clock) closesAt(s *State) time.Time {
	wait := s.idleFor()
	if wait == 0 {
		return time.Time{}
	}
	last := s.moved
	for _, p := range s.People() {
		if at := c.Acted(p); at.After(last) {
			last = at
		}
	}
	if c.Lost != nil {
		wait += c.Lost(last)
	}
	return Whole(last.Add(wait))
}
