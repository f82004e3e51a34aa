package picture

import "github.com/boathouse-rum/boathouse/engine"

// side is how far what lies on a picture keeps from its edge, between how far its
// panels keep from each other.
const (
	side    = 16
	between = 12
)

// described is what rows leave free below them: in the lower left corner Discord lays a badge over a picture that is
// described, 25 pixels high however small the picture is shown, and would hide whom the last row is of.
const described = 48

// A part is cards that belong together.
type part struct {
	cards []engine.Card
	new   engine.Hand // of them, what is new
	loose bool        // they are unmatched
}

// mark is how one of them is marked.
func (p part) mark(c engine.Card) (m mark) {
	if p.new.Has(c) {
		m |= fresh
	}
	if p.loose {
		m |= loose
	}
	return m
}

// partsOf are somebody's open cards.
func partsOf(f Fan) []part {
	parts := make([]part, 0, len(f.Melds)+1)
	for _, m := range f.Melds {
		parts = append(parts, part{cards: m})
	}
	return append(parts, part{cards: f.Loose, loose: true})
}

// A flow is cards of one size, part beside part, in as many lines as they need.
type flow struct {
	size size
	room int // how wide a line may be
}

// step is how far apart the cards of a part stand: each shows its index.
func (z size) step() int { return z.measure().column + 1 }

// step is how far apart its cards stand: what is new has an edge, which reaches over
// the card before.
func (p part) step(z size) int {
	if p.new.Empty() {
		return z.step()
	}
	return z.step() + line - 1
}

// line is how far apart lines stand: a bar fits under their cards.
func (z size) line() int { return z.measure().h + 16 }

// place puts the cards where they belong, counted from the upper left corner of the
// first, and tells how wide the widest line is and how many there are, at least one. A
// part goes to the next line as a whole where it can. With no sheet it only measures.
func (p flow) place(s *sheet, x, y int, parts []part) (wide, lines int) {
	w := p.size.measure().w
	fits := func(at, step int) int { // how many cards from there on
		if at+w > p.room {
			return 0
		}
		return (p.room-at-w)/step + 1
	}
	lines, at := 1, 0
	for _, one := range parts {
		step := one.step(p.size)
		for rest := one.cards; len(rest) > 0; {
			n := min(fits(at, step), len(rest))
			if at > 0 && (n == 0 || n < len(rest) && fits(0, step) >= len(rest)) {
				lines, at = lines+1, 0
				continue
			}
			n = max(n, 1) // no line is narrower than a card
			end := at + (n-1)*step + w
			if s != nil {
				s.row(x+at, y+(lines-1)*p.size.line(), p.size, step, rest[:n], one.mark)
			}
			wide, at, rest = max(wide, end), end+between, rest[n:]
		}
	}
	return wide, lines
}
