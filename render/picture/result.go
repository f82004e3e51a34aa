package picture

import "slices"

// What stands where in a result, in pixels.
const (
	momentHigh = 104 // the winner's line
	rowLeast   = 116
	rowPad     = 12
	rowOut     = 56 // of who held nothing
	rowCosts   = 58 // the middle of what it costs: above what Discord lays over a corner
	rowGap     = 8
	rowLeft    = 190 // whose it is and what it costs
	rowRight   = 124 // the score, with the sign that it is a sum
)

// lay lays a result out: the winner's moment, then a row each.
func (r Result) lay(s *sheet) {
	y := side
	for _, row := range r.Rows {
		if r.Winner > 0 && row.Seat.Number == r.Winner {
			s.moment(y, r, row.Seat)
			y += momentHigh
			break
		}
	}
	for _, row := range r.Rows {
		y = s.held(y, r.shown(row))
	}
	s.high = y + side - rowGap
}

// moment is the winner's: crown, name, factor and sum; of a rummy on a ribbon.
func (s *sheet) moment(y int, r Result, of Seat) {
	const px, pad, high = 64, 12, momentHigh - between
	won, on, name, cut := crown, gold, white, 0
	if r.Match {
		won = trophy
	}
	if r.Factor > 1 {
		on, name, cut = black, black, ribbonNotch
		s.ribbon(side, y+(high-3*ribbonNotch)/2, Width-2*side)
	}
	mid := y + high/2
	s.sign(side+cut+pad, mid-px/2, won, px, on)
	sum := signed(r.Sum)
	s.text(Width-side-cut-pad, under(mid-20, 40, huge), huge, on, right, sum)
	x := side + cut + pad + px + 20
	room := Width - side - cut - pad - s.width(huge, sum) - 24 - x
	if r.Factor > 1 {
		room -= starHigh + 16
	}
	if !s.isWhole(huge, room, of) {
		s.disc(x, mid-32, 64, of)
		x, room = x+64+16, room-64-16
	}
	used, _ := s.whose(x, under(mid-20, 40, huge), huge, name, room, of)
	x += used + 10
	if r.Factor > 1 {
		s.sign(x, mid-starHigh/2, star, starHigh, badge)
		s.text(x+starHigh/2, under(mid-20, 40, big), big, white, centre, "×"+number(r.Factor))
	}
}

// What belongs to a rummy, in pixels.
const (
	ribbonNotch = 28 // how deep its ends are cut, three times each
	starHigh    = 96
)

// ribbon is a band of gold with pinked ends and a line along each edge.
func (s *sheet) ribbon(x, y, w int) {
	const high = 3 * ribbonNotch
	s.panel(x, y, w, high, 0, gold)
	s.panel(x, y+6, w, 3, 0, badge)
	s.panel(x, y+high-9, w, 3, 0, badge)
	for at := y; at < y+high; at += ribbonNotch {
		s.sign(x, at, notch, ribbonNotch, felt)
		s.sign(x+w-ribbonNotch, at, notchRight, ribbonNotch, felt)
	}
}

// shown is what of a row stands nowhere else: what the winner collects is above, and after the first
// hand of a table all have come to what it brought.
func (r Result) shown(row Row) Row {
	if r.Winner == row.Seat.Number {
		row.Pips = 0
	}
	if !slices.ContainsFunc(r.Rows, func(one Row) bool { return one.Seat.Scored && one.Seat.Score != one.Pips }) {
		row.Seat.Scored, row.Seat.Leads = false, false
	}
	return row
}

// held is what one player held and what it costs; of the winner, before that, what they
// laid. Who has neither has a line of their own height.
func (s *sheet) held(y int, r Row) int {
	const pad = 16
	x := side + blockBar + pad
	room := Width - 2*side - rowLeft - pad
	if r.Seat.Scored {
		room = Width - 2*side - rowLeft - rowRight
	}
	cards := flow{small, room}
	parts, melds := partsOf(r.Hand), partsOf(Fan{Melds: r.Laid})
	wide, lines := cards.place(nil, 0, 0, parts)
	if wide == 0 {
		lines = 0
	}
	more := 0
	if len(r.Laid) > 0 {
		_, more = cards.place(nil, 0, 0, melds)
	}
	high, costs, below, to := rowOut, side+rowLeft, rowOut, Width-side-rowRight
	if lines+more > 0 {
		high, costs, below, to = max(rowLeast, 2*rowPad+(lines+more)*small.line()-6), x, 2*rowCosts, side+rowLeft-8
	}
	s.panel(side, y, Width-2*side, high, 12, panel)
	s.panel(side, y, blockBar, high, 4, owner(r.Seat.Number))
	s.disc(x, y+rowPad, 32, r.Seat)
	s.whose(x+32+10, under(y+rowPad, 32, plain), plain, white, rowLeft-blockBar-2*pad-32-10-4, r.Seat)
	s.costs(costs, under(y, below, big), to, r)
	if more > 0 {
		s.sign(side+rowLeft-laidSign, y+rowPad+(small.measure().h-28)/2+6, onward, 28, gold)
		cards.place(s, side+rowLeft, y+rowPad, melds)
	}
	cards.place(s, side+rowLeft, y+rowPad+more*small.line(), parts)
	s.total(Width-side-pad, under(y, high, plain), rowRight-pad-4, r.Seat)
	return y + high + rowGap
}

// laidSign is how far left of what was laid its sign stands.
const laidSign = 36

// total is what somebody has come to at the table, from the right in so many pixels, with a pennant
// where that is the most and there is room.
func (s *sheet) total(to, base, room int, of Seat) {
	if !of.Scored {
		return
	}
	t := sumSign + of.score()
	f := s.fitting(t, room, plain)
	s.text(to, base, f, mint, right, t)
	if to -= s.width(f, t) + 4; of.Leads && room-s.width(f, t) >= pennant {
		s.sign(to-20, base-19, leads, 20, mint)
	}
}

// sumSign says that a number is a sum of several.
const sumSign = "Σ "

// costs is what a hand costs or brings, and how that is made: after it, or below it where that doesn't fit.
func (s *sheet) costs(x, base, to int, r Row) {
	of := mint
	switch {
	case r.Pips == 0 && r.Sum == "": // nobody collects, or that stands above
		if r.Count > 0 {
			s.sum(x, base, r.Count)
		}
		return
	case r.Pips > 0:
		of = gold
	case r.Pips < 0:
		of = coral
	}
	t := signed(r.Pips)
	s.text(x, base, big, of, left, t)
	after := x + s.width(big, t) + 14
	switch {
	case r.Sum != "" && after+s.width(tiny, r.Sum) > to:
		s.text(x, base+26, tiny, mint, left, r.Sum)
	case r.Sum != "":
		s.text(after, base-2, tiny, mint, left, r.Sum)
	case r.Count > 0 && r.Count != -r.Pips:
		s.sum(after, base, r.Count)
	}
}

// sum is what a hand counts, on the ground that says so in a hand's picture too; base is
// that of the text beside it.
func (s *sheet) sum(x, base, n int) {
	w := s.width(plain, number(n)) + 24
	s.panel(x, base-25, w, 32, 16, badge)
	s.text(x+w/2, base-1, plain, white, centre, number(n))
}
