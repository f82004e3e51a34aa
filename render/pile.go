package render

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// Pile draws all of the discard pile in order, and what turning it over draws: every
// card of it was discarded for all to see, or dealt so.
func Pile(l lang.Lang, v engine.View) Message { return pileMessage(l, sceneOfPile(v)) }

// sceneOfPile gives the pile and what follows from its order.
func sceneOfPile(v engine.View) []sentence {
	if v.PileSize == 0 {
		return []sentence{{key: lang.TablePileEmpty}}
	}
	return []sentence{{key: lang.PileAll, n: v.PileSize, cards: pileTop(v, v.PileSize)}, turningOf(v)}
}

func pileMessage(l lang.Lang, scene []sentence) Message {
	return private(text("### " + l.Say(lang.PileTitle) + "\n" + paragraph(l, scene...)))
}
