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
}

// reasons are the sentences of the reasons.
//
//nolint:gochecknoglobals // constant table
var reasons = [...]lang.Key{
	opponent.GoesOut: lang.WhyOut, opponent.GoesOutAsRummy: lang.WhyRummy, opponent.TakesForMeld: lang.WhyTakeMeld,
	opponent.TakesForHand: lang.WhyTakeHand, opponent.StockIsBetter: lang.WhyStock, opponent.OnlyDraw: lang.WhyOnly,
	opponent.ShowsBeforeCaught: lang.WhyCaught, opponent.ShowsToKeepUp: lang.WhyKeepup, opponent.LaysOff: lang.WhyLayoff,
	opponent.DiscardsUseless: lang.WhyUseless, opponent.DiscardsSafe: lang.WhySafe, opponent.DiscardsDear: lang.WhyDear,
	opponent.BreaksLeast: lang.WhyBreaks,
}

// A hintScene is what there is to say of a hint.
type hintScene struct {
	level   string // of the computer, as "hard"
	move    sentence
	why     sentence
	buttons []press // that make the move
}

// hint tells a hint; nil where there is none. v is the view of who would make the move.
func (o origin) hint(h *Hint, v engine.View) *hintScene {
	if h == nil {
		return nil
	}
	return &hintScene{level: h.Level.String(), move: moveOf(v, h.Move), why: because(*h), buttons: o.doIt(h.Move)}
}

// because tells the reason of a hint: a meld in its own order, a discard by itself.
func because(h Hint) sentence {
	return sentence{key: reasons[h.Reason], cards: inOrder(h.Cards)}
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

// text says what it would do, and why.
func (h hintScene) text(l lang.Lang) string {
	return l.Say(lang.HintLine, lang.Name(levelOf(h.level).say(l)), lang.Word(h.move.say(l))) + "\n" + h.why.say(l)
}
