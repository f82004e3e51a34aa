package render

import (
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// CompleteReverse lists entries that can be reversed; values are their numbers.
func CompleteReverse(l lang.Lang, typed string, entries []tab.Posting) []Choice {
	return matching(l, typed, reverseChoices(entries), choice.says)
}

func reverseChoices(entries []tab.Posting) []choice {
	all := make([]choice, len(entries))
	for i, e := range entries {
		number := strconv.FormatInt(e.Seq, 10)
		all[i] = choice{label: list{literal("#" + number), sourceOf(e.From), netPips(e.Pips)}, value: number}
	}
	return all
}

// CompleteVoid lists hands that can be voided; values are sources.
func CompleteVoid(l lang.Lang, typed string, hands []tab.Collected, people map[tab.Person]Player) []Choice {
	return matching(l, typed, voidChoices(hands, people), choice.says)
}

func voidChoices(hands []tab.Collected, people map[tab.Person]Player) []choice {
	all := make([]choice, len(hands))
	for i, h := range hands {
		payers := make(company, len(h.With))
		for n, p := range h.With {
			payers[n] = people[p].who()
		}
		all[i] = choice{
			label: sentence{key: lang.ChoiceHand, hand: h.From.Number, name: people[h.By].who(), sum: netPips(h.Pips), list: payers}, value: h.From.String(),
		}
	}
	return all
}
