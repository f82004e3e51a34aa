package engine

// A State is a hand of the game as the dealer of all cards knows it. It is
// comparable, and equal states are equal values: whatever is unused is zero. It
// holds every hidden card, so it is not for who draws screens or plays: they take
// a [View]. Its fields are open for those who set up positions; [Decide] and
// [Apply] take a State that lost or doubled no card.
//
// A hand that waits for a discard always has a legal one. Nobody's hand is empty
// at the start of a turn, for who empties it has won; the cards held then are
// not barred; and a meld or lay-off that would leave barred cards only is refused.
type State struct {
	Hands     [MaxSeats]Hand
	Barred    Hand           // of the hand to move: drawn from the discard pile in this turn and still held
	Melds     [MaxMelds]Hand // MeldCount of them, in the order laid
	Owners    [MaxMelds]Seat
	Cards     [PackSize]Card // in front the discard pile from its bottom, PileSize cards; at the end the stock from its top, StockSize cards
	PileSize  uint8
	StockSize uint8
	MeldCount uint8

	Rules   Rules
	Players uint8
	Dealer  Seat
	Turn    Seat // Nobody when the hand is over
	Phase   Phase

	Shown    uint8 // bit i: seat i melded or laid off in an earlier turn
	Showing  bool  // the seat to move has melded or laid off in this turn
	Counting bool  // the stock has been empty, so turns count towards a blocked hand
	Idle     uint8 // completed turns in a row that count
	Turns    uint16

	Winner   Seat // who collects; Nobody when nobody does, and until the hand is over
	Rummy    bool
	Blocked  bool
	Payments [MaxSeats]int16
}

// HandSize gives the number of cards dealt to each of 2 to 6 players; 0 for
// another number of players.
func HandSize(players int) int {
	switch players {
	case 2:
		return 10
	case 3, 4:
		return 7
	case 5, 6:
		return 6
	}
	return 0
}

// Deal makes the first event of a hand. Its error is a [*Refusal] with the code
// BadDeal when the rules, the number of players, the dealer or the deck is none.
func Deal(rules Rules, players int, dealer Seat, deck [PackSize]Card) (Dealt, error) {
	bad := &Refusal{Code: BadDeal, Seat: dealer, Card: NoCard}
	if rules.Check() != nil || HandSize(players) == 0 || dealer < 0 || int(dealer) >= players {
		return Dealt{}, bad
	}
	if c, whole := firstAmiss(deck[:]); !whole {
		bad.Card = c
		return Dealt{}, bad
	}
	return Dealt{Rules: rules, Players: players, Dealer: dealer, Deck: deck}, nil
}

// firstAmiss says whether cards are the whole pack, each once, and otherwise
// which is the first that is repeated or no card; NoCard when one is missing.
func firstAmiss(cards []Card) (amiss Card, whole bool) {
	var seen Hand
	for _, c := range cards {
		if c >= PackSize || seen.Has(c) {
			return c, false
		}
		seen = seen.Add(c)
	}
	return NoCard, seen == wholePack
}

// NextDealer gives the dealer of the hand after one that ended: with two players
// who collected, or the same dealer when nobody did; with more the left neighbour.
func NextDealer(players int, dealer Seat, r Result) Seat {
	if players == 2 {
		if r.Winner == Nobody {
			return dealer
		}
		return r.Winner
	}
	return leftOf(dealer, players)
}

func leftOf(seat Seat, players int) Seat { return (seat + 1) % Seat(players) }

// Pile lists the discard pile from its bottom; the slice is the caller's.
func (s State) Pile() []Card { return append([]Card(nil), s.pile()...) }

// Stock lists the stock from its top; the slice is the caller's.
func (s State) Stock() []Card { return append([]Card(nil), s.stock()...) }

func (s *State) pile() []Card  { return s.Cards[:s.PileSize] }
func (s *State) stock() []Card { return s.Cards[PackSize-int(s.StockSize):] }

// Outcome gives how the hand ended; false while it has not.
func Outcome(s State) (Result, bool) {
	if s.Phase != Over {
		return Result{}, false
	}
	r := Result{Winner: s.Winner, Rummy: s.Rummy, Blocked: s.Blocked, Hands: s.Hands, Counts: s.counts()}
	for i, pips := range s.Payments {
		r.Payments[i] = Pips(pips)
	}
	return r, true
}

// counts gives what each hand counts against its holder, as the pay rule says.
func (s *State) counts() (counts [MaxSeats]Pips) {
	for i, hand := range s.Hands[:s.Players] {
		counts[i] = s.Rules.Count(hand)
	}
	return counts
}

// idleMax gives the number of idle turns that block the hand.
func (s *State) idleMax() int { return int(s.Rules.BlockedAfter) * int(s.Players) }

func (s *State) hasShown(seat Seat) bool {
	return s.Shown>>seat&1 != 0 || s.Showing && seat == s.Turn
}

// mayKeep says whether a meld or lay-off may leave these cards of the hand:
// one that may be discarded, or none at all where a hand may be emptied so.
func mayKeep(rest, barred Hand, final FinalDiscardRule) bool {
	if rest == 0 {
		return final == FinalOptional
	}
	return rest&^barred != 0
}
