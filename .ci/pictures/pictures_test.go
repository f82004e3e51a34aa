// Package pictures measures how a hand is drawn beside a common 2D library. It is a
// module of its own, so that the library is no part of the bot's.
package pictures

import (
	"bytes"
	"fmt"
	"image"
	"testing"

	"eliasnaur.com/font/roboto/robotobold"
	"github.com/fogleman/gg"
	"github.com/golang/freetype/truetype"
	"golang.org/x/image/font"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/render/picture"
)

// hand is one of so many cards in groups of four, with two melds on the table.
func hand(n int) picture.Hand {
	h := picture.Hand{
		Middle: picture.Middle{Stock: 29, Top: []engine.Card{9, 29}, Below: 15, New: true},
		Seats:  []picture.Seat{{Number: 1, Name: "Ida"}, {Number: 2, Name: "Mats"}},
		Melds:  []picture.Meld{{Number: 1, Owner: 1, Cards: []engine.Card{6, 19, 32}}, {Number: 2, Owner: 2, Cards: []engine.Card{47, 48, 49, 50}}},
		New:    engine.HandOf(37),
		Barred: engine.HandOf(22),
		Count:  30,
	}
	for i := range n {
		if i%4 == 0 {
			h.Groups, h.Found = append(h.Groups, nil), append(h.Found, 0)
		}
		last, c := len(h.Groups)-1, engine.Card(i*37%engine.PackSize)
		if h.Groups[last] = append(h.Groups[last], c); last%2 == 0 {
			h.Found[last] = h.Found[last].Add(c)
		} else {
			h.Loose = h.Loose.Add(c)
		}
	}
	return h
}

func BenchmarkHand(b *testing.B) {
	artist, painter := picture.New(), newPainter(b)
	for _, n := range []int{10, 40} {
		h := hand(n)
		for _, by := range []struct {
			name string
			draw func(picture.Hand) []byte
		}{
			{"ours", func(h picture.Hand) []byte { return artist.Hand(picture.Look{}, h) }},
			{"gg", painter.hand},
		} {
			b.Run(fmt.Sprintf("%d/%s", n, by.name), func(b *testing.B) {
				b.ReportAllocs()
				size := 0
				for b.Loop() {
					size = len(by.draw(h))
				}
				b.ReportMetric(float64(size), "bytes")
			})
		}
	}
}

// A painter draws the same with gg: the letters are cached, as it does, and everything
// else is an outline that is filled each time.
type painter struct{ large, small, line font.Face }

func newPainter(b *testing.B) *painter {
	bold, err := truetype.Parse(robotobold.TTF)
	if err != nil {
		b.Fatal(err)
	}
	face := func(px float64) font.Face { return truetype.NewFace(bold, &truetype.Options{Size: px}) }
	return &painter{face(42), face(28), face(20)}
}

func (p *painter) hand(h picture.Hand) []byte {
	rows := (len(wholeOf(h)) + 12) / 13
	c := gg.NewContext(picture.Width, 180+rows*190)
	c.DrawRoundedRectangle(0, 0, float64(c.Width()), float64(c.Height()), 16)
	c.SetHexColor("#1f5a4c")
	c.Fill()
	c.SetFontFace(p.line)
	c.DrawRoundedRectangle(20, 18, 60, 84, 6)
	c.SetHexColor("#21416e")
	c.Fill()
	c.SetHexColor("#ffffff")
	c.DrawStringAnchored(fmt.Sprint(h.Middle.Stock), 50, 80, 0.5, 0.5)
	x := 96.0
	for i := len(h.Middle.Top) - 1; i >= 0; i-- {
		p.card(c, x, 18, 60, 84, h.Middle.Top[i], i == 0 && h.Middle.New, false)
		x += 38
	}
	x += 60
	for _, m := range h.Melds {
		c.SetFontFace(p.line)
		c.SetHexColor("#ffffff")
		c.DrawString(fmt.Sprint(m.Number, " ", h.Seats[m.Owner-1].Name), x, 130)
		for _, card := range m.Cards {
			p.card(c, x, 18, 60, 84, card, m.New.Has(card), false)
			x += 36
		}
		x += 46
	}
	n := 0
	for _, g := range h.Groups {
		for _, card := range g {
			x, y := 20+float64(n%13)*53, 180+float64(n/13)*190
			p.card(c, x, y, 118, 163, card, h.New.Has(card), h.Barred.Has(card))
			c.SetHexColor("#cde8dc")
			c.DrawRoundedRectangle(x, y+170, 50, 4, 2)
			c.Fill()
			n++
		}
	}
	c.SetFontFace(p.small)
	c.SetHexColor("#ffffff")
	c.DrawStringAnchored(fmt.Sprint(h.Count), 730, float64(c.Height()-20), 0.5, 0.5)
	var out bytes.Buffer
	if err := c.EncodePNG(&out); err != nil {
		panic(err) // a buffer takes everything
	}
	return out.Bytes()
}

