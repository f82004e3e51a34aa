package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A held hand is cards as their holder sees them.
type held struct {
	rows    [][]engine.Card // sorted; none: the hand is empty
	columns bool            // cards of one place in their rows stand one under another
	melds   [][]engine.Card // those found
	loose   []engine.Card   // what they leave, the dearest first
	count   int             // what the hand costs its holder
	whole   bool            // all cards cost, matched or not
}

func heldOf(hand engine.Hand, rules engine.Rules, o Order) held {
	if hand.Empty() {
		return held{}
	}
	a := engine.Arrange(hand)
	return held{
		rows: o.rows(hand, a), columns: o == BySuit,
		melds: allInOrder(a.Melds[:a.Count]), loose: dearest(a.Deadwood),
		count: int(rules.Count(hand)), whole: rules.Pay == engine.PayHand,
	}
}

// text shows the cards as sorted, the melds found and what they leave. Beside a picture, which
// sorts them, the last two are enough: they name every card.
func (h held) text(l lang.Lang, pictured bool) string {
	switch {
	case len(h.rows) == 0:
		return l.Say(lang.HandEmpty)
	case pictured:
		return lines(h.found(l), h.left(l))
	case l.Listens(): // nothing else tells these cards from those on the table
		return lines(l.Say(lang.AltHand, lang.List(symbolsOf(l, h.rows))), h.found(l), h.left(l))
	case l.HasFaces():
		return lines(rowsOf(l, h.rows), h.found(l), h.left(l))
	}
	return lines(block(l, h.rows, h.columns), h.found(l), h.left(l))
}

func (h held) found(l lang.Lang) string {
	if len(h.melds) == 0 {
		return ""
	}
	return l.Say(lang.HandMelds, lang.List(symbolsOf(l, h.melds)))
}

func (h held) left(l lang.Lang) string {
	return lines(h.unmatched().say(l), h.counted().say(l))
}
