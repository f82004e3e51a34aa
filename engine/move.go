package engine

import (
	"strconv"
	"strings"
)

// A Source is where a draw comes from.
type Source uint8

// The sources of a draw.
const (
	FromStock    Source = iota
	FromDiscard         // top two of the discard pile, or what the rules put for them
	FromMixed           // the top discard and the top of the stock
	FromTurnover        // the discard pile turned over as the new stock
)

// A Move is what a seat asks for. The set is closed: [Draw], [Meld], [LayOff],
// [Discard], [GoOut]. Each has a text that [ParseMove] reads back.
//
//sumtype:decl
type Move interface {
	isMove()
	String() string
}

// A Draw begins a turn: text "draw stock".
type Draw struct{ Source Source }

// A Meld lays one set or run: text "meld 9C 9D 9S".
type Meld struct{ Cards Hand }

// A LayOff adds cards to a meld on the table: text "layoff 0 9H".
type LayOff struct {
	Meld  int  // number of the meld, from 0
	Cards Hand // one or more cards of the seat's hand
}

// A Discard ends a turn: text "discard KD".
type Discard struct{ Card Card }

// A GoOut plays everything left at once: text "goout 3D 4D 5D / 1 6D ; JH", with
// commas between several melds or lay-offs, and no "/" or ";" where nothing follows.
// The melds are laid first, in order, and take the next numbers; then the
// lay-offs, which may name them; then the discard.
type GoOut struct {
	Melds   []Hand
	LayOffs []LayOff
	Discard Card // NoCard for none
}

func (Draw) isMove()    {}
func (Meld) isMove()    {}
func (LayOff) isMove()  {}
func (Discard) isMove() {}
func (GoOut) isMove()   {}

func (m Draw) String() string    { return "draw " + m.Source.String() }
func (m Meld) String() string    { return "meld " + handText(m.Cards) }
func (m LayOff) String() string  { return "layoff " + layOffText(m) }
func (m Discard) String() string { return "discard " + m.Card.String() }
func (m GoOut) String() string {
	return "goout" + goOutText(m.Melds, m.LayOffs, m.Discard)
}

// noCards stands for an empty set inside the text of a move or an event.
const noCards = "-"

func handText(h Hand) string {
	if h == 0 {
		return noCards
	}
	return h.String()
}

func layOffText(l LayOff) string { return strconv.Itoa(l.Meld) + " " + handText(l.Cards) }

// goOutText is the part that a go-out's move and event share; it begins with a
// space unless it is empty.
func goOutText(melds []Hand, layOffs []LayOff, discard Card) string {
	var b strings.Builder
	between := " "
	for _, meld := range melds {
		b.WriteString(between + handText(meld))
		between = ", "
	}
	between = " / "
	for _, l := range layOffs {
		b.WriteString(between + layOffText(l))
		between = ", "
	}
	if discard != NoCard {
		b.WriteString(" ; " + discard.String())
	}
	return b.String()
}

// ParseMove reads the text of a move and nothing else: what it accepts, String
// gives back byte for byte. Its error is a [*ParseError].
func ParseMove(text string) (Move, error) {
	m, err := readMove(text)
	if err != nil {
		return nil, err
	}
	if m.String() != text {
		return nil, &ParseError{Word: text}
	}
	return m, nil
}

func readMove(text string) (Move, error) {
	verb, rest, _ := strings.Cut(text, " ")
	switch verb {
	case "draw":
		source, err := ParseSource(rest)
		return Draw{Source: source}, err
	case "meld":
		cards, err := readHand(rest)
		return Meld{Cards: cards}, err
	case "layoff":
		return readLayOff(rest)
	case "discard":
		c, err := ParseCard(rest)
		return Discard{Card: c}, err
	case "goout":
		return readGoOut(rest)
	}
	return nil, &ParseError{Word: verb}
}

func readHand(text string) (Hand, error) {
	if text == noCards {
		return 0, nil
	}
	return ParseHand(text)
}

func readLayOff(text string) (LayOff, error) {
	number, rest, _ := strings.Cut(text, " ")
	meld, err := strconv.Atoi(number)
	if err != nil || meld < 0 || meld >= MaxMelds {
		return LayOff{}, &ParseError{Word: number}
	}
	cards, err := readHand(rest)
	return LayOff{Meld: meld, Cards: cards}, err
}

func readGoOut(text string) (GoOut, error) {
	m := GoOut{Discard: NoCard}
	text, last, discards := cutAround(text, ";")
	text, onto, laysOff := cutAround(text, "/")
	var err error
	if discards {
		if m.Discard, err = ParseCard(last); err != nil {
			return GoOut{}, err
		}
	}
	if laysOff {
		for part := range strings.SplitSeq(onto, ", ") {
			l, err := readLayOff(part)
			if err != nil {
				return GoOut{}, err
			}
			m.LayOffs = append(m.LayOffs, l)
		}
	}
	if text == "" {
		return m, nil
	}
	for part := range strings.SplitSeq(text, ", ") {
		meld, err := readHand(part)
		if err != nil {
			return GoOut{}, err
		}
		m.Melds = append(m.Melds, meld)
	}
	return m, nil
}

// cutAround cuts a text at a sign that has a space on both sides, or begins it
// and has a space after it.
func cutAround(text, sign string) (before, after string, found bool) {
	if after, found = strings.CutPrefix(text, sign+" "); found {
		return "", after, true
	}
	return strings.Cut(text, " "+sign+" ")
}

// MoveOf gives the move that an event of a hand came of, and whose it was: the
// opposite of [Decide]. A deal and the end of a hand are nobody's move, nil.
func MoveOf(e Event) (Seat, Move) {
	switch e := e.(type) {
	case Drew:
		return e.Seat, Draw{Source: e.Source}
	case Melded:
		return e.Seat, Meld{Cards: e.Cards}
	case LaidOff:
		return e.Seat, LayOff{Meld: e.Meld, Cards: e.Cards}
	case Discarded:
		return e.Seat, Discard{Card: e.Card}
	case WentOut:
		return e.Seat, GoOut{Melds: e.Melds, LayOffs: e.LayOffs, Discard: e.Discard}
	case Dealt, Won, Blocked:
	}
	return Nobody, nil
}
