package picture

// A Chart is how some people came to what they have, each a line from the left to the right.
type Chart struct {
	Lines []Line
	Ticks []Tick
}

// A Line is what one person had at moments as far from each other.
type Line struct {
	Seat   Seat // its number chooses colour and mark, from 1
	Values []int
}

// A Tick is a moment that is written under the chart.
type Tick struct {
	At   int // in thousandths of the way from the left
	Text string
}

// What stands where in a chart, in pixels.
const (
	chartHigh  = 400 // the ground of the lines
	chartAxis  = 84  // its left edge, right of the figures
	chartRight = 236 // from its right edge to that of the picture, where the names stand
	chartWide  = Width - side - chartAxis - chartRight
	chartPad   = 16 // from an edge of the ground to the nearest value
	chartFoot  = 40 // the moments under it
	endHigh    = 38 // a name at the end of a line
	stroke     = 5  // how thick lines are
	markWide   = 18
	marksEach  = 5 // on a line
)

// lay lays a chart out.
func (t Chart) lay(s *sheet) {
	y := side
	left := side + chartAxis
	low, high := t.reach()
	step := niceStep(high - low)
	at := func(v int) int { // in quarters of a pixel
		return 4*(y+chartPad) + 4*(chartHigh-2*chartPad)*(high-v)/(high-low)
	}
	s.panel(left, y, chartWide, chartHigh, 10, panel)
	for v := -floorTo(-low, step); v <= high; v += step {
		line := at(v) / 4
		ink, figures := rim, mint
		if v == 0 {
			ink, figures = mint, white
		}
		s.panel(left, line-1, chartWide, 3, 0, ink)
		text := signed(v)
		f := s.fitting(text, chartAxis-10, plain)
		s.text(left-10, line+f.px()*711/2000, f, figures, right, text)
	}
	for _, l := range t.Lines {
		s.curve(left+chartPad, chartWide-2*chartPad, owner(l.Seat.Number), l.columns(chartWide-2*chartPad, at))
	}
	for i, l := range t.Lines {
		s.marks(left+chartPad, i, len(t.Lines), l, l.columns(chartWide-2*chartPad, at))
	}
	t.ends(s, left+chartWide+8, y, at)
	t.moments(s, left, y+chartHigh)
	s.high = y + chartHigh + chartFoot + side
}

// reach is the least and the most that there is to see, with nothing in between.
func (t Chart) reach() (low, high int) {
	for _, l := range t.Lines {
		for _, v := range l.Values {
			v = min(max(v, -mostValue), mostValue)
			low, high = min(low, v), max(high, v)
		}
	}
	if high == low {
		high = low + 1
	}
	return low, high
}

// mostValue is more than anybody has.
const mostValue = 1 << 30

// niceStep is the distance of lines, of which there are two to six: 1, 2 or 5 with zeroes.
func niceStep(reach int) int {
	for unit := 1; ; unit *= 10 {
		for _, n := range []int{1, 2, 5} {
			if n*unit*5 >= reach {
				return n * unit
			}
		}
	}
}

func floorTo(v, step int) int {
	down := v / step * step
	if down > v {
		down -= step
	}
	return down
}

// columns is where the line stands in each of so many columns.
func (l Line) columns(wide int, at func(int) int) []int {
	n := len(l.Values) - 1
	if n < 0 {
		return nil
	}
	all := make([]int, wide)
	for x := range all {
		far := x * n
		i := far / (wide - 1)
		a := at(min(max(l.Values[i], -mostValue), mostValue))
		if i == n {
			all[x] = a
			continue
		}
		b := at(min(max(l.Values[i+1], -mostValue), mostValue))
		all[x] = a + (b-a)*(far-i*(wide-1))/(wide-1)
	}
	return all
}

// marks set a line's own mark on it, away from those of the others.
func (s *sheet) marks(x, i, of int, l Line, columns []int) {
	if len(columns) == 0 {
		return
	}
	for k := range marksEach {
		at := (len(columns) - 1) * (k*of + i + 1) / (marksEach*of + 1)
		s.mark(x+at, columns[at]/4, l.Seat.Number)
	}
}

// mark is that of a number, round a point: whoever tells no colours apart tells these.
func (s *sheet) mark(x, y, number int) {
	const w = markWide
	c := owner(number)
	x, y = x-w/2, y-w/2
	switch ((number-1)%6 + 6) % 6 {
	case 0:
		s.panel(x-2, y-2, w+4, w+4, w/2+2, panel)
		s.panel(x, y, w, w, w/2, c)
	case 1:
		s.panel(x-2, y-2, w+4, w+4, 0, panel)
		s.panel(x, y, w, w, 0, c)
	case 2:
		s.panel(x-2, y-2, w+4, w+4, w/2+2, panel)
		s.ring(x, y, w, w, w/2, 4, c)
	case 3:
		s.panel(x-2, y-2, w+4, w+4, 0, panel)
		s.ring(x, y, w, w, 0, 4, c)
	case 4:
		s.panel(x+w/2-5, y-4, 10, w+8, 0, panel)
		s.panel(x+w/2-3, y-2, 6, w+4, 0, c)
	default:
		s.panel(x-4, y-2, w+8, w+4, 0, panel)
		s.panel(x-2, y, w+4, 6, 0, c)
		s.panel(x-2, y+w-6, w+4, 6, 0, c)
	}
}

// ends are the names at the ends of the lines, with what they have come to.
func (t Chart) ends(s *sheet, x, y int, at func(int) int) {
	type end struct{ line, y int }
	var ends []end
	for i, l := range t.Lines {
		if n := len(l.Values); n > 0 {
			e := end{i, at(min(max(l.Values[n-1], -mostValue), mostValue)) / 4}
			to := len(ends)
			for to > 0 && ends[to-1].y > e.y {
				to--
			}
			ends = append(ends[:to], append([]end{e}, ends[to:]...)...)
		}
	}
	top := y + endHigh/2
	for i := range ends {
		ends[i].y = max(ends[i].y, top)
		top = ends[i].y + endHigh
	}
	low := y + chartHigh - endHigh/2
	for i := len(ends) - 1; i >= 0; i-- {
		ends[i].y = min(ends[i].y, low)
		low = ends[i].y - endHigh
	}
	for _, e := range ends {
		l := t.Lines[e.line]
		value := signed(min(max(l.Values[len(l.Values)-1], -mostValue), mostValue))
		s.panel(x, e.y-endHigh/2+2, Width-side-x, endHigh-4, 8, panel)
		s.mark(x+20, e.y, l.Seat.Number)
		base := e.y + plain.px()*711/2000
		s.text(Width-side-10, base, plain, white, right, value)
		room := Width - side - 10 - s.width(plain, value) - 8 - (x + 40)
		if name, ok := s.named(plain, l.Seat, room); ok {
			s.text(x+40, base, plain, white, left, name)
		}
	}
}

// moments are written under the chart, as many as there is room for.
func (t Chart) moments(s *sheet, x, y int) {
	free := x - 20
	for _, tick := range t.Ticks {
		if !s.has(tick.Text) {
			continue
		}
		wide := s.width(plain, tick.Text)
		from := x + chartPad + (chartWide-2*chartPad)*min(max(tick.At, 0), 1000)/1000 - wide/2
		from = min(max(from, x), x+chartWide-wide)
		if from < free {
			continue
		}
		s.text(from, y+8+plain.px()*711/1000+4, plain, mint, left, tick.Text)
		free = from + wide + 16
	}
}
