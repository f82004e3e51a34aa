package engine

import (
	"strconv"
	"strings"
)

// mostPayment bounds what a stored payment may say: the whole pack, as a rummy
// that counts three times, is far below it.
const mostPayment = 9999

// ParseEvent reads the text of an event and nothing else: what it accepts,
// String gives back byte for byte. Seats, melds and cards are in their ranges
// and a deal is a whole one; whether the event could follow another is not its
// business. Its error is a [*ParseError].
func ParseEvent(text string) (Event, error) {
	e, err := readEvent(text)
	if err != nil {
		return nil, err
	}
	if e.String() != text {
		return nil, &ParseError{Word: text}
	}
	return e, nil
}

func readEvent(text string) (Event, error) {
	verb, rest, _ := strings.Cut(text, " ")
	switch verb {
	case "dealt":
		return readDealt(rest)
	case "blocked":
		return readBlocked(rest)
	}
	number, rest, _ := strings.Cut(rest, " ")
	seat, err := readSeat(number)
	if err != nil {
		return nil, err
	}
	switch verb {
	case "drew":
		return readDrew(seat, rest)
	case "melded":
		cards, err := readHand(rest)
		return Melded{Seat: seat, Cards: cards}, err
	case "laidoff":
		l, err := readLayOff(rest)
		return LaidOff{Seat: seat, Meld: l.Meld, Cards: l.Cards}, err
	case "discarded":
		c, err := ParseCard(rest)
		return Discarded{Seat: seat, Card: c}, err
	case "wentout":
		m, err := readGoOut(rest)
		return WentOut{Seat: seat, Melds: m.Melds, LayOffs: m.LayOffs, Discard: m.Discard}, err
	case "won":
		return readWon(seat, rest)
	}
	return nil, &ParseError{Word: verb}
}

func readSeat(text string) (Seat, error) {
	n, err := strconv.ParseUint(text, 10, 7)
	if err != nil || n >= MaxSeats {
		return Nobody, &ParseError{Word: text}
	}
	return Seat(n), nil
}

func readDealt(text string) (Dealt, error) {
	head, tail, _ := strings.Cut(text, " deck ")
	players, head, _ := strings.Cut(head, " ")
	dealer, ruleText, _ := strings.Cut(head, " ")
	count, err := strconv.Atoi(strings.TrimPrefix(players, "players="))
	if err != nil {
		return Dealt{}, &ParseError{Word: players}
	}
	seat, err := readSeat(strings.TrimPrefix(dealer, "dealer="))
	if err != nil {
		return Dealt{}, err
	}
	rules, err := ParseRules(ruleText)
	if err != nil {
		return Dealt{}, &ParseError{Word: ruleText}
	}
	cards, err := readCards(tail)
	if err != nil {
		return Dealt{}, err
	}
	if len(cards) != PackSize {
		return Dealt{}, &ParseError{Word: tail}
	}
	e, err := Deal(rules, count, seat, [PackSize]Card(cards))
	if err != nil {
		return Dealt{}, &ParseError{Word: text}
	}
	return e, nil
}

func readCards(text string) ([]Card, error) {
	cards := make([]Card, 0, (len(text)+1)/len("AC "))
	for word := range strings.SplitSeq(text, " ") {
		c, err := ParseCard(word)
		if err != nil {
			return nil, err
		}
		cards = append(cards, c)
	}
	return cards, nil
}

func readDrew(seat Seat, text string) (Drew, error) {
	from, tail, _ := strings.Cut(text, " ")
	source, err := ParseSource(from)
	if err != nil {
		return Drew{}, err
	}
	cards, err := readCards(tail)
	if err != nil {
		return Drew{}, err
	}
	if len(cards) > 2 || len(cards) == 2 && cards[0] == cards[1] {
		return Drew{}, &ParseError{Word: tail}
	}
	return Drew{Seat: seat, Source: source, Cards: cards}, nil
}

func readWon(seat Seat, text string) (Won, error) {
	kind, tail, _ := strings.Cut(text, " ")
	if kind != rummyWord && kind != plainWord {
		return Won{}, &ParseError{Word: kind}
	}
	payments, err := readPayments(tail)
	return Won{Seat: seat, Rummy: kind == rummyWord, Payments: payments}, err
}

func readBlocked(text string) (Blocked, error) {
	who, tail, _ := strings.Cut(text, " ")
	collector := Nobody
	if who != nobodyWord {
		var err error
		if collector, err = readSeat(who); err != nil {
			return Blocked{}, err
		}
	}
	payments, err := readPayments(tail)
	return Blocked{Collector: collector, Payments: payments}, err
}

func readPayments(text string) (payments [MaxSeats]Pips, err error) {
	words := strings.Split(text, " ")
	if len(words) != MaxSeats {
		return payments, &ParseError{Word: text}
	}
	for i, word := range words {
		n, err := strconv.ParseUint(word, 10, 16)
		if err != nil || n > mostPayment {
			return payments, &ParseError{Word: word}
		}
		payments[i] = Pips(n)
	}
	return payments, nil
}
