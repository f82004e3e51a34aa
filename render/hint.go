package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A Why is the reason that a hint gives. The set is closed.
type Why uint8

// The reasons. In brackets: what Cards of [HintModel] are.
const (
	GoesOut       Why = iota + 1 // the whole hand goes
	GoesOutRummy                 // and that is a rummy
	TakesForMeld                 // (those of the pile that complete a meld)
	TakesForHand                 // (those of the pile that help)
	StockIsBetter                // (what the pile offers, which promises less)
	OnlyDraw                     // there is no choice
	ShowsInTime                  // the hand may soon be over (those laid down)
	ShowsToKeepUp                // holding back costs more (those laid down)
	LaysOff                      // (those laid off)
	DropsUseless                 // it fits nothing (the discard)
	DropsSafe                    // nobody seems to want it (the discard)
	DropsDear                    // the dearest left over (the discard)
	BreaksLeast                  // everything fits something (the discard)
)

// A HintModel is what a computer would do in the reader's place.
type HintModel struct {
	Level string // of the computer, as "hard"
	Move  engine.Move
	Why   Why
	Cards engine.Hand // that the reason is about
}

// hintText says what it would do, and why.
func hintText(l lang.Lang, v engine.View, h HintModel) string {
	return l.Say(lang.HintLine, lang.Name(levelName(l, h.Level)), lang.Word(moveLabel(l, v, h.Move))) + "\n" + because(l, h)
}

func because(l lang.Lang, h HintModel) string {
	cards := lang.Cards(meldText(h.Cards))
	card := lang.Card(symbols(h.Cards.Cards()))
	switch h.Why {
	case GoesOut:
		return l.Say(lang.WhyOut)
	case GoesOutRummy:
		return l.Say(lang.WhyRummy)
	case TakesForMeld:
		return l.Say(lang.WhyTakeMeld, cards)
	case TakesForHand:
		return l.Say(lang.WhyTakeHand, cards)
	case StockIsBetter:
		return l.Say(lang.WhyStock, cards)
	case OnlyDraw:
		return l.Say(lang.WhyOnly)
	case ShowsInTime:
		return l.Say(lang.WhyCaught, cards)
	case ShowsToKeepUp:
		return l.Say(lang.WhyKeepup, cards)
	case LaysOff:
		return l.Say(lang.WhyLayoff, cards)
	case DropsUseless:
		return l.Say(lang.WhyUseless, card)
	case DropsSafe:
		return l.Say(lang.WhySafe, card)
	case DropsDear:
		return l.Say(lang.WhyDear, card)
	case BreaksLeast:
		return l.Say(lang.WhyBreaks, card)
	}
	return ""
}

// hintButton makes the move of a hint with one tap. A way to go out is told by
// its last card alone, since any other way with that card is as good.
func hintButton(p pen, l lang.Lang, h HintModel) []Button {
	arg := h.Move.String()
	if out, ok := h.Move.(engine.GoOut); ok {
		out.Melds, out.LayOffs = nil, nil
		arg = out.String()
	}
	if len(arg) > MaxArg {
		return nil
	}
	return []Button{p.button(StylePrimary, l.Say(lang.ButtonDoit), VerbDo, arg)}
}

// moveLabel names a move as a label does; v is the view of who would make it.
func moveLabel(l lang.Lang, v engine.View, m engine.Move) string {
	switch m := m.(type) {
	case engine.Draw:
		return drawLabel(l, v, m.Source)
	case engine.Meld:
		return l.Say(lang.MoveMeld, lang.Cards(meldText(m.Cards)))
	case engine.LayOff:
		return l.Say(lang.MoveLayoff, lang.Cards(symbols(m.Cards.Cards())), lang.Meld(m.Meld+1))
	case engine.Discard:
		return l.Say(lang.MoveDiscard, lang.Card(m.Card.Symbol()))
	case engine.GoOut:
		return goOutLabel(l, m.Discard)
	}
	return ""
}
