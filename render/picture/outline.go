package picture

import (
	"image"
	"image/draw"

	"golang.org/x/image/vector"
)

// unit is a pixel in the numbers of outlines. Curves are divided in whole numbers and
// the rasterizer gets what it can hold exactly, so every machine draws the same.
const unit = 256

// How many lines stand for a curve: for those of signs, and for those of letters, which
// are short.
const (
	steps     = 12
	quadSteps = 6
)

type point struct{ x, y int }

// An outline is closed lines, in units. What runs one way round is filled, what runs
// the other way within it is left out.
type outline [][]point

// A pen makes an outline.
type pen struct {
	out   outline
	scale func(point) point
}

// newPen draws on a square of 1000 × 1000 that is px pixels wide and high.
func newPen(px int) *pen {
	return &pen{scale: func(p point) point { return point{p.x * px * unit / 1000, p.y * px * unit / 1000} }}
}

func (p *pen) move(x, y int) *pen {
	p.out = append(p.out, append(make([]point, 0, 64), p.scale(point{x, y})))
	return p
}

func (p *pen) line(xy ...int) *pen {
	for i := 0; i+1 < len(xy); i += 2 {
		p.add(p.scale(point{xy[i], xy[i+1]}))
	}
	return p
}

func (p *pen) add(q point) {
	last := len(p.out) - 1
	p.out[last] = append(p.out[last], q)
}

// cube is a cubic curve from where the pen is.
func (p *pen) cube(x1, y1, x2, y2, x3, y3 int) *pen {
	last := p.out[len(p.out)-1]
	a, b, c, d := last[len(last)-1], p.scale(point{x1, y1}), p.scale(point{x2, y2}), p.scale(point{x3, y3})
	for i := 1; i <= steps; i++ {
		j := steps - i
		at := func(a, b, c, d int) int {
			return (j*j*j*a + 3*j*j*i*b + 3*j*i*i*c + i*i*i*d) / (steps * steps * steps)
		}
		p.add(point{at(a.x, b.x, c.x, d.x), at(a.y, b.y, c.y, d.y)})
	}
	return p
}

// quad is a quadratic curve from where the pen is.
func (p *pen) quad(x1, y1, x2, y2 int) *pen {
	last := p.out[len(p.out)-1]
	a, b, c := last[len(last)-1], p.scale(point{x1, y1}), p.scale(point{x2, y2})
	for i := 1; i <= quadSteps; i++ {
		j := quadSteps - i
		at := func(a, b, c int) int { return (j*j*a + 2*j*i*b + i*i*c) / (quadSteps * quadSteps) }
		p.add(point{at(a.x, b.x, c.x), at(a.y, b.y, c.y)})
	}
	return p
}

// round is a circle, or an ellipse; its hole with a negative rx.
func (p *pen) round(x, y, rx, ry int) *pen {
	kx, ky := rx*5523/10000, abs(ry)*5523/10000
	ry = abs(ry)
	return p.move(x+rx, y).
		cube(x+rx, y+ky, x+kx, y+ry, x, y+ry).
		cube(x-kx, y+ry, x-rx, y+ky, x-rx, y).
		cube(x-rx, y-ky, x-kx, y-ry, x, y-ry).
		cube(x+kx, y-ry, x+rx, y-ky, x+rx, y)
}

// box is a rectangle.
func (p *pen) box(x, y, w, h int) *pen {
	return p.move(x, y).line(x+w, y, x+w, y+h, x, y+h)
}

// hole is a rectangle left out.
func (p *pen) hole(x, y, w, h int) *pen {
	return p.move(x, y).line(x, y+h, x+w, y+h, x+w, y)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// levels is how covered a pixel can be: from 0 to levels. Half is what is between
// leastHalf and mostHalf of 255, so that an edge has no more of it than it needs.
const (
	levels    = 2
	leastHalf = 96
	mostHalf  = 255 - leastHalf
)

// A mask is how covered each pixel of a rectangle is.
type mask struct {
	x, y, w, h int // where it stands from what it is placed at, and how large it is
	cover      []uint8
}

// fill makes the mask of an outline that lies within w × h pixels; it must be smaller
// than 512 pixels each way, beyond which the rasterizer counts less exactly.
func (o outline) fill(w, h int) mask {
	z := vector.NewRasterizer(w, h)
	for _, line := range o {
		for i, p := range line {
			x, y := float32(p.x)/unit, float32(p.y)/unit
			if i == 0 {
				z.MoveTo(x, y)
			} else {
				z.LineTo(x, y)
			}
		}
		z.ClosePath()
	}
	z.DrawOp = draw.Src
	img := image.NewAlpha(image.Rect(0, 0, w, h))
	z.Draw(img, img.Bounds(), image.Opaque, image.Point{})
	m := mask{w: w, h: h, cover: img.Pix}
	for i, a := range m.cover {
		switch {
		case a < leastHalf:
			m.cover[i] = 0
		case a <= mostHalf:
			m.cover[i] = levels / 2
		default:
			m.cover[i] = levels
		}
	}
	return m
}

// turned is a mask upside down.
func (m mask) turned() mask {
	out := mask{w: m.w, h: m.h, cover: make([]uint8, len(m.cover))}
	for i, c := range m.cover {
		out.cover[len(m.cover)-1-i] = c
	}
	return out
}
