package engine

// Count returns the pips that a hand counts against its holder, as the pay rule says.
func (r Rules) Count(h Hand) Pips {
	switch r.Pay {
	case PayUnmatched:
		return DeadwoodPips(h)
	case PayHand:
		return h.Pips()
	}
	return 0
}

// won says what a hand pays that a seat went out of. It is a rummy when the seat
// had shown nothing in the turns before this one and has shown something in it:
// s is the state before the last event, which knows the earlier turns, and after
// the one that follows it.
func (s *State) won(after *State, seat Seat) Won {
	won := Won{Seat: seat, Rummy: s.Shown>>seat&1 == 0 && (s.Showing || after.Showing)}
	won.Payments = after.counts()
	if won.Rummy {
		for i := range won.Payments {
			won.Payments[i] *= Pips(s.Rules.RummyMultiplier)
		}
	}
	return won
}

// blocked says what a blocked hand pays: the differences to the one lowest
// count, if the rules say so and there is one.
func (s *State) blocked() Blocked {
	nobody := Blocked{Collector: Nobody}
	if s.Rules.Blocked == BlockedVoid {
		return nobody
	}
	counts := s.counts()
	lowest, tied := Seat(0), false
	for i := Seat(1); i < Seat(s.Players); i++ {
		switch {
		case counts[i] < counts[lowest]:
			lowest, tied = i, false
		case counts[i] == counts[lowest]:
			tied = true
		}
	}
	if tied {
		return nobody
	}
	paid := Blocked{Collector: lowest}
	for i := range counts[:s.Players] {
		paid.Payments[i] = counts[i] - counts[lowest]
	}
	return paid
}
