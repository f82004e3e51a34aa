package picture

import (
	"bytes"
	"sync"
)

// Width is that of every picture, in pixels.
const Width = 800

// An Artist draws PNGs. It may be used by several at once.
type Artist struct {
	art   *art
	bench sync.Pool // of *bench
}

// A bench is what a picture is made on, used again for the next.
type bench struct {
	sheet  sheet
	canvas canvas
	print  printer
}

// New makes an artist, which takes some milliseconds.
func New() *Artist {
	return with(newArt())
}

// with makes an artist who has drawn nothing yet.
func with(of *art) *Artist {
	a := &Artist{art: of}
	a.bench.New = func() any {
		return &bench{sheet: sheet{art: of}, canvas: canvas{palette: of.palette}}
	}
	return a
}

// A scene lays itself out.
type scene interface{ lay(*sheet) }

// Table draws a table as everybody sees it.
func (a *Artist) Table(l Look, t Table) []byte { return a.draw(l, t) }

// Hand draws what its own player sees.
func (a *Artist) Hand(l Look, h Hand) []byte { return a.draw(l, h) }

// Result draws a hand that is over.
func (a *Artist) Result(l Look, r Result) []byte { return a.draw(l, r) }

// Evening draws what a closed table has come to.
func (a *Artist) Evening(l Look, e Evening) []byte { return a.draw(l, e) }

// Record draws what somebody has played.
func (a *Artist) Record(l Look, r Record) []byte { return a.draw(l, r) }

// Standings draws who has come to what in some time.
func (a *Artist) Standings(l Look, s Standings) []byte { return a.draw(l, s) }

// Year draws what somebody's year was.
func (a *Artist) Year(l Look, y Year) []byte { return a.draw(l, y) }

// Tab draws what lies between people.
func (a *Artist) Tab(l Look, t Tab) []byte { return a.draw(l, t) }

// Chart draws how people came to what they have.
func (a *Artist) Chart(l Look, t Chart) []byte { return a.draw(l, t) }

// draw lays a scene out on a sheet and paints it.
func (a *Artist) draw(l Look, of scene) []byte {
	b := a.bench.Get().(*bench)
	defer a.bench.Put(b)
	if l.Style >= styles {
		l.Style = Classic
	}
	b.sheet.high, b.sheet.ops = 0, b.sheet.ops[:0]
	of.lay(&b.sheet)
	b.canvas.start(Width, b.sheet.high)
	b.paint(l)
	return bytes.Clone(b.print.print(&b.canvas))
}
