package picture

// The strip's measures, in pixels.
const (
	stripTop  = 18
	meldStep  = 34
	labelHigh = 36
	lineGap   = 8
)

// strip draws the middle of the table and its melds, and gives where it ends.
func (h Hand) strip(s *sheet) int {
	x := s.stock(margin, stripTop, small, h.Middle.Stock) + 16
	x, y := h.pile(s, x, stripTop)
	y = h.melds(s, x+36, y) + lineGap
	s.panel(margin, y, inner, 3, 1, rim)
	return y + 3
}

// pile draws the top of the discard pile, its top last, and how many lie below; it
// gives where the pile ends and where its last line begins.
func (h Hand) pile(s *sheet, x, y int) (endX, endY int) {
	m := small.measure()
	top := h.Middle.Top
	if len(top) == 0 {
		s.ring(x, y, m.w, m.h, m.radius, 3, panel)
		return x + m.w, y
	}
	from := x
	for i := len(top) - 1; i >= 0; i-- {
		if x+m.w > Width-margin { // all of it is told, since the stock is empty
			x, y = from, y+m.h+lineGap
		}
		var k mark
		seen := meldStep + 4
		if i == 0 {
			seen = m.w
			if h.Middle.New {
				k = fresh
			}
		}
		s.card(x, y, small, top[i], k, seen)
		x += seen
	}
	if h.Middle.Below > 0 {
		s.text((from+x)/2, y+m.h+24, tiny, mint, centre, signed(h.Middle.Below))
	}
	return x, y
}

// stock draws the face-down cards with their number, and gives where they end.
func (s *sheet) stock(x, y int, z size, n int) (end int) {
	m := z.measure()
	if n == 0 {
		s.ring(x, y, m.w, m.h, m.radius, 3, panel)
	} else {
		s.back(x, y, z)
	}
	t := number(n)
	wide := s.width(tiny, t) + 18
	s.panel(x+(m.w-wide)/2, y+m.h-30, wide, 24, 12, white)
	s.text(x+m.w/2, y+m.h-11, tiny, black, centre, t)
	return x + m.w
}

// A form is how melds stand in the strip.
type form struct {
	size      size
	tab       int // left of the cards, for number and seat; 0: they stand below, with the name
	step, gap int
	most      int // lines, else the next form is taken
}

// high is how much room a line takes.
func (f form) high() int {
	if f.tab > 0 {
		return f.size.measure().h + 2
	}
	return f.size.measure().h + labelHigh
}

// step is how far apart a meld's cards stand, so that the edge of a new one leaves the
// letters before it free.
func (d Meld) step(least int) int {
	if d.New.Empty() {
		return least
	}
	return max(least, meldStep)
}

// places gives where each meld's upper left corner is, and how many lines they take.
func (h Hand) places(f form, x, y int) (at []point, lines int) {
	lines = 1
	for _, d := range h.Melds {
		wide := f.tab + d.step(f.step)*(len(d.Cards)-1) + f.size.measure().w
		if x+wide > Width-margin && x > margin {
			x, y, lines = margin, y+f.high()+lineGap, lines+1
		}
		at = append(at, point{x, y})
		x += wide + f.gap
	}
	return at, lines
}

// melds draws the table's melds from a place on, as roomy as two lines allow, else in
// more lines of lower cards. It gives where they end.
func (h Hand) melds(s *sheet, x, y int) (end int) {
	end = y + small.measure().h + labelHigh // of the pile
	var f form
	var at []point
	lines := 0
	for _, f = range []form{{small, 0, meldStep + 2, 22, 1}, {small, 0, 31, 12, 1}, {small, 0, meldStep + 2, 22, 2}, {slim, tagHigh + 4, 31, 12, 0}} {
		if at, lines = h.places(f, x, y); lines <= f.most {
			break
		}
	}
	if f.tab > 0 { // the first line stands level with the pile's foot
		y = end - f.high() - 6
		at, lines = h.places(f, x, y)
	}
	for i, d := range h.Melds {
		h.meld(s, f, at[i].x, at[i].y, d)
	}
	return max(end, y+lines*(f.high()+lineGap)-lineGap)
}

// meld draws a meld of the table: its number, whose it is, its cards.
func (h Hand) meld(s *sheet, f form, x, y int, d Meld) {
	owner := seatOf(h.Seats, d.Owner)
	if f.tab > 0 {
		s.cards(x+f.tab, y, f.size, d.step(f.step), d)
		s.tag(x, y+2, d.Number, d.Owner)
		s.disc(x, y+tagHigh+8, tagHigh, owner)
		return
	}
	end := s.cards(x, y, f.size, d.step(f.step), d)
	s.ownedBy(x, y+f.size.measure().h+7, end, d.Number, owner)
}

// cards draws the cards of a meld beside each other.
func (s *sheet) cards(x, y int, z size, step int, d Meld) (end int) {
	for i, card := range d.Cards {
		seen := step
		if i == len(d.Cards)-1 {
			seen = z.measure().w
		}
		var k mark
		if d.New.Has(card) {
			k = fresh
		}
		s.card(x, y, z, card, k, seen)
		x += seen
	}
	return x
}
