package opponent

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A seenTurn is a turn of another seat as far as it has gone.
type seenTurn struct {
	seat    engine.Seat
	source  engine.Source
	stock   int         // cards in the stock before the draw
	pair    engine.Hand // what a draw from the discard pile would have taken off it
	bottom  engine.Hand // what a turnover would have drawn, when the stock was empty
	took    engine.Hand // cards drawn that the viewer knows
	hidden  int         // cards drawn that the viewer doesn't know
	shown   engine.Hand // melded and laid off
	discard engine.Card // NoCard while there is none
}

// A pin says that a card which a seat drew unseen, or was dealt, was in its hand
// by the end of a turn.
type pin struct {
	card engine.Card
	seat engine.Seat
	turn int // index of the turn
}

// A history is what the log of a hand tells the viewer of the others' cards.
type history struct {
	turns    []seenTurn
	pins     []pin
	known    [engine.MaxSeats]engine.Hand // cards that the viewer saw the others take
	hidden   [engine.MaxSeats]int         // cards that were dealt to the others or drawn by them unseen
	pile     []engine.Card                // from its bottom; NoCard for an up-card that the log doesn't name
	stock    []engine.Card                // the rest of a pile that was turned over, from its top
	unseen   int                          // cards in a stock that nobody saw
	table    engine.Hand                  // in melds
	counting bool                         // the stock has been empty
	shown    uint8                        // bit i: seat i showed something in an earlier turn
	showing  bool                         // the seat to move has shown something in this turn
	viewer   engine.Seat
	draws    uint8 // of an exhausted stock, as the rules say
	turn     int   // of whoever is to move, in turns; -1 for the viewer's
}

// historyOf reads the log; false when that doesn't lead to the view.
func historyOf(v *engine.View, log []engine.PublicEvent) (*history, bool) {
	size := engine.HandSize(v.Players)
	h := &history{
		viewer: v.Seat, draws: v.Rules.ExhaustedDraw, turn: -1,
		unseen: engine.PackSize - v.Players*size - 1, turns: make([]seenTurn, 0, len(log)/2+1),
	}
	for seat := range v.Players {
		if engine.Seat(seat) != v.Seat {
			h.hidden[seat] = size
		}
	}
	log = withoutTakebacks(log)
	h.pile = append(h.pile, upCard(v, log))
	for i := range log {
		if !h.follow(&log[i]) {
			return nil, false
		}
	}
	return h, h.leadsTo(v)
}

// withoutTakebacks leaves out what was taken back.
func withoutTakebacks(log []engine.PublicEvent) []engine.PublicEvent {
	isTakeback := func(e engine.PublicEvent) bool { return e.Kind == engine.SawTakeback }
	if !slices.ContainsFunc(log, isTakeback) {
		return log
	}
	kept := make([]engine.PublicEvent, 0, len(log))
	for _, e := range log {
		if isTakeback(e) {
			last := len(kept) - 1
			for last >= 0 && isTakeback(kept[last]) {
				last--
			}
			if last >= 0 {
				kept = slices.Delete(kept, last, last+1)
			}
		}
		kept = append(kept, e)
	}
	return kept
}

// upCard finds the card that the discard pile began with: it lies at the bottom
// still, or it was named when it was drawn. NoCard when another seat drew it
// unnamed, by turning the pile over.
func upCard(v *engine.View, log []engine.PublicEvent) engine.Card {
	height := 1
	for i := range log {
		e := &log[i]
		switch {
		case e.Kind == engine.SawDiscard:
			height++
		case e.Kind != engine.SawDraw:
		case e.Source == engine.FromTurnover:
			if len(e.Cards) == 0 {
				return engine.NoCard
			}
			return e.Cards[0]
		default:
			n := fromPile(e, height)
			if n == height && n <= len(e.Cards) {
				return e.Cards[n-1]
			}
			height -= n
		}
	}
	if v.PileSize == 0 {
		return engine.NoCard
	}
	return v.Pile[0]
}

// fromPile says how many of the drawn cards came from a discard pile of that height.
func fromPile(e *engine.PublicEvent, height int) int {
	switch e.Source {
	case engine.FromDiscard:
		return min(len(e.Cards)+e.Hidden, height)
	case engine.FromMixed:
		return 1
	case engine.FromStock, engine.FromTurnover:
	}
	return 0
}

