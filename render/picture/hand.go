package picture

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// The hand's measures, in pixels.
const (
	margin = 20
	inner  = Width - 2*margin
	raise  = 14 // how much higher a card stands that was just drawn
	below  = 48 // between rows: a bracket with its letter, and a raised card
)

// lay puts the strip above and the cards below it.
func (h Hand) lay(s *sheet) {
	y := h.strip(s) + raise + 10
	rows := h.rows()
	letters := h.letters(rows)
	for i, row := range rows {
		z := short
		if i == len(rows)-1 {
			z = large
		}
		h.row(s, y, z, row, letters)
		y += z.measure().h + below
	}
	s.high = y - 6
	if h.Count >= 0 {
		h.count(s, y-below+badgeDown)
		s.high = y - below + badgeDown + 36 + 20
	}
}

// badgeDown is how far below the last cards the badge stands.
const badgeDown = 32

// count is the badge of what the hand costs, with the bar under it that unmatched cards have
// where these alone cost. It has a row of its own, at
// the right: in the other corner Discord lays a badge of its own over a picture that is described, which
// would cover brackets.
func (h Hand) count(s *sheet, y int) {
	const wide, high = 96, 36
	ground, letters := badge, white
	switch {
	case h.Count == 0:
		ground, letters = mint, black
	case !h.Whole:
		s.panel(Width-margin-wide+4, y+high+5, wide-8, 5, 2, bar)
	}
	s.panel(Width-margin-wide, y, wide, high, high/2, ground)
	s.text(Width-margin-wide/2, y+28, big, letters, centre, number(h.Count))
}

// rows shares the groups out to rows, cut between groups where that is near.
func (h Hand) rows() [][][]engine.Card {
	const most = 14 // side by side
	n := 0
	var ends []int // of the groups, in cards
	for _, g := range h.Groups {
		n += len(g)
		ends = append(ends, n)
	}
	if n == 0 {
		return nil
	}
	count := n/13 + 1
	if count > 3 {
		count = 3 + n/(3*most+1)
	}
	var rows [][][]engine.Card
	from := 0
	for i := 1; i <= count; i++ {
		to := min((n*i+count-1)/count, from+most)
		for _, e := range ends {
			if i < count && abs(e-n*i/count) <= 2 && e-from <= most && n-e <= most*(count-i) {
				to = e
			}
		}
		rows = append(rows, h.between(from, to))
		from = to
	}
	return rows
}

// between gives the cards from one number up to another, in their groups.
func (h Hand) between(from, to int) (row [][]engine.Card) {
	at := 0
	for _, g := range h.Groups {
		if a, b := max(from, at), min(to, at+len(g)); a < b {
			row = append(row, g[a-at:b-at])
		}
		at += len(g)
	}
	return row
}

// spread gives how far apart the cards of a group stand, and how far behind its last
// card the next group begins.
func spread(row [][]engine.Card, wide int) (step, next int) {
	n, groups := 0, len(row)
	for _, g := range row {
		n += len(g)
	}
	const gap, least = 12, 54
	if n > groups { // the last of each group whole, if that leaves enough of the others
		step = (inner - wide - (groups-1)*(wide+gap)) / (n - groups)
		if step >= least {
			return min(step, wide*2/3), wide + gap
		}
	}
	if n == 1 {
		return wide, wide
	}
	apart := 0 // no index is covered for a gap
	if groups > 1 {
		apart = min(gap, (inner-wide-large.measure().column*(n-1))/(groups-1))
	}
	step = min((inner-wide-(groups-1)*apart)/(n-1), wide)
	return step, step + apart
}

// meldOf is which of the melds a card belongs to; -1: none.
func (h Hand) meldOf(c engine.Card) int {
	return slices.IndexFunc(h.Found, func(m engine.Hand) bool { return m.Has(c) })
}

// letters are what the parts of a meld have in common that doesn't lie together, by meld;
// "" for one that does.
func (h Hand) letters(rows [][][]engine.Card) []string {
	parts := make([]int, len(h.Found))
	for _, row := range rows {
		before := -1
		for _, group := range row {
			for _, c := range group {
				m := h.meldOf(c)
				if m >= 0 && m != before {
					parts[m]++
				}
				before = m
			}
		}
	}
	all, next := make([]string, len(parts)), 'a'
	for m, n := range parts {
		if n > 1 {
			all[m] = string(next)
			next++
		}
	}
	return all
}

// row is one row of cards.
func (h Hand) row(s *sheet, y int, z size, row [][]engine.Card, letters []string) {
	wide := z.measure().w
	step, next := spread(row, wide)
	x, from, to, of := margin, 0, 0, -1 // the part of a meld that has begun, and which
	end := func() {
		if of >= 0 {
			s.bracket(from, to-from, y+z.measure().h+6, letters[of])
		}
	}
	for i, group := range row {
		last := min(next, wide)
		if i == len(row)-1 {
			last = wide
		}
		for j, c := range group {
			at, seen := x+j*step, min(step, wide)
			if j == len(group)-1 {
				seen = last
			}
			m, up := h.mark(c)
			s.card(at, y-up, z, c, m, seen)
			s.ops[len(s.ops)-1].lift = up
			if meld := h.meldOf(c); meld != of {
				end()
				from, of = at, meld
			}
			to = at + seen
		}
		x += step*(len(group)-1) + next
	}
	end()
}

// mark says how a card is marked, and how much higher it stands.
func (h Hand) mark(c engine.Card) (m mark, up int) {
	if h.New.Has(c) {
		m, up = fresh, raise
	}
	if h.Barred.Has(c) {
		m |= barred
	}
	if h.Loose.Has(c) {
		m |= loose
	}
	return m, up
}

// bracket joins the cards of a meld from below; a letter says what more belongs to it.
func (s *sheet) bracket(x, w, y int, letter string) {
	const high, line = 12, 4
	s.panel(x+2, y, line, high, 2, mint)
	s.panel(x+w-2-line, y, line, high, 2, mint)
	s.panel(x+2, y+high-line, w-4, line, 2, mint)
	if letter != "" {
		s.panel(x+(w-tagHigh)/2, y-2, tagHigh, 24, 6, mint)
		s.text(x+w/2, y+17, plain, black, centre, letter)
	}
}
