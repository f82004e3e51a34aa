package engine

// See gives what a seat may know. A seat that isn't at the table sees what a
// spectator does.
func See(s State, seat Seat) View {
	v := s.watch()
	if seat < 0 || int(seat) >= int(s.Players) {
		return v
	}
	v.Seat, v.Hand = seat, s.Hands[seat]
	if seat == s.Turn {
		v.Barred = s.Barred
	}
	return v
}

// Watch gives what a spectator may know: no hand at all.
func Watch(s State) View { return s.watch() }

func (s *State) watch() View {
	v := View{
		Seat: Nobody, Rules: s.Rules, Players: int(s.Players), Dealer: s.Dealer, Turn: s.Turn, Phase: s.Phase,
		Stock: int(s.StockSize), PileSize: int(s.PileSize), MeldCount: int(s.MeldCount),
		Turns: int(s.Turns), Idle: int(s.Idle), IdleMax: s.idleMax(),
	}
	for i := range int(s.Players) {
		v.Counts[i] = s.Hands[i].Len()
		v.Melded[i] = s.hasShown(Seat(i))
	}
	copy(v.Pile[:], s.pile())
	for i, cards := range s.Melds[:s.MeldCount] {
		v.Melds[i] = TableMeld{Owner: s.Owners[i], Cards: cards}
	}
	return v
}

// Top gives the card on top of the discard pile, or NoCard.
func (v View) Top() Card {
	if v.PileSize == 0 {
		return NoCard
	}
	return v.Pile[v.PileSize-1]
}

// Public gives an event as a viewer saw it, a seat or Nobody for a spectator;
// before is the state that the event happened to. It is false for a [Dealt],
// of which a viewer knows what [See] shows.
func Public(before State, e Event, viewer Seat) (PublicEvent, bool) {
	switch e := e.(type) {
	case Dealt:
		return PublicEvent{}, false
	case Drew:
		return before.publicDraw(e, viewer), true
	case Melded:
		return PublicEvent{Kind: SawMeld, Seat: e.Seat, Cards: e.Cards.Cards(), Meld: int(before.MeldCount), Discard: NoCard}, true
	case LaidOff:
		return PublicEvent{Kind: SawLayOff, Seat: e.Seat, Cards: e.Cards.Cards(), Meld: e.Meld, Discard: NoCard}, true
	case Discarded:
		return PublicEvent{Kind: SawDiscard, Seat: e.Seat, Cards: []Card{e.Card}, Discard: NoCard}, true
	case WentOut:
		return PublicEvent{
			Kind: SawGoOut, Seat: e.Seat, Meld: int(before.MeldCount), Discard: e.Discard,
			Melds: append([]Hand(nil), e.Melds...), LayOffs: append([]LayOff(nil), e.LayOffs...),
		}, true
	case Won:
		return PublicEvent{Kind: SawWin, Seat: e.Seat, Discard: NoCard}, true
	case Blocked:
		return PublicEvent{Kind: SawBlock, Seat: e.Collector, Discard: NoCard}, true
	}
	return PublicEvent{}, false
}

func (s *State) publicDraw(e Drew, viewer Seat) PublicEvent {
	seen := len(e.Cards)
	if viewer != e.Seat {
		seen = pileShare(e.Source, len(e.Cards), int(s.PileSize))
	}
	return PublicEvent{
		Kind: SawDraw, Seat: e.Seat, Source: e.Source, Discard: NoCard,
		Cards: append([]Card(nil), e.Cards[:seen]...), Hidden: len(e.Cards) - seen,
	}
}
