package picture

import (
	"fmt"
	"image/color"
	"math"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// light is how bright a colour is, from 0 to 1, as WCAG 2 counts it.
func light(c color.RGBA) float64 {
	part := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

// contrast is that of two inks, from 1 to 21.
func contrast(a, b ink) float64 {
	of := rgb()
	x, y := light(of[a])+0.05, light(of[b])+0.05
	return max(x, y) / min(x, y)
}

// grounds finds what texts and signs are written in, and on what.
func grounds(s *sheet, found map[[2]ink]string) {
	for i, o := range s.ops {
		if o.kind != aText && o.kind != aSign {
			continue
		}
		at, on := o.bounds(s), felt
		mid := at.Min.Add(at.Max).Div(2)
		for _, under := range s.ops[:i] {
			if !mid.In(under.bounds(s)) {
				continue
			}
			switch under.kind {
			case aPanel, aSign:
				on = under.ink
			case aCard:
				on = paper
			case aBack:
				on = navy
			case aRing, aText, aCurve:
			}
		}
		found[[2]ink{o.ink, on}] = o.text
	}
}

// TestEveryInkStandsOutFromItsGround looks at every text and sign that is drawn of
// thousands of values, and at what cards are painted with.
func TestEveryInkStandsOutFromItsGround(t *testing.T) {
	a, d := New(), newDealer(4)
	found := map[[2]ink]string{}
	for of := range d.each(400) {
		grounds(laid(a, of), found)
	}
	for _, s := range samples(t) {
		grounds(laid(a, s.of), found)
	}
	for _, i := range []ink{black, red, green, crimson, blue, badge} {
		found[[2]ink{i, paper}] = "a card"
	}
	if len(found) < 20 {
		t.Errorf("only %d inks on grounds", len(found))
	}
	for pair, what := range found {
		if c := contrast(pair[0], pair[1]); c < 4.5 {
			t.Errorf("ink %d on %d, %q: %.2f : 1", pair[0], pair[1], what, c)
		}
	}
	if contrast(coral, badge) > 4.5 || contrast(black, white) < 15 { // the control
		t.Error("contrast is counted wrongly")
	}
}

// TestSeatsDifferInLightnessToo: who sees no colours tells them apart, and their bars
// from what they stand on.
func TestSeatsDifferInLightnessToo(t *testing.T) {
	for a := 1; a <= 6; a++ {
		for b := 1; b < a; b++ {
			if c := contrast(owner(a), owner(b)); c < 1.15 {
				t.Errorf("seats %d and %d: %.2f : 1", a, b, c)
			}
		}
		for _, ground := range []ink{felt, panel} {
			if c := contrast(owner(a), ground); c < 2 {
				t.Errorf("seat %d on %d: %.2f : 1", a, ground, c)
			}
		}
	}
}

// TestNothingIsTooSmall holds what can be read on a phone, where half of it is left.
func TestNothingIsTooSmall(t *testing.T) {
	for f := range font(fonts) {
		if f.px() < 19 {
			t.Errorf("letters of %d pixels", f.px())
		}
	}
	for z := range size(sizes) {
		if m := z.measure(); m.index < 26 {
			t.Errorf("an index of %d pixels", m.index)
		}
	}
	a, d := New(), newDealer(5)
	for of := range d.each(300) {
		for _, o := range laid(a, of).ops {
			switch {
			case o.kind == aRing && o.line < 3, o.kind == aPanel && min(o.w, o.h) < 3, o.kind == aSign && o.w < 20:
				t.Fatalf("%T: %+v", of, o)
			}
		}
	}
}

// seen is how a colour looks, in the coordinates of CIELAB, of which the first is its
// lightness; through eyes that mix what they get of red, green and blue light so.
func seen(c color.RGBA, eyes [3][3]float64) [3]float64 {
	part := func(v uint8) float64 { return light(color.RGBA{R: v}) / 0.2126 }
	in := [3]float64{part(c.R), part(c.G), part(c.B)}
	var got [3]float64
	for i, row := range eyes {
		for j, share := range row {
			got[i] += share * in[j]
		}
		got[i] = min(max(got[i], 0), 1)
	}
	of := func(r, g, b, white float64) float64 {
		t := (r*got[0] + g*got[1] + b*got[2]) / white
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x, y, z := of(.4124, .3576, .1805, .95047), of(.2126, .7152, .0722, 1), of(.0193, .1192, .9505, 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// eyes are those of most people, and of who lacks red, green or blue cones, as Machado,
// Oliveira and Fernandes (2009) have them.
func eyes() map[string][3][3]float64 {
	return map[string][3][3]float64{
		"most":         {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
		"protanopia":   {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
		"deuteranopia": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.01182, .04294, .968881}},
		"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .3039}},
	}
}

// alikes says which of four inks for suits are too much alike: in lightness, or in all
// that somebody sees of them.
func alikes(four [4]color.RGBA) (wrong []string) {
	for who, e := range eyes() {
		for i, one := range four {
			for _, other := range four[:i] {
				a, b := seen(one, e), seen(other, e)
				if apart := math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2]); apart < 30 {
					wrong = append(wrong, fmt.Sprintf("%s: %v and %v are %.0f apart", who, one, other, apart))
				}
				if apart := math.Abs(a[0] - b[0]); who == "most" && apart < 8 {
					wrong = append(wrong, fmt.Sprintf("%v and %v: %.1f of lightness", one, other, apart))
				}
			}
		}
	}
	return wrong
}

// TestFourColoursAreFourWithoutColourToo holds that the suits' inks differ in lightness,
// and for who lacks cones of one kind.
func TestFourColoursAreFourWithoutColourToo(t *testing.T) {
	var four [4]color.RGBA
	for of := engine.Clubs; of <= engine.Spades; of++ {
		four[of] = rgb()[FourColour.tone(of)]
	}
	if wrong := alikes(four); len(wrong) > 0 {
		t.Error(wrong)
	}
	common := [4]color.RGBA{{0x0d, 0x7a, 0x3f, 255}, {0x1d, 0x5f, 0xc4, 255}, {0xc4, 0x12, 0x2f, 255}, {0x1d, 0x1f, 0x24, 255}} // the control: those that decks have
	if wrong := alikes(common); len(wrong) < 4 {
		t.Errorf("of the common four colours only this is found: %q", wrong)
	}
}

// TestFourColoursAreBolder weighs the signs of both styles, in the same square.
func TestFourColoursAreBolder(t *testing.T) {
	for of := engine.Clubs; of <= engine.Spades; of++ {
		for _, px := range []int{20, 32, 64} {
			weight := func(s Style) (n int) {
				for _, c := range s.suit(of, px).fill(px, px).cover {
					n += int(c)
				}
				return n
			}
			if plain, bold := weight(Classic), weight(FourColour); bold*100 < plain*112 {
				t.Errorf("%v at %d pixels: %d, and in the common style %d", of, px, bold, plain)
			}
		}
	}
	if FourColour.larger(32) <= Classic.larger(32) {
		t.Error("they are no larger")
	}
}
