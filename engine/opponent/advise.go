package opponent

import (
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// An Advice is a move and why, and what else could be done, for a person who asked.
type Advice struct {
	Move   engine.Move
	Reason Reason
	Cards  engine.Hand // what the reason is about, all of it known to the viewer; see each reason
	Road   Road
}

// A Reason is why a move is advised. Each is true of the position and the move
// as the viewer sees them, whatever else the level thought of.
type Reason uint8

// The reasons.
const (
	GoesOut           Reason = iota + 1 // nothing is left in hand; Cards: all that is played
	GoesOutAsRummy                      // the same, for more than the plain payment
	TakesForMeld                        // Cards, from the pile, make or lengthen a meld with the hand
	TakesForHand                        // Cards, from the pile, match nothing yet but suit the hand better than unknown ones
	StockIsBetter                       // Cards, which the pile offers, promise less than the stock or the pile turned over
	OnlyDraw                            // every draw takes the same Cards
	ShowsBeforeCaught                   // Cards are laid down because somebody is nearly out or the hand is nearly blocked
	ShowsToKeepUp                       // Cards are laid down because holding them back is worth less
	LaysOff                             // Cards go on a meld on the table
	DiscardsUseless                     // Cards, the discard, goes with nothing else that is held, and no such card counts more
	DiscardsSafe                        // Cards, the discard, is left over, and nobody is known to hold anything that it goes with
	DiscardsDear                        // Cards, the discard, counts most of what is left over
	BreaksLeast                         // Cards, the discard, is missed the least
)

// String gives the reason's word, for logs.
func (r Reason) String() string {
	switch r {
	case GoesOut:
		return "goes-out"
	case GoesOutAsRummy:
		return "goes-out-as-rummy"
	case TakesForMeld:
		return "takes-for-meld"
	case TakesForHand:
		return "takes-for-hand"
	case StockIsBetter:
		return "stock-is-better"
	case OnlyDraw:
		return "only-draw"
	case ShowsBeforeCaught:
		return "shows-before-caught"
	case ShowsToKeepUp:
		return "shows-to-keep-up"
	case LaysOff:
		return "lays-off"
	case DiscardsUseless:
		return "discards-useless"
	case DiscardsSafe:
		return "discards-safe"
	case DiscardsDear:
		return "discards-dear"
	case BreaksLeast:
		return "breaks-least"
	}
	return "??"
}

// Advise gives the move that [Choose] gives for the same input, why, and the road
// that was not taken; false when it isn't the viewer's turn. For [Hard] it spends
// the budget twice: on the move, and on how much better than the other road it is.
func Advise(level Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b Budget) (Advice, bool) {
	move := Choose(level, v, log, r, b)
	if move == nil {
		return Advice{}, false
	}
	a := Advice{Move: move}
	a.Reason, a.Cards = why(v, log, move)
	a.Road = beside(v, log, a)
	if level == Hard {
		a.Road.measure(&v, log, move, r, b)
	}
	return a, true
}

// why finds the reason that there is for a legal move.
func why(v engine.View, log []engine.PublicEvent, move engine.Move) (Reason, engine.Hand) {
	if draw, ok := move.(engine.Draw); ok {
		return whyDraw(v, draw.Source)
	}
	cards := played(v, move)
	if cards == v.Hand {
		if v.Rules.RummyMultiplier > 1 && isRummy(v, log, move) {
			return GoesOutAsRummy, cards
		}
		return GoesOut, cards
	}
	switch move := move.(type) {
	case engine.Meld:
		if somebodyNearlyOut(v) || nearlyBlocked(v) {
			return ShowsBeforeCaught, cards
		}
		return ShowsToKeepUp, cards
	case engine.LayOff:
		return LaysOff, cards
	case engine.Discard:
		return whyDiscard(v, log, move.Card), cards
	case engine.Draw, engine.GoOut:
	}
	return 0, 0
}

// played returns the cards that leave the hand by a move.
func played(v engine.View, move engine.Move) engine.Hand {
	switch move := move.(type) {
	case engine.Meld, engine.LayOff:
		return shown(move)
	case engine.Discard:
		return engine.HandOf(move.Card)
	case engine.GoOut:
		return v.Hand
	case engine.Draw:
	}
	return 0
}

// isRummy says whether a move that empties the hand does so as a rummy.
func isRummy(v engine.View, log []engine.PublicEvent, move engine.Move) bool {
	past := recall(v, log)
	now := past.showing
	switch move := move.(type) {
	case engine.Meld, engine.LayOff:
		now = true
	case engine.GoOut:
		now = now || len(move.Melds)+len(move.LayOffs) > 0
	case engine.Draw, engine.Discard:
	}
	return now && past.shown>>v.Seat&1 == 0
}

func whyDraw(v engine.View, from engine.Source) (Reason, engine.Hand) {
	known, _ := taken(v, from)
	if v.Stock == 0 && v.PileSize <= int(v.Rules.ExhaustedDraw) {
		return OnlyDraw, known
	}
	if from != engine.FromStock {
		if matched := known &^ engine.Arrange(v.Hand|known).Deadwood; matched != 0 {
			return TakesForMeld, matched
		}
	}
	switch from {
	case engine.FromDiscard, engine.FromMixed:
		return TakesForHand, known
	case engine.FromStock, engine.FromTurnover:
	}
	known, _ = taken(v, engine.FromDiscard)
	return StockIsBetter, known
}

func whyDiscard(v engine.View, log []engine.PublicEvent, c engine.Card) Reason {
	mayGo := v.Hand &^ v.Barred
	over := engine.Pips(0) // the most that a card counts without which the hand keeps its melds
	alone := engine.Pips(0)
	for other := range mayGo.All() {
		if isSpare(v.Hand, other) {
			over = max(over, other.Pips())
			if goesWith(v, other) == 0 {
				alone = max(alone, other.Pips())
			}
		}
	}
	if !isSpare(v.Hand, c) {
		return BreaksLeast
	}
	if goesWith(v, c) == 0 && c.Pips() == alone {
		return DiscardsUseless
	}
	if c.Pips() == over {
		return DiscardsDear
	}
	for seat, held := range recall(v, log).known {
		if engine.Seat(seat) != v.Seat && partnersIn(held, c) != 0 {
			return BreaksLeast
		}
	}
	return DiscardsSafe
}

// isSpare says whether the cards of a hand that are matched stay so without a card.
func isSpare(h engine.Hand, c engine.Card) bool {
	return engine.DeadwoodPips(h.Remove(c)) == engine.DeadwoodPips(h)-c.Pips()
}

// goesWith returns what a card of the hand goes with: cards that it may yet make
// a meld with, and melds that it fits on.
func goesWith(v engine.View, c engine.Card) engine.Hand {
	with := partnersIn(v.Hand.Remove(c), c)
	for _, meld := range v.Melds[:v.MeldCount] {
		if v.Rules.Melding == engine.MeldOpen && engine.FitsOn(meld.Cards, engine.HandOf(c)) {
			with |= meld.Cards
		}
	}
	return with
}
