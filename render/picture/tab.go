package picture

// What stands where on a tab, in pixels: from the left a name, the bar, how many hands, and
// the pips.
const (
	owedHigh   = 64
	owedName   = 250 // of the name, with its disc
	owedBar    = 132 // of the longest bar on one side
	owedMiddle = side + owedName + owedBar + 12
	owedHands  = owedMiddle + owedBar + 28
)

// lay lays a tab out: a panel for each friend with a bar that goes to the right where they owe,
// and to the left where they are owed.
func (t Tab) lay(s *sheet) {
	const pad = 16
	y := side
	if t.Friends > 0 {
		s.panel(side, y, Width-2*side, 84, 12, panel)
		s.sign(side+pad, y+10, people, 64, mint)
		s.text(side+pad+64+18, under(y, 84, big), big, white, left, number(t.Friends))
		s.text(Width-side-pad, under(y, 84, huge), huge, cameTo(t.Net), right, signed(t.Net))
		y += 84 + between
	}
	most := 1
	for _, o := range t.Owed {
		most = max(most, o.Pips, -o.Pips)
	}
	for _, o := range t.Owed {
		s.owed(y, most, o)
		y += owedHigh + 8
	}
	s.high = y + side - 8 + described
}

// owed is what lies between the reader and one friend.
func (s *sheet) owed(y, most int, o Owed) {
	const px, pad, thick = 40, 12, 20
	s.panel(side, y, Width-2*side, owedHigh, 12, panel)
	s.panel(side, y, blockBar, owedHigh, 4, owner(o.Seat.Number))
	s.disc(side+blockBar+pad, y+(owedHigh-px)/2, px, o.Seat)
	from := side + blockBar + 2*pad + px
	s.whose(from, under(y, owedHigh, plain), plain, white, side+owedName-from, o.Seat)
	long := int(int64(owedBar) * int64(max(o.Pips, -o.Pips)) / int64(most))
	top := y + (owedHigh-thick)/2
	switch {
	case o.Pips > 0:
		s.panel(owedMiddle, top, max(long, 4), thick, 2, mint)
	case o.Pips < 0:
		s.panel(owedMiddle-max(long, 4), top, max(long, 4), thick, 2, coral)
	}
	s.panel(owedMiddle-1, y+8, 3, owedHigh-16, 0, rim)
	s.pack(owedHands, y+(owedHigh-28)/2, 28)
	s.text(owedHands+28, under(y, owedHigh, tiny), tiny, white, left, number(o.Hands))
	s.text(Width-side-16, under(y, owedHigh, big), big, cameTo(o.Pips), right, signed(o.Pips))
}

// cameTo is the ink of pips that somebody is owed or owes.
func cameTo(pips int) ink {
	switch {
	case pips > 0:
		return mint
	case pips < 0:
		return coral
	}
	return white
}
