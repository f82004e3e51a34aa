package opponent

import (
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// An Advice is a move and why, and what else could be done, for a person who asked.
type Advice struct {
	Move engine.Move
	Why
	Road Road
}

// A Why is the reason of a move, in cards that the viewer knows; see each reason. The zero Why
// gives none: there is a reason only where it says something of cards.
type Why struct {
	Reason Reason
	Cards  engine.Hand
	With   engine.Hand // of the viewer's hand
	Meld   int         // on the table, from 0
}

// A Reason is why a move is advised. Each is true of the position and the move
// as the viewer sees them, whatever else the level thought of.
type Reason uint8

// The reasons.
const (
	GoesOut           Reason = iota + 1 // nothing is left in hand; Cards: all that is played
	GoesOutAsRummy                      // the same, for more than the plain payment
	TakesForMeld                        // Cards, from the pile, are in a meld with With
	TakesForLayOff                      // Cards, from the pile, go on the meld, together with With
	TakesForPair                        // Cards, one from the pile, may yet make a meld with any of With
	PileFitsNothing                     // Cards, which the pile offers, can't be laid down, whatever is held
	OnlyDraw                            // every draw takes the same Cards
	ShowsBeforeCaught                   // Cards are laid down because somebody is nearly out or the hand is nearly blocked
	ShowsToKeepUp                       // Cards are laid down, which leaves fewer to get rid of
	LaysOff                             // Cards go on a meld on the table
	DiscardsUseless                     // Cards, the discard, goes with nothing else that is held, and no such card counts more
	DiscardsSafe                        // Cards, the discard, is left over, and nobody is known to hold anything that it goes with
	DiscardsDear                        // Cards, the discard, counts most of what is left over
	BreaksLeast                         // without Cards, the discard, the hand keeps the melds in With
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
	case TakesForLayOff:
		return "takes-for-lay-off"
	case TakesForPair:
		return "takes-for-pair"
	case PileFitsNothing:
		return "pile-fits-nothing"
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
	a.Why = why(v, log, move)
	a.Road = beside(v, log, a)
	if level == Hard {
		a.Road.measure(&v, log, move, r, b)
	}
	return a, true
}

// Dice are those of a thought about a view, from the seed of its hand and seat. Whoever judges
// a view by them and the same budget comes to the same move: a tip, a hint and a review.
func Dice(seed uint64, v *engine.View) *rand.Rand { return thought(seed, v, 0) }

func thought(seed uint64, v *engine.View, n uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(v.Turns)<<8|uint64(v.Phase)<<4|n))
}

// why finds the reason that there is for a legal move.
func why(v engine.View, log []engine.PublicEvent, move engine.Move) Why {
	if draw, ok := move.(engine.Draw); ok {
		return whyDraw(v, draw.Source)
	}
	w := Why{Cards: played(v, move)}
	if w.Cards == v.Hand {
		w.Reason = GoesOut
		if v.Rules.RummyMultiplier > 1 && isRummy(v, log, move) {
			w.Reason = GoesOutAsRummy
		}
		return w
	}
	switch move := move.(type) {
	case engine.Meld:
		w.Reason = ShowsToKeepUp
		if somebodyNearlyOut(v) || nearlyBlocked(v) {
			w.Reason = ShowsBeforeCaught
		}
	case engine.LayOff:
		w.Reason, w.Meld = LaysOff, move.Meld
	case engine.Discard:
		return whyDiscard(v, log, move.Card)
	case engine.Draw, engine.GoOut:
		return Why{}
	}
	return w
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

func whyDraw(v engine.View, from engine.Source) Why {
	known, _ := taken(v, from)
	if v.Stock == 0 && v.PileSize <= int(v.Rules.ExhaustedDraw) {
		return Why{Reason: OnlyDraw, Cards: known}
	}
	if use := useOf(v, known); use.Reason != 0 {
		return use
	}
	switch from {
	case engine.FromDiscard, engine.FromMixed:
		return pairOf(v, known)
	case engine.FromStock, engine.FromTurnover:
	}
	offered, _ := taken(v, engine.FromDiscard)
	if useOf(v, offered).Reason != 0 {
		return Why{} // that it isn't taken for is told as the other road
	}
	return Why{Reason: PileFitsNothing, Cards: offered}
}

// useOf says what cards that lie open could be laid down for if they were taken: a meld, or a
// lay-off, alone or with cards of the hand. Its reason is 0 where they can't be.
func useOf(v engine.View, open engine.Hand) Why {
	if open == 0 {
		return Why{}
	}
	a := engine.Arrange(v.Hand | open)
	for _, meld := range a.Melds[:a.Count] {
		if meld&open != 0 {
			return Why{Reason: TakesForMeld, Cards: meld & open, With: meld &^ open}
		}
	}
	v.Hand, v.Barred, v.Phase = v.Hand|open, 0, engine.ToPlay
	v.Rules.Melding = engine.MeldOpen // in concealed play they count too; there is no meld on the table then
	legal := engine.LegalView(v)
	var best Why
	for _, l := range legal.LayOffs {
		if takes := (l.Cards & open).Len(); takes > best.Cards.Len() {
			best = Why{Reason: TakesForLayOff, Cards: l.Cards & open, With: l.Cards &^ open, Meld: l.Meld}
		}
	}
	for _, meld := range legal.Melds {
		if best.Reason == 0 && meld&open != 0 {
			return Why{Reason: TakesForMeld, Cards: meld & open, With: meld &^ open}
		}
	}
	return best
}

// pairOf says which of some cards goes with most of the hand; its reason is 0 where none does.
func pairOf(v engine.View, open engine.Hand) Why {
	var best Why
	for c := range open.All() {
		if with := partnersIn(v.Hand, c); with.Len() > best.With.Len() {
			best = Why{Reason: TakesForPair, Cards: engine.HandOf(c), With: with}
		}
	}
	return best
}

func whyDiscard(v engine.View, log []engine.PublicEvent, c engine.Card) Why {
	w := Why{Cards: engine.HandOf(c)}
	if !isSpare(v.Hand, c) {
		return whatStays(v, c)
	}
	over := engine.Pips(0) // the most that a card counts without which the hand keeps its melds
	alone := engine.Pips(0)
	for other := range (v.Hand &^ v.Barred).All() {
		if isSpare(v.Hand, other) {
			over = max(over, other.Pips())
			if goesWith(v, other) == 0 {
				alone = max(alone, other.Pips())
			}
		}
	}
	switch {
	case goesWith(v, c) == 0 && c.Pips() == alone:
		w.Reason = DiscardsUseless
		return w
	case c.Pips() == over:
		w.Reason = DiscardsDear
		return w
	}
	for seat, held := range recall(v, log).known {
		if engine.Seat(seat) != v.Seat && partnersIn(held, c) != 0 {
			return whatStays(v, c)
		}
	}
	w.Reason = DiscardsSafe
	return w
}

// whatStays says which melds the hand keeps without a card; its reason is 0 where it has none.
func whatStays(v engine.View, c engine.Card) Why {
	rest := v.Hand.Remove(c)
	if matched := rest &^ engine.Arrange(rest).Deadwood; matched != 0 {
		return Why{Reason: BreaksLeast, Cards: engine.HandOf(c), With: matched}
	}
	return Why{}
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
