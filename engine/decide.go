package engine

// Decide says what happens when a seat asks for a move: the events in order, the
// last of them [Won] or [Blocked] when the move ends the hand. It changes
// nothing. Its error is always a [*Refusal].
func Decide(s State, seat Seat, m Move) ([]Event, error) {
	if no := s.mayMove(seat, m); no != nil {
		return nil, no
	}
	var event Event
	var no *Refusal
	switch m := m.(type) {
	case Draw:
		event, no = s.decideDraw(m.Source)
	case Meld:
		event, no = s.decideMeld(m.Cards)
	case LayOff:
		event, no = s.decideLayOff(m)
	case Discard:
		event, no = s.decideDiscard(m.Card)
	case GoOut:
		event, no = s.decideGoOut(m)
	}
	if no != nil {
		return nil, no
	}
	if _, drew := event.(Drew); drew {
		return []Event{event}, nil
	}
	return s.andEnd(seat, event), nil
}

// refuse makes a refusal of the seat to move.
func (s *State) refuse(code Code) *Refusal {
	return &Refusal{Code: code, Seat: s.Turn, Card: NoCard}
}

func (s *State) refuseCard(code Code, c Card) *Refusal {
	return &Refusal{Code: code, Seat: s.Turn, Card: c}
}

// mayMove says whether it is this seat's time for a move of this kind.
func (s *State) mayMove(seat Seat, m Move) *Refusal {
	_, draws := m.(Draw)
	var code Code
	switch {
	case s.Phase == NotDealt:
		code = BadDeal
	case s.Phase == Over:
		code = HandOver
	case seat != s.Turn:
		code = NotYourTurn
	case s.Phase == ToDraw && !draws:
		code = DrawFirst
	case s.Phase == ToPlay && draws:
		code = AlreadyDrawn
	case m == nil:
		code = NoCards
	default:
		return nil
	}
	return &Refusal{Code: code, Seat: seat, Card: NoCard}
}

func (s *State) decideDraw(from Source) (Event, *Refusal) {
	if code := drawRefused(s.Rules, from, int(s.StockSize), int(s.PileSize)); code != 0 {
		return nil, s.refuse(code)
	}
	drew := Drew{Seat: s.Turn, Source: from}
	top := int(s.PileSize) - 1
	switch from {
	case FromStock:
		drew.Cards = append(drew.Cards, s.stock()[:min(2, s.StockSize)]...)
	case FromDiscard:
		drew.Cards = s.drawFromPile()
	case FromMixed:
		drew.Cards = []Card{s.Cards[top], s.stock()[0]}
	case FromTurnover:
		drew.Cards = append(drew.Cards, s.pile()[:min(s.Rules.ExhaustedDraw, s.PileSize)]...)
	}
	return drew, nil
}

// drawFromPile lists what a draw from the discard pile takes: from a stock that
// is exhausted as many as the house rule says, else two, the second from the
// stock when the pile has but one.
func (s *State) drawFromPile() []Card {
	top := int(s.PileSize) - 1
	switch {
	case top == 0 && s.StockSize > 0:
		return []Card{s.Cards[0], s.stock()[0]}
	case top == 0 || s.StockSize == 0 && s.Rules.ExhaustedDraw == 1:
		return []Card{s.Cards[top]}
	default:
		return []Card{s.Cards[top], s.Cards[top-1]}
	}
}

// drawRefused says why a source may not be drawn from, or 0. A source that is
// none has nothing to take.
func drawRefused(rules Rules, from Source, stock, pile int) Code {
	switch {
	case from == FromMixed && rules.Draw != DrawMixed:
		return NoMixedDraw
	case from == FromTurnover && stock > 0:
		return NoTurnover
	case (from == FromStock || from == FromMixed) && stock == 0:
		return StockEmpty
	case from != FromStock && pile == 0, from > FromTurnover:
		return PileEmpty
	}
	return 0
}

func (s *State) decideMeld(cards Hand) (Event, *Refusal) {
	if no := s.mayShow(cards); no != nil {
		return nil, no
	}
	if KindOf(cards) == NoMeld {
		no := s.refuse(NotAMeld)
		no.Cards = cards
		return nil, no
	}
	if no := s.mayLeave(s.Hands[s.Turn] &^ cards); no != nil {
		return nil, no
	}
	return Melded{Seat: s.Turn, Cards: cards}, nil
}

func (s *State) decideLayOff(m LayOff) (Event, *Refusal) {
	if no := s.mayShow(m.Cards); no != nil {
		return nil, no
	}
	if no := fits(s, s.Melds[:s.MeldCount], m); no != nil {
		return nil, no
	}
	if no := s.mayLeave(s.Hands[s.Turn] &^ m.Cards); no != nil {
		return nil, no
	}
	return LaidOff{Seat: s.Turn, Meld: m.Meld, Cards: m.Cards}, nil
}

