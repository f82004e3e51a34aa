package engine

// A Preset names a set of house rules.
type Preset uint8

// The presets of the rule book. The zero value is the default.
const (
	Boathouse Preset = iota
	Concealed
	Mixed
	Brisk
)

// A DrawRule says which draws a turn offers.
type DrawRule uint8

// The draw rules.
const (
	DrawPair  DrawRule = iota // two from the stock or two from the discard pile
	DrawMixed                 // these, or one of each
)

// A MeldingRule says when melds are shown.
type MeldingRule uint8

// The melding rules.
const (
	MeldOpen      MeldingRule = iota // at any time in a turn
	MeldConcealed                    // only in the move that goes out; no lay-offs
)

// A BlockedRule says what a blocked hand pays.
type BlockedRule uint8

// The blocked rules.
const (
	BlockedLowest BlockedRule = iota // the one lowest count collects the differences
	BlockedVoid                      // nobody pays
)

// A FinalDiscardRule says whether going out needs a discard.
type FinalDiscardRule uint8

// The final discard rules.
const (
	FinalOptional FinalDiscardRule = iota
	FinalRequired
)

// A PayRule says which cards left in hand are paid for.
type PayRule uint8

// The pay rules.
const (
	PayUnmatched PayRule = iota // those in no meld of the cheapest arrangement
	PayHand                     // every one
)

// Rules are the house rules of a hand. The value is comparable and whole: a
// preset that changes later changes no hand that has begun. Use [Preset.Rules]
// for a valid value; the zero value is not one.
type Rules struct {
	Preset          Preset // the preset that the others differ from; for people only
	Draw            DrawRule
	Melding         MeldingRule
	ExhaustedDraw   uint8 // cards drawn when the stock is exhausted, 1 or 2
	BlockedAfter    uint8 // rounds without a meld that block a hand, 1 to 20
	Blocked         BlockedRule
	FinalDiscard    FinalDiscardRule
	RummyMultiplier uint8 // 1 to 3
	Pay             PayRule
}

// MaxBlockedAfter is the largest number of rounds that blocked_after may name.
const MaxBlockedAfter = 20

// Rules gives the whole value of a preset; for one that isn't there, the default's.
//
// A hand goes on for twelve rounds after its last meld because most do come to an
// end: between computers of level normal, four rounds cut off a third of the hands
// of two and four players. In brisk play those that stand still are really stuck.
func (p Preset) Rules() Rules {
	r := Rules{ExhaustedDraw: 1, BlockedAfter: 12, RummyMultiplier: 2}
	switch p {
	case Boathouse:
	case Concealed:
		r.Preset, r.Melding, r.RummyMultiplier = Concealed, MeldConcealed, 1
	case Mixed:
		r.Preset, r.Draw = Mixed, DrawMixed
	case Brisk:
		r.Preset, r.Pay, r.BlockedAfter = Brisk, PayHand, 4
	}
	return r
}

// Presets lists the presets in the order of the rule book.
func Presets() []Preset { return []Preset{Boathouse, Concealed, Mixed, Brisk} }

// Check says whether every field is in its range; its error is the [*RuleError]
// of the first that isn't.
func (r Rules) Check() error {
	for _, field := range HouseRules() {
		if _, err := r.Set(field, r.Get(field)); err != nil {
			return err
		}
	}
	if r.Preset > Brisk {
		return &RuleError{Field: "preset", Value: r.Preset.String()}
	}
	return nil
}
