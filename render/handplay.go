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
	shown := legal
	shown.Melds, shown.LayOffs = thatFit(bestMelds(legal.Melds, maxOptions-1), bestLayOffs(legal.LayOffs, maxOptions), len(legal.Discards))
	h.picks = []pick{
		o.pick(lang.SelectMeld, meldOptions(v, shown), VerbPlay, "m"),
		o.pick(lang.SelectLayoff, layOffOptions(v, shown, meldsOf(v, players)), VerbPlay, "l"),
	}
	h.picks = append(h.picks, o.discards(v, legal.Discards)...)
	h.buttons[0] = o.playButtons(s, legal)
}

// What options weigh, in bytes, is no more than this in any language; together so much
// leaves room for all that a hand may say beside. Discord doesn't tell what a message
// may weigh, and answers one of about ten thousand bytes as if it had broken.
const (
	optionsWeigh = 4200
	discardWeigh = 75
	laterWeighs  = 50 // a discard without what it leaves
	meldWeighs   = 130
	layOffWeighs = 200 // which names whose meld it is
	cardWeighs   = 8   // of a move
)

// thatFit gives the melds and lay-offs that there is room for beside so many discards,
// which all have to be there. What is left out can be chosen card by card.
func thatFit(melds []engine.Hand, layOffs []engine.LayOff, discards int) ([]engine.Hand, []engine.LayOff) {
	laying, adding := 0, 0
	for _, meld := range melds {
		laying += meldWeighs + cardWeighs*meld.Len()
	}
	for _, layOff := range layOffs {
		adding += layOffWeighs + cardWeighs*layOff.Cards.Len()
	}
	full := min(discards, maxOptions)
	for laying+adding > optionsWeigh-discardWeigh*full-laterWeighs*(discards-full) {
		if last := len(melds) - 1; laying >= adding {
			laying -= meldWeighs + cardWeighs*melds[last].Len()
			melds = melds[:last]
			continue
		}
		last := len(layOffs) - 1
		adding -= layOffWeighs + cardWeighs*layOffs[last].Cards.Len()
		layOffs = layOffs[:last]
	}
	return melds, layOffs
}

// meldOptions lists melds, then the way to choose any cards.
func meldOptions(v engine.View, legal engine.Options) []option {
	var options []option
	for _, meld := range legal.Melds {
		options = append(options, option{
			label: sentence{cards: inOrder(meld)}, value: engine.Meld{Cards: meld}.String(),
			about: priced(v, legal, spoken(inOrder(meld)), leaves(v.Rules, v.Hand&^meld)),
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

// leaves says what the rest of a hand would cost.
func leaves(rules engine.Rules, rest engine.Hand) sentence {
	s := sentence{key: lang.PickLeaves, n: int(rules.Count(rest))}
	if rules.Pay == engine.PayHand {
		s.key = lang.PickHolds
	}
	return s
}

func layOffOptions(v engine.View, legal engine.Options, table melds) []option {
	var options []option
	for _, layOff := range legal.LayOffs {
		about := priced(v, legal, spoken(layOff.Cards.Cards()), table.laid[layOff.Meld].owned())
		options = append(options, option{label: layOffOf(layOff), about: about, value: layOff.String()})
	}
	return options
}

// givesUpRummy says whether laying anything down gives up a rummy that pays more:
// the viewer has shown nothing yet, and can't go out in this turn.
func givesUpRummy(v engine.View, legal engine.Options) bool {
	return v.Rules.RummyMultiplier > 1 && !v.Melded[v.Seat] && len(legal.GoOuts) == 0
}

// priced lists what is said of laying cards down, first of all that it gives a
// rummy up: what comes last may be cut.
func priced(v engine.View, legal engine.Options, about ...told) list {
	if givesUpRummy(v, legal) {
		about = append([]told{sentence{key: lang.PickNorummy, n: int(v.Rules.RummyMultiplier)}}, about...)
	}
	return listOf(about)
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

// discards lists every card that may be discarded, 25 a select; what is left by it is said
// of the first ones only.
func (o origin) discards(v engine.View, cards []engine.Card) []pick {
	var picks []pick
	ask := lang.SelectDiscard
	for part := range slices.Chunk(discardOrder(v, cards), maxOptions) {
		var options []option
		for _, card := range part {
			about := []told{spoken{card}}
			if len(picks) == 0 {
				about = append(about, leaves(v.Rules, v.Hand.Remove(card)))
			}
			options = append(options, option{label: sentence{cards: []engine.Card{card}}, about: listOf(about), value: engine.Discard{Card: card}.String()})
		}
		picks = append(picks, o.pick(ask, options, VerbPlay, "d"+strconv.Itoa(len(picks))))
		ask = lang.SelectDiscardMore
	}
	return picks
}

// discardOrder puts first what leaves the hand that costs least, then what leaves the most matched.
func discardOrder(v engine.View, cards []engine.Card) []engine.Card {
	ordered := dearest(engine.HandOf(cards...))
	slices.SortStableFunc(ordered, func(a, b engine.Card) int {
		one, other := v.Hand.Remove(a), v.Hand.Remove(b)
		return cmp.Or(
			cmp.Compare(v.Rules.Count(one), v.Rules.Count(other)),
			cmp.Compare(engine.DeadwoodPips(one), engine.DeadwoodPips(other)))
	})
	return ordered
}

func (o origin) playButtons(s *sitting.Sight, legal engine.Options) []press {
	var buttons []press
	if len(legal.GoOuts) > 0 {
		buttons = append(buttons, o.goOut(legal.GoOuts[0]))
	}
	if len(engine.LayAll(s.View)) > 0 {
		label := lang.ButtonLayall
		if givesUpRummy(s.View, legal) {
			label = lang.ButtonLayallPlain
		}
		buttons = append(buttons, o.secondary(label, VerbLayAll, ""))
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
