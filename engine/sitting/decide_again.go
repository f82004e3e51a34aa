package sitting

import "github.com/boathouse-rum/boathouse/engine"

// mayAgain says why the last hand's deal can't be had once more; 0 if it can.
func mayAgain(s *State) Code {
	switch s.phase {
	case Playing, Dealing:
		return HandUnderWay
	case Between:
	case Lobby, Ended:
		return NothingToRepeat
	}
	if len(s.seats.wait) > 0 && !s.match.runs() {
		return SeatsChanged
	}
	for _, t := range s.seats.hand {
		if t.Leaving {
			return SeatsChanged
		}
	}
	return 0
}

func (h *hearing) again() ([]Event, error) {
	s := h.s
	code := mayAgain(s)
	switch {
	case !h.sits():
		return nil, &Refusal{Code: NotSeated}
	case h.stale():
		return nil, &Refusal{Code: Stale}
	case code != 0:
		return nil, &Refusal{Code: code}
	case !s.deal.ready(): // the result before, which carries the next deal's seal, isn't posted
		return nil, &Refusal{Code: NotSealed}
	}
	// The deal as it was, its rules too, begun one seat further on.
	players := len(s.fresh.Seats)
	dealer := (s.game.Dealer + 1) % engine.Seat(players)
	d := s.dealt
	dealt, err := engine.Deal(s.fresh.Rules, players, dealer, h.dealer.Deck(d.seed, d.commitment, d.all()))
	if err != nil {
		return nil, err
	}
	return []Event{
		HandStarted{Hand: s.hand, Interaction: h.c.Key, Again: s.again + 1},
		Played{dealt},
	}, nil
}
