package picture

import "github.com/boathouse-rum/boathouse/engine"

// lay lays a table out: the seats round what lies between them, what happened last, the
// melds, and the hands where they are open.
func (t Table) lay(s *sheet) {
	y := side
	high := s.seats(y, t.Seats)
	s.stockAndPile(y+(high-roundMiddle)/2, t.Middle)
	y += high + between
	if len(t.Middle.Top) > fanned {
		y = s.rest(y, t.Middle.Top[fanned:])
	}
	if t.Last.Seat > 0 {
		y = s.last(y, t)
	}
	if len(t.Melds) > 0 {
		melds := make([]block, len(t.Melds))
		for i, m := range t.Melds {
			melds[i] = block{number: m.Number, seat: seatOf(t.Seats, m.Owner), parts: []part{{cards: m.Cards, new: m.New}}}
		}
		y = s.blocks(y, roomy(melds), melds)
	}
	y = s.hands(y, t)
	s.high = y + side - between
}

// hands draws them open where they are, two or one beside each other, each in its place
// from step to step of a replay.
func (s *sheet) hands(y int, t Table) int {
	wide := Width - 2*side
	if len(t.Hands) > 2 {
		wide = (wide - between) / 2
	}
	hands := make([]block, len(t.Hands))
	for i, f := range t.Hands {
		of := Seat{Number: i + 1}
		if i < len(t.Seats) {
			of = t.Seats[i]
		}
		hands[i] = block{seat: of, parts: partsOf(f), fixed: wide}
	}
	return s.blocks(y, small, hands)
}

// roomy is the size in which blocks stand: the larger one in up to two rows.
func roomy(all []block) size {
	rows := 0
	for range wrap(all, func(b block) int { return b.wide(middle) }, Width-2*side, between) {
		rows++
	}
	if rows > 2 {
		return small
	}
	return middle
}

// fanned is how many cards of the pile lie in the middle: both of a draw.
const fanned = 2

// stockAndPile draws what lies between the seats.
func (s *sheet) stockAndPile(y int, m Middle) {
	const step, gap = 52, 30
	c := large.measure()
	x := (Width - c.w - gap - c.w - step) / 2
	if m.Stock > 0 {
		for i := range min(2, m.Stock/8) { // it is higher than one card
			s.panel(x+3*(2-i), y+3*(2-i), c.w, c.h, c.radius, rim)
		}
		s.back(x, y, large)
	} else {
		s.place(x, y, large, mint)
	}
	s.pill(x+c.w/2, y+c.h-14, number(m.Stock), white, black)
	x += c.w + gap
	top := m.Top[:min(len(m.Top), fanned)]
	if len(top) == 0 {
		s.place(x+step/2, y, large, mint)
	}
	for i := len(top) - 1; i >= 0; i-- { // the top lies over the other
		at, seen := x+step, c.w
		if i == 1 {
			at, seen = x, step
		}
		if len(top) == 1 {
			at = x + step/2
		}
		var how mark
		if m.New && i == 0 {
			how = fresh
		}
		s.card(at, y, large, top[i], how, seen)
	}
	if m.Below > 0 {
		s.text(x+(c.w+step)/2, y+c.h+29, plain, mint, centre, "+"+number(m.Below))
	}
}

// place is where a card would lie.
func (s *sheet) place(x, y int, z size, c ink) {
	m := z.measure()
	s.ring(x, y, m.w, m.h, m.radius, 3, c)
}

// pill is a number on a ground of its own, its middle at x, y.
func (s *sheet) pill(x, y int, t string, ground, letters ink) {
	w := max(s.width(big, t)+28, 56)
	s.panel(x-w/2, y-20, w, 40, 20, ground)
	s.text(x, under(y-20, 40, big), big, letters, centre, t)
}

// rest draws what of an open pile doesn't lie in the middle, and tells where it ends.
func (s *sheet) rest(y int, cards []engine.Card) int {
	p := flow{small, Width - 2*side - 2*blockPad}
	parts := []part{{cards: cards}}
	_, lines := p.place(nil, 0, 0, parts)
	high := 2*blockPad + lines*small.line() - (small.line() - small.measure().h)
	s.panel(side, y, Width-2*side, high, 12, panel)
	p.place(s, side+blockPad, y+blockPad, parts)
	return y + high + between
}
