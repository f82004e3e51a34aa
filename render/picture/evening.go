package picture

// What stands where in an evening, in pixels.
const (
	standingHigh = 64
	featHigh     = 64
	oneColumn    = 6 // more stand in two
)

// lay lays an evening out: how many hands, who has come to what, and what was notable.
func (e Evening) lay(s *sheet) {
	const pad = 12
	y := side
	s.back(side+pad, y, small)
	s.back(side+pad+16, y, small)
	s.text(side+pad+16+60+18, under(y, 84, huge), huge, white, left, number(e.Hands))
	s.feats(y, e)
	y += 84 + between
	columns, wide := 1, Width-2*side
	if len(e.Standings) > oneColumn {
		columns, wide = 2, (Width-2*side-between)/2
	}
	rows := (len(e.Standings) + columns - 1) / columns
	for i, one := range e.Standings {
		x, top := side, y+i*(standingHigh+8)
		if i >= rows {
			x, top = side+wide+between, y+(i-rows)*(standingHigh+8)
		}
		s.standing(x, top, wide, one)
	}
	s.high = y + rows*(standingHigh+8) + side - 8 + described
}

// standing is what one has come to.
func (s *sheet) standing(x, y, wide int, of Standing) {
	const px, pad = 40, 12
	s.panel(x, y, wide, standingHigh, 12, panel)
	s.panel(x, y, blockBar, standingHigh, 4, owner(of.Seat.Number))
	s.disc(x+blockBar+pad, y+(standingHigh-px)/2, px, of.Seat)
	from, to := x+blockBar+2*pad+px, x+wide-16
	net := signed(of.Net)
	came := mint
	switch {
	case of.Seat.Leads:
		came = gold
	case of.Net < 0:
		came = coral
	}
	s.text(to, under(y, standingHigh, big), big, came, right, net)
	to -= s.width(big, net) + 14
	if of.Seat.Leads {
		s.sign(to-40, y+(standingHigh-40)/2, trophy, 40, gold)
		to -= 40 + 14
	}
	s.whose(from, under(y, standingHigh, big), big, white, to-from, of.Seat)
}

// feats are a line each: what, by whom, how many pips, and in which hand.
func (s *sheet) feats(y int, e Evening) {
	x, each := side+220, 42
	for i, f := range []struct {
		Feat
		sign glyph
		ink  ink
	}{{e.Rummy, star, gold}, {e.Closest, target, mint}} {
		if f.Hand == 0 {
			continue
		}
		top := y + i*each
		base := under(top, each, plain)
		s.sign(x, top+(each-28)/2, f.sign, 28, f.ink)
		s.disc(x+40, top+(each-32)/2, 32, f.Seat)
		hand := number(f.Hand)
		to := Width - side - 16
		s.text(to, base, plain, mint, right, hand)
		to -= 60
		s.pack(to-8, top+(each-24)/2, 24)
		to -= 30
		pips := number(f.Pips)
		s.text(to, base, plain, white, right, pips)
		to -= s.width(plain, pips) + 12
		s.whose(x+82, base, plain, white, to-x-82, f.Seat)
	}
}