// follow goes on by one event; false when it can't have happened.
func (h *history) follow(e *engine.PublicEvent) bool {
	if e.Seat < 0 || e.Seat >= engine.MaxSeats {
		return false
	}
	switch e.Kind {
	case engine.SawDraw:
		return h.draw(e)
	case engine.SawMeld, engine.SawLayOff:
		cards := engine.HandOf(e.Cards...)
		h.showing = true
		h.table |= cards
		if h.turn >= 0 {
			h.turns[h.turn].shown |= cards
		}
		h.play(e.Seat, cards)
	case engine.SawDiscard:
		if len(e.Cards) != 1 {
			return false
		}
		if h.turn >= 0 {
			h.turns[h.turn].discard = e.Cards[0]
		}
		h.play(e.Seat, engine.HandOf(e.Cards[0]))
		h.pile = append(h.pile, e.Cards[0])
		if h.showing {
			h.shown |= 1 << e.Seat
		}
		h.showing = false
	case engine.SawTakeback: // what it took back it held, as everybody knows now
		if e.Seat != h.viewer && e.Source != engine.FromDiscard {
			cards := engine.HandOf(e.Cards...)
			h.play(e.Seat, cards)
			h.known[e.Seat] |= cards
		}
	case engine.SawGoOut, engine.SawWin, engine.SawBlock:
		return false
	}
	return true
}

// play takes cards out of a seat's hand; those that it got unseen are pinned.
func (h *history) play(seat engine.Seat, cards engine.Hand) {
	if seat == h.viewer {
		return
	}
	for c := range (cards &^ h.known[seat]).All() {
		h.pins = append(h.pins, pin{card: c, seat: seat, turn: h.turn})
	}
	h.known[seat] &^= cards
}

func (h *history) draw(e *engine.PublicEvent) bool {
	t := seenTurn{seat: e.Seat, source: e.Source, stock: h.unseen + len(h.stock), discard: engine.NoCard}
	t.pair = named(h.pile[max(0, len(h.pile)-2):]...)
	if t.stock == 0 {
		t.pair = named(h.pile[max(0, len(h.pile)-int(h.draws)):]...)
		t.bottom = named(h.pile[:min(len(h.pile), int(h.draws))]...)
	}
	n := fromPile(e, len(h.pile))
	if n > len(h.pile) {
		return false
	}
	taken := append([]engine.Card(nil), h.pile[len(h.pile)-n:]...)
	h.pile = h.pile[:len(h.pile)-n]
	if e.Source == engine.FromTurnover {
		h.stock, h.pile = append([]engine.Card(nil), h.pile...), h.pile[:0]
	}
	for range len(e.Cards) + e.Hidden - n {
		switch {
		case len(h.stock) > 0:
			taken, h.stock = append(taken, h.stock[0]), h.stock[1:]
		case h.unseen > 0:
			taken = append(taken, engine.NoCard)
			h.unseen--
		default:
			return false
		}
	}
	h.counting = h.counting || h.unseen+len(h.stock) == 0
	h.turn = -1
	if e.Seat == h.viewer {
		return true
	}
	t.took = named(taken...)
	t.hidden = len(taken) - t.took.Len()
	h.known[e.Seat] |= t.took
	h.hidden[e.Seat] += t.hidden
	h.turn = len(h.turns)
	h.turns = append(h.turns, t)
	return true
}

// named gives the cards among some that are known.
func named(cards ...engine.Card) engine.Hand {
	var h engine.Hand
	for _, c := range cards {
		if c != engine.NoCard {
			h = h.Add(c)
		}
	}
	return h
}

// unplaced gives the cards that are in a place which the viewer doesn't know.
func (h *history) unplaced(v *engine.View) engine.Hand {
	rest := allCards &^ v.Hand &^ named(v.Pile[:v.PileSize]...) &^ named(h.stock...)
	for _, m := range v.Melds[:v.MeldCount] {
		rest &^= m.Cards
	}
	for _, known := range h.known {
		rest &^= known
	}
	return rest
}

// leadsTo says whether the history ends where the view is.
func (h *history) leadsTo(v *engine.View) bool {
	if len(h.pile) != v.PileSize || h.unseen+len(h.stock) != v.Stock {
		return false
	}
	for i, c := range h.pile {
		if c != v.Pile[i] {
			return false
		}
	}
	table := engine.Hand(0)
	for _, m := range v.Melds[:v.MeldCount] {
		table |= m.Cards
	}
	if table != h.table {
		return false
	}
	count := h.hidden
	for _, p := range h.pins {
		count[p.seat]--
	}
	for seat, n := range v.Counts[:v.Players] {
		has := h.shown>>seat&1 != 0 || h.showing && engine.Seat(seat) == v.Turn
		if has != v.Melded[seat] {
			return false
		}
		if engine.Seat(seat) != v.Seat && (count[seat] < 0 || count[seat]+h.known[seat].Len() != n) {
			return false
		}
	}
	return true
}

// blindHistory is what a view alone tells.
func blindHistory(v *engine.View) *history {
	h := &history{viewer: v.Seat, unseen: v.Stock, turn: -1, counting: v.Idle > 0 || v.Stock == 0}
	for seat, n := range v.Counts[:v.Players] {
		if engine.Seat(seat) != v.Seat {
			h.hidden[seat] = n
		}
		if v.Melded[seat] {
			h.shown |= 1 << seat
		}
	}
	return h
}
