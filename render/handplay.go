package render

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// ChooseValue is the value of the option that opens the modal to choose cards.
const ChooseValue = "choose"

// toPlay says what is to be done after the draw, with the selects and buttons for
// it. What can't be done isn't there.
func (h *handScene) toPlay(o origin, players []who, s *sitting.Sight) {
	v := s.View
	legal := engine.LegalView(v)
	switch {
	case v.Rules.Melding == engine.MeldConcealed:
		h.state = sentence{key: lang.HandPlayConcealed}
	case len(legal.Melds)+len(legal.LayOffs) == 0:
		h.state = sentence{key: lang.HandPlayDiscard}
	default:
		h.state = sentence{key: lang.HandPlay}
	}
	h.picks = []pick{
		o.pick(lang.SelectMeld, meldOptions(v, legal.Melds), VerbPlay, "m"),
		o.pick(lang.SelectLayoff, layOffOptions(meldsOf(v, players), legal.LayOffs), VerbPlay, "l"),
	}
	h.picks = append(h.picks, o.discards(v, legal.Discards)...)
	h.buttons[0] = o.playButtons(s, legal)
}

// meldOptions lists up to 24 melds, the longest first, then the way to choose
// any cards.
func meldOptions(v engine.View, melds []engine.Hand) []option {
	var options []option
	for _, meld := range bestMelds(melds, maxOptions-1) {
		options = append(options, option{
			label: sentence{cards: inOrder(meld)}, about: leaves(v.Hand &^ meld), value: engine.Meld{Cards: meld}.String(),
		})
	}
	if len(options) == 0 {
		return nil
	}
	return append(options, option{label: sentence{key: lang.PickChoose}, about: sentence{key: lang.PickChooseAbout}, value: ChooseValue})
}

// bestMelds gives at most n melds: of those as long, the dearest first.
func bestMelds(melds []engine.Hand, n int) []engine.Hand {
	melds = slices.Clone(melds)
	slices.SortStableFunc(melds, func(a, b engine.Hand) int {
		return cmp.Or(cmp.Compare(b.Len(), a.Len()), cmp.Compare(b.Pips(), a.Pips()))
	})
	return melds[:min(n, len(melds))]
}

// leaves says what would be unmatched in the rest of a hand.
func leaves(rest engine.Hand) sentence {
	return sentence{key: lang.PickLeaves, n: int(engine.DeadwoodPips(rest))}
}

func layOffOptions(table melds, layOffs []engine.LayOff) []option {
	var options []option
	for _, layOff := range bestLayOffs(layOffs, maxOptions) {
		options = append(options, option{label: layOffOf(layOff), about: table.laid[layOff.Meld].owned(), value: layOff.String()})
	}
	return options
}

// bestLayOffs gives at most n: the most cards first, then the dearest.
func bestLayOffs(layOffs []engine.LayOff, n int) []engine.LayOff {
	layOffs = slices.Clone(layOffs)
	slices.SortStableFunc(layOffs, func(a, b engine.LayOff) int {
		return cmp.Or(cmp.Compare(b.Cards.Len(), a.Cards.Len()), cmp.Compare(b.Cards.Pips(), a.Cards.Pips()))
	})
	return layOffs[:min(n, len(layOffs))]
}

func layOffOf(layOff engine.LayOff) sentence {
	return sentence{key: lang.PickLayoff, cards: layOff.Cards.Cards(), meld: layOff.Meld + 1}
}

// discards lists every card that may be discarded, 25 a select.
func (o origin) discards(v engine.View, cards []engine.Card) []pick {
	var picks []pick
	ask := lang.SelectDiscard
	for part := range slices.Chunk(discardOrder(v.Hand, cards), maxOptions) {
		var options []option
		for _, card := range part {
			options = append(options, option{
				label: sentence{cards: []engine.Card{card}}, about: leaves(v.Hand.Remove(card)), value: engine.Discard{Card: card}.String(),
			})
		}
		picks = append(picks, o.pick(ask, options, VerbPlay, "d"+strconv.Itoa(len(picks))))
		ask = lang.SelectDiscardMore
	}
	return picks
}

// discardOrder puts unmatched cards before matched ones, the dearest first in each.
func discardOrder(hand engine.Hand, cards []engine.Card) []engine.Card {
	may, loose := engine.HandOf(cards...), engine.Arrange(hand).Deadwood
	return append(dearest(may&loose), dearest(may&^loose)...)
}

func (o origin) playButtons(s *sitting.Sight, legal engine.Options) []press {
	var buttons []press
	if len(legal.GoOuts) > 0 {
		buttons = append(buttons, o.goOut(legal.GoOuts[0]))
	}
	if len(engine.LayAll(s.View)) > 0 {
		buttons = append(buttons, o.secondary(lang.ButtonLayall, VerbLayAll, ""))
	}
	if len(legal.Melds)+len(legal.LayOffs) > 0 {
		buttons = append(buttons, o.secondary(lang.ButtonChoose, VerbChoose, ""))
	}
	return append(append(buttons, o.sort()), o.hints(s)...)
}

func (o origin) goOut(way engine.GoOut) press {
	last := ""
	if way.Discard != engine.NoCard {
		last = way.Discard.String()
	}
	return o.press(StylePrimary, goOutOf(way.Discard), VerbGoOut, last)
}

func goOutOf(last engine.Card) sentence {
	if last == engine.NoCard {
		return sentence{key: lang.ButtonGoout}
	}
	return sentence{key: lang.ButtonGooutDiscard, cards: []engine.Card{last}}
}
