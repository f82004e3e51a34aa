package render

import (
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A CompleteModel is what an autocompletion may draw on: the caller's own view,
// and what is typed so far.
type CompleteModel struct {
	View    engine.View
	Players []Player
	Typed   string // in the option that has the focus
	Cards   string // in the option "cards", when the focus is on another
}

const (
	maxChoices = 25
	maxChoice  = 100
)

// CompleteDraw lists the caller's draws; values are sources.
func CompleteDraw(l lang.Lang, m CompleteModel) []Choice {
	if len(engine.LegalView(m.View).Draws) == 0 {
		return []Choice{}
	}
	list := choices{typed: m.Typed}
	for _, way := range drawWays(l, m.View) {
		list.add(way.label, way.source.String())
	}
	return list.found()
}

// CompleteMeld lists the caller's melds, the longest first; values are hands.
func CompleteMeld(l lang.Lang, m CompleteModel) []Choice {
	list := choices{typed: m.Typed}
	melds := engine.LegalView(m.View).Melds
	for _, meld := range bestMelds(melds, len(melds)) {
		list.add(meldText(meld)+" · "+leaves(l, m.View.Hand&^meld), meld.String())
	}
	return list.found()
}

// CompleteLayOff lists the cards of the caller's lay-offs, each group once;
// values are hands.
func CompleteLayOff(l lang.Lang, m CompleteModel) []Choice {
	list := choices{typed: m.Typed}
	layOffs := engine.LegalView(m.View).LayOffs
	seen := map[engine.Hand]bool{}
	for _, layOff := range bestLayOffs(layOffs, len(layOffs)) {
		if !seen[layOff.Cards] {
			seen[layOff.Cards] = true
			list.add(layOffText(l, layOff), layOff.Cards.String())
		}
	}
	return list.found()
}

// CompleteTarget lists the melds that the cards typed in the other option fit
// on; every meld that takes a card while these can't be read. Values are
// numbers from 1.
func CompleteTarget(l lang.Lang, m CompleteModel) []Choice {
	list := choices{typed: m.Typed}
	cards, err := engine.ParseHand(m.Cards)
	all := err != nil || cards.Empty()
	seen := map[int]bool{}
	for _, layOff := range engine.LegalView(m.View).LayOffs {
		if !seen[layOff.Meld] && (all || layOff.Cards == cards) {
			seen[layOff.Meld] = true
			list.add(strconv.Itoa(layOff.Meld+1)+": "+ownedMeld(l, m.Players, m.View.Melds[layOff.Meld]), layOff.Meld+1)
		}
	}
	return list.found()
}

// CompleteDiscard lists what the caller may discard, as the hand does; values
// are cards.
func CompleteDiscard(l lang.Lang, m CompleteModel) []Choice {
	list := choices{typed: m.Typed}
	v := m.View
	for _, card := range discardOrder(engine.Arrange(v.Hand), engine.LegalView(v).Discards) {
		list.add(card.Symbol()+" · "+leaves(l, v.Hand.Remove(card)), card.String())
	}
	return list.found()
}

// CompleteGoOut lists the last discards that the caller can go out with; values
// are cards.
func CompleteGoOut(m CompleteModel) []Choice {
	list := choices{typed: m.Typed}
	for _, way := range engine.LegalView(m.View).GoOuts {
		if way.Discard != engine.NoCard {
			list.add(way.Discard.Symbol(), way.Discard.String())
		}
	}
	return list.found()
}

// CompleteSeat lists who sits where; values are seat numbers from 1.
func CompleteSeat(l lang.Lang, m CompleteModel) []Choice {
	list := choices{typed: m.Typed}
	for i, player := range m.Players {
		list.add(strconv.Itoa(i+1)+": "+player.plain(l, i), i+1)
	}
	return list.found()
}

// A Proven is a hand whose deal can be asked for.
type Proven struct {
	Hand   int
	Before bool // of the table before the channel's present one
	Value  int  // that names it
}

// CompleteProof lists hands in their order.
func CompleteProof(l lang.Lang, typed string, hands []Proven) []Choice {
	list := choices{typed: typed}
	for _, hand := range hands {
		label := lang.ProofChoice
		if hand.Before {
			label = lang.ProofChoiceBefore
		}
		list.add(l.Say(label, lang.Hand(hand.Hand)), hand.Value)
	}
	return list.found()
}

// choices gathers what matches the text typed so far.
type choices struct {
	typed string
	all   []Choice
}

func (c *choices) add(label string, value any) {
	if len(c.all) == maxChoices {
		return
	}
	typed := folded(c.typed)
	if text, ok := value.(string); !strings.Contains(folded(label), typed) && (!ok || !strings.Contains(folded(text), typed)) {
		return
	}
	c.all = append(c.all, Choice{Name: cut(label, maxChoice), Value: value})
}

// found gives them; an empty list is no null in JSON.
func (c *choices) found() []Choice {
	if c.all == nil {
		return []Choice{}
	}
	return c.all
}

// folded writes cards in one way, so that "10♦", "10d" and "TD" match.
func folded(text string) string {
	text = strings.NewReplacer("♣", "C", "♦", "D", "♥", "H", "♠", "S", "10", "T", " ", "", ",", "").Replace(text)
	return strings.ToUpper(text)
}
