package picture

import (
	"unicode"
	"unicode/utf8"

	"github.com/boathouse-rum/boathouse/engine"
)

// tone is the ink of a suit.
func (s Style) tone(of engine.Suit) ink {
	if s == FourColour {
		return [4]ink{green, blue, crimson, black}[of]
	}
	return [4]ink{black, red, red, black}[of]
}

// labelOf is what stands on a card; the courts' are theirs who look, where there are
// such letters.
func (a *art) labelOf(r engine.Rank, courts Courts) string {
	switch {
	case r >= engine.Jack:
		if own := courts[r-engine.Jack]; a.labels(own) {
			return own
		}
		return "JQK"[r-engine.Jack : r-engine.Jack+1]
	case r == engine.Ten:
		return "10"
	default:
		return "A23456789"[r : r+1]
	}
}

// labels says whether there are letters for an index.
func (a *art) labels(t string) bool {
	n := utf8.RuneCountInString(t)
	if n == 0 || n >= len(a.courts[large]) {
		return false
	}
	for _, r := range t {
		if r > 0x24f && r < 0x370 || r > 0x42f || !unicode.IsUpper(r) && !unicode.IsDigit(r) || !a.has(string(r)) {
			return false
		}
	}
	return true
}

// index has the letters of cards as narrow as has so many of them fit beside each other.
func (a *art) index(bold *face) {
	for n := 1; n < len(a.emojis); n++ {
		a.emojis[n] = newLetters(bold, emojiIndex, emojiColumn*unit/n)
	}
	for _, z := range []size{large, middle, small} {
		m := z.measure()
		for n := 1; n < len(a.courts[z]); n++ {
			px := m.index
			if n == 3 {
				px = px * 5 / 6
			}
			a.courts[z][n] = newLetters(bold, px, (m.column-4)*unit/n)
		}
	}
	a.courts[short], a.courts[slim] = a.courts[large], a.courts[small] // which are as wide
}

// label writes an index into its column on a canvas.
func (a *art) label(c *canvas, z size, x, y int, i ink, t string) {
	l, m := a.courts[z][utf8.RuneCountInString(t)], z.measure()
	wide := 0
	for _, r := range t {
		wide += l.letter(r).advance
	}
	high := m.index * 711 / 1000 // of a capital
	c.write(l, x+(m.column-(wide+unit/2)/unit)/2+1, y+m.top+high, i, t)
}

// blank is a card with nothing on it.
func (a *art) blank(z size) *canvas {
	m := z.measure()
	c := newCanvas(a.palette, m.w, m.h)
	c.box(0, 0, m.w, m.h, edge)
	c.panel(a.corners, 1, 1, m.w-2, m.h-2, m.radius-1, paper)
	return c
}

// face paints a card, without the letters of a court.
func (a *art) face(s Style, z size, card engine.Card) []uint8 {
	m := z.measure()
	c := a.blank(z)
	tone, sign := s.tone(card.Suit()), s.larger(m.sign)
	if card.Rank() < engine.Jack {
		a.label(c, z, 0, 0, tone, a.labelOf(card.Rank(), Courts{}))
	}
	high := m.index * 711 / 1000
	c.blot(s.suit(card.Suit(), sign).fill(sign, sign), (m.column-sign)/2+1, m.top+high+m.gap-(sign-m.sign)/2, tone)
	if z == large || z == middle {
		a.body(c, s, z, card)
	}
	return c.pix
}

// body paints what stands right of a card's index: it is for cards that are seen whole.
func (a *art) body(c *canvas, s Style, z size, card engine.Card) {
	if card.Rank() >= engine.Jack {
		a.court(c, s, z, card)
	} else {
		a.pips(c, s, z, card)
	}
}

// court paints what a court wears, twice as cards have it, in a frame.
func (a *art) court(c *canvas, s Style, z size, card engine.Card) {
	m, tone := z.measure(), s.tone(card.Suit())
	x, y := m.column+2, m.h/12
	w, h := m.w-x-m.h/16, m.h-2*y
	c.panel(a.corners, x, y, w, h, 6, tone)
	c.panel(a.corners, x+3, y+3, w-6, h-6, 4, pale)
	px := w - 14
	worn := ornament(card.Rank(), px).fill(px, px)
	c.blot(worn, x+7, y+8, tone)
	c.blot(worn.turned(), x+7, y+h-8-px, tone)
	px = h - 2*px - 26
	c.blot(s.suit(card.Suit(), px).fill(px, px), x+(w-px)/2, y+(h-px)/2, tone)
}

// pips paints as many signs as a card counts.
func (a *art) pips(c *canvas, s Style, z size, card engine.Card) {
	m, tone := z.measure(), s.tone(card.Suit())
	x, w := m.column+2, m.w-m.column-8
	px := s.larger(m.h * 2 / 13)
	switch {
	case card.Rank() == engine.Ace:
		px = w * 4 / 5
	case card.Rank() > 7:
		px = m.h / 8
	case card.Rank() == 7: // there is no room for larger ones
		px = m.h * 2 / 13
	}
	up := s.suit(card.Suit(), px).fill(px, px)
	upside := up.turned()
	for _, at := range pips(card.Rank()) {
		pip := up
		if at.y > 50 {
			pip = upside
		}
		c.blot(pip, x+w*at.x/100-px/2, m.h*(13+74*at.y/100)/100-px/2, tone)
	}
	if card.Rank() == engine.Ace && z == large { // with a boat in it
		in := px * 2 / 5
		c.blot(boat(in).fill(in, in), x+(w-in)/2, (m.h-in)/2+in/8, paper)
	}
}

// pips are where the signs of a number stand, in hundredths.
func pips(r engine.Rank) []point {
	const l, m, r0 = 22, 50, 78
	two := func(ys ...int) (out []point) {
		for _, y := range ys {
			out = append(out, point{l, y}, point{r0, y})
		}
		return out
	}
	one := func(pips []point, ys ...int) []point {
		for _, y := range ys {
			pips = append(pips, point{m, y})
		}
		return pips
	}
	return [...][]point{
		one(nil, 50),
		one(nil, 0, 100),
		one(nil, 0, 50, 100),
		two(0, 100),
		one(two(0, 100), 50),
		two(0, 50, 100),
		one(two(0, 50, 100), 25),
		one(two(0, 50, 100), 25, 75),
		one(two(0, 33, 67, 100), 50),
		one(two(0, 33, 67, 100), 16, 84),
	}[r]
}

// back paints a card's back: a boat on water.
func (a *art) back(z size) []uint8 {
	m := z.measure()
	c := a.blank(z)
	rim := m.w / 16
	c.panel(a.corners, rim, rim, m.w-2*rim, m.h-2*rim, max(2, m.radius-rim), navy)
	px := m.w * 3 / 4
	c.blot(boat(px).fill(px, px), (m.w-px)/2, (m.h-px)/2-m.h/16, paper)
	return c.pix
}
