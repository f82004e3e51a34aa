package table

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine/deal"
)

// The range of settings that a table takes.
const (
	MinSeats = 2
	MaxSeats = 6
	MinTurn  = time.Minute
	MaxTurn  = 7 * 24 * time.Hour
)

// decide says what a command makes happen: the events of it, none when it asks
// for what is so already. It changes nothing. A command not taken comes back as
// a *Refusal or an *engine.Refusal. opt deals the cards.
func (s *state) decide(c Command, opt *Options) ([]Event, error) {
	_, opens := c.Do.(Open)
	switch {
	case opens:
	case s.phase == 0:
		return nil, &Refusal{Code: NoTable}
	case s.phase == Ended:
		return nil, &Refusal{Code: IsClosed}
	}
	switch do := c.Do.(type) {
	case Open:
		return s.decideOpen(c, do)
	case Join:
		return s.decideJoin(c)
	case Leave:
		return s.decideLeave(c, do)
	case AddComputer:
		return s.decideAddComputer(c, do)
	case Remove:
		return s.decideRemove(c, do)
	case SetSettings:
		return s.decideSettings(c, do)
	case Start:
		return s.decideStart(c, opt)
	case Next:
		return s.decideNext(c, opt)
	case Again:
		return s.decideAgain(c, do, opt)
	case Cut:
		return s.decideCut(c, do)
	case Play:
		return s.decidePlay(c, do)
	case TakeBack:
		return s.decideTakeBack(c)
	case Agree:
		return s.decideAgree(c, do)
	case Close:
		return s.decideClose(c, do)
	case Away:
		return s.decideAway(c)
	case Back:
		return nil, nil
	}
	return nil, errNoVerb
}

// hosts says whether the caller has the host's rights.
func (s *state) hosts(c Command) bool { return c.Manager || c.By == s.host }

// stale says whether a command was drawn for an older state of the table.
func (s *state) stale(c Command) bool { return c.Version != 0 && c.Version != s.version }

// follow returns what decided events bring about by themselves, in order: a
// table that everybody left closes, the host's rights pass on, what everybody
// agrees to is taken back, the next deal is committed. s is the state after them;
// by is who acted, empty for the table itself.
func (s *state) follow(by Person, habits map[Person]*hours, newSeed func() (deal.Seed, error)) (Event, error) {
	if s.phase == Ended {
		return nil, nil
	}
	heir := s.heir()
	switch {
	case heir == "" && (s.phase != Playing || !s.stakes()):
		return Closed{By: by}, nil
	case heir != "" && (!s.sits(s.host) || s.isAway(s.host) && !s.isAway(heir)):
		return HostPassed{To: heir}, nil
	case s.wish != nil && len(s.waitsFor()) == 0:
		return s.tookBack(habits), nil
	case s.phase != Playing && s.deal.hand != s.hand+1:
		seed, err := newSeed()
		return Committed{Hand: s.hand + 1, Seed: seed}, err
	}
	return nil, nil
}
