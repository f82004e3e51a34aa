package picture

import "strconv"

// Seats stand left and right of the middle, going round it as the play does: the first
// at the upper left, then down at the right, then up at the left.
const (
	seatWide    = 212
	seatGap     = 10
	roundMiddle = 200 // how high one or two in a column are together
	threeHigh   = 72  // each of more
)

// seats draws them and tells how high they stand.
func (s *sheet) seats(y int, all []Seat) (high int) {
	rows := (len(all) + 1) / 2
	each := threeHigh
	if rows <= 2 {
		each = (roundMiddle - seatGap*(rows-1)) / max(rows, 1)
	}
	high = max(roundMiddle, rows*(each+seatGap)-seatGap)
	for i, seat := range all {
		x, place, column := side, 0, rows
		switch atRight := len(all) - rows; {
		case 1 <= i && i <= atRight:
			x, place, column = Width-side-seatWide, i-1, atRight
		case i > atRight:
			place = len(all) - i
		}
		top := y + (high-column*(each+seatGap)+seatGap)/2 + place*(each+seatGap)
		if rows == 1 {
			s.wideSeat(x, top, each, seat)
		} else {
			s.seat(x, top, each, seat)
		}
	}
	return high
}

// seat draws one: disc and name, below them cards and score.
func (s *sheet) seat(x, y, high int, of Seat) {
	const px, pad = 44, 12
	s.chair(x, y, high, of)
	top := y + (high-2*threeHigh/2)/2
	s.disc(x+pad, y+(high-px)/2, px, of)
	if of.Dealer {
		s.chip(x+pad+px-11, y+(high+px)/2-13)
	}
	from, to := x+pad+px+pad, x+seatWide-pad
	s.whose(from, under(top+4, threeHigh/2, plain), plain, white, to-from, of)
	base := under(top+threeHigh/2-3, threeHigh/2, plain)
	if of.Cards >= 0 {
		s.pack(from, base-21, 24)
		from += 24
		s.text(from, base, plain, white, left, number(of.Cards))
		from += s.width(plain, number(of.Cards)) + 8
	}
	s.score(to, base, to-from, of)
}

// wideSeat draws one of two, with a fan of backs.
func (s *sheet) wideSeat(x, y, high int, of Seat) {
	const px, pad = 56, 14
	s.chair(x, y, high, of)
	s.disc(x+pad, y+pad, px, of)
	if of.Dealer {
		s.chip(x+pad+px-16, y+pad+px-16)
	}
	from, to := x+pad+px+pad, x+seatWide-pad
	s.whose(from, y+pad+23, plain, white, to-from, of)
	s.score(to, y+pad+53, to-from, of)
	if of.Cards < 0 {
		return
	}
	m, top := small.measure(), y+high-pad-small.measure().h
	room := seatWide - 2*pad - 56
	step := 0
	if of.Cards > 1 {
		step = min(12, (room-m.w)/(of.Cards-1))
	}
	for i := range of.Cards {
		if i == 0 || step > 0 {
			s.back(x+pad+i*step, top, small)
		}
	}
	s.text(to, under(top, m.h, big), big, white, right, number(of.Cards))
}

// chair is the panel of a seat, with a ring where it is to play.
func (s *sheet) chair(x, y, high int, of Seat) {
	s.panel(x, y, seatWide, high, 14, panel)
	if of.Turn {
		s.ring(x-2, y-2, seatWide+4, high+4, 16, 5, gold)
	}
}

// chip is the dealer's.
func (s *sheet) chip(x, y int) {
	s.panel(x-2, y-2, 24, 24, 12, panel)
	s.sign(x, y, chip, 20, white)
}

// whose is a name, with signs after it for a computer and who is away, in at most so many pixels.
// It tells how many are used, and whether the whole name is told: else the disc has to stand beside
// it.
func (s *sheet) whose(x, base int, f font, in ink, wide int, of Seat) (used int, whole bool) {
	var signs []glyph
	if of.Computer {
		signs = append(signs, computer)
	}
	if of.Away {
		signs = append(signs, away)
	}
	px := signHigh(f)
	each, from := px+6, x
	name, drawn := s.named(f, of, wide-each*len(signs))
	if drawn {
		s.text(x, base, f, in, left, name)
		x += s.width(f, name) + 6
	}
	if in == white {
		in = mint
	}
	for _, g := range signs {
		if x+px <= from+wide {
			s.sign(x, base-px*23/28, g, px, in)
			x += each
		}
	}
	return x - from, drawn && name == of.called()
}

// signHigh is how high signs beside a name are.
func signHigh(f font) int { return [fonts]int{24, 28, 28, 44}[f] }

// isWhole says whether whose would tell the whole name, with its signs.
func (s *sheet) isWhole(f font, wide int, of Seat) bool {
	for _, is := range []bool{of.Computer, of.Away} {
		if is {
			wide -= signHigh(f) + 6
		}
	}
	name, drawn := s.named(f, of, wide)
	return drawn && name == of.called()
}

// pack is a sign for cards: a small back.
func (s *sheet) pack(x, y, high int) {
	wide := high * 5 / 7
	s.panel(x, y, wide, high, 4, paper)
	s.panel(x+3, y+3, wide-6, high-6, 2, navy)
}

// pennant is how wide the sign of who leads is, with its distance.
const pennant = 24

// score is what is written: pips that somebody collected have no sign.
func (of Seat) score() string {
	if of.InMatch {
		return strconv.Itoa(of.Score)
	}
	return signed(of.Score)
}

// score is what somebody has come to, from the right in so many pixels, with a pennant
// where that is the most and there is room.
func (s *sheet) score(to, base, room int, of Seat) {
	if of.Scored {
		t := of.score()
		least := 0
		if of.Leads {
			least = pennant
		}
		f := s.fitting(t, room-least, plain)
		s.text(to, base, f, mint, right, t)
		to, room = to-s.width(f, t)-4, room-s.width(f, t)-4
	}
	if of.Leads && room >= 20 {
		s.sign(to-20, base-19, leads, 20, mint)
	}
}

// fitting is the larger of two fonts in which a text fits.
func (s *sheet) fitting(t string, room int, best font) font {
	if s.width(best, t) <= room {
		return best
	}
	return tiny
}

// seatOf finds a seat by its number; where it isn't told there is nothing but that.
func seatOf(all []Seat, n int) Seat {
	for _, seat := range all {
		if seat.Number == n {
			return seat
		}
	}
	return Seat{Number: n, Cards: -1}
}
