package sitting

import (
	"cmp"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/opponent"
)

func (h *hearing) open(do Open) ([]Event, error) {
	switch {
	case h.s.phase != 0:
		return nil, &Refusal{Code: ChannelTaken}
	case !do.Settings.valid() || !do.seatable():
		return nil, &Refusal{Code: BadSettings}
	}
	events := []Event{Opened{Server: do.Server, Channel: do.Channel, Host: h.c.By, Settings: do.Settings}}
	var company seating
	for _, level := range do.Against {
		sat := ComputerSat{Character: company.freest(level)}
		company.add(true, seat{Sitter: Sitter{Computer: sat.Character}})
		events = append(events, sat)
	}
	for _, t := range do.sitters {
		if t.Person != "" {
			events = append(events, Joined{Person: t.Person})
		} else {
			events = append(events, ComputerSat{Character: t.Computer})
		}
	}
	return events, nil
}

// seatable says whether the computers that are to sit down at once can, and whether
// who is alone gets all the company that there will ever be.
func (do Open) seatable() bool {
	for _, level := range do.Against {
		if !slices.Contains(opponent.Levels(), level) {
			return false
		}
	}
	free := do.Settings.Seats - 1 - len(do.Against)
	return free == 0 || free > 0 && do.Channel != ""
}

func (h *hearing) join() ([]Event, error) {
	switch {
	case h.sits():
		return nil, &Refusal{Code: Seated}
	case h.full():
		return nil, &Refusal{Code: TableFull}
	case h.s.stirs.restless(h.c.By):
		return nil, &Refusal{Code: Restless}
	}
	return []Event{Joined{Person: h.c.By}}, nil
}

// full says whether the next hand has no seat to give.
func (h *hearing) full() bool { return len(h.s.seats.staying()) >= h.s.settings.Seats }

func (h *hearing) addComputer(do AddComputer) ([]Event, error) {
	who := cmp.Or(do.Character, h.s.seats.freest(do.Level))
	switch {
	case !h.hosts():
		return nil, &Refusal{Code: NotHost}
	case !slices.Contains(opponent.Characters(), who):
		return nil, &Refusal{Code: BadSettings}
	case h.full():
		return nil, &Refusal{Code: TableFull}
	case h.s.stirs.restless(""):
		return nil, &Refusal{Code: Restless}
	}
	return []Event{ComputerSat{Character: who}}, nil
}

func (h *hearing) setSettings(do SetSettings) ([]Event, error) {
	switch {
	case !h.hosts():
		return nil, &Refusal{Code: NotHost}
	case h.s.isMidHand():
		return nil, &Refusal{Code: HandUnderWay}
	case !do.Settings.valid() || do.Settings.Seats < len(h.s.seats.staying()):
		return nil, &Refusal{Code: BadSettings}
	case h.s.stirs.restless(""):
		return nil, &Refusal{Code: Restless}
	}
	do.Settings.Bare = h.s.settings.Bare // which its server has settled
	return []Event{RulesSet(do)}, nil
}
