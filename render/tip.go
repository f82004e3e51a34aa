package render

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// tipOf says what the viewer can do, from what they see alone; nothing when it isn't
// their turn.
func tipOf(v engine.View) tip {
	switch legal := engine.LegalView(v); {
	case len(legal.Draws) > 0:
		return drawTip(v, legal.Draws)
	case len(legal.Discards) > 0:
		return playTip(v, legal)
	}
	return tip{}
}

// drawTip takes from the pile what makes a meld with the hand, or goes on one that
// lies on the table; else what nobody has seen, or what comes when the pile is turned over.
func drawTip(v engine.View, ways []engine.Source) tip {
	for _, from := range []engine.Source{engine.FromMixed, engine.FromDiscard} {
		if !slices.Contains(ways, from) {
			continue
		}
		if s := fits(v, offered(v, from)); s.key != "" {
			return tip{[]sentence{s}, engine.Draw{Source: from}}
		}
	}
	if slices.Contains(ways, engine.FromStock) {
		return tip{[]sentence{{key: lang.TipStock, cards: offered(v, engine.FromDiscard)}}, engine.Draw{Source: engine.FromStock}}
	}
	return tip{[]sentence{{key: lang.TipTurnover, cards: underneath(v)}}, engine.Draw{Source: engine.FromTurnover}}
}

// offered are the cards that a draw takes from the top of the discard pile.
func offered(v engine.View, from engine.Source) []engine.Card {
	switch {
	case from == engine.FromMixed:
		return pileTop(v, 1)
	case v.Stock == 0:
		return pileTop(v, int(v.Rules.ExhaustedDraw))
	}
	return pileTop(v, 2)
}

// fits says what cards from the pile would be good for; nothing where they fit nothing.
func fits(v engine.View, cards []engine.Card) sentence {
	taken := engine.HandOf(cards...)
	a := engine.Arrange(v.Hand | taken)
	for _, meld := range a.Melds[:a.Count] {
		if meld&taken == 0 {
			continue
		}
		s := sentence{key: lang.TipTakeSet, cards: cards, list: sentence{cards: inOrder(meld &^ taken)}}
		if engine.KindOf(meld) == engine.Run {
			s.key = lang.TipTakeRun
		}
		return s
	}
	if v.Rules.Melding == engine.MeldConcealed {
		return sentence{}
	}
	for i, meld := range v.Melds[:v.MeldCount] {
		for _, c := range cards {
			if engine.FitsOn(meld.Cards, engine.HandOf(c)) {
				return sentence{key: lang.TipTakeLayoff, cards: cards, word: sentence{cards: []engine.Card{c}}, meld: i + 1}
			}
		}
	}
	return sentence{}
}

// playTip goes out, else lays down what can be, else throws what is least missed.
func playTip(v engine.View, legal engine.Options) tip {
	if len(legal.GoOuts) > 0 {
		way := legal.GoOuts[0]
		s := sentence{key: lang.TipOut}
		if !v.Melded[v.Seat] && len(way.Melds)+len(way.LayOffs) > 0 && v.Rules.RummyMultiplier > 1 {
			s = sentence{key: lang.TipRummy, n: int(v.Rules.RummyMultiplier)}
		}
		return tip{[]sentence{s}, way}
	}
	if all := engine.LayAll(v); len(all) > 0 {
		says := []sentence{layTip(all[0])}
		if givesUpRummy(v, legal) {
			says = append(says, sentence{key: lang.TipKeep, n: int(v.Rules.RummyMultiplier)})
		}
		return tip{says, all[0]}
	}
	return discardTip(v, legal)
}

// layTip says why one would lay a meld or lay off.
func layTip(m engine.Move) sentence {
	switch m := m.(type) {
	case engine.Meld:
		s := sentence{key: lang.TipSet, cards: inOrder(m.Cards)}
		if engine.KindOf(m.Cards) == engine.Run {
			s.key = lang.TipRun
		}
		return s
	case engine.LayOff:
		return sentence{key: lang.TipLayoff, cards: m.Cards.Cards(), meld: m.Meld + 1}
	case engine.Draw, engine.Discard, engine.GoOut:
	}
	return sentence{}
}

// discardTip throws the dearest card that fits nothing; where all of those fit
// something, the one without which the rest costs least.
func discardTip(v engine.View, legal engine.Options) tip {
	first := discardOrder(v, legal.Discards)[0]
	if loose := engine.Arrange(v.Hand).Deadwood; loose.Has(first) && len(legal.Melds)+len(legal.LayOffs) == 0 {
		return tip{[]sentence{{key: lang.TipDiscard, cards: []engine.Card{first}}}, engine.Discard{Card: first}}
	}
	least := slices.MinFunc(legal.Discards, func(a, b engine.Card) int {
		return int(engine.DeadwoodPips(v.Hand.Remove(a)) - engine.DeadwoodPips(v.Hand.Remove(b)))
	})
	return tip{[]sentence{{key: lang.TipLeast, cards: []engine.Card{least}}}, engine.Discard{Card: least}}
}
