package picture

import (
	"bytes"
	"cmp"
	"fmt"
	"image"
	"image/png"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// A sighting is a card that was found in a picture by its looks.
type sighting struct {
	x, y int
	size size
	card engine.Card
}

// A reader finds cards in pictures: it knows nothing of them but how the letters and
// the suit of each look.
type reader struct {
	sizes []size
	looks map[size][]pixels           // by card
	rows  map[size]map[uint64][]uint8 // cards by one row of theirs
}

// pixels are colours, row by row.
type pixels struct {
	w, h int
	at   []uint32
}

func read(t testing.TB, file []byte) pixels {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	p, ok := img.(*image.Paletted)
	if !ok {
		t.Fatalf("it is a %T", img)
	}
	var colors [256]uint32
	for i, c := range p.Palette {
		r, g, b, a := c.RGBA()
		colors[i] = r>>8<<24 | g>>8<<16 | b>>8<<8 | a>>8
	}
	out := pixels{p.Rect.Dx(), p.Rect.Dy(), make([]uint32, len(p.Pix))}
	for i, v := range p.Pix {
		out.at[i] = colors[v]
	}
	return out
}

func (p pixels) cut(r image.Rectangle) pixels {
	out := pixels{w: r.Dx(), h: r.Dy()}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		out.at = append(out.at, p.at[y*p.w+r.Min.X:y*p.w+r.Max.X]...)
	}
	return out
}

// same says whether a part of a picture looks so.
func (p pixels) same(x, y int, part pixels) bool {
	if x+part.w > p.w || y+part.h > p.h {
		return false
	}
	for r := range part.h {
		if !slices.Equal(p.at[(y+r)*p.w+x:][:part.w], part.at[r*part.w:][:part.w]) {
			return false
		}
	}
	return true
}

const base = 0x100000001b3

func hashed(row []uint32) (h uint64) {
	for _, v := range row {
		h = h*base + uint64(v)
	}
	return h
}

// newReader looks at each card by itself, in each size.
func newReader(t testing.TB, a *Artist, l Look) *reader {
	t.Helper()
	r := &reader{
		sizes: []size{large, middle, small, slim}, // short has the letters of large
		looks: map[size][]pixels{}, rows: map[size]map[uint64][]uint8{},
	}
	for _, z := range r.sizes {
		r.rows[z] = map[uint64][]uint8{}
		for c := range engine.Card(engine.PackSize) {
			one := op{kind: aCard, x: 100, y: 20, size: z}
			look := read(t, a.draw(l, shown(func(s *sheet) {
				s.high = 200
				s.card(one.x, one.y, z, c, 0, z.measure().w)
			}))).cut(one.index())
			r.looks[z] = append(r.looks[z], look)
			h := hashed(look.row(z))
			r.rows[z][h] = append(r.rows[z][h], uint8(c))
		}
	}
	return r
}

// deep is how far down in an index the row is that is looked for: through the letters.
func deep(z size) int { return z.measure().index * 711 / 2000 }

func (p pixels) row(z size) []uint32 { return p.at[deep(z)*p.w:][:p.w] }

// find finds every card in a picture.
func (r *reader) find(p pixels) (found []sighting) {
	for _, z := range r.sizes {
		w := r.looks[z][0].w
		out := uint64(1) // what a pixel weighs that leaves
		for range w {
			out *= base
		}
		one, rows := op{kind: aCard, size: z}.index().Min, r.rows[z]
		var may [1 << 12]bool // most rows are none: that is seen sooner than by the map
		for h := range rows {
			may[h>>52] = true
		}
		for y := deep(z); y < p.h; y++ {
			row := p.at[y*p.w:][:p.w]
			var h uint64
			for x, v := range row {
				h = h*base + uint64(v)
				if x < w-1 {
					continue
				}
				if x >= w {
					h -= out * uint64(row[x-w])
				}
				if !may[h>>52] {
					continue
				}
				for _, c := range rows[h] {
					left, top := x-w+1, y-deep(z)
					if p.same(left, top, r.looks[z][c]) {
						found = append(found, sighting{left - one.X, top - one.Y, z, engine.Card(c)})
					}
				}
			}
		}
	}
	slices.SortFunc(found, sighting.compare)
	return found
}

