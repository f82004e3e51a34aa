package render

import (
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A CompleteModel is what an autocompletion may draw on: the caller's own sight,
// and what is typed so far.
type CompleteModel struct {
	Sight  *sitting.Sight
	Reader Reader
	Typed  string // in the option that has the focus
	Cards  string // in the option "cards", when the focus is on another
}

const (
	maxChoices = 25
	maxChoice  = 100
)

// CompleteDraw lists the caller's draws, found by what they say and by any word for
// the pile; values are sources.
func CompleteDraw(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, drawChoices(m), choice.drawsFrom)
}

func drawChoices(m CompleteModel) []choice {
	if len(engine.LegalView(m.Sight.View).Draws) == 0 {
		return nil
	}
	var all []choice
	for _, way := range drawings(m.Sight.View) {
		all = append(all, choice{label: way.label, value: way.source.String(), from: way.source})
	}
	return all
}

// ReadDraw gives what a person can mean to draw from by a word: a pile, or one of the
// ways to draw as they are called.
func ReadDraw(l lang.Lang, v engine.View, word string) []engine.Source {
	found := l.ReadPile(word)
	for _, way := range drawings(v) {
		if lang.Fold(way.label.tell(l, true)) == lang.Fold(strings.TrimSpace(word)) {
			found = append(found, way.source)
		}
	}
	return found
}

// CompleteMeld lists the caller's melds, the longest first; values are cards as
// people see them, which every reader's words leave alone.
func CompleteMeld(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, meldChoices(m), choice.names)
}

func meldChoices(m CompleteModel) []choice {
	var all []choice
	v := m.Sight.View
	melds := engine.LegalView(v).Melds
	for _, meld := range bestMelds(melds, len(melds)) {
		label := listOf([]sentence{{cards: inOrder(meld)}, leaves(v.Rules, v.Hand&^meld)})
		all = append(all, choice{label: label, value: typeable(inOrder(meld)), cards: meld})
	}
	return all
}

// CompleteLayOff lists the cards of the caller's lay-offs, each group once;
// values are cards as people see them.
func CompleteLayOff(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, layOffChoices(m), choice.names)
}

func layOffChoices(m CompleteModel) []choice {
	var all []choice
	layOffs := engine.LegalView(m.Sight.View).LayOffs
	seen := map[engine.Hand]bool{}
	for _, layOff := range bestLayOffs(layOffs, len(layOffs)) {
		if !seen[layOff.Cards] {
			seen[layOff.Cards] = true
			all = append(all, choice{label: layOffOf(layOff), value: typeable(layOff.Cards.Cards()), cards: layOff.Cards})
		}
	}
	return all
}

// CompleteTarget lists the melds that the cards typed in the other option fit
// on; every meld that takes a card while these can't be read. Values are
// numbers from 1.
func CompleteTarget(l lang.Lang, m CompleteModel) []Choice {
	cards, err := l.ReadCards(m.Cards, lang.Pack)
	return matching(l, m.Typed, targetChoices(m, cards, err != nil), choice.says)
}

// targetChoices lists them for cards that are read in some ways, or not at all.
func targetChoices(m CompleteModel, cards []engine.Hand, unread bool) []choice {
	var all []choice
	unread = unread || slices.Contains(cards, 0)
	table, seen := meldsOf(m.Sight.View, m.Reader.sitters(m.Sight.Seats)), map[int]bool{}
	for _, layOff := range engine.LegalView(m.Sight.View).LayOffs {
		if !seen[layOff.Meld] && (unread || slices.Contains(cards, layOff.Cards)) {
			seen[layOff.Meld] = true
			on := table.laid[layOff.Meld]
			all = append(all, choice{label: numbered{on.number, ": ", on.owned()}, value: on.number})
		}
	}
	return all
}

// CompleteDiscard lists what the caller may discard, as the hand does; values
// are cards as people see them.
func CompleteDiscard(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, discardChoices(m), choice.names)
}

