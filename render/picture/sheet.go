package picture

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A sheet is what a picture consists of, in the order of painting. Whoever lays out
// a picture fills one; the artist paints it. What is laid out can be looked through
// without a pixel: every card on it is an op with its place.
type sheet struct {
	*art
	high int
	ops  []op
}

// A kind is what an op paints.
type kind uint8

const (
	aPanel kind = iota
	aRing
	aCard
	aBack
	aText
	aSign
	aCurve
)

// An op is one thing painted. Its place is x, y, w, h in pixels; of a text x is where
// it is aligned and y its baseline, and of a card w is how much of it stays free.
type op struct {
	kind         kind
	ink          ink
	font         font
	align        align
	glyph        glyph
	size         size
	mark         mark
	card         engine.Card
	x, y, w, h   int
	radius, line int
	lift         int // how much higher than its row a card stands
	text         string
	columns      []int // of a curve: where it stands in each, in quarters of a pixel
}

// An align is which end of a text its x is.
type align uint8

const (
	left align = iota
	centre
	right
)

// A mark is how a card is marked, in bits.
type mark uint8

const (
	fresh  mark = 1 << iota // a gold edge: new
	barred                  // a lock: not to be thrown
	loose                   // a bar under it: unmatched
	dim                     // faded
)

// A size is how large a card is.
type size uint8

const (
	large  size = iota // 118 × 163, of a hand
	short              // 118 × 120, of a large hand: index alone
	middle             // 88 × 122, of a table
	small              // 60 × 84, of a strip
	slim               // 60 × 64, of a full strip: index alone
	sizes  = iota
)

// A measure is what belongs to a size, in pixels.
type measure struct {
	w, h, radius int
	index        int // size of the letters
	sign         int // the suit below them
	column       int // how wide both stand: the least that a card may show
	top          int // where the letters' upper edge is
	gap          int // between letters and suit
}

func (z size) measure() measure {
	return [sizes]measure{
		large:  {118, 163, 8, 42, 32, 46, 14, 9},
		short:  {118, 120, 8, 42, 32, 46, 14, 9},
		middle: {88, 122, 7, 34, 26, 38, 11, 7},
		small:  {60, 84, 5, 28, 22, 31, 9, 7},
		slim:   {60, 64, 5, 28, 22, 31, 8, 5},
	}[z]
}

// panel is a filled rectangle with rounded corners.
func (s *sheet) panel(x, y, w, h, radius int, c ink) {
	s.ops = append(s.ops, op{kind: aPanel, x: x, y: y, w: w, h: h, radius: radius, ink: c})
}

// ring is the outline of a panel, width pixels inwards.
func (s *sheet) ring(x, y, w, h, radius, width int, c ink) {
	s.ops = append(s.ops, op{kind: aRing, x: x, y: y, w: w, h: h, radius: radius, line: width, ink: c})
}

// card is a card's face. seen is how many pixels of it, from its left, the next card
// leaves free: the marks stand there.
func (s *sheet) card(x, y int, z size, c engine.Card, m mark, seen int) {
	s.ops = append(s.ops, op{kind: aCard, x: x, y: y, w: seen, h: z.measure().h, size: z, card: c, mark: m})
}

// back is a card's back.
func (s *sheet) back(x, y int, z size) {
	m := z.measure()
	s.ops = append(s.ops, op{kind: aBack, x: x, y: y, w: m.w, h: m.h, size: z})
}

// text is a line of text; y is its baseline.
func (s *sheet) text(x, y int, f font, c ink, a align, t string) {
	s.ops = append(s.ops, op{kind: aText, x: x, y: y, ink: c, font: f, align: a, text: t})
}

// curve is a line from x on over so many columns; h and y tell how high it reaches.
func (s *sheet) curve(x, w int, c ink, columns []int) {
	if len(columns) == 0 {
		return
	}
	top, low := slices.Min(columns)/4-stroke, slices.Max(columns)/4+stroke
	s.ops = append(s.ops, op{kind: aCurve, x: x, y: top, w: w, h: low - top, ink: c, columns: columns})
}

// sign is a glyph in a square of px pixels with its upper left corner at x, y; px is
// 20, 28, 40, 64 or 96, or what of them is next below.
func (s *sheet) sign(x, y int, g glyph, px int, c ink) {
	s.ops = append(s.ops, op{kind: aSign, x: x, y: y, w: px, h: px, glyph: g, ink: c})
}

// row is cards beside each other, step pixels apart, the last seen whole; it gives
// where they end.
func (s *sheet) row(x, y int, z size, step int, cards []engine.Card, marked func(engine.Card) mark) (end int) {
	w := z.measure().w
	for i, c := range cards {
		seen := min(step, w)
		if i == len(cards)-1 {
			seen = w
		}
		var m mark
		if marked != nil {
			m = marked(c)
		}
		s.card(x, y, z, c, m, seen)
		x += step
	}
	return x - step + w
}
