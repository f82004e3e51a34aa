package sitting

import "github.com/boathouse-rum/boathouse/engine"

// A hearing is a command about to be decided on a state.
type hearing struct {
	s      *State
	c      Command
	dealer Dealer
}

// hosts says whether the caller has the host's rights.
func (h *hearing) hosts() bool { return h.c.Manager || h.c.By == h.s.host }

// sits says whether the caller has a seat, in this hand or from the next on.
func (h *hearing) sits() bool { return h.s.seats.sits(h.c.By) }

// stale says whether the command was drawn for an older state.
func (h *hearing) stale() bool { return h.c.Version != 0 && h.c.Version != h.s.version }

// Move makes moves for the seat of a computer, all or none. Its error is an
// [*engine.Refusal].
func Move(s State, at engine.Seat, moves []engine.Move) ([]Event, error) {
	var events []Event
	game := s.game
	for _, m := range moves {
		made, err := engine.Decide(game, at, m)
		if err != nil {
			return nil, err
		}
		for _, e := range made {
			game = engine.Apply(game, e)
			events = append(events, Played{e})
		}
	}
	return events, nil
}
