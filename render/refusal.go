package render

import (
	"errors"
	"strconv"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A RefusalModel is a move that the rules refuse, with the position that it was
// made in as its maker sees it.
type RefusalModel struct {
	Refusal *engine.Refusal
	View    engine.View
	Players []Player
}

// Refusal says kindly why the move is refused and what is legal instead.
func Refusal(l lang.Lang, m RefusalModel) string {
	why := refused(l, m)
	if instead := instead(l, m); instead != "" {
		return why + " " + instead
	}
	return why
}

func refused(l lang.Lang, m RefusalModel) string {
	r := m.Refusal
	cards, card, meld := lang.Cards(meldText(r.Cards)), lang.Card(r.Card.Symbol()), lang.Meld(r.Meld+1)
	switch r.Code {
	case engine.NotYourTurn:
		return l.Say(lang.RefuseTurn, lang.Name(seated(l, m.Players, m.View.Turn)))
	case engine.HandOver:
		return l.Say(lang.RefuseOver)
	case engine.DrawFirst:
		return l.Say(lang.RefuseDrawfirst)
	case engine.AlreadyDrawn:
		return l.Say(lang.RefuseDrawn)
	case engine.NoMixedDraw:
		return l.Say(lang.RefuseNomixed)
	case engine.NoTurnover:
		return l.Say(lang.RefuseNoturnover)
	case engine.StockEmpty:
		return l.Say(lang.RefuseStock)
	case engine.PileEmpty:
		return l.Say(lang.RefusePile)
	case engine.NotHeld:
		return l.Say(lang.RefuseNotheld, card)
	case engine.NotAMeld:
		return l.Say(lang.RefuseNomeld, cards)
	case engine.NoSuchMeld:
		return l.Say(lang.RefuseNosuch, meld)
	case engine.DoesNotFit:
		return l.Say(lang.RefuseNofit, cards, meld)
	case engine.Barred:
		return l.Say(lang.RefuseBarred, card)
	case engine.NoLegalDiscard:
		return l.Say(lang.RefuseOnlybarred)
	case engine.MustKeepDiscard:
		return l.Say(lang.RefuseKeep)
	case engine.ConcealedOnly:
		return l.Say(lang.RefuseConcealed)
	case engine.NotOut:
		return l.Say(lang.RefuseNotout, cards)
	case engine.CardTwice:
		return l.Say(lang.RefuseTwice, card)
	case engine.NoCards:
		return l.Say(lang.RefuseNocards)
	case engine.BadDeal:
		return l.Say(lang.RefuseBaddeal)
	}
	return ""
}

// instead names what is legal in place of the move; "" where the reason says it.
func instead(l lang.Lang, m RefusalModel) string {
	legal := engine.LegalView(m.View)
	switch m.Refusal.Code {
	case engine.DrawFirst, engine.NoMixedDraw, engine.NoTurnover, engine.StockEmpty, engine.PileEmpty:
		return could(l, lang.CouldDraw, drawLabels(l, m.View, legal))
	case engine.NotHeld, engine.NotAMeld, engine.NoCards, engine.CardTwice:
		return could(l, lang.CouldMeld, someMelds(legal.Melds))
	case engine.DoesNotFit:
		return could(l, lang.CouldLayoff, someLayOffs(l, legal.LayOffs))
	case engine.NoSuchMeld:
		return could(l, lang.CouldNumbers, numbered(m.View))
	case engine.Barred, engine.NoLegalDiscard, engine.NotOut:
		return could(l, lang.CouldDiscard, someDiscards(m.View, legal.Discards))
	case engine.MustKeepDiscard:
		if len(legal.GoOuts) > 0 {
			return l.Say(lang.CouldOut)
		}
	case engine.NotYourTurn, engine.HandOver, engine.AlreadyDrawn, engine.ConcealedOnly, engine.BadDeal:
	}
	return ""
}

// examples is how many examples a refusal gives.
const examples = 3

func could(l lang.Lang, key lang.Key, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return l.Say(key, lang.List(strings.Join(list, " · ")))
}

func drawLabels(l lang.Lang, v engine.View, legal engine.Options) []string {
	var labels []string
	for _, way := range drawWays(l, v) {
		if len(legal.Draws) > 0 {
			labels = append(labels, way.label)
		}
	}
	return labels
}

func someMelds(melds []engine.Hand) []string {
	var list []string
	for _, meld := range bestMelds(melds, examples) {
		list = append(list, meldText(meld))
	}
	return list
}

func someLayOffs(l lang.Lang, layOffs []engine.LayOff) []string {
	var list []string
	for _, layOff := range bestLayOffs(layOffs, examples) {
		list = append(list, layOffText(l, layOff))
	}
	return list
}

func someDiscards(v engine.View, cards []engine.Card) []string {
	var list []string
	for _, card := range discardOrder(engine.Arrange(v.Hand), cards) {
		if len(list) < examples {
			list = append(list, card.Symbol())
		}
	}
	return list
}

func numbered(v engine.View) []string {
	var list []string
	for i, meld := range v.Melds[:v.MeldCount] {
		list = append(list, "**"+strconv.Itoa(i+1)+"** "+meldText(meld.Cards))
	}
	return list
}

// ReadError says which word of a text can't be read, when that is what err
// says; false for another error.
func ReadError(l lang.Lang, err error) (string, bool) {
	var p *engine.ParseError
	if !errors.As(err, &p) {
		return "", false
	}
	word := lang.Word(echo(p.Word))
	switch {
	case p.Word == "":
		return l.Say(lang.ParseEmpty), true
	case p.Twice:
		return l.Say(lang.ParseTwice, word), true
	default:
		return l.Say(lang.ParseCard, word), true
	}
}

// echo repeats what a player typed for a card or a place, safe and with cards as
// people see them.
func echo(typed string) string {
	words := strings.Fields(typed)
	for i, word := range words {
		if cards, err := engine.ParseHand(word); err == nil && !cards.Empty() {
			words[i] = meldText(cards)
		}
	}
	return SafeWord(strings.Join(words, " "))
}

// UnknownSource says that a word names no place to draw from, and which draws
// there are; the view is the caller's, or zero where no hand is played.
func UnknownSource(l lang.Lang, word string, v engine.View) string {
	why := l.Say(lang.ParseSource, lang.Word(echo(word)))
	if ways := could(l, lang.CouldDraw, drawLabels(l, v, engine.LegalView(v))); ways != "" {
		return why + " " + ways
	}
	return why
}
