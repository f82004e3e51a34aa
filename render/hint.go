package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Hint is what a computer would do in the reader's place.
type Hint struct {
	Level opponent.Level
	opponent.Advice
	Tip bool // a newcomer has it without asking
}

// reasons are the sentences of the reasons.
//
//nolint:gochecknoglobals // constant table
var reasons = [...]lang.Key{
	opponent.GoesOut: lang.WhyOut, opponent.GoesOutAsRummy: lang.WhyRummy, opponent.TakesForMeld: lang.WhyTakeMeld,
	opponent.TakesForLayOff: lang.WhyTakeLayoff, opponent.TakesForPair: lang.WhyTakePair,
	opponent.PileFitsNothing: lang.WhyStock, opponent.OnlyDraw: lang.WhyOnly,
	opponent.ShowsBeforeCaught: lang.WhyCaught, opponent.ShowsToKeepUp: lang.WhyKeepup, opponent.LaysOff: lang.WhyLayoff,
	opponent.DiscardsUseless: lang.WhyUseless, opponent.DiscardsSafe: lang.WhySafe, opponent.DiscardsDear: lang.WhyDear,
	opponent.BreaksLeast: lang.WhyBreaks,
}

// A hintScene is what there is to say of a hint.
type hintScene struct {
	level   string // of the computer, as "hard"
	tip     bool   // nobody asked for it
	move    sentence
	why     sentence
	road    sentence // that it did not take; may be empty
	use     sentence // what the cards on it would be good for; may be empty
	gap     sentence // how much worse that is; may be empty
	buttons []press  // that make the move
}

// hint tells a hint; nil where there is none. v is the view of who would make the move.
func (o origin) hint(h *Hint, v engine.View) *hintScene {
	if h == nil {
		return nil
	}
	scene := &hintScene{
		level: h.Level.String(), tip: h.Tip, move: moveOf(v, h.Move), why: because(v, h.Why),
		buttons: o.doIt(h.Move),
	}
	if h.Road.Cards == 0 && h.Road.Pips == 0 {
		return scene // nothing of cards or pips can be said of that road
	}
	scene.road, scene.use = roadOf(v, h.Road), because(v, h.Road.Use)
	if h.Road.Known {
		scene.gap = gapOf(h.Road.Pips)
	}
	return scene
}

// because tells a reason in cards, to nobody in particular; nothing where there is none. v is
// the view of who would make the move.
func because(v engine.View, w opponent.Why) sentence {
	if w.Reason == 0 {
		return sentence{}
	}
	s := sentence{key: reasons[w.Reason], cards: inOrder(w.Cards), meld: w.Meld + 1}
	switch w.Reason {
	case opponent.GoesOut:
		s.n = v.Hand.Len()
	case opponent.GoesOutAsRummy:
		s.n = int(v.Rules.RummyMultiplier)
	case opponent.ShowsToKeepUp:
		s.n = v.Hand.Len() - w.Cards.Len()
	case opponent.BreaksLeast:
		a := engine.Arrange(w.With)
		s.list = listOf(asCards(allInOrder(a.Melds[:a.Count])))
	case opponent.TakesForLayOff:
		if w.With == 0 {
			s.key = lang.WhyTakeAlone
		}
		s.list = sentence{cards: inOrder(w.With)}
	case opponent.TakesForMeld, opponent.TakesForPair:
		s.list = sentence{cards: inOrder(w.With)}
	case opponent.PileFitsNothing, opponent.OnlyDraw, opponent.ShowsBeforeCaught,
		opponent.LaysOff, opponent.DiscardsUseless, opponent.DiscardsSafe, opponent.DiscardsDear:
	}
	return s
}

// roads are the sentences of what roads mean that weren't taken.
//
//nolint:gochecknoglobals // constant table
var roads = [...]lang.Key{
	opponent.GivesUpRummy: lang.RoadRummy, opponent.GivesUpRummyInVain: lang.RoadVain, opponent.ShowsAll: lang.RoadShows,
	opponent.KeepsRummy: lang.RoadKeeps, opponent.KeepsBack: lang.RoadHolds, opponent.TakesInView: lang.RoadTake,
	opponent.TakesUnseen: lang.RoadStock, opponent.TakesNext: lang.RoadNext, opponent.TurnsOver: lang.RoadTurnover,
	opponent.PartsPair: lang.RoadPair,
}

// roadOf tells of a road that wasn't taken; nothing where there is none.
func roadOf(v engine.View, road opponent.Road) sentence {
	if road.Means == 0 {
		return sentence{}
	}
	s := sentence{key: roads[road.Means], n: int(v.Rules.RummyMultiplier), cards: inOrder(road.Cards), list: laidDown(road.Moves)}
	if discard, ok := road.Moves[0].(engine.Discard); ok && road.Means == opponent.PartsPair {
		s.cards, s.list = []engine.Card{discard.Card}, sentence{cards: road.Cards.Cards()}
	}
	return s
}

// laidDown lists what moves lay down, a meld in its own order.
func laidDown(moves []engine.Move) list {
	var groups []sentence
	for _, m := range moves {
		switch m := m.(type) {
		case engine.Meld:
			groups = append(groups, sentence{cards: inOrder(m.Cards)})
		case engine.LayOff:
			groups = append(groups, sentence{cards: m.Cards.Cards()})
		case engine.Draw, engine.Discard, engine.GoOut:
		}
	}
	return listOf(groups)
}

// gapOf says by how many pips a road is worse than the one taken.
func gapOf(pips int) sentence {
	if pips == 0 {
		return sentence{key: lang.GapEven}
	}
	return sentence{key: lang.GapPips, n: pips}
}

// doIt makes the move of a hint with one tap. A way to go out is told by its last
// card alone, since any other way with that card is as good.
func (o origin) doIt(m engine.Move) []press {
	arg := m.String()
	if out, ok := m.(engine.GoOut); ok {
		out.Melds, out.LayOffs = nil, nil
		arg = out.String()
	}
	if len(arg) > MaxArg {
		return nil
	}
	return []press{o.primary(lang.ButtonDoit, VerbDo, arg)}
}

// moveOf names a move as a label does; v is the view of who would make it.
func moveOf(v engine.View, m engine.Move) sentence {
	switch m := m.(type) {
	case engine.Draw:
		return drawLabel(v, m.Source)
	case engine.Meld:
		return sentence{key: lang.MoveMeld, cards: inOrder(m.Cards)}
	case engine.LayOff:
		return sentence{key: lang.MoveLayoff, cards: m.Cards.Cards(), meld: m.Meld + 1}
	case engine.Discard:
		return sentence{key: lang.MoveDiscard, cards: []engine.Card{m.Card}}
	case engine.GoOut:
		return goOutOf(m.Discard)
	}
	return sentence{}
}

// text says what it would do, why, and what it would not.
func (h hintScene) text(l lang.Lang) string {
	move := lang.Word(h.move.say(l))
	if h.tip {
		return quote(lines(l.Say(lang.TipLine, move), h.why.say(l), beside(l, h.road, h.use, h.gap)))
	}
	top := l.Say(lang.HintLine, lang.Name(levelOf(h.level).say(l)), move)
	return lines(top, h.why.say(l), beside(l, h.road, h.use, h.gap))
}
