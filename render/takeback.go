package render

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// wishOf asks those who are waited for whether a play may be taken back; nothing
// without such a wish.
func wishOf(t *sitting.Takeback, players []who) sentence {
	if t == nil {
		return sentence{}
	}
	var asked company
	for _, seat := range t.Waits {
		asked = append(asked, sits(players, seat))
	}
	key := lang.TakebackAsk
	if t.Draw {
		key = lang.TakebackAskDraw
	}
	return sentence{key: key, name: sits(players, t.Seat), cards: inOrder(t.Cards), list: asked}
}

// asks says whether a seat has yet to answer a wish.
func asks(t *sitting.Takeback, seat engine.Seat) bool {
	return t != nil && slices.Contains(t.Waits, seat)
}

// answers are a yes and a no to a wish.
func (o origin) answers() []press {
	return []press{o.secondary(lang.ButtonAgree, VerbAgree, ""), o.secondary(lang.ButtonDisagree, VerbDisagree, "")}
}
