package picture

// Standings are a page of who has come to what, best first.
type Standings struct{ Ranks []Rank }

// A Rank is somebody's place.
type Rank struct {
	Seat    Seat // its number is the place, which others may share
	Net     int
	Hands   int
	Wins    int
	Rummies int  // 0: not told
	First   bool // nobody has more
}

// What stands where in a line, in pixels.
const (
	rankHigh = 60
	rankGap  = 8
	rankNet  = 130 // from the right end to the figures
	rankEach = 100 // one figure to the next
)

// lay lays standings out, a panel for each.
func (t Standings) lay(s *sheet) {
	y := side
	for _, r := range t.Ranks {
		s.rank(y, r)
		y += rankHigh + rankGap
	}
	s.high = y + side - rankGap + described
}

// rank draws one.
func (s *sheet) rank(y int, r Rank) {
	const pad, px = 12, 40
	wide := Width - 2*side
	s.panel(side, y, wide, rankHigh, 12, panel)
	s.panel(side, y, blockBar, rankHigh, 4, owner(r.Seat.Number))
	place := number(r.Seat.Number)
	s.panel(side+blockBar+pad, y+(rankHigh-px)/2, px, px, px/2, owner(r.Seat.Number))
	f := s.fitting(place, px-4, plain)
	s.text(side+blockBar+pad+px/2, under(y, rankHigh, f), f, black, centre, place)
	net, came := signed(r.Net), mint
	switch {
	case r.First:
		came = gold
	case r.Net < 0:
		came = coral
	}
	f = s.fitting(net, rankNet, big)
	s.text(side+wide-16, under(y, rankHigh, f), f, came, right, net)
	figures := side + wide - 16 - rankNet
	x := figures - 3*rankEach
	for i, f := range []figure{{deck, mint, number(r.Hands)}, {crown, mint, number(r.Wins)}, {star, gold, number(r.Rummies)}} {
		at := x + i*rankEach
		switch {
		case f.sign == star && r.Rummies == 0:
			continue
		case f.sign == deck:
			s.pack(at, y+(rankHigh-28)/2, 28)
		default:
			s.sign(at, y+(rankHigh-28)/2, f.sign, 28, f.ink)
		}
		letters := s.fitting(f.text, rankEach-34-4, plain)
		s.text(at+34, under(y, rankHigh, letters), letters, white, left, f.text)
	}
	if r.First {
		x -= 40 + pad
		s.sign(x, y+(rankHigh-40)/2, trophy, 40, gold)
	}
	from := side + blockBar + 2*pad + px
	if name, ok := s.named(big, r.Seat, x-pad-from); ok {
		s.text(from, under(y, rankHigh, big), big, white, left, name)
	}
}
