package render

import (
	"strings"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A HandModel is a player's own hand, for that player alone.
type HandModel struct {
	Table    string
	Version  int64
	Hand     int
	View     engine.View          // the player's own
	Log      []engine.PublicEvent // as the player saw it
	Players  []Player
	Order    Order
	Note     string // a line on top, in words already: a refusal, or that a button was old
	Deadline time.Time
	Again    int        // 0: a fresh deal; k: the k-th turning of one
	OnTab    bool       // the hand counts on the tab
	Standin  string     // level of the computer that plays for the absent
	Hints    bool       // the reader may ask for one
	Hint     *HintModel // nil: none was asked for
	TakeBack bool       // the reader may ask to take something back
	Wish     *Wish      // somebody's, to take something back; nil: none
	Repeat   bool       // the hand is over and may be dealt once more
}

// Hand draws the private, playable hand: before the draw, after it, or waiting.
func Hand(c Codec, l lang.Lang, m HandModel, serial uint32) Message {
	p := pen{codec: c, table: m.Table, version: m.Version, order: m.Order, serial: serial}
	arranged := engine.Arrange(m.View.Hand)
	plays := m.View.Turn == m.View.Seat && m.View.Phase == engine.ToPlay
	var legal engine.Options
	if plays {
		legal = engine.LegalView(m.View)
	}
	parts := []Component{text(m.Note), text(handTop(l, m, legal))}
	if m.Hint != nil {
		parts = append(parts, text(hintText(l, m.View, *m.Hint)), row(hintButton(p, l, *m.Hint)...))
	}
	parts = append(parts, text(handText(l, m, arranged)))
	if m.View.MeldCount > 0 && m.View.Phase != engine.Over {
		parts = append(parts, text(meldsText(l, m.View, m.Players)))
	}
	if plays {
		return private(append(parts, handPlays(p, l, m, arranged, legal)...)...)
	}
	return private(append(parts, row(handButtons(p, l, m)...), row(besides(p, l, m)...))...)
}

// besides are the buttons that have nothing to do with the cards in hand.
func besides(p pen, l lang.Lang, m HandModel) []Button {
	if m.Wish.asks(m.View.Seat) {
		return p.answerButtons(l)
	}
	if m.TakeBack {
		return []Button{p.button(StyleSecondary, l.Say(lang.ButtonTakeback), VerbTakeback, "")}
	}
	return nil
}

// handTop says which hand it is and what is to be done, then what was drawn and
// what may not be discarded.
func handTop(l lang.Lang, m HandModel, legal engine.Options) string {
	v := m.View
	lines := []string{"### " + l.Say(lang.HandTitle, lang.Hand(m.Hand))}
	if turned := turnedText(l, m.Again, m.OnTab); turned != "" {
		lines = append(lines, turned)
	}
	if sitter(m.Players, v.Seat).Away {
		lines = append(lines, awayText(l, m.Standin))
	}
	lines = append(lines, handState(l, m, legal))
	if ask := m.Wish.text(l, m.Players); ask != "" {
		lines = append(lines, ask)
	}
	if v.Turn == v.Seat && v.Phase == engine.ToPlay {
		// Cards that are all barred are named as such below.
		if cards := drawn(m.Log, v.Seat); engine.HandOf(cards...)&^v.Barred != 0 {
			lines = append(lines, l.Say(lang.HandDrew, lang.Cards(symbols(cards))))
		}
		if !v.Barred.Empty() {
			lines = append(lines, l.Say(lang.HandBarred, lang.Cards(symbols(v.Barred.Cards()))))
		}
	}
	if v.Phase == engine.ToDraw && v.Turn == v.Seat {
		lines = append(lines, pileText(l, v))
	}
	return strings.Join(lines, "\n")
}

func handState(l lang.Lang, m HandModel, legal engine.Options) string {
	v := m.View
	var state string
	switch {
	case v.Phase == engine.Over || v.Phase == engine.NotDealt:
		return l.Say(lang.HandOver)
	case v.Turn != v.Seat:
		return l.Say(lang.HandWait, lang.Name(seated(l, m.Players, v.Turn)))
	case v.Phase == engine.ToDraw:
		state = l.Say(lang.HandDraw)
	case v.Rules.Melding == engine.MeldConcealed:
		state = l.Say(lang.HandPlayConcealed)
	case len(legal.Melds)+len(legal.LayOffs) == 0:
		state = l.Say(lang.HandPlayDiscard)
	default:
		state = l.Say(lang.HandPlay)
	}
	return strings.TrimSpace(state + " " + left(l, m.Deadline))
}

// drawn gives the cards of a seat's newest draw, when nothing came after its turn.
func drawn(log []engine.PublicEvent, seat engine.Seat) []engine.Card {
	for i := len(log) - 1; i >= 0 && log[i].Seat == seat; i-- {
		if log[i].Kind == engine.SawDraw {
			return log[i].Cards
		}
	}
	return nil
}

// handText shows the cards as sorted, the melds found and what they leave.
func handText(l lang.Lang, m HandModel, a engine.Arrangement) string {
	if m.View.Hand.Empty() {
		return l.Say(lang.HandEmpty)
	}
	lines := []string{handBlock(m.View.Hand, a, m.Order)}
	if a.Count > 0 {
		lines = append(lines, l.Say(lang.HandMelds, lang.List(meldList(a.Melds[:a.Count]))))
	}
	if a.Deadwood.Empty() {
		return strings.Join(append(lines, l.Say(lang.HandMatched)), "\n")
	}
	loose := l.Count(lang.HandLoose, int(a.Pips), lang.Cards(symbols(dearest(a.Deadwood))))
	return strings.Join(append(lines, loose), "\n")
}

// handButtons are those of a hand that is not to be played from: the draws
// before the draw, else only a fresh look.
func handButtons(p pen, l lang.Lang, m HandModel) []Button {
	v := m.View
	sort := p.sortButton(l, m.Order)
	switch {
	case v.Phase == engine.Over || v.Phase == engine.NotDealt:
		return overButtons(p, l, m)
	case v.Turn != v.Seat:
		buttons := []Button{p.button(StyleSecondary, l.Say(lang.ButtonRefresh), VerbRefresh, ""), sort}
		if !sitter(m.Players, v.Seat).Away {
			buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonAway), VerbAway, ""))
		}
		return buttons
	}
	var buttons []Button
	for i, way := range drawWays(l, v) {
		style := StyleSecondary
		if i == 0 {
			style = StylePrimary
		}
		buttons = append(buttons, p.button(style, way.label, VerbPlay, engine.Draw{Source: way.source}.String()))
	}
	return append(append(buttons, sort), p.hintButtons(l, m)...)
}

// overButtons are those of a hand that is over.
func overButtons(p pen, l lang.Lang, m HandModel) []Button {
	buttons := []Button{p.button(StylePrimary, l.Say(lang.ButtonNext), VerbNext, "")}
	if m.Repeat {
		buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonAgain), VerbAgain, ""))
	}
	return append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonTab), VerbTab, ""))
}

// hintButtons asks for a hint, where there are any.
func (p pen) hintButtons(l lang.Lang, m HandModel) []Button {
	if !m.Hints {
		return nil
	}
	return []Button{p.button(StyleSecondary, l.Say(lang.ButtonHint), VerbHint, "")}
}

// sortButton asks for the next order; the click carries it.
func (p pen) sortButton(l lang.Lang, o Order) Button {
	p.order = o.next()
	return p.button(StyleSecondary, p.order.label(l), VerbSort, "")
}
