package table

import "github.com/boathouse-rum/boathouse/engine"

// mayAgain says why the last hand's deal can't be had once more; 0 if it can.
func (s *state) mayAgain() Code {
	switch s.phase {
	case Playing:
		return HandUnderWay
	case Between:
	case Lobby, Ended:
		return NoSuchHand
	}
	if len(s.waiting) > 0 {
		return SeatsChanged
	}
	for _, t := range s.seats {
		if t.Leaving {
			return SeatsChanged
		}
	}
	return 0
}

func (s *state) decideAgain(c Command, do Again, opt *Options) ([]Event, error) {
	code := s.mayAgain()
	switch {
	case !s.sits(c.By):
		return nil, &Refusal{Code: NotSeated}
	case s.stale(c):
		return nil, &Refusal{Code: Stale}
	case code != 0:
		return nil, &Refusal{Code: code}
	}
	// The deal as it was, its rules too, begun one seat further on.
	players := len(s.fresh.Seats)
	dealer := (s.game.Dealer + 1) % engine.Seat(players)
	d := s.dealt
	dealt, err := engine.Deal(s.fresh.Rules, players, dealer, opt.Deck(d.seed, d.commitment, d.words()))
	if err != nil {
		return nil, err
	}
	return []Event{
		HandStarted{Hand: s.hand, Interaction: c.Key, Again: s.again + 1, Tab: do.Tab},
		Played{dealt},
	}, nil
}