// fits says whether a lay-off goes with the melds that are, or will be, on the table.
func fits(s *State, melds []Hand, l LayOff) *Refusal {
	no := s.refuse(NoSuchMeld)
	no.Meld, no.Cards = l.Meld, l.Cards
	if l.Meld < 0 || l.Meld >= len(melds) {
		return no
	}
	if !FitsOn(melds[l.Meld], l.Cards) {
		no.Code = DoesNotFit
		return no
	}
	return nil
}

// mayShow says whether cards may be melded or laid off before going out.
func (s *State) mayShow(cards Hand) *Refusal {
	if s.Rules.Melding == MeldConcealed {
		return s.refuse(ConcealedOnly)
	}
	return s.holds(cards)
}

func (s *State) holds(cards Hand) *Refusal {
	if cards == 0 {
		return s.refuse(NoCards)
	}
	switch missing := cards &^ s.Hands[s.Turn]; missing.Len() {
	case 0:
		return nil
	case 1:
		return s.refuseCard(NotHeld, missing.lowest())
	default:
		no := s.refuse(NotHeld)
		no.Cards = missing
		return no
	}
}

// mayLeave says whether a meld or lay-off may leave these cards in hand.
func (s *State) mayLeave(rest Hand) *Refusal {
	if mayKeep(rest, s.Barred, s.Rules.FinalDiscard) {
		return nil
	}
	if rest == 0 {
		return s.refuse(MustKeepDiscard)
	}
	no := s.refuse(NoLegalDiscard)
	no.Cards = rest
	return no
}

func (s *State) decideDiscard(c Card) (Event, *Refusal) {
	if no := s.mayDiscard(c); no != nil {
		return nil, no
	}
	return Discarded{Seat: s.Turn, Card: c}, nil
}

func (s *State) mayDiscard(c Card) *Refusal {
	if !s.Hands[s.Turn].Has(c) {
		return s.refuseCard(NotHeld, c)
	}
	if s.Barred.Has(c) {
		return s.refuseCard(Barred, c)
	}
	return nil
}

// decideGoOut lays the melds, the lay-offs and the discard in that order on
// paper, and sees that the hand is empty then.
func (s *State) decideGoOut(m GoOut) (Event, *Refusal) {
	if s.Rules.Melding == MeldConcealed && len(m.LayOffs) > 0 {
		return nil, s.refuse(ConcealedOnly)
	}
	var played Hand
	melds := append(make([]Hand, 0, MaxMelds), s.Melds[:s.MeldCount]...)
	for _, meld := range m.Melds {
		if no := s.playOnce(&played, meld); no != nil {
			return nil, no
		}
		if KindOf(meld) == NoMeld {
			no := s.refuse(NotAMeld)
			no.Cards = meld
			return nil, no
		}
		melds = append(melds, meld)
	}
	for _, l := range m.LayOffs {
		if no := s.playOnce(&played, l.Cards); no != nil {
			return nil, no
		}
		if no := fits(s, melds, l); no != nil {
			return nil, no
		}
		melds[l.Meld] |= l.Cards
	}
	if no := s.lastDiscard(&played, m.Discard); no != nil {
		return nil, no
	}
	if rest := s.Hands[s.Turn] &^ played; rest != 0 {
		no := s.refuse(NotOut)
		no.Cards = rest
		return nil, no
	}
	return WentOut{
		Seat: s.Turn, Discard: m.Discard,
		Melds: append([]Hand(nil), m.Melds...), LayOffs: append([]LayOff(nil), m.LayOffs...),
	}, nil
}

// lastDiscard sees whether a go-out may end with this discard, or without one.
func (s *State) lastDiscard(played *Hand, c Card) *Refusal {
	if c == NoCard {
		if s.Rules.FinalDiscard == FinalRequired {
			return s.refuse(MustKeepDiscard)
		}
		return nil
	}
	if no := s.mayDiscard(c); no != nil {
		return no
	}
	return s.playOnce(played, HandOf(c))
}

// playOnce adds cards to those that a move has played, each held and none twice.
func (s *State) playOnce(played *Hand, cards Hand) *Refusal {
	if no := s.holds(cards); no != nil {
		return no
	}
	if twice := *played & cards; twice != 0 {
		return s.refuseCard(CardTwice, twice.lowest())
	}
	*played |= cards
	return nil
}

// andEnd gives an event and what it brings about: the hand won or blocked.
func (s *State) andEnd(seat Seat, event Event) []Event {
	after := *s
	after.apply(event)
	switch {
	case after.Hands[seat] == 0:
		return []Event{event, s.won(&after, seat)}
	case after.Phase == ToDraw && after.Counting && int(after.Idle) >= after.idleMax():
		return []Event{event, after.blocked()}
	default:
		return []Event{event}
	}
}
