package opponent

import "github.com/boathouse-rum/boathouse/engine"

// partnersIn returns the cards among others with which one more card could make a
// meld of a card.
func partnersIn(cards engine.Hand, c engine.Card) engine.Hand { return cards & partnersOf(c) }

// taken returns the cards that a draw would take as far as the viewer sees them
// lie, and how many others it would take.
func taken(v engine.View, from engine.Source) (known engine.Hand, unseen int) {
	pile := v.Pile[:v.PileSize]
	switch from {
	case engine.FromStock:
		return 0, min(2, v.Stock)
	case engine.FromMixed:
		return engine.HandOf(v.Top()), 1
	case engine.FromTurnover:
		return engine.HandOf(pile[:min(int(v.Rules.ExhaustedDraw), len(pile))]...), 0
	case engine.FromDiscard:
		n := 2
		if v.Stock == 0 {
			n = int(v.Rules.ExhaustedDraw)
		}
		known = engine.HandOf(pile[max(0, len(pile)-n):]...)
		return known, min(n-known.Len(), v.Stock)
	}
	return 0, 0
}

// shown returns the cards that a meld or lay-off lays down.
func shown(m engine.Move) engine.Hand {
	switch m := m.(type) {
	case engine.Meld:
		return m.Cards
	case engine.LayOff:
		return m.Cards
	case engine.Draw, engine.Discard, engine.GoOut:
	}
	return 0
}
