package engine

// Apply gives the state after an event. It trusts the event: one that [Decide]
// made for this state, or that was stored after being made so.
func Apply(s State, e Event) State {
	s.apply(e)
	return s
}

// Replay folds the events of a hand, the first of them [Dealt], into its state;
// no events give the zero State.
func Replay(events []Event) State {
	var s State
	for _, e := range events {
		s.apply(e)
	}
	return s
}

func (s *State) apply(e Event) {
	switch e := e.(type) {
	case Dealt:
		s.dealt(&e)
	case Drew:
		s.drew(e)
	case Melded:
		s.melded(e.Seat, e.Cards)
	case LaidOff:
		s.laidOff(e.Seat, e.Meld, e.Cards)
	case Discarded:
		s.discarded(e.Seat, e.Card)
		s.passTurn()
	case WentOut:
		s.wentOut(e)
	case Won:
		s.end(e.Seat, e.Payments)
		s.Rummy = e.Rummy
	case Blocked:
		s.end(e.Collector, e.Payments)
		s.Blocked = true
	}
}

func (s *State) dealt(e *Dealt) {
	size := HandSize(e.Players)
	*s = State{
		Rules: e.Rules, Players: uint8(e.Players), Dealer: e.Dealer,
		Turn: leftOf(e.Dealer, e.Players), Phase: ToDraw, Winner: Nobody,
	}
	next, seat := 0, s.Turn
	for range size * e.Players {
		s.Hands[seat] = s.Hands[seat].Add(e.Deck[next])
		next, seat = next+1, leftOf(seat, e.Players)
	}
	s.Cards[0], s.PileSize = e.Deck[next], 1
	next++
	copy(s.Cards[next:], e.Deck[next:])
	s.StockSize = uint8(PackSize - next)
}

func (s *State) drew(e Drew) {
	if e.Source == FromTurnover {
		s.turnOver()
	}
	fromPile := pileShare(e.Source, len(e.Cards), int(s.PileSize))
	for i, c := range e.Cards {
		s.Hands[e.Seat] = s.Hands[e.Seat].Add(c)
		if i < fromPile {
			s.Barred = s.Barred.Add(c)
			s.PileSize--
			s.Cards[s.PileSize] = 0
		} else {
			s.Cards[PackSize-int(s.StockSize)] = 0
			s.StockSize--
		}
	}
	if s.StockSize == 0 {
		s.Counting = true
	}
	s.Phase = ToPlay
}

// pileShare says how many of the drawn cards, the first of them, come from the
// discard pile.
func pileShare(from Source, drawn, pile int) int {
	switch from {
	case FromStock, FromTurnover:
		return 0
	case FromDiscard:
		return min(drawn, pile)
	case FromMixed:
		return 1
	}
	return 0
}

// turnOver makes the discard pile the stock; the oldest discard is then on top.
func (s *State) turnOver() {
	n := int(s.PileSize)
	turned := s.Cards
	s.Cards = [PackSize]Card{}
	copy(s.Cards[PackSize-n:], turned[:n])
	s.StockSize, s.PileSize = s.PileSize, 0
}

func (s *State) melded(seat Seat, cards Hand) {
	s.Melds[s.MeldCount], s.Owners[s.MeldCount] = cards, seat
	s.MeldCount++
	s.show(seat, cards)
}

func (s *State) laidOff(seat Seat, meld int, cards Hand) {
	s.Melds[meld] |= cards
	s.show(seat, cards)
}

func (s *State) show(seat Seat, cards Hand) {
	s.Hands[seat] &^= cards
	s.Barred &^= cards
	s.Showing = true
}

func (s *State) discarded(seat Seat, c Card) {
	s.Hands[seat] = s.Hands[seat].Remove(c)
	s.Cards[s.PileSize] = c
	s.PileSize++
}

func (s *State) passTurn() {
	if s.Showing {
		s.Shown |= 1 << s.Turn
		s.Idle = 0
	} else if s.Counting {
		s.Idle++
	}
	s.Showing, s.Barred = false, 0
	s.Turns++
	s.Turn, s.Phase = leftOf(s.Turn, int(s.Players)), ToDraw
}

func (s *State) wentOut(e WentOut) {
	for _, meld := range e.Melds {
		s.melded(e.Seat, meld)
	}
	for _, l := range e.LayOffs {
		s.laidOff(e.Seat, l.Meld, l.Cards)
	}
	if e.Discard != NoCard {
		s.discarded(e.Seat, e.Discard)
	}
}

// end ends the hand. A turn that was not ended by a discard of its own is
// completed by it.
func (s *State) end(collector Seat, payments [MaxSeats]Pips) {
	if s.Phase == ToPlay {
		s.passTurn()
	}
	s.Turn, s.Phase, s.Winner = Nobody, Over, collector
	for i, pips := range payments {
		s.Payments[i] = int16(pips)
	}
}
