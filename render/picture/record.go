package picture

// What stands where in a record, in pixels.
const (
	figuresHigh = 60
	againstHigh = 44
)

// lay lays a record out: a panel for each block.
func (r Record) lay(s *sheet) {
	y := side
	for _, b := range r.Blocks {
		y = s.blockOf(y, b)
	}
	s.high = y + side - between
}

// A figure is a number with what it is of.
type figure struct {
	sign glyph
	ink  ink
	text string
}

// figures are the numbers of a block, in two lines; what never happened isn't told.
func (b Block) figures() [2][]figure {
	first := []figure{{deck, mint, number(b.Hands)}, {crown, gold, number(b.Won)}}
	if b.Rummies > 0 {
		first = append(first, figure{star, gold, number(b.Rummies)})
	}
	var second []figure
	if b.Best > 0 {
		second = append(second, figure{trophy, gold, number(b.Best)})
	}
	if b.Longest > 1 {
		second = append(second, figure{flame, mint, number(b.Streak) + " / " + number(b.Longest)})
	}
	return [2][]figure{first, second}
}

// blockOf draws one block and tells where it ends.
func (s *sheet) blockOf(y int, b Block) int {
	const pad = 16
	lines := b.figures()
	rows := (len(b.Against) + 1) / 2
	high := 2*pad + 2*figuresHigh
	if rows > 0 {
		high += rows*againstHigh + between
	}
	s.panel(side, y, Width-2*side, high, 12, panel)
	who := people
	if b.Computers {
		who = computer
	}
	s.sign(side+pad, y+pad+(2*figuresHigh-64)/2, who, 64, mint)
	for i, line := range lines {
		for j, f := range line {
			x, top := side+pad+64+36+j*170, y+pad+i*figuresHigh
			if f.sign == deck {
				s.pack(x+6, top+(figuresHigh-40)/2, 40)
			} else {
				s.sign(x, top+(figuresHigh-40)/2, f.sign, 40, f.ink)
			}
			s.text(x+50, under(top, figuresHigh, big), big, white, left, f.text)
		}
	}
	came := white
	if b.Pips < 0 {
		came = coral
	}
	s.text(Width-side-pad, under(y+pad, figuresHigh, huge), huge, came, right, signed(b.Pips))
	for i, a := range b.Against {
		wide := (Width - 2*side - 2*pad - 32) / 2
		s.against(side+pad+i%2*(wide+32), y+pad+2*figuresHigh+between+i/2*againstHigh, wide, a)
	}
	return y + high + between
}

// against is a computer and a bar: how much of the hands with it were won.
func (s *sheet) against(x, y, wide int, a Against) {
	const name, figures = 120, 104
	base := under(y, againstHigh, plain)
	if t, ok := s.named(plain, Seat{Name: a.Name}, name-8); ok {
		s.text(x, base, plain, white, left, t)
	}
	long := wide - name - figures
	s.panel(x+name, y+(againstHigh-14)/2, long, 14, 7, rim)
	if a.Hands > 0 && a.Won > 0 {
		s.panel(x+name, y+(againstHigh-14)/2, max(14, long*min(a.Won, a.Hands)/a.Hands), 14, 7, mint)
	}
	s.text(x+wide, base, plain, white, right, number(a.Won)+" / "+number(a.Hands))
}
