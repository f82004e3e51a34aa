package picture

import (
	"image/color"
	"slices"
)

// An ink is one of the colours that pictures are made of.
type ink uint8

const (
	none     ink = iota // nothing: the corners outside
	halfFelt            // half of the ground, at them
	halfEdge            // half of a card's edge, there on an emoji; nothing shows through any other
	felt                // the ground
	panel               // what lies on it
	rim                 // the line round a picture, and shadows
	paper               // cards
	pale                // behind courts
	edge                // cards' edges
	shade               // of a card on the one below it
	black               // spades and clubs, letters on light grounds
	red                 // hearts and diamonds
	green               // clubs in four colours, which differ in lightness too: from here on darker,
	crimson             // hearts,
	blue                // diamonds, and spades are black
	navy                // backs
	white               // names, numbers
	mint                // quiet numbers
	gold                // what is new, to play or won
	coral               // who pays
	bar                 // under unmatched cards
	badge               // under the deadwood, and locks
	owner1              // of the seats; see owner
	owner2
	owner3
	owner4
	owner5
	owner6
	inks
)

// owner is the colour of a seat, by its number from 1.
func owner(seat int) ink {
	return owner1 + ink((seat-1)%6+6)%6
}

// rgb are the inks' colours.
func rgb() [inks]color.RGBA {
	of := func(hex uint32) color.RGBA {
		return color.RGBA{uint8(hex >> 16), uint8(hex >> 8), uint8(hex), 0xff}
	}
	all := [inks]color.RGBA{
		felt:    of(0x1f5a4c),
		panel:   of(0x174539),
		rim:     of(0x123a30),
		paper:   of(0xfffdf7),
		pale:    of(0xf3ecd9),
		edge:    of(0xbdb6a4),
		shade:   of(0xd0cabb),
		black:   of(0x1d1f24),
		red:     of(0xc4122f),
		green:   of(0x148066),
		crimson: of(0xb5080c),
		blue:    of(0x0e1cc4),
		navy:    of(0x21416e),
		white:   of(0xffffff),
		mint:    of(0xcde8dc),
		gold:    of(0xf2c14e),
		coral:   of(0xf2a79b),
		bar:     of(0xe0705f),
		badge:   of(0x8c3030),
		owner1:  of(0xe97c4e),
		owner2:  of(0x62b0ee),
		owner3:  of(0xa873e0),
		owner4:  of(0x93d45f),
		owner5:  of(0xf4f39a),
		owner6:  of(0xfbc9e0),
	}
	all[halfFelt], all[halfEdge] = mix(all[none], all[felt], levels/2), mix(all[none], all[edge], levels/2)
	return all
}

// A palette is the colours of every picture, and what comes of an ink over each.
type palette struct {
	colors []color.RGBA // not multiplied by their alpha; the inks first
	// over is by ink, how covered, and what was there.
	over [inks][levels + 1][256]uint8
	dim  [256]uint8 // each colour faded
}

// mix is a colour that covers another by n of levels.
func mix(under, over color.RGBA, n int) color.RGBA {
	a, b := int(under.A)*(levels-n), int(over.A)*n
	if a+b == 0 {
		return color.RGBA{}
	}
	of := func(u, o uint8) uint8 { return uint8((int(u)*a + int(o)*b + (a+b)/2) / (a + b)) }
	return color.RGBA{of(under.R, over.R), of(under.G, over.G), of(under.B, over.B), uint8((a + b + levels/2) / levels)}
}

// apart is how unlike two colours are.
func apart(a, b color.RGBA) int {
	sq := func(x, y uint8) int { d := int(x) - int(y); return d * d }
	return 3*sq(a.R, b.R) + 4*sq(a.G, b.G) + 2*sq(a.B, b.B) + 8*sq(a.A, b.A)
}

// faded is what a colour is of a card that is dim.
func faded(c color.RGBA) color.RGBA { return mix(c, rgb()[panel], levels/2) }

func newPalette() *palette {
	p := &palette{}
	of := rgb()
	p.colors = append(p.colors, of[:]...)
	add := func(c color.RGBA) {
		if p.colors[p.nearest(c)] != c {
			p.colors = append(p.colors, c)
		}
	}
	lying := []ink{rim, panel, paper, edge, navy, white, mint, gold, bar, badge}
	owners := []ink{owner1, owner2, owner3, owner4, owner5, owner6}
	// What many pictures have comes first: a picture is printed with as much of the palette as it needs.
	for _, g := range []struct {
		ground ink
		inks   []ink
	}{
		{paper, []ink{black, edge, shade, navy}},
		{felt, []ink{rim, edge, white, mint}},
		{gold, []ink{edge}},
		{badge, []ink{white}},
		{paper, []ink{badge}},
		{felt, []ink{badge}},
		{white, []ink{black}},
		{paper, []ink{red}},
		{pale, []ink{black, red}},
		{mint, []ink{black}},
		{owner1, []ink{black}}, {owner2, []ink{black}}, {owner3, []ink{black}}, {owner4, []ink{black}},
		{paper, []ink{green, crimson, blue}},
		{pale, []ink{green, crimson, blue}},
		{paper, []ink{gold, pale}},
		{gold, []ink{black, paper}},
		{white, []ink{badge}},
		{felt, lying},
		{felt, owners},
		{owner5, []ink{black}}, {owner6, []ink{black}},
		{felt, []ink{coral}},
		{panel, slices.Concat(lying, owners, []ink{coral})},
	} {
		for _, i := range g.inks {
			for n := 1; n < levels; n++ {
				add(mix(of[g.ground], of[i], n))
			}
		}
	}
	for _, i := range []ink{paper, pale, black, red, green, crimson, blue, edge} {
		add(faded(of[i]))
	}
	for i := range inks {
		for n := range levels + 1 {
			for under := range p.colors {
				switch n {
				case 0:
					p.over[i][n][under] = uint8(under)
				case levels:
					p.over[i][n][under] = uint8(i)
				default:
					p.over[i][n][under] = uint8(p.nearest(mix(p.colors[under], of[i], n)))
				}
			}
		}
	}
	for i, c := range p.colors {
		p.dim[i] = uint8(p.nearest(faded(c)))
	}
	return p
}

// nearest finds the colour that is most like another.
func (p *palette) nearest(c color.RGBA) int {
	best, least := 0, 1<<30
	for i, have := range p.colors {
		if d := apart(have, c); d < least {
			best, least = i, d
		}
	}
	return best
}
