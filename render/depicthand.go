package render

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// depictHand shows a hand that is played to its player, sorted as its scene has it; in any order its melds are seen.
func depictHand(s *sitting.Sight, players []who, h handScene) depiction {
	v := s.View
	hand := picture.Hand{
		Middle: middleOf(v, picture.Turn{Threw: engine.NoCard}), Melds: laidMelds(v),
		Barred: v.Barred, Count: h.cards.count, Whole: h.cards.whole,
		Groups: h.cards.rows, Loose: engine.HandOf(h.cards.loose...), New: engine.HandOf(h.drew.cards...) & v.Hand,
	}
	for i, w := range players {
		if !slices.ContainsFunc(hand.Melds, func(m picture.Meld) bool { return m.Owner == i+1 }) {
			continue
		}
		hand.Seats = append(hand.Seats, picture.Seat{Number: w.number, Name: w.drawnName(), Twin: w.twin, Computer: w.level != "", Cards: -1})
	}
	for _, meld := range h.cards.melds {
		hand.Found = append(hand.Found, engine.HandOf(meld...))
	}
	d := depiction{of: hand, tells: []told{h.state}}
	d.tells = append(d.tells, h.pile.tells()...)
	d.tells = append(d.tells, sentence{key: lang.AltHand, list: listOf(asCards(bySuit(v.Hand)))})
	d.tells = append(d.tells, h.drew, h.barred)
	d.tells = append(d.tells, h.cards.matched(), h.cards.unmatched(), h.cards.counted())
	d.tells = append(d.tells, h.melds.tells()...)
	return d
}

// asCards has groups of cards told.
func asCards(groups [][]engine.Card) []sentence {
	all := make([]sentence, len(groups))
	for i, cards := range groups {
		all[i] = sentence{cards: cards}
	}
	return all
}

// matched says which melds were found.
func (h held) matched() sentence {
	if len(h.melds) == 0 {
		return sentence{}
	}
	return sentence{key: lang.HandMelds, list: listOf(asCards(h.melds))}
}

// unmatched says what the melds found leave, and what that costs where no other card does.
func (h held) unmatched() sentence {
	switch {
	case len(h.loose) == 0:
		return sentence{key: lang.HandMatched}
	case h.whole:
		return sentence{key: lang.HandUnmatched, cards: h.loose}
	}
	return sentence{key: lang.HandLoose, n: h.count, cards: h.loose}
}

// counted says what all cards cost where the matched ones do too.
func (h held) counted() sentence {
	if !h.whole {
		return sentence{}
	}
	return sentence{key: lang.HandCounts, n: h.count}
}
