package picture

import "github.com/boathouse-rum/boathouse/engine"

// corner of a picture, and how far in and how wide the line round it is.
const (
	pictureRadius = 16
	rimIn         = 5
	rimLine       = 3
)

// paint paints what is on the sheet.
func (b *bench) paint(l Look) {
	c, a := &b.canvas, b.sheet.art
	c.box(0, 0, c.w, c.h, felt)
	c.box(0, 0, pictureRadius, pictureRadius, none)
	c.box(c.w-pictureRadius, 0, pictureRadius, pictureRadius, none)
	c.box(0, c.h-pictureRadius, pictureRadius, pictureRadius, none)
	c.box(c.w-pictureRadius, c.h-pictureRadius, pictureRadius, pictureRadius, none)
	c.round(0, 0, c.w, c.h, pictureRadius, felt, func(px, py int) uint8 { return a.corners[pictureRadius][py*pictureRadius+px] })
	c.ring(a.corners, rimIn, rimIn, c.w-2*rimIn, c.h-2*rimIn, pictureRadius-rimIn, rimLine, rim)
	for i := range b.sheet.ops {
		o := &b.sheet.ops[i]
		switch o.kind {
		case aPanel:
			c.panel(a.corners, o.x, o.y, o.w, o.h, o.radius, o.ink)
		case aRing:
			c.ring(a.corners, o.x, o.y, o.w, o.h, o.radius, o.line, o.ink)
		case aCard:
			a.paintCard(c, l, o)
		case aBack:
			if c.holds(o.x, o.y, o.size.measure()) {
				back := a.backs[o.size]
				a.stamp(c, back, back, o.x, o.y, o.size, o.w)
			}
		case aText:
			x := o.x
			switch o.align {
			case left:
			case centre:
				x -= a.width(o.font, o.text) / 2
			case right:
				x -= a.width(o.font, o.text)
			}
			c.write(a.fonts[o.font], x, o.y, o.ink, o.text)
		case aCurve:
			c.curve(o.x, o.columns, o.ink)
		case aSign:
			a.paintSign(c, o.x, o.y, o.glyph, o.w, o.ink)
		}
	}
}

func (a *art) paintSign(c *canvas, x, y int, g glyph, px int, i ink) {
	best := a.signs[g][0]
	for _, m := range a.signs[g] {
		if m.w <= px {
			best = m
		}
	}
	c.blot(best, x+(px-best.w)/2, y+(px-best.h)/2, i)
}

// line is how wide the edge of a marked card is.
const line = 4

func (a *art) paintCard(c *canvas, l Look, o *op) {
	m := o.size.measure()
	if o.card >= engine.PackSize || !c.holds(o.x, o.y, m) {
		return
	}
	if o.mark&fresh != 0 {
		c.panel(a.corners, o.x-line, o.y-line, m.w+2*line, m.h+2*line, m.radius+line, gold)
	} else {
		a.shadow(c, o.x, o.y, o.size)
	}
	face := a.cards[l.Style][o.size][o.card].or(func() []uint8 { return a.face(l.Style, o.size, o.card) })
	if o.w < m.w {
		a.stamp(c, face, a.blanks[o.size], o.x, o.y, o.size, m.column)
	} else {
		a.stamp(c, face, face, o.x, o.y, o.size, m.w)
	}
	if r := o.card.Rank(); r >= engine.Jack {
		tone := l.Style.tone(o.card.Suit())
		a.label(c, o.size, o.x, o.y, tone, a.labelOf(r, l.Courts))
	}
	if o.mark&dim != 0 {
		a.fade(c, o.x, o.y, m)
	}
	if o.mark&barred != 0 {
		px := min(40, m.h-m.top-m.index*711/1000-m.gap-m.sign-8)
		a.paintSign(c, o.x+(min(o.w, m.column)-px)/2+1, o.y+m.h-px-6, lock, px, badge)
	}
	if o.mark&loose != 0 {
		c.panel(a.corners, o.x+4, o.y+o.lift+m.h+6, o.w-8, 5, 2, bar)
	}
}

// holds says whether a card lies on a canvas; no layout puts one elsewhere.
func (c *canvas) holds(x, y int, m measure) bool {
	return x >= 0 && y >= 0 && x+m.w <= c.w && y+m.h <= c.h
}

// shadow is what a card throws on what it lies on.
func (a *art) shadow(c *canvas, x, y int, z size) {
	m := z.measure()
	for r := y + m.radius; r < y+m.h-m.radius && x > 2; r++ {
		row := c.row(r, x-2, x)
		if row[1] == uint8(paper) {
			row[0], row[1] = a.over[shade][1][row[0]], uint8(shade)
		}
	}
}

// stamp copies a card, from some column on another one, whose corners let through what is
// below.
func (a *art) stamp(c *canvas, card, other []uint8, x, y int, z size, from int) {
	m := z.measure()
	for r := range m.h {
		row, ours, others := c.row(y+r, x, x+m.w), card[r*m.w:][:m.w], other[r*m.w:][:m.w]
		in := 0
		if r < m.radius || r >= m.h-m.radius {
			in = m.radius
			deep := min(r, m.h-1-r)
			for px, n := range a.corners[m.radius][deep*m.radius:][:m.radius] {
				to := m.w - 1 - px
				if n == levels {
					row[px], row[to] = ours[px], others[to]
				} else {
					row[px], row[to] = a.over[edge][n][row[px]], a.over[edge][n][row[to]]
				}
			}
		}
		end := min(from, m.w-in)
		copy(row[in:end], ours[in:])
		copy(row[end:m.w-in], others[end:])
	}
}

// fade fades a card.
func (a *art) fade(c *canvas, x, y int, m measure) {
	for r := range m.h {
		row := c.row(y+r, x, x+m.w)
		for i, p := range row {
			row[i] = a.palette.dim[p]
		}
	}
}
