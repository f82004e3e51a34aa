package opponent

import (
	"math/rand/v2"
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Road is one that was not taken: what the advised player could do instead, and
// what that would mean, for a person who wants to learn. The zero value is none
// worth a word.
type Road struct {
	Means Meaning
	Moves []engine.Move // the first of them instead of the advised move, then the others
	Cards engine.Hand   // what it is about, all of it known to the viewer; see each meaning
	Use   Why           // of a draw: what the cards that lie open could be laid down for

	Known bool // a search played both roads out, and can tell them apart well enough for Pips to be said
	Pips  int  // by which the advised move is better then, from 0: about as good
}

// A Meaning is what a road not taken would mean. Each is true of the position and
// the road as the viewer sees them.
type Meaning uint8

// The meanings.
const (
	GivesUpRummy       Meaning = iota + 1 // Cards, all that can be laid down, would be safe, and no rummy possible any more
	GivesUpRummyInVain                    // the same, of Cards that cost nothing in hand either
	ShowsAll                              // Cards, all that can be laid down, would be safe, and seen by all; there is no rummy to lose
	KeepsRummy                            // Cards, which the advised move lays down, would stay in hand, and a rummy possible
	KeepsBack                             // Cards, which the advised move lays down, would stay in hand, where nobody can use them
	TakesInView                           // Cards, from the pile: all see them taken, and they may not be discarded in this turn
	TakesUnseen                           // what comes from the stock nobody knows
	TakesNext                             // Cards come next from the stock, as all know who saw the pile turned over
	TurnsOver                             // Cards come from the pile when it is turned over
	PartsPair                             // the discard counts more than the advised one, and may still make a meld with any of Cards
)

// String gives the meaning's word, for logs.
func (m Meaning) String() string {
	switch m {
	case GivesUpRummy:
		return "gives-up-rummy"
	case GivesUpRummyInVain:
		return "gives-up-rummy-in-vain"
	case ShowsAll:
		return "shows-all"
	case KeepsRummy:
		return "keeps-rummy"
	case KeepsBack:
		return "keeps-back"
	case TakesInView:
		return "takes-in-view"
	case TakesUnseen:
		return "takes-unseen"
	case TakesNext:
		return "takes-next"
	case TurnsOver:
		return "turns-over"
	case PartsPair:
		return "parts-pair"
	}
	return "??"
}

// beside finds the road to tell of beside an advised move. Who can go out has
// no other worth a word.
func beside(v engine.View, log []engine.PublicEvent, a Advice) Road {
	if _, out := engine.FindGoOut(v, engine.NoCard); out || a.Reason == OnlyDraw {
		return Road{}
	}
	switch move := a.Move.(type) {
	case engine.Draw:
		return otherDraw(v, log, move.Source)
	case engine.Meld, engine.LayOff:
		return holdBack(v, a.Cards)
	case engine.Discard:
		if moves := engine.LayAll(v); len(moves) > 0 {
			return layDown(v, moves)
		}
		return discardDearer(v, move.Card)
	case engine.GoOut:
	}
	return Road{}
}

// hasRummy says whether the viewer can still have a rummy that pays more than
// the plain payment.
func hasRummy(v engine.View) bool { return v.Rules.RummyMultiplier > 1 && !v.Melded[v.Seat] }

// layDown is the road of laying down all that can be.
func layDown(v engine.View, moves []engine.Move) Road {
	road := Road{Means: ShowsAll, Moves: moves}
	for _, m := range moves {
		road.Cards |= shown(m)
	}
	if hasRummy(v) {
		road.Means = GivesUpRummy
		if v.Rules.Pay == engine.PayUnmatched && engine.DeadwoodPips(v.Hand) == engine.DeadwoodPips(v.Hand&^road.Cards) {
			road.Means = GivesUpRummyInVain
		}
	}
	return road
}

// holdBack is the road of laying down nothing more in this turn.
func holdBack(v engine.View, cards engine.Hand) Road {
	road := Road{Means: KeepsBack, Moves: []engine.Move{engine.Discard{Card: leastLeft(v.Hand, v.Barred)}}, Cards: cards}
	if hasRummy(v) {
		road.Means = KeepsRummy
	}
	return road
}

// otherDraw is the road of drawing from elsewhere: from the pile instead of what
// is turned down, and the other way round.
func otherDraw(v engine.View, log []engine.PublicEvent, from engine.Source) Road {
	other, means := engine.FromDiscard, TakesInView
	if from == engine.FromDiscard || from == engine.FromMixed {
		other, means = engine.FromStock, TakesUnseen
		if v.Stock == 0 {
			other, means = engine.FromTurnover, TurnsOver
		}
	}
	if !slices.Contains(engine.LegalView(v).Draws, other) {
		return Road{}
	}
	known, unseen := taken(v, other)
	if past := recall(v, log); means == TakesUnseen && past.counting {
		means, known = TakesNext, named(past.stock[:min(unseen, len(past.stock))]...)
		if known.Len() < unseen {
			return Road{}
		}
	}
	return Road{Means: means, Moves: []engine.Move{engine.Draw{Source: other}}, Cards: known, Use: useOf(v, known)}
}

// discardDearer is the road of throwing away the dearest card that is left over
// and counts more than the advised one, where it is kept for what it may become.
func discardDearer(v engine.View, advised engine.Card) Road {
	dearest := advised
	for c := range (v.Hand &^ v.Barred).All() {
		if c.Pips() > dearest.Pips() && isSpare(v.Hand, c) && partnersIn(v.Hand.Remove(c), c) != 0 {
			dearest = c
		}
	}
	if dearest == advised {
		return Road{}
	}
	return Road{Means: PartsPair, Moves: []engine.Move{engine.Discard{Card: dearest}}, Cards: partnersIn(v.Hand.Remove(dearest), dearest)}
}

// measure plays both roads out, within a budget of their own. A search that would
// rather have taken the other is not quoted: the level has its reasons, and a
// thought of one turn is no proof.
func (road *Road) measure(v *engine.View, log []engine.PublicEvent, advised engine.Move, r *rand.Rand, b Budget) {
	if road.Means == 0 {
		return
	}
	s := newSearch(v, log, r, []line{{move: advised}, {move: road.Moves[0]}})
	road.Pips, road.Known = s.compare(b.turns(slices.Max(v.Counts[:])), b.Stop).told()
}
