package engine

import (
	"errors"
	"fmt"
	"slices"
)

// A Verdict is what [Referee] finds of a record.
//
// Code is "" when it is OK, else a word that never changes: that of the refusal
// of the move ("not_your_turn" and the others of [Code]), or one of
//
//	bad_rules, bad_players, bad_dealer, bad_deck  the deal is none
//	unreadable    a move's type, source or card is none
//	wrong_cards   a draw that takes other cards than the record says
//	no_result     the hand is over and no result is given
//	not_over      a result is given and the hand goes on
//	wrong_result  the hand ended otherwise
//	not_refused   the move that should be refused is legal
type Verdict struct {
	OK   bool
	At   int    // index of the move at fault: -1 for the deal, the number of moves for what follows them
	Code string // "" when OK
	Why  string // the data: cards, seats, what was found and what is right
}

const (
	badRules    = "bad_rules"
	badPlayers  = "bad_players"
	badDealer   = "bad_dealer"
	badDeck     = "bad_deck"
	unreadMove  = "unreadable"
	wrongCards  = "wrong_cards"
	noResult    = "no_result"
	notOver     = "not_over"
	wrongResult = "wrong_result"
	notRefused  = "not_refused"
)

// Referee plays a record's hand over and says whether everything in it is as
// the rules have it. A record without a result is right as long as the hand is
// not over; one with a refused move is right when that move is refused.
func Referee(r Record) Verdict {
	events, v := r.Events()
	if !v.OK {
		return v
	}
	s, at := Replay(events), len(r.Moves)
	if r.Refused != nil {
		if _, v = judge(s, *r.Refused, at); v.OK {
			return fault(at, notRefused, r.Refused.Type)
		}
	}
	result, over := Outcome(s)
	switch {
	case over && r.Result == nil && r.Refused == nil:
		return fault(at, noResult, "")
	case !over && r.Result != nil:
		return fault(at, notOver, "")
	case r.Result == nil:
		return Verdict{OK: true}
	}
	if why := r.Result.amiss(result); why != "" {
		return fault(at, wrongResult, why)
	}
	return Verdict{OK: true}
}

func fault(at int, code, why string) Verdict { return Verdict{At: at, Code: code, Why: why} }

// Events replays a record's deal and moves. When one of them is at fault the
// verdict says which, and the events are those before it.
func (r Record) Events() ([]Event, Verdict) {
	dealt, v := r.deal()
	if !v.OK {
		return nil, v
	}
	events := []Event{dealt}
	s := Apply(State{}, dealt)
	for at, m := range r.Moves {
		next, v := judge(s, m, at)
		if !v.OK {
			return events, v
		}
		for _, e := range next {
			s.apply(e)
		}
		events = append(events, next...)
	}
	return events, Verdict{OK: true}
}

func (r Record) deal() (Dealt, Verdict) {
	const at = -1
	if err := r.Rules.Check(); err != nil {
		return Dealt{}, fault(at, badRules, err.Error())
	}
	players := len(r.Players)
	if HandSize(players) == 0 {
		return Dealt{}, fault(at, badPlayers, fmt.Sprint(players))
	}
	if r.Dealer < 0 || r.Dealer >= players {
		return Dealt{}, fault(at, badDealer, fmt.Sprint(r.Dealer))
	}
	deck := make([]Card, 0, PackSize)
	for _, text := range r.Deck {
		c, err := ParseCard(text)
		if err != nil {
			return Dealt{}, fault(at, badDeck, err.Error())
		}
		deck = append(deck, c)
	}
	if c, whole := firstAmiss(deck); !whole {
		why := fmt.Sprintf("%d cards", len(deck))
		if c != NoCard {
			why = (&ParseError{Word: c.String(), Twice: true}).Error()
		}
		return Dealt{}, fault(at, badDeck, why)
	}
	dealt, err := Deal(r.Rules, players, Seat(r.Dealer), [PackSize]Card(deck))
	if err != nil {
		return Dealt{}, fault(at, badDeck, err.Error())
	}
	return dealt, Verdict{OK: true}
}

// judge decides one recorded move; at is its index.
func judge(s State, m RecordMove, at int) ([]Event, Verdict) {
	move, err := m.Move()
	var no *Refusal
	if errors.As(err, &no) {
		return nil, fault(at, no.Code.String(), no.Error())
	}
	if err != nil {
		return nil, fault(at, unreadMove, err.Error())
	}
	if m.Seat < 0 || m.Seat >= MaxSeats {
		return nil, fault(at, NotYourTurn.String(), fmt.Sprintf("seat %d", m.Seat))
	}
	events, err := Decide(s, Seat(m.Seat), move)
	if err != nil {
		if errors.As(err, &no) {
			return nil, fault(at, no.Code.String(), no.Error())
		}
		return nil, fault(at, unreadMove, err.Error())
	}
	if drew, ok := events[0].(Drew); ok {
		if v := m.tookThese(drew, at); !v.OK {
			return nil, v
		}
	}
	return events, Verdict{OK: true}
}

