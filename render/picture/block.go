package picture

import "iter"

// A block is somebody's cards on a panel of their colour, and under them whose they are.
type block struct {
	number int // of a meld; 0: none
	seat   Seat
	parts  []part
	fixed  int // how wide it is; 0: as its cards are
}

// What stands where on a block, in pixels.
const (
	blockBar   = 8  // the colour at its left
	blockPad   = 8  // round the cards
	blockLabel = 34 // the line under them
	blockLeast = 136
	tagHigh    = 26
)

// blocks lays blocks out in rows, from the left, and tells where they end.
func (s *sheet) blocks(y int, z size, all []block) int {
	for row := range wrap(all, func(b block) int { return b.wide(z) }, Width-2*side, between) {
		x, high := side, 0
		for _, b := range row {
			high = max(high, b.high(z))
		}
		for _, b := range row {
			s.block(x, y, high, z, b)
			x += b.wide(z) + between
		}
		y += high + between
	}
	return y
}

// wrap yields rows of what fits beside each other, each of one at least.
func wrap[T any](all []T, wide func(T) int, room, gap int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		first, used := 0, 0
		for i, one := range all {
			w := wide(one)
			if i > first && used+gap+w > room {
				if !yield(all[first:i]) {
					return
				}
				first, used = i, 0
			}
			if i > first {
				used += gap
			}
			used += w
		}
		if first < len(all) {
			yield(all[first:])
		}
	}
}

// inside is how a block's cards lie.
func (b block) inside(z size) flow {
	wide := b.fixed
	if wide == 0 {
		wide = Width - 2*side
	}
	return flow{z, wide - blockBar - 2*blockPad}
}

func (b block) wide(z size) int {
	if b.fixed > 0 {
		return b.fixed
	}
	w, _ := b.inside(z).place(nil, 0, 0, b.parts)
	return max(w+blockBar+2*blockPad, blockLeast)
}

func (b block) high(z size) int {
	_, lines := b.inside(z).place(nil, 0, 0, b.parts)
	return blockPad + lines*z.line() + blockLabel
}

// block draws one.
func (s *sheet) block(x, y, high int, z size, b block) {
	w := b.wide(z)
	s.panel(x, y, w, high, 12, panel)
	s.panel(x, y, blockBar, high, 4, owner(b.seat.Number))
	b.inside(z).place(s, x+blockBar+blockPad, y+blockPad, b.parts)
	if b.empty() {
		s.place(x+blockBar+blockPad, y+blockPad, z, mint)
	}
	s.ownedBy(x+blockBar+blockPad, y+high-tagHigh-7, x+w-blockPad, b.number, b.seat)
}

// ownedBy says whose cards are, from one place up to another: by their whole name, else by
// their disc and as much of the name as there is room for; before it stands the number of a meld.
func (s *sheet) ownedBy(x, y, to, number int, of Seat) {
	if number > 0 {
		x += s.tag(x, y, number, of.Number) + 6
	}
	if number == 0 || !s.isWhole(tiny, to-x, of) {
		s.disc(x, y, tagHigh, of)
		x += tagHigh + 8
	}
	s.whose(x, under(y, tagHigh, tiny), tiny, white, to-x, of)
}

// empty says whether there is no card on it.
func (b block) empty() bool {
	for _, p := range b.parts {
		if len(p.cards) > 0 {
			return false
		}
	}
	return true
}

// tag is the number of a meld in its owner's colour, square where people are round; it
// tells how wide it is.
func (s *sheet) tag(x, y, n, seat int) (wide int) {
	wide = s.tagWide(n)
	s.panel(x, y, wide, tagHigh, 6, owner(seat))
	s.text(x+wide/2, under(y, tagHigh, tiny), tiny, black, centre, number(n))
	return wide
}

func (s *sheet) tagWide(n int) int { return max(tagHigh, s.width(tiny, number(n))+10) }

// disc is somebody's sign: their number on their colour, px pixels wide.
func (s *sheet) disc(x, y, px int, of Seat) {
	s.panel(x, y, px, px, px/2, owner(of.Number))
	f := tiny
	switch {
	case px >= 56:
		f = big
	case px >= 36:
		f = plain
	}
	s.text(x+px/2, under(y, px, f), f, black, centre, number(of.Number))
}

// under is the baseline of letters in the middle of so many pixels.
func under(y, high int, f font) int { return y + (high+f.px()*711/1000)/2 }

// named is a name that can be drawn, as much of it as fits; false where the disc has to
// stand for it.
func (s *sheet) named(f font, of Seat, wide int) (string, bool) {
	if wide < 2*f.px() {
		return "", false
	}
	name := s.name(f, of, wide)
	return name, name != number(of.Number)
}
