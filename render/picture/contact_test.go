package picture

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"testing"

	xdraw "golang.org/x/image/draw"

	"github.com/boathouse-rum/boathouse/engine"
)

var contact = flag.String("contact-sheet", "", "a file for one sheet of every picture")

// TestContactSheet writes every picture on one sheet for people to look at: a column for
// Discord's dark and light ground, each style, and as wide as a phone and a desktop show
// a picture.
func TestContactSheet(t *testing.T) {
	if *contact == "" {
		t.Skip("make contact-sheet")
	}
	const phone, desktop, pad = 400, 550, 24 // in a window of 1,400 pixels a gallery of one is 550 wide
	dark := color.RGBA{0x31, 0x33, 0x38, 0xff}
	a := New()
	var columns []image.Image
	wide, high := 0, 0
	for _, w := range []int{phone, desktop} {
		for _, ground := range []color.Color{dark, color.White} {
			for style := range styles {
				column := column(t, a, Look{Style: style}, ground, w, pad)
				columns = append(columns, column)
				wide, high = wide+column.Bounds().Dx(), max(high, column.Bounds().Dy())
			}
		}
	}
	sheet := image.NewRGBA(image.Rect(0, 0, wide, high))
	x := 0
	for _, c := range columns {
		b := c.Bounds()
		draw.Draw(sheet, image.Rect(x, 0, x+b.Dx(), high), image.NewUniform(c.At(0, 0)), image.Point{}, draw.Src)
		draw.Draw(sheet, b.Add(image.Pt(x, 0)), c, image.Point{}, draw.Src)
		x += b.Dx()
	}
	var out bytes.Buffer
	if err := png.Encode(&out, sheet); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*contact, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// column is the samples below each other, so many pixels wide.
func column(t *testing.T, a *Artist, l Look, ground color.Color, wide, pad int) image.Image {
	t.Helper()
	var all []image.Image
	high := pad
	for _, s := range samples(t) {
		img, err := png.Decode(bytes.NewReader(a.draw(s.look(l), s.of)))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, img)
		high += img.Bounds().Dy()*wide/Width + pad
	}
	all = append(all, emojis(t, a, l.Style))
	high += all[len(all)-1].Bounds().Dy()*wide/Width + pad
	out := image.NewRGBA(image.Rect(0, 0, wide+2*pad, high))
	draw.Draw(out, out.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)
	y := pad
	for _, img := range all {
		at := image.Rect(pad, y, pad+wide, y+img.Bounds().Dy()*wide/Width)
		xdraw.CatmullRom.Scale(out, at, img, img.Bounds(), xdraw.Over, nil)
		y += at.Dy() + pad
	}
	return out
}

// emojis are all of a style, in rows of thirteen, as large as in a line of text and once
// as they are sent.
func emojis(t *testing.T, a *Artist, s Style) image.Image {
	t.Helper()
	const each, px = Width / engine.Ranks, 44 // at a phone's width half of it
	out := image.NewRGBA(image.Rect(0, 0, Width, 4*each+emojiWide))
	for i := range engine.PackSize + 5 {
		c, at := engine.Card(i), image.Rect(0, 0, px, px).Add(image.Pt(i%engine.Ranks*each, i/engine.Ranks*each))
		if i >= engine.PackSize {
			c = [5]engine.Card{engine.NoCard, 9, 24, 36, 50}[i-engine.PackSize]
			at = image.Rect(0, 0, emojiWide, emojiWide).Add(image.Pt((i-engine.PackSize)*(emojiWide+16), 4*each))
		}
		img := decode(t, a.Card(s, c))
		xdraw.CatmullRom.Scale(out, at, img, img.Bounds(), xdraw.Over, nil)
	}
	return out
}