func wholeOf(h picture.Hand) (all []engine.Card) {
	for _, g := range h.Groups {
		all = append(all, g...)
	}
	return all
}

func (p *painter) card(c *gg.Context, x, y, w, h float64, card engine.Card, fresh, barred bool) {
	if fresh {
		c.DrawRoundedRectangle(x-4, y-4, w+8, h+8, 12)
		c.SetHexColor("#f2c14e")
		c.Fill()
	}
	c.DrawRoundedRectangle(x, y, w, h, 8)
	c.SetHexColor("#fffdf7")
	c.FillPreserve()
	c.SetHexColor("#bdb6a4")
	c.SetLineWidth(1)
	c.Stroke()
	ink := "#1d1f24"
	if s := card.Suit(); s == engine.Diamonds || s == engine.Hearts {
		ink = "#c4122f"
	}
	c.SetHexColor(ink)
	c.SetFontFace(p.small)
	if w > 100 {
		c.SetFontFace(p.large)
	}
	text := card.String()[:1]
	if text == "T" {
		text = "10"
	}
	c.DrawStringAnchored(text, x+w/5, y+h/6, 0.5, 0.5)
	suit(c, card.Suit(), x+w/5, y+h*2/5, w/4)
	if barred {
		c.DrawRectangle(x+10, y+h-30, 26, 22)
		c.Fill()
	}
}

// suit fills a sign px pixels wide round a place.
func suit(c *gg.Context, s engine.Suit, x, y, px float64) {
	r := px / 2
	switch s {
	case engine.Clubs:
		for _, at := range [][2]float64{{0, -.5}, {-.5, .2}, {.5, .2}} {
			c.DrawCircle(x+at[0]*r, y+at[1]*r, r*.45)
		}
		c.DrawRectangle(x-r*.1, y, r*.2, r)
	case engine.Diamonds:
		c.MoveTo(x, y-r)
		c.LineTo(x+r*.8, y)
		c.LineTo(x, y+r)
		c.LineTo(x-r*.8, y)
		c.ClosePath()
	case engine.Hearts:
		c.MoveTo(x, y+r)
		c.CubicTo(x-2*r, y-r*.3, x-r*.6, y-r*1.5, x, y-r*.5)
		c.CubicTo(x+r*.6, y-r*1.5, x+2*r, y-r*.3, x, y+r)
	case engine.Spades:
		c.MoveTo(x, y-r)
		c.CubicTo(x+2*r, y+r*.3, x+r*.6, y+r*1.2, x, y+r*.5)
		c.CubicTo(x-r*.6, y+r*1.2, x-2*r, y+r*.3, x, y-r)
		c.DrawRectangle(x-r*.1, y, r*.2, r)
	}
	c.Fill()
}

// TestBothDrawAHand holds that what is compared is a picture.
func TestBothDrawAHand(t *testing.T) {
	var b testing.B
	for name, data := range map[string][]byte{"ours": picture.New().Hand(picture.Look{}, hand(10)), "gg": newPainter(&b).hand(hand(10))} {
		img, _, err := image.Decode(bytes.NewReader(data))
		if err != nil || img.Bounds().Dx() != picture.Width {
			t.Errorf("%s: %v", name, err)
		}
	}
}
