package opponent

import (
	"math/rand/v2"

	"github.com/boathouse-rum/boathouse/engine"
)

// A guesser makes up hands that the viewer may be in. It begins with a deal that
// is possible and goes from one to the next by swapping two cards that the viewer
// can't place, more often towards deals in which the others would have played as
// they did. After a while each deal comes up about as often as it is likely.
type guesser struct {
	base  engine.State // what is the same in each guess
	past  *history
	model *model
	r     *rand.Rand
	place []place                  // of cards that the viewer doesn't know, by seat and turn; those of the stock at the end
	held  int                      // how many of them are not in the stock
	fit   [engine.MaxSeats]float64 // how well what each seat did goes with its cards, as a logarithm
}

// A place is where a card was when the viewer lost sight of it: dealt to a seat,
// drawn by it, or in the stock.
type place struct {
	seat engine.Seat // Nobody for the stock
	turn int         // index of the turn that drew it; -1 for a dealt card
	resident
}

// A resident is the card in a place, and where it must be if it was played since.
type resident struct {
	card  engine.Card
	owner engine.Seat // the seat that drew it or was dealt it; Nobody where that isn't known
	by    int         // the last turn in which the owner may have drawn it
}

// newGuesser reads the log. A log that doesn't lead to the view, as one that is
// cut short, is passed over.
func newGuesser(v *engine.View, log []engine.PublicEvent, r *rand.Rand) *guesser {
	past, whole := historyOf(v, log)
	g := &guesser{past: past, model: newModel(), r: r}
	if !whole || !g.lay(v) {
		g.past = blindHistory(v)
		g.lay(v)
	}
	g.base = baseOf(v, g.past)
	for seat := range engine.Seat(v.Players) {
		if seat != v.Seat {
			g.fit[seat] = g.fits(seat)
		}
	}
	return g
}

// baseOf makes the part of a state that a view shows.
func baseOf(v *engine.View, past *history) engine.State {
	s := engine.State{
		Rules: v.Rules, Players: uint8(v.Players), Dealer: v.Dealer, Turn: v.Turn, Phase: v.Phase,
		Barred: v.Barred, PileSize: uint8(v.PileSize), StockSize: uint8(v.Stock), MeldCount: uint8(v.MeldCount),
		Shown: past.shown, Showing: past.showing, Counting: past.counting,
		Idle: uint8(v.Idle), Turns: uint16(v.Turns), Winner: engine.Nobody,
	}
	s.Hands[v.Seat] = v.Hand
	copy(s.Cards[:], v.Pile[:v.PileSize])
	for i, m := range v.Melds[:v.MeldCount] {
		s.Melds[i], s.Owners[i] = m.Cards, m.Owner
	}
	copy(s.Cards[engine.PackSize-len(past.stock):], past.stock)
	return s
}

// lay puts each card that the viewer can't place somewhere it may be; false when
// there are more such cards than places, or fewer.
func (g *guesser) lay(v *engine.View) bool {
	h := g.past
	g.place = nil
	for seat := range engine.Seat(v.Players) {
		dealt := h.hidden[seat]
		for i := range h.turns {
			if h.turns[i].seat == seat {
				dealt -= h.turns[i].hidden
			}
		}
		g.free(dealt, seat, -1)
		for i := range h.turns {
			if h.turns[i].seat == seat {
				g.free(h.turns[i].hidden, seat, i)
			}
		}
	}
	g.held = len(g.place)
	g.free(h.unseen, engine.Nobody, -1)
	for _, p := range h.pins {
		g.pin(p)
	}
	cards := h.unplaced(v).Cards()
	g.r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for i := range g.place {
		if g.place[i].card != engine.NoCard {
			continue
		}
		if len(cards) == 0 {
			return false
		}
		g.place[i].card, cards = cards[0], cards[1:]
	}
	return len(cards) == 0
}

func (g *guesser) free(n int, seat engine.Seat, turn int) {
	for range n {
		nothing := resident{card: engine.NoCard, owner: engine.Nobody}
		g.place = append(g.place, place{seat: seat, turn: turn, resident: nothing})
	}
}

// pin puts a card that a seat played into one of the places it may have come
// from. Pins come in the order of their turns, so one is always free.
func (g *guesser) pin(p pin) {
	found, choices := -1, 0
	for i := range g.place[:g.held] {
		at := &g.place[i]
		if at.seat == p.seat && at.turn <= p.turn && at.card == engine.NoCard {
			if choices++; g.r.IntN(choices) == 0 {
				found = i
			}
		}
	}
	if found >= 0 {
		g.place[found].resident = resident{card: p.card, owner: p.seat, by: p.turn}
	}
}

// step tries one swap, and returns how many turns it had to judge.
func (g *guesser) step() int {
	if g.held == 0 {
		return 1
	}
	a, b := &g.place[g.r.IntN(g.held)], &g.place[g.r.IntN(len(g.place))]
	if a.seat == b.seat && a.turn == b.turn || !a.mayGo(b) || !b.mayGo(a) {
		return 0
	}
	two := b.seat != a.seat && b.seat != engine.Nobody
	a.resident, b.resident = b.resident, a.resident
	fitA, fitB := g.fits(a.seat), 0.0
	gain := fitA - g.fit[a.seat]
	if two {
		fitB = g.fits(b.seat)
		gain += fitB - g.fit[b.seat]
	}
	if gain < 0 && g.r.Float64() >= exp(gain) {
		a.resident, b.resident = b.resident, a.resident
	} else {
		g.fit[a.seat] = fitA
		if two {
			g.fit[b.seat] = fitB
		}
	}
	return 1 + len(g.past.turns)/(int(g.base.Players)-1)
}

// mayGo says whether the card of a place may have been in another.
func (a *place) mayGo(b *place) bool {
	return a.owner == engine.Nobody || b.seat == a.owner && b.turn <= a.by
}

// guess makes the state that the places say, with the unseen stock shuffled.
func (g *guesser) guess() engine.State {
	s := g.base
	for i := range g.place[:g.held] {
		p := &g.place[i]
		if p.owner == engine.Nobody {
			s.Hands[p.seat] |= 1 << p.card
		}
	}
	for seat := range g.past.known {
		s.Hands[seat] |= g.past.known[seat]
	}
	stock := s.Cards[engine.PackSize-int(s.StockSize):]
	if len(g.past.stock) == 0 {
		for i := range stock {
			stock[i] = g.place[g.held+i].card
		}
		g.r.Shuffle(len(stock), func(i, j int) { stock[i], stock[j] = stock[j], stock[i] })
	}
	return s
}
