package picture

// A canvas is what is painted on: a byte for each pixel, row by row.
type canvas struct {
	*palette
	w, h   int
	stride int // from one row to the next
	pix    []uint8
	raw    []uint8 // of what is printed: pix, with a byte before each row
}

// newCanvas is one with nothing on it.
func newCanvas(p *palette, w, h int) *canvas {
	return &canvas{palette: p, w: w, h: h, stride: w, pix: make([]uint8, w*h)}
}

// row is the pixels of a row from one column up to another.
func (c *canvas) row(y, from, to int) []uint8 {
	return c.pix[y*c.stride+from : y*c.stride+to]
}

// blot paints a mask in an ink, with its origin at x, y.
func (c *canvas) blot(m mask, x, y int, i ink) {
	x, y = x+m.x, y+m.y
	from, to := max(0, -x), min(m.w, c.w-x)
	if from >= to {
		return
	}
	over := &c.over[i]
	for r := max(0, -y); r < min(m.h, c.h-y); r++ {
		cover := m.cover[r*m.w+from : r*m.w+to]
		row := c.row(y+r, x+from, x+to)[:len(cover)]
		for j, n := range cover {
			switch n {
			case 0:
			case levels:
				row[j] = uint8(i)
			default:
				row[j] = over[n][row[j]]
			}
		}
	}
}

// box fills a rectangle without corners.
func (c *canvas) box(x, y, w, h int, i ink) {
	x0, x1 := max(0, x), min(c.w, x+w)
	y0, y1 := max(0, y), min(c.h, y+h)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	first := c.row(y0, x0, x1)
	for j := range first {
		first[j] = uint8(i)
	}
	for r := y0 + 1; r < y1; r++ {
		copy(c.row(r, x0, x1), first)
	}
}

// A corner is a quarter of a disc: how covered its pixels are, from the corner of the
// square that it fills, row by row.
type corner []uint8

// corners are quarters of discs by their radius.
type corners [maxRadius + 1]corner

const maxRadius = 48

func newCorners() *corners {
	var cs corners
	for r := range cs {
		p := &pen{scale: func(q point) point { return point{q.x * unit, q.y * unit} }}
		cs[r] = p.round(r, r, r, r).out.fill(2*r+1, 2*r+1).quarter(r)
	}
	return &cs
}

func (m mask) quarter(r int) corner {
	out := make(corner, 0, r*r)
	for y := range r {
		out = append(out, m.cover[y*m.w:y*m.w+r]...)
	}
	return out
}

// panel fills a rectangle with rounded corners.
func (c *canvas) panel(cs *corners, x, y, w, h, radius int, i ink) {
	r := min(radius, w/2, h/2, maxRadius)
	c.box(x, y+r, w, h-2*r, i)
	c.box(x+r, y, w-2*r, r, i)
	c.box(x+r, y+h-r, w-2*r, r, i)
	c.round(x, y, w, h, r, i, func(px, py int) uint8 { return cs[r][py*r+px] })
}

// ring draws the outline of a panel.
func (c *canvas) ring(cs *corners, x, y, w, h, radius, line int, i ink) {
	r := min(radius, w/2, h/2, maxRadius)
	e := max(r, line)
	c.box(x+e, y, w-2*e, line, i)
	c.box(x+e, y+h-line, w-2*e, line, i)
	c.box(x, y+e, line, h-2*e, i)
	c.box(x+w-line, y+e, line, h-2*e, i)
	in := max(r-line, 0)
	c.round(x, y, w, h, e, i, func(px, py int) uint8 {
		n := uint8(levels)
		if px < r && py < r {
			n = cs[r][py*r+px]
		}
		if px >= line && py >= line {
			if px-line >= in || py-line >= in {
				return 0
			}
			n -= min(n, cs[in][(py-line)*in+px-line])
		}
		return n
	})
}

// round paints the four corners of a rectangle, each r pixels large.
func (c *canvas) round(x, y, w, h, r int, i ink, cover func(px, py int) uint8) {
	for py := range r {
		for px := range r {
			n := cover(px, py)
			c.dot(x+px, y+py, n, i)
			c.dot(x+w-1-px, y+py, n, i)
			c.dot(x+px, y+h-1-py, n, i)
			c.dot(x+w-1-px, y+h-1-py, n, i)
		}
	}
}

// dot paints one pixel.
func (c *canvas) dot(x, y int, n uint8, i ink) {
	if n > 0 && x >= 0 && y >= 0 && x < c.w && y < c.h {
		p := &c.pix[y*c.stride+x]
		*p = c.over[i][n][*p]
	}
}

// curve paints a line that stands somewhere in each column, in quarters of a pixel. It is drawn with a round pen, so
// that it is as thick where it is steep as where it is flat.
func (c *canvas) curve(x int, columns []int, i ink) {
	pen := [stroke]int{6, 9, 10, 9, 6} // how far it reaches up and down, by column, in quarters of a pixel
	for at, y := range columns {
		from, to := y, y
		for dx, reach := range pen {
			if near := at + dx - stroke/2; near >= 0 && near < len(columns) {
				low, high := passed(columns, near) // half a column on, where the pen ends
				from, to = min(from, low, columns[near]-reach), max(to, high, columns[near]+reach)
			}
		}
		for py := from / 4; py <= to/4; py++ {
			covered := min(to, 4*py+4) - max(from, 4*py)
			c.dot(x+at, py, uint8(min(max(covered, 0), 4)*levels/4), i)
		}
	}
}

// passed is from where to where a line goes in a column: half the way to each side.
func passed(columns []int, at int) (low, high int) {
	y := columns[at]
	before, after := (y+columns[max(at-1, 0)])/2, (y+columns[min(at+1, len(columns)-1)])/2
	return min(y, before, after), max(y, before, after)
}

// write paints a text from x on its baseline y.
func (c *canvas) write(l *letters, x, y int, i ink, t string) {
	at := x * unit
	for _, r := range t {
		d := l.letter(r)
		c.blot(d.mask, (at+unit/2)/unit, y, i)
		at += d.advance
	}
}
