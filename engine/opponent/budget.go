package opponent

// A Budget bounds how long [Hard] thinks over one move; other players ignore it.
type Budget struct {
	Playouts int         // hands of usual length that are played out in thought; 0: [DefaultPlayouts]
	Stop     func() bool // asked again and again, a millisecond apart or less; true ends the search with what it found so far; nil: never
}

// DefaultPlayouts is the budget of [Hard]. It was chosen so that no decision
// takes longer than 150 ms on one core, and a usual one a fifth of that.
const DefaultPlayouts = 2500

const (
	usualTurns  = 24 // of a whole hand
	usualCards  = 14 // in a hand for most of that; a turn with more takes longer to think through
	twiceAsLong = 4  // and this many more take twice as long, twice this many three times
	burnInShare = 4  // the part of a budget, at most, that goes by before the first guess
)

// turns gives how many turns may be thought through with so many cards in the
// largest hand. Counting turns and not playouts makes a move late in the hand,
// when playouts are short, as well thought over as an early one.
func (b Budget) turns(cards int) int {
	playouts := b.Playouts
	if playouts <= 0 {
		playouts = DefaultPlayouts
	}
	return max(1, playouts*usualTurns*twiceAsLong/(twiceAsLong+max(0, cards-usualCards)))
}