func discardChoices(m CompleteModel) []choice {
	var all []choice
	v := m.Sight.View
	for _, card := range discardOrder(v, engine.LegalView(v).Discards) {
		only := []engine.Card{card}
		label := listOf([]sentence{{cards: only}, leaves(v.Rules, v.Hand.Remove(card))})
		all = append(all, choice{label: label, value: Symbol(card), cards: engine.HandOf(card)})
	}
	return all
}

// CompleteGoOut lists the last discards that the caller can go out with; values
// are cards as people see them.
func CompleteGoOut(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, goOutChoices(m), choice.names)
}

func goOutChoices(m CompleteModel) []choice {
	var all []choice
	for _, way := range engine.LegalView(m.Sight.View).GoOuts {
		if way.Discard != engine.NoCard {
			all = append(all, choice{label: sentence{cards: []engine.Card{way.Discard}}, value: Symbol(way.Discard), cards: engine.HandOf(way.Discard)})
		}
	}
	return all
}

// CompleteSeat lists who sits where; values are seat numbers from 1.
func CompleteSeat(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, seatChoices(m), choice.says)
}

func seatChoices(m CompleteModel) []choice {
	var all []choice
	for _, player := range m.Reader.sitters(m.Sight.Seats, m.Sight.Waiting) {
		all = append(all, choice{label: numbered{player.number, ": ", player}, value: player.number})
	}
	return all
}

// A Proven is a hand whose deal can be asked for.
type Proven struct {
	Hand   int
	Before bool // of the table before the channel's present one
	Value  int  // that names it

	// Of one at a table of another channel, which its reader played.
	With []Player // on the tab; empty: it is of this channel
	Pips int64    // that it brought the reader
}

// CompleteProof lists hands in their order.
func CompleteProof(l lang.Lang, typed string, hands []Proven) []Choice {
	return matching(l, typed, proofChoices(hands), choice.says)
}

func proofChoices(hands []Proven) []choice {
	var all []choice
	for _, hand := range hands {
		label := sentence{key: lang.ProofChoice, hand: hand.Hand}
		switch {
		case hand.Before:
			label.key = lang.ProofChoiceBefore
		case len(hand.With) > 0:
			names := make([]who, len(hand.With))
			for i, p := range hand.With {
				names[i] = p.who()
			}
			label.key, label.list, label.sum = lang.ProofChoiceElsewhere, listOf(names), netPips(hand.Pips)
		}
		all = append(all, choice{label: label, value: hand.Value})
	}
	return all
}

// A choice is one that an option can be completed with.
type choice struct {
	label told
	value any           // a string or an int
	cards engine.Hand   // that it is found by, as people call them
	from  engine.Source // that it is found by, as people call the pile
}

// says finds a choice by what it says.
func (c choice) says(l lang.Lang, typed string) bool {
	return strings.Contains(lang.Fold(c.label.tell(l, true)), lang.Fold(typed))
}

// names finds a choice by its cards, and by nothing that is said of them.
func (c choice) names(l lang.Lang, typed string) bool { return l.Naming(typed, c.cards) }

// drawsFrom finds a choice by its pile, or by how what it says begins.
func (c choice) drawsFrom(l lang.Lang, typed string) bool {
	return l.NamingPile(typed, c.from) || strings.HasPrefix(lang.Fold(c.label.tell(l, true)), lang.Fold(typed))
}

// matching says those choices that are found by what is typed so far, at most 25.
// Who goes back to a choice that they picked has typed all that it says: what stands
// apart from its beginning is left out.
func matching(l lang.Lang, typed string, all []choice, finds func(c choice, l lang.Lang, typed string) bool) []Choice {
	found := []Choice{} // an empty list is no null in JSON
	typed, _, _ = strings.Cut(strings.TrimSpace(typed), l.Apart())
	for _, c := range all {
		if len(found) < maxChoices && finds(c, l, typed) {
			found = append(found, Choice{Name: cut(c.label.tell(l, true), maxChoice), Value: c.value})
		}
	}
	return found
}