// tookThese compares the cards that a record gives of a draw with those drawn.
// Their order is given by the rules of the format for the discard pile only.
func (m RecordMove) tookThese(drew Drew, at int) Verdict {
	if len(m.Cards) == 0 {
		return Verdict{OK: true}
	}
	var cards []Card
	for _, text := range m.Cards {
		c, err := ParseCard(text)
		if err != nil {
			return fault(at, unreadMove, err.Error())
		}
		cards = append(cards, c)
	}
	same := slices.Equal(cards, drew.Cards)
	if drew.Source != FromDiscard {
		same = len(cards) == len(drew.Cards) && HandOf(cards...) == HandOf(drew.Cards...)
	}
	if !same {
		return fault(at, wrongCards, fmt.Sprintf("%s, not %s", cardsText(drew.Cards), cardsText(cards)))
	}
	return Verdict{OK: true}
}

// Move reads the move. Its error is a [*ParseError] for a word that can't be
// read, or a [*Refusal] for a card named twice and a lay-off without a meld.
func (m RecordMove) Move() (Move, error) {
	switch m.Type {
	case "draw":
		source, err := ParseSource(m.Source)
		return Draw{Source: source}, err
	case "meld":
		cards, err := handOfTexts(m.Cards)
		return Meld{Cards: cards}, err
	case "layoff":
		cards, err := handOfTexts(m.Cards)
		if err == nil && m.Meld == nil {
			err = &Refusal{Code: NoSuchMeld, Card: NoCard, Cards: cards, Meld: -1}
		}
		if err != nil {
			return nil, err
		}
		return LayOff{Meld: *m.Meld, Cards: cards}, nil
	case "discard":
		c, err := ParseCard(m.Card)
		return Discard{Card: c}, err
	case "goout":
		return m.goOut()
	}
	return nil, &ParseError{Word: m.Type}
}

func (m RecordMove) goOut() (Move, error) {
	move := GoOut{Discard: NoCard}
	for _, texts := range m.Melds {
		meld, err := handOfTexts(texts)
		if err != nil {
			return nil, err
		}
		move.Melds = append(move.Melds, meld)
	}
	for _, l := range m.LayOffs {
		cards, err := handOfTexts(l.Cards)
		if err != nil {
			return nil, err
		}
		move.LayOffs = append(move.LayOffs, LayOff{Meld: l.Meld, Cards: cards})
	}
	if m.Discard == "" {
		return move, nil
	}
	c, err := ParseCard(m.Discard)
	if err != nil {
		return nil, err
	}
	move.Discard = c
	return move, nil
}

// handOfTexts reads a list of cards, none of them twice.
func handOfTexts(texts []string) (Hand, error) {
	var h Hand
	for _, text := range texts {
		c, err := ParseCard(text)
		if err != nil {
			return 0, err
		}
		if h.Has(c) {
			return 0, &Refusal{Code: CardTwice, Card: c}
		}
		h = h.Add(c)
	}
	return h, nil
}

// amiss says what a recorded result has otherwise than the hand; "" for nothing.
func (r RecordResult) amiss(right Result) string {
	winner := Nobody.String()
	if r.Winner != nil {
		winner = fmt.Sprint(*r.Winner)
	}
	switch {
	case winner != right.Winner.String():
		return fmt.Sprintf("winner %s, not %s", right.Winner, winner)
	case r.Rummy != right.Rummy:
		return fmt.Sprintf("rummy %t, not %t", right.Rummy, r.Rummy)
	case r.Blocked != right.Blocked:
		return fmt.Sprintf("blocked %t, not %t", right.Blocked, r.Blocked)
	}
	var paid [MaxSeats]Pips
	for _, p := range r.Payments {
		if p.Pips == 0 {
			continue
		}
		if p.From < 0 || p.From >= MaxSeats || p.To != int(right.Winner) || paid[p.From] != 0 {
			return fmt.Sprintf("no payment of %d from %d to %d", p.Pips, p.From, p.To)
		}
		paid[p.From] = p.Pips
	}
	for seat, pips := range right.Payments {
		if paid[seat] != pips {
			return fmt.Sprintf("seat %d pays %d, not %d", seat, pips, paid[seat])
		}
	}
	return ""
}
