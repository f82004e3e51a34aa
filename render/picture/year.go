package picture

// A Year is what somebody's hands came to in a year, and what stands out: 800 pixels wide.
type Year struct {
	Hands, Won, Net int
	Rummy           int    // pips of the biggest; 0: none
	Evening         int    // pips of the best table; 0: none
	Closest         int    // pips of the closest hand; below zero: lost; 0: none
	Drought         int    // hands in a row that cost pips; 0: none
	Nemesis         string // a name, as a [Seat] has one
	Taken           int    // pips, below zero, that the nemesis brought; 0: there is none
}

// What stands where in a year, in pixels.
const (
	yearHigh = 84
	factHigh = 64
	factGap  = 8
)

// lay lays a year out: the sums, and a panel for each fact there is.
func (t Year) lay(s *sheet) {
	const pad = 16
	s.panel(side, side, Width-2*side, yearHigh, 12, panel)
	s.pack(side+pad+12, side+(yearHigh-40)/2, 40)
	s.text(side+pad+64, under(side, yearHigh, big), big, white, left, number(t.Hands))
	s.sign(side+pad+210, side+(yearHigh-40)/2, crown, 40, gold)
	s.text(side+pad+264, under(side, yearHigh, big), big, white, left, number(t.Won))
	s.text(Width-side-pad, under(side, yearHigh, huge), huge, cameTo(t.Net), right, signed(t.Net))
	y := side + yearHigh + between
	for _, f := range t.facts() {
		s.fact(y, f)
		y += factHigh + factGap
	}
	s.high = y + side - factGap + described
}

// A yearFact is one line of a year.
type yearFact struct {
	figure
	came  ink    // of its number
	hands string // it is of; "": that isn't told
	who   Seat   // it is about
	named bool
}

func (t Year) facts() []yearFact {
	var all []yearFact
	if t.Rummy > 0 {
		all = append(all, yearFact{figure: figure{star, gold, number(t.Rummy)}, came: gold})
	}
	if t.Evening > 0 {
		all = append(all, yearFact{figure: figure{trophy, gold, signed(t.Evening)}, came: mint})
	}
	if t.Closest != 0 {
		all = append(all, yearFact{figure: figure{target, mint, signed(t.Closest)}, came: cameTo(t.Closest)})
	}
	if t.Drought > 0 {
		all = append(all, yearFact{figure: figure{drop, coral, ""}, hands: number(t.Drought)})
	}
	if t.Taken < 0 {
		all = append(all, yearFact{figure: figure{people, coral, signed(t.Taken)}, came: coral, who: Seat{Name: t.Nemesis}, named: true})
	}
	return all
}

// fact draws one.
func (s *sheet) fact(y int, f yearFact) {
	const pad, px, net = 16, 40, 190
	wide := Width - 2*side
	s.panel(side, y, wide, factHigh, 12, panel)
	s.panel(side, y, blockBar, factHigh, 4, f.ink)
	s.sign(side+blockBar+pad, y+(factHigh-px)/2, f.sign, px, f.ink)
	from := side + blockBar + 2*pad + px
	if f.named {
		if name, ok := s.named(big, f.who, wide-net-from); ok {
			s.text(from, under(y, factHigh, big), big, white, left, name)
		}
	}
	if f.hands != "" {
		s.pack(from, y+(factHigh-28)/2, 28)
		letters := s.fitting(f.hands, 200, big)
		s.text(from+40, under(y, factHigh, letters), letters, white, left, f.hands)
	}
	if f.text != "" {
		letters := s.fitting(f.text, net, big)
		s.text(side+wide-pad, under(y, factHigh, letters), letters, f.came, right, f.text)
	}
}
