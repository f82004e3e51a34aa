package table

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine/opponent"
)

func (s *state) decideOpen(c Command, do Open) ([]Event, error) {
	switch {
	case s.phase != 0:
		return nil, errTaken
	case !do.Settings.valid():
		return nil, &Refusal{Code: BadSettings}
	}
	events := []Event{Opened{Server: do.Server, Channel: do.Channel, Lang: do.Lang, Host: c.By, Settings: do.Settings}}
	for _, t := range do.sitters {
		if t.Person != "" {
			events = append(events, Joined{Person: t.Person})
		} else {
			events = append(events, ComputerSat{Level: t.Computer})
		}
	}
	return events, nil
}

func (s *state) decideJoin(c Command) ([]Event, error) {
	switch {
	case s.sits(c.By):
		return nil, &Refusal{Code: Seated}
	case s.full():
		return nil, &Refusal{Code: TableFull}
	case s.restless(c.By):
		return nil, &Refusal{Code: Restless}
	}
	return []Event{Joined{Person: c.By}}, nil
}

func (s *state) decideAddComputer(c Command, do AddComputer) ([]Event, error) {
	switch {
	case !s.hosts(c):
		return nil, &Refusal{Code: NotHost}
	case !slices.Contains(opponent.Levels(), do.Level):
		return nil, &Refusal{Code: BadSettings}
	case s.full():
		return nil, &Refusal{Code: TableFull}
	case s.restless(""):
		return nil, &Refusal{Code: Restless}
	}
	return []Event{ComputerSat(do)}, nil
}

func (s *state) decideSettings(c Command, do SetSettings) ([]Event, error) {
	switch {
	case !s.hosts(c):
		return nil, &Refusal{Code: NotHost}
	case s.phase == Playing:
		return nil, &Refusal{Code: HandUnderWay}
	case !do.Settings.valid() || do.Settings.Seats < len(s.staying()):
		return nil, &Refusal{Code: BadSettings}
	case s.restless(""):
		return nil, &Refusal{Code: Restless}
	}
	return []Event{RulesSet(do)}, nil
}

// full says whether the next hand has no seat to give.
func (s *state) full() bool { return len(s.staying()) >= s.settings.Seats }

// valid says whether every setting is in its range. A turn limit has whole
// milliseconds, as stored.
func (t Settings) valid() bool {
	return t.Rules.Check() == nil && slices.Contains(opponent.Levels(), t.Level) &&
		MinSeats <= t.Seats && t.Seats <= MaxSeats &&
		(t.Turn == 0 || MinTurn <= t.Turn && t.Turn <= MaxTurn && t.Turn == toWhole(t.Turn))
}
