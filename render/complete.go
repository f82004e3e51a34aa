package render

import (
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

// CompleteDraw lists the caller's draws; values are sources.
func CompleteDraw(l lang.Lang, m CompleteModel) []Choice { return matching(l, m.Typed, drawChoices(m)) }

func drawChoices(m CompleteModel) []choice {
	if len(engine.LegalView(m.Sight.View).Draws) == 0 {
		return nil
	}
	var all []choice
	for _, way := range drawings(m.Sight.View) {
		all = append(all, choice{way.label, way.source.String()})
	}
	return all
}

// CompleteMeld lists the caller's melds, the longest first; values are hands.
func CompleteMeld(l lang.Lang, m CompleteModel) []Choice { return matching(l, m.Typed, meldChoices(m)) }

func meldChoices(m CompleteModel) []choice {
	var all []choice
	melds := engine.LegalView(m.Sight.View).Melds
	for _, meld := range bestMelds(melds, len(melds)) {
		all = append(all, choice{listOf([]sentence{{cards: inOrder(meld)}, leaves(m.Sight.View.Hand &^ meld)}), meld.String()})
	}
	return all
}

// CompleteLayOff lists the cards of the caller's lay-offs, each group once;
// values are hands.
func CompleteLayOff(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, layOffChoices(m))
}

func layOffChoices(m CompleteModel) []choice {
	var all []choice
	layOffs := engine.LegalView(m.Sight.View).LayOffs
	seen := map[engine.Hand]bool{}
	for _, layOff := range bestLayOffs(layOffs, len(layOffs)) {
		if !seen[layOff.Cards] {
			seen[layOff.Cards] = true
			all = append(all, choice{layOffOf(layOff), layOff.Cards.String()})
		}
	}
	return all
}

// CompleteTarget lists the melds that the cards typed in the other option fit
// on; every meld that takes a card while these can't be read. Values are
// numbers from 1.
func CompleteTarget(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, targetChoices(m))
}

func targetChoices(m CompleteModel) []choice {
	var all []choice
	cards, err := engine.ParseHand(m.Cards)
	unread := err != nil || cards.Empty()
	table, seen := meldsOf(m.Sight.View, m.Reader.sitters(m.Sight.Seats)), map[int]bool{}
	for _, layOff := range engine.LegalView(m.Sight.View).LayOffs {
		if !seen[layOff.Meld] && (unread || layOff.Cards == cards) {
			seen[layOff.Meld] = true
			on := table.laid[layOff.Meld]
			all = append(all, choice{numbered{on.number, ": ", on.owned()}, on.number})
		}
	}
	return all
}

// CompleteDiscard lists what the caller may discard, as the hand does; values
// are cards.
func CompleteDiscard(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, discardChoices(m))
}

func discardChoices(m CompleteModel) []choice {
	var all []choice
	for _, card := range discardOrder(m.Sight.View.Hand, engine.LegalView(m.Sight.View).Discards) {
		label := listOf([]sentence{{cards: []engine.Card{card}}, leaves(m.Sight.View.Hand.Remove(card))})
		all = append(all, choice{label, card.String()})
	}
	return all
}

// CompleteGoOut lists the last discards that the caller can go out with; values
// are cards.
func CompleteGoOut(l lang.Lang, m CompleteModel) []Choice {
	return matching(l, m.Typed, goOutChoices(m))
}

func goOutChoices(m CompleteModel) []choice {
	var all []choice
	for _, way := range engine.LegalView(m.Sight.View).GoOuts {
		if way.Discard != engine.NoCard {
			all = append(all, choice{sentence{cards: []engine.Card{way.Discard}}, way.Discard.String()})
		}
	}
	return all
}

// CompleteSeat lists who sits where; values are seat numbers from 1.
func CompleteSeat(l lang.Lang, m CompleteModel) []Choice { return matching(l, m.Typed, seatChoices(m)) }

func seatChoices(m CompleteModel) []choice {
	var all []choice
	for _, player := range m.Reader.sitters(m.Sight.Seats, m.Sight.Waiting) {
		all = append(all, choice{numbered{player.number, ": ", player}, player.number})
	}
	return all
}

// A Proven is a hand whose deal can be asked for.
type Proven struct {
	Hand   int
	Before bool // of the table before the channel's present one
	Value  int  // that names it
}

// CompleteProof lists hands in their order.
func CompleteProof(l lang.Lang, typed string, hands []Proven) []Choice {
	return matching(l, typed, proofChoices(hands))
}

func proofChoices(hands []Proven) []choice {
	var all []choice
	for _, hand := range hands {
		label := sentence{key: lang.ProofChoice, hand: hand.Hand}
		if hand.Before {
			label.key = lang.ProofChoiceBefore
		}
		all = append(all, choice{label, hand.Value})
	}
	return all
}

// A choice is one that an option can be completed with.
type choice struct {
	label told
	value any // a string or an int
}

// matching says those choices that have in them what is typed so far, at most 25.
func matching(l lang.Lang, typed string, all []choice) []Choice {
	found := []Choice{} // an empty list is no null in JSON
	typed = folded(typed)
	for _, c := range all {
		said := c.label.tell(l, true)
		text, _ := c.value.(string)
		if len(found) < maxChoices && (strings.Contains(folded(said), typed) || text != "" && strings.Contains(folded(text), typed)) {
			found = append(found, Choice{Name: cut(said, maxChoice), Value: c.value})
		}
	}
	return found
}

// folded writes cards in one way, so that "10♦", "10d" and "TD" match.
func folded(text string) string {
	text = strings.NewReplacer("♣", "C", "♦", "D", "♥", "H", "♠", "S", "10", "T", " ", "", ",", "").Replace(text)
	return strings.ToUpper(text)
}
