package picture

import (
	"sync/atomic"

	"eliasnaur.com/font/roboto/robotobold"

	"github.com/boathouse-rum/boathouse/engine"
)

// styles is how many there are.
const styles = FourColour + 1

// art is all that looks the same in every picture.
type art struct {
	*palette
	*corners
	bold   *face
	fonts  [fonts]*letters
	courts [sizes][len(Courts{}) + 1]*letters // capital letters of an index, by how many stand there
	emojis [len("10") + 1]*letters            // figures and J, Q, K of emojis, by how many stand there
	signs  [glyphs][]mask
	cards  [styles][sizes][engine.PackSize]kept[[]uint8]
	blanks [sizes][]uint8
	backs  [sizes][]uint8
}

func newArt() *art {
	bold, err := newFace(robotobold.TTF)
	if err != nil {
		panic(err) // it is compiled in
	}
	a := &art{palette: newPalette(), corners: newCorners(), bold: bold}
	for f := range font(fonts) {
		a.fonts[f] = newLetters(bold, f.px(), 0)
	}
	for g := range glyph(glyphs) {
		for _, px := range cuts() {
			a.signs[g] = append(a.signs[g], g.outline(px).fill(px, px))
		}
	}
	a.index(bold)
	for z := range size(sizes) {
		a.blanks[z] = a.blank(z).pix
		a.backs[z] = a.back(z)
	}
	return a
}

// A kept is what is drawn when somebody first needs it: of all the letters that names may be written in few are, and drawing
// each at the start would be most of what a start takes. Two who need it at once may both draw it, and draw the same.
type kept[T any] struct{ made atomic.Pointer[T] }

func (d *kept[T]) or(draw func() T) T {
	if made := d.made.Load(); made != nil {
		return *made
	}
	made := draw()
	d.made.Store(&made)
	return made
}
