package render

import (
	"fmt"
	"slices"
	"strings"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/lang"
)

// A pile is what lies in the middle of a table: discard pile and stock.
type pile struct {
	top   []engine.Card // of the discard pile, its top first: two at most, but all when the stock is empty
	below int           // cards of it that are not told
	turn  sentence      // what turning the pile over draws; empty where there is a stock
	stock int           // cards of it
	idle  sentence      // that the hand will be blocked; may be empty
}

func pileOf(v engine.View) pile {
	p := pile{top: pileTop(v, 2), stock: v.Stock}
	if v.Stock == 0 && v.Phase != engine.Over {
		p.top, p.turn = pileTop(v, v.PileSize), turningOf(v)
	}
	p.below = v.PileSize - len(p.top)
	p.idle = blockedIn(v)
	return p
}

// turningOf says what turning the discard pile over draws.
func turningOf(v engine.View) sentence {
	cards := underneath(v)
	switch {
	case len(cards) == 0 || v.Phase == engine.Over:
		return sentence{}
	case v.Stock > 0:
		return sentence{key: lang.PileLater, cards: cards}
	}
	return sentence{key: lang.PileNow, cards: cards}
}

// blockedIn says in how many turns the hand is blocked if nothing is laid down;
// nothing before the last two rounds of that count, since most hands go on before.
func blockedIn(v engine.View) sentence {
	turns := v.IdleMax - v.Idle
	if v.Idle == 0 || v.Phase == engine.Over || turns > 2*v.Players || turns <= 0 {
		return sentence{}
	}
	if v.Rules.Melding == engine.MeldConcealed {
		return sentence{key: lang.TableIdleConcealed, n: turns}
	}
	return sentence{key: lang.TableIdle, n: turns}
}

// pileTop gives up to n cards of the discard pile, its top first.
func pileTop(v engine.View, n int) []engine.Card {
	var cards []engine.Card
	for i := v.PileSize - 1; i >= 0 && len(cards) < n; i-- {
		cards = append(cards, v.Pile[i])
	}
	return cards
}

func (p pile) text(l lang.Lang) string {
	cards := l.Say(lang.TablePileEmpty)
	if len(p.top) > 0 {
		cards = l.Say(lang.TablePile, lang.Cards("**"+symbols(l, p.top)+"**"))
	}
	if p.below > 0 {
		cards += l.Apart() + l.Count(lang.TablePileMore, p.below)
	}
	return lines(cards, p.turn.say(l), stock(p.stock).tell(l, false), p.idle.say(l))
}

// A stock is how many cards are left to draw.
type stock int

func (n stock) tell(l lang.Lang, _ bool) string {
	if n == 0 {
		return l.Say(lang.TableStockEmpty)
	}
	return l.Say(lang.TableStock, lang.Cards(l.Count(lang.CountCards, int(n))))
}

// melds are those on a table.
type melds struct {
	laid []meld
	none bool // there are none, and there could be
}

// A meld is one on the table.
type meld struct {
	number int // from 1
	cards  []engine.Card
	owner  who
}

// meldsOf lists the melds on the table. In concealed play nothing is laid, so
// nothing is said.
func meldsOf(v engine.View, players []who) melds {
	m := melds{none: v.MeldCount == 0 && v.Rules.Melding != engine.MeldConcealed}
	for i, laid := range v.Melds[:v.MeldCount] {
		m.laid = append(m.laid, meld{number: i + 1, cards: inOrder(laid.Cards), owner: sits(players, laid.Owner)})
	}
	return m
}

func (m melds) text(l lang.Lang) string {
	if m.none {
		return l.Say(lang.TableMeldsNone)
	}
	if len(m.laid) == 0 {
		return ""
	}
	lines := []string{"**" + l.Say(lang.TableMelds) + "**"}
	for _, laid := range m.laid {
		lines = append(lines, laid.line(l))
	}
	return strings.Join(lines, "\n")
}

// line tells a meld, the numbers one under another but for who listens.
func (m meld) line(l lang.Lang) string {
	if l.Listens() {
		return fmt.Sprintf("%d: %s%s%s", m.number, symbols(l, m.cards), l.Apart(), m.owner.short(l))
	}
	return fmt.Sprintf("`%2d` %s · %s", m.number, symbols(l, m.cards), m.owner.short(l))
}

// owned names a meld by its cards and owner.
func (m meld) owned() sentence { return sentence{key: lang.PickOwner, cards: m.cards, name: m.owner} }

// A drawing is one way to draw.
type drawing struct {
	source engine.Source
	label  sentence
}

// drawings lists how the seat to move may draw. It needs what everybody sees, so
// a spectator's view will do.
func drawings(v engine.View) []drawing {
	v.Seat = v.Turn
	var ways []drawing
	for _, source := range engine.LegalView(v).Draws {
		way := drawing{source, drawLabel(v, source)}
		if len(ways) > 0 && ways[len(ways)-1].reads(way) {
			continue // with one card on the pile, the pair and the mixed draw are the same
		}
		ways = append(ways, way)
	}
	return ways
}

// reads says whether two ways to draw have the same label.
func (d drawing) reads(other drawing) bool {
	return d.label.key == other.label.key && d.label.n == other.label.n && slices.Equal(d.label.cards, other.label.cards)
}

func drawLabel(v engine.View, source engine.Source) sentence {
	switch source {
	case engine.FromStock:
		return sentence{key: lang.DrawStock, n: min(2, v.Stock)}
	case engine.FromDiscard:
		if v.Stock > 0 && v.PileSize == 1 {
			return sentence{key: lang.DrawBoth, cards: pileTop(v, 1)}
		}
		most := 2
		if v.Stock == 0 {
			most = int(v.Rules.ExhaustedDraw)
		}
		return sentence{key: lang.DrawDiscard, cards: pileTop(v, most)}
	case engine.FromMixed:
		return sentence{key: lang.DrawBoth, cards: pileTop(v, 1)}
	case engine.FromTurnover:
		return sentence{key: lang.DrawTurnover, n: min(int(v.Rules.ExhaustedDraw), v.PileSize)}
	}
	return sentence{}
}

// underneath lists the cards that turning the discard pile over would draw. It isn't
// shuffled, so they are at its bottom, for all to know.
func underneath(v engine.View) []engine.Card {
	return v.Pile[:min(int(v.Rules.ExhaustedDraw), v.PileSize)]
}

// drawButtons are the hand and the draws of the seat to move. Public: their ids
// name sources, never cards.
func (o origin) drawButtons(v engine.View) []press {
	buttons := []press{o.primary(lang.ButtonHand, VerbHand, "")}
	for _, way := range drawings(v) {
		buttons = append(buttons, o.press(StyleSecondary, way.label, VerbDraw, way.source.String()))
	}
	return buttons
}
