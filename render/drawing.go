package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A drawWay is one way to draw, with the words for it.
type drawWay struct {
	source engine.Source
	label  string
}

// drawWays lists how the seat to move may draw. It needs what everybody sees,
// so a spectator's view will do.
func drawWays(l lang.Lang, v engine.View) []drawWay {
	v.Seat = v.Turn
	var ways []drawWay
	for _, source := range engine.LegalView(v).Draws {
		way := drawWay{source, drawLabel(l, v, source)}
		if len(ways) > 0 && ways[len(ways)-1].label == way.label {
			continue // with one card on the pile, the pair and the mixed draw are the same
		}
		ways = append(ways, way)
	}
	return ways
}

func drawLabel(l lang.Lang, v engine.View, source engine.Source) string {
	switch source {
	case engine.FromStock:
		return l.Say(lang.DrawStock, lang.N(min(2, v.Stock)))
	case engine.FromDiscard:
		if v.Stock > 0 && v.PileSize == 1 {
			return l.Say(lang.DrawBoth, lang.Card(symbols(pileTop(v, 1))))
		}
		most := 2
		if v.Stock == 0 {
			most = int(v.Rules.ExhaustedDraw)
		}
		return l.Say(lang.DrawDiscard, lang.Cards(symbols(pileTop(v, most))))
	case engine.FromMixed:
		return l.Say(lang.DrawBoth, lang.Card(symbols(pileTop(v, 1))))
	case engine.FromTurnover:
		return l.Say(lang.DrawTurnover, lang.N(min(int(v.Rules.ExhaustedDraw), v.PileSize)))
	}
	return ""
}

// pileTop gives up to n cards of the discard pile, its top first.
func pileTop(v engine.View, n int) []engine.Card {
	var cards []engine.Card
	for i := v.PileSize - 1; i >= 0 && len(cards) < n; i-- {
		cards = append(cards, v.Pile[i])
	}
	return cards
}
