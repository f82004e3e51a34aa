package engine

import "strings"

// A Code names why a move is refused. Each is shown reachable by a test.
type Code uint8

// The codes.
const (
	NotYourTurn     Code = iota + 1
	HandOver             // the hand has ended
	DrawFirst            // a meld, lay-off, discard or go-out before the draw
	AlreadyDrawn         // a second draw in a turn
	NoMixedDraw          // the house rule doesn't allow it
	NoTurnover           // the stock is not exhausted
	StockEmpty           // draw from the discard pile or turn it over
	PileEmpty            // nothing to take
	NotHeld              // Card is not in the hand, or each of Cards
	NotAMeld             // Cards are no set and no run
	NoSuchMeld           // Meld is not on the table
	DoesNotFit           // Cards and meld Meld together are no meld
	Barred               // Card came from the discard pile in this turn
	NoLegalDiscard       // it would leave only barred cards in hand
	MustKeepDiscard      // house rule: the hand may be emptied only by a discard
	ConcealedOnly        // house rule: nothing is shown before going out
	NotOut               // the go-out would leave Cards in hand
	CardTwice            // Card is named twice in one move
	NoCards              // a meld or lay-off without cards
	BadDeal              // a deal that is no deal: players, dealer or deck; or no deal at all
)

// A Refusal is the only error that [Decide] returns: a code and the data that a
// sentence about it needs. Fields that the code doesn't use are zero; Card is
// NoCard when no card is meant.
type Refusal struct {
	Code  Code
	Seat  Seat // who asked
	Card  Card
	Cards Hand
	Meld  int // from 0
}

func codeWords() []string {
	return []string{
		"not_your_turn", "hand_over", "draw_first", "already_drawn", "no_mixed_draw", "no_turnover",
		"stock_empty", "pile_empty", "not_held", "not_a_meld", "no_such_meld", "does_not_fit", "barred",
		"no_legal_discard", "must_keep_discard", "concealed_only", "not_out", "card_twice", "no_cards", "bad_deal",
	}
}

// Codes lists every code.
func Codes() []Code {
	var codes []Code
	for c := NotYourTurn; c <= BadDeal; c++ {
		codes = append(codes, c)
	}
	return codes
}

// String gives the code's word, as "not_your_turn". Records and logs use it, so
// it never changes.
func (c Code) String() string { return wordOf(codeWords(), c-1) }

// ParseCode reads what String gives; its error is a [*ParseError].
func ParseCode(text string) (Code, error) {
	c, err := parseWord[Code](codeWords(), text)
	if err != nil {
		return 0, err
	}
	return c + 1, nil
}

// Error gives the code's word and the cards it is about, for logs.
func (r *Refusal) Error() string {
	words := []string{r.Code.String()}
	if r.Card != NoCard {
		words = append(words, r.Card.String())
	}
	if r.Cards != 0 {
		words = append(words, r.Cards.String())
	}
	return strings.Join(words, " ")
}
