package render

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// ChooseValue is the value of the option that opens the modal to choose cards.
const ChooseValue = "choose"

const (
	maxOptions = 25
	maxOption  = 100 // characters of an option's label or description
)

// handPlays are the selects and buttons after the draw. What can't be done
// isn't there.
func handPlays(p pen, l lang.Lang, m HandModel, a engine.Arrangement, legal engine.Options) []Component {
	var parts []Component
	if melds := meldOptions(l, m.View, legal.Melds); len(melds) > 0 {
		parts = append(parts, selectRow(p.choice(l.Say(lang.SelectMeld), melds, VerbPlay, "m")))
	}
	if layOffs := layOffOptions(l, m, legal.LayOffs); len(layOffs) > 0 {
		parts = append(parts, selectRow(p.choice(l.Say(lang.SelectLayoff), layOffs, VerbPlay, "l")))
	}
	parts = append(parts, discardSelects(p, l, m.View, a, legal.Discards)...)
	return append(parts, row(playButtons(p, l, m, legal)...), row(besides(p, l, m)...))
}

// meldOptions lists up to 24 melds, the longest first, then the way to choose
// any cards.
func meldOptions(l lang.Lang, v engine.View, melds []engine.Hand) []Option {
	var options []Option
	for _, meld := range bestMelds(melds, maxOptions-1) {
		options = append(options, Option{
			Label:       cut(meldText(meld), maxOption),
			Value:       engine.Meld{Cards: meld}.String(),
			Description: leaves(l, v.Hand&^meld),
		})
	}
	if len(options) == 0 {
		return nil
	}
	return append(options, Option{Label: l.Say(lang.PickChoose), Value: ChooseValue, Description: l.Say(lang.PickChooseAbout)})
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
func leaves(l lang.Lang, rest engine.Hand) string {
	return l.Count(lang.PickLeaves, int(engine.DeadwoodPips(rest)))
}

func layOffOptions(l lang.Lang, m HandModel, layOffs []engine.LayOff) []Option {
	var options []Option
	for _, layOff := range bestLayOffs(layOffs, maxOptions) {
		options = append(options, Option{
			Label:       cut(layOffText(l, layOff), maxOption),
			Value:       layOff.String(),
			Description: ownedMeld(l, m.Players, m.View.Melds[layOff.Meld]),
		})
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

func layOffText(l lang.Lang, layOff engine.LayOff) string {
	return l.Say(lang.PickLayoff, lang.Cards(symbols(layOff.Cards.Cards())), lang.Meld(layOff.Meld+1))
}

func ownedMeld(l lang.Lang, players []Player, meld engine.TableMeld) string {
	return cut(l.Say(lang.PickOwner, lang.Cards(meldText(meld.Cards)), lang.Name(seatedPlain(l, players, meld.Owner))), maxOption)
}

// discardSelects lists every card that may be discarded, 25 a select.
func discardSelects(p pen, l lang.Lang, v engine.View, a engine.Arrangement, cards []engine.Card) []Component {
	ordered := discardOrder(a, cards)
	var parts []Component
	key := lang.SelectDiscard
	for first := 0; first < len(ordered); first += maxOptions {
		var options []Option
		for _, card := range ordered[first:min(first+maxOptions, len(ordered))] {
			options = append(options, Option{
				Label:       card.Symbol(),
				Value:       engine.Discard{Card: card}.String(),
				Description: leaves(l, v.Hand.Remove(card)),
			})
		}
		parts = append(parts, selectRow(p.choice(l.Say(key), options, VerbPlay, "d"+strconv.Itoa(first/maxOptions))))
		key = lang.SelectDiscardMore
	}
	return parts
}

// discardOrder puts unmatched cards before matched ones, the dearest first in each.
func discardOrder(a engine.Arrangement, cards []engine.Card) []engine.Card {
	may := engine.HandOf(cards...)
	return append(dearest(may&a.Deadwood), dearest(may&^a.Deadwood)...)
}

func playButtons(p pen, l lang.Lang, m HandModel, legal engine.Options) []Button {
	var buttons []Button
	if len(legal.GoOuts) > 0 {
		buttons = append(buttons, goOutButton(p, l, legal.GoOuts[0]))
	}
	if len(engine.LayAll(m.View)) > 0 {
		buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonLayall), VerbLayAll, ""))
	}
	if len(legal.Melds)+len(legal.LayOffs) > 0 {
		buttons = append(buttons, p.button(StyleSecondary, l.Say(lang.ButtonChoose), VerbChoose, ""))
	}
	return append(append(buttons, p.sortButton(l, m.Order)), p.hintButtons(l, m)...)
}

func goOutButton(p pen, l lang.Lang, way engine.GoOut) Button {
	last := ""
	if way.Discard != engine.NoCard {
		last = way.Discard.String()
	}
	return p.button(StylePrimary, goOutLabel(l, way.Discard), VerbGoOut, last)
}

func goOutLabel(l lang.Lang, last engine.Card) string {
	if last == engine.NoCard {
		return l.Say(lang.ButtonGoout)
	}
	return l.Say(lang.ButtonGooutDiscard, lang.Card(last.Symbol()))
}
