package picture

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// shown is a sheet that was laid out by hand.
type shown func(*sheet)

func (f shown) lay(s *sheet) { f(s) }

// decode reads a PNG.
func decode(t *testing.T, data []byte) *image.Paletted {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img.(*image.Paletted)
}

// TestASheetIsPainted paints one of everything, in each size, and finds each of them.
func TestASheetIsPainted(t *testing.T) {
	a := New()
	things := []func(*sheet){
		func(s *sheet) { s.panel(60, 40, 80, 60, 12, panel) },
		func(s *sheet) { s.ring(60, 40, 80, 60, 12, 4, white) },
		func(s *sheet) { s.text(60, 80, tiny, white, left, "Åsa Ωή Жя") },
	}
	for z := range size(sizes) {
		things = append(things, func(s *sheet) { s.back(40, 20, z) },
			func(s *sheet) {
				s.row(40, 20, z, 60, []engine.Card{0, 12, 25}, func(engine.Card) mark { return fresh | dim })
			})
	}
	for g := range glyph(glyphs) {
		things = append(things, func(s *sheet) { s.sign(80, 40, g, 40, gold) })
	}
	empty := decode(t, a.draw(Look{}, shown(func(s *sheet) { s.high = 220 })))
	for i, thing := range things {
		img := decode(t, a.draw(Look{}, shown(func(s *sheet) { s.high = 220; thing(s) })))
		if img.Rect.Dx() != Width || img.Rect.Dy() != 220 {
			t.Fatalf("%d is %v", i, img.Rect)
		}
		if bytes.Equal(img.Pix, empty.Pix) {
			t.Errorf("%d isn't seen", i)
		}
	}
}

// TestWhatLiesOutsideDoesNoHarm paints everything beyond each edge.
func TestWhatLiesOutsideDoesNoHarm(t *testing.T) {
	a := New()
	decode(t, a.draw(Look{Style: 77}, shown(func(s *sheet) {
		s.high = 60
		for _, x := range []int{-2000, -30, 0, 780, 900} {
			for _, y := range []int{-2000, -30, 0, 50, 900} {
				s.panel(x, y, 100, 70, 90, gold)
				s.ring(x, y, 100, 70, 90, 4, gold)
				s.ring(x, y, 3, 2, 9, 4, gold)
				s.panel(x, y, -5, 0, 9, gold)
				s.text(x, y, huge, white, centre, "Wide enough, and 🂡 too")
				s.sign(x, y, crown, 96, gold)
				s.card(x, y, large, 7, fresh|barred|loose|dim, 20)
				s.card(x, y, small, engine.NoCard, 0, 20)
				s.back(x, y, middle)
			}
		}
	})))
}

// TestLowCardsHaveTheLettersOfHighOnes holds what lets them share them.
func TestLowCardsHaveTheLettersOfHighOnes(t *testing.T) {
	for low, high := range map[size]size{short: large, slim: small} {
		l, h := low.measure(), high.measure()
		if l.w != h.w || l.index != h.index || l.column != h.column || l.sign != h.sign || l.h >= h.h {
			t.Errorf("%v is no lower %v", l, h)
		}
	}
}