func (a sighting) compare(b sighting) int {
	return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x), cmp.Compare(a.card, b.card))
}

// meant are the cards of a sheet with their places.
func meant(s *sheet) (all []sighting) {
	for _, o := range s.ops {
		if o.kind != aCard {
			continue
		}
		if o.size == short {
			o.size = large
		}
		all = append(all, sighting{o.x, o.y, o.size, o.card})
	}
	slices.SortFunc(all, sighting.compare)
	return all
}

// misread says what of a value is not to be found in its picture, or too much in it.
func (r *reader) misread(p pixels, of scene, s *sheet) string {
	found := r.find(p)
	if want := meant(s); !slices.Equal(found, want) {
		return fmt.Sprintf("found %v, laid out %v", found, want)
	}
	var cards []engine.Card
	for _, f := range found {
		cards = append(cards, f.card)
	}
	if got, want := counted(cards), counted(told(of)); got != want {
		return fmt.Sprintf("found %v, told %v", got, want)
	}
	return ""
}

// TestPicturesAreReadBack finds every face at its place, and no other card anywhere, in
// hundreds of pictures.
func TestPicturesAreReadBack(t *testing.T) {
	a, d := New(), newDealer(6)
	for _, l := range []Look{{}, {Style: FourColour}} {
		r := newReader(t, a, l)
		cards := 0
		for range 35 {
			for _, of := range []scene{d.table(), d.hand(), d.result()} {
				if wrong := r.misread(read(t, a.draw(l, of)), of, laid(a, of)); wrong != "" {
					t.Fatalf("%T: %s\n%+v", of, wrong, of)
				}
				cards += len(told(of))
			}
		}
		for _, s := range samples(t) {
			if wrong := r.misread(read(t, a.draw(l, s.of)), s.of, laid(a, s.of)); wrong != "" {
				t.Errorf("%s: %s", s.name, wrong)
			}
		}
		if cards < 3000 {
			t.Errorf("only %d cards", cards)
		}
	}
}

// TestAWrongCardIsNoticed is the control: one card is another, one lies elsewhere, one
// is hidden, one is too much.
func TestAWrongCardIsNoticed(t *testing.T) {
	a := New()
	r := newReader(t, a, Look{})
	honest := shown(func(s *sheet) {
		s.high = 300
		s.row(40, 40, small, small.step(), []engine.Card{0, 14, 28, 42}, nil)
	})
	for name, draw := range map[string]shown{
		"another":   func(s *sheet) { honest(s); s.ops[1].card = 40 },
		"its suit":  func(s *sheet) { honest(s); s.ops[1].card = 14 + 13 },
		"elsewhere": func(s *sheet) { honest(s); s.ops[3].x++ },
		"hidden":    func(s *sheet) { honest(s); s.panel(46, 50, 10, 10, 2, gold) },
		"too much":  func(s *sheet) { honest(s); s.card(600, 100, middle, 30, 0, 88) },
		"missing":   func(s *sheet) { honest(s); s.ops = s.ops[:3] },
	} {
		if r.misread(read(t, a.draw(Look{}, draw)), honest, laid(a, honest)) == "" {
			t.Errorf("%s: nothing is noticed", name)
		}
	}
	v := newDealer(7).result()
	for len(v.Rows[0].Hand.Loose) == 0 {
		v = newDealer(uint64(v.Sum) + 8).result()
	}
	file := read(t, a.draw(Look{}, v))
	if wrong := r.misread(file, v, laid(a, v)); wrong != "" {
		t.Fatal(wrong)
	}
	v.Rows[0].Hand.Loose = slices.Clone(v.Rows[0].Hand.Loose)
	v.Rows[0].Hand.Loose[0] = (v.Rows[0].Hand.Loose[0] + 1) % engine.PackSize
	if r.misread(file, v, laid(a, v)) == "" {
		t.Error("a card of the value that isn't in the picture is not noticed")
	}
}
