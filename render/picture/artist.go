package picture

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"sync"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Width is that of every picture, in pixels.
const Width = 800

// An Artist draws PNGs. It may be used by several at once.
type Artist struct {
	art   *art
	bench sync.Pool                     // of *bench
	kept  *lru.Cache[signature, []byte] // the newest pictures; nil: none
	drawn atomic.Uint64
}

// A signature is all that a picture depends on, its sheet hashed.
type signature struct {
	look  Look
	sheet [sha256.Size]byte
}

// A bench is what a picture is made on, used again for the next.
type bench struct {
	sheet  sheet
	canvas canvas
	print  printer
	hash   hash.Hash
	text   []byte
}

// New makes an artist, which takes some milliseconds.
func New() *Artist {
	return with(newArt())
}

// Keeping returns an artist that keeps its newest pictures, as many as it is told, and draws none
// of them again: several look at one table, and somebody looks twice at one hand. Nobody may change
// their bytes.
func Keeping(pictures int) (*Artist, error) {
	a := New()
	var err error
	a.kept, err = lru.New[signature, []byte](pictures)
	return a, err
}

// Drawn says how many pictures the artist has drawn.
func (a *Artist) Drawn() uint64 { return a.drawn.Load() }

// with makes an artist who has drawn nothing yet.
func with(of *art) *Artist {
	a := &Artist{art: of}
	a.bench.New = func() any {
		return &bench{sheet: sheet{art: of}, canvas: canvas{palette: of.palette}, hash: sha256.New()}
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
	if a.kept == nil {
		return a.paint(b, l)
	}
	is := b.signature(l)
	data, known := a.kept.Get(is)
	if !known {
		data = a.paint(b, l)
		a.kept.Add(is, data)
	}
	return data
}

// paint paints the sheet of a bench.
func (a *Artist) paint(b *bench, l Look) []byte {
	a.drawn.Add(1)
	b.canvas.start(Width, b.sheet.high)
	b.paint(l)
	return bytes.Clone(b.print.print(&b.canvas))
}

// signature hashes the sheet of a bench.
func (b *bench) signature(l Look) signature {
	is := signature{look: l}
	b.hash.Reset()
	add := func(numbers ...int) {
		for _, n := range numbers {
			b.text = binary.AppendVarint(b.text, int64(n))
		}
	}
	b.text = b.text[:0]
	add(b.sheet.high)
	for _, o := range b.sheet.ops {
		add(int(o.kind), int(o.ink), int(o.font), int(o.align), int(o.glyph), int(o.size), int(o.mark), int(o.card))
		add(o.x, o.y, o.w, o.h, o.radius, o.line, o.lift, len(o.text), len(o.columns))
		b.text = append(b.text, o.text...)
		add(o.columns...)
	}
	b.hash.Write(b.text)
	b.hash.Sum(is.sheet[:0])
	return is
}
