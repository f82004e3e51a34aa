package picture

import (
	"eliasnaur.com/font/roboto/robotobold"

	"github.com/boathouse-rum/boathouse/engine"
)

// styles is how many there are.
const styles = FourColour + 1

// art is all that looks the same in every picture.
type art struct {
	*palette
	*corners
	fonts  [fonts]letters
	courts [sizes][len(Courts{}) + 1]letters // capital letters of an index, by how many stand there
	emojis [len("10") + 1]letters            // figures and J, Q, K of emojis, by how many stand there
	signs  [glyphs][]mask
	faces  [styles][sizes][engine.PackSize][]uint8
	blanks [sizes][]uint8
	backs  [sizes][]uint8
}

func newArt() *art {
	a := &art{palette: newPalette(), corners: newCorners()}
	bold, err := newFace(robotobold.TTF)
	if err != nil {
		panic(err) // it is compiled in
	}
	for f := range font(fonts) {
		a.fonts[f] = letters{}
	}
	for r := range written {
		d, ok := bold.look(r)
		if !ok {
			continue
		}
		for f := range font(fonts) {
			a.fonts[f][r] = bold.letter(d, f.px(), 100)
		}
	}
	for g := range glyph(glyphs) {
		for _, px := range cuts() {
			a.signs[g] = append(a.signs[g], g.outline(px).fill(px, px))
		}
	}
	a.index(bold)
	for s := range styles {
		for z := range size(sizes) {
			for c := range engine.Card(engine.PackSize) {
				a.faces[s][z][c] = a.face(s, z, c)
			}
		}
	}
	for z := range size(sizes) {
		a.blanks[z] = a.blank(z).pix
		a.backs[z] = a.back(z)
	}
	return a
}
