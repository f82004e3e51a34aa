package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// insteadOf names what is legal in place of a move that the rules refuse; nothing
// where the reason says it.
func insteadOf(at asking, code engine.Code) sentence {
	legal := engine.LegalView(at.sight.View)
	switch code {
	case engine.DrawFirst, engine.NoMixedDraw, engine.NoTurnover, engine.StockEmpty, engine.PileEmpty:
		return couldDraw(at.sight.View)
	case engine.NotHeld, engine.NotAMeld, engine.NoCards, engine.CardTwice:
		return could(lang.CouldMeld, someMelds(legal.Melds))
	case engine.DoesNotFit:
		return could(lang.CouldLayoff, someLayOffs(legal.LayOffs))
	case engine.NoSuchMeld:
		return could(lang.CouldNumbers, meldsOf(at.sight.View, at.players()).laid)
	case engine.Barred, engine.NoLegalDiscard, engine.NotOut:
		return could(lang.CouldDiscard, someDiscards(at.sight.View, legal.Discards))
	case engine.MustKeepDiscard:
		if len(legal.GoOuts) > 0 {
			return sentence{key: lang.CouldOut}
		}
	case engine.NotYourTurn, engine.HandOver, engine.AlreadyDrawn, engine.ConcealedOnly, engine.BadDeal:
	}
	return sentence{}
}

// examples is how many examples a refusal gives.
const examples = 3

func could[T told](key lang.Key, examples []T) sentence {
	if len(examples) == 0 {
		return sentence{}
	}
	return sentence{key: key, list: listOf(examples)}
}

// couldDraw names the ways to draw; nothing while it isn't the viewer's to draw.
func couldDraw(v engine.View) sentence {
	if len(engine.LegalView(v).Draws) == 0 {
		return sentence{}
	}
	var labels []sentence
	for _, way := range drawings(v) {
		labels = append(labels, way.label)
	}
	return could(lang.CouldDraw, labels)
}

func someMelds(melds []engine.Hand) []sentence {
	var some []sentence
	for _, meld := range bestMelds(melds, examples) {
		some = append(some, sentence{cards: inOrder(meld)})
	}
	return some
}

func someLayOffs(layOffs []engine.LayOff) []sentence {
	var some []sentence
	for _, layOff := range bestLayOffs(layOffs, examples) {
		some = append(some, layOffOf(layOff))
	}
	return some
}

func someDiscards(v engine.View, cards []engine.Card) []sentence {
	var some []sentence
	for _, card := range discardOrder(v, cards) {
		if len(some) < examples {
			some = append(some, sentence{cards: []engine.Card{card}})
		}
	}
	return some
}

// tell names a meld by its number.
func (m meld) tell(l lang.Lang, _ bool) string {
	return l.Bold(strconv.Itoa(m.number)) + " " + symbols(l, m.cards)
}

// An echo repeats what a player typed for a card or a place, safe and with cards as
// people see them.
type echo string

func (e echo) tell(l lang.Lang, _ bool) string {
	return SafeWord(l.EchoCards(cut(string(e), maxChoice)))
}
