package picture

import (
	"slices"
	"sync"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// A font is a size of letters.
type font uint8

const (
	tiny  font = iota // 20 pixels
	plain             // 24
	big               // 30
	huge              // 44
	fonts = iota
)

// px is the size of a font.
func (f font) px() int { return [fonts]int{20, 24, 30, 44}[f] }

// A letter is what a font has for a rune.
type letter struct {
	mask
	advance int // in units
}

// letters are the runes that a font has, of one size.
type letters struct {
	face  *face
	px    int
	room  int // units that each has, which is made narrow where it needs more; 0: as many as it needs
	drawn []kept[letter]
}

func newLetters(f *face, px, room int) *letters {
	return &letters{face: f, px: px, room: room, drawn: make([]kept[letter], len(f.places))}
}

// letter is a rune's; nothing where the font hasn't it.
func (l *letters) letter(r rune) letter {
	place, ok := l.face.places[r]
	if !ok {
		return letter{}
	}
	return l.drawn[place].or(func() letter { return l.face.letter(r, l.px, l.room) })
}

// A face is a font file that is being turned into masks.
type face struct {
	em     int
	places map[rune]int // of the written runes that it has, in their order

	mu   sync.Mutex // over what follows
	file *sfnt.Font
	buf  sfnt.Buffer
}

func newFace(ttf []byte) (*face, error) {
	file, err := sfnt.Parse(ttf)
	if err != nil {
		return nil, err
	}
	f := &face{file: file, em: int(file.UnitsPerEm()), places: make(map[rune]int)}
	for r := range written {
		if i, err := file.GlyphIndex(&f.buf, r); err == nil && i != 0 {
			f.places[r] = len(f.places)
		}
	}
	return f, nil
}

// look finds a rune that the font has, as its file has it: lines, and how far it is to the next rune.
func (f *face) look(r rune) (lines []sfnt.Segment, advance int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	i, err := f.file.GlyphIndex(&f.buf, r)
	if err != nil {
		return nil, 0, err
	}
	em := fixed.Int26_6(f.em) // as many pixels as the font's own units: nothing is rounded
	far, err := f.file.GlyphAdvance(&f.buf, i, em, 0)
	if err != nil {
		return nil, 0, err
	}
	segments, err := f.file.LoadGlyph(&f.buf, i, em, nil)
	return slices.Clone(segments), int(far), err
}

// letter draws a rune, px pixels large, and in so many units if there must be room for it there.
func (f *face) letter(r rune, px, room int) letter {
	lines, advance, err := f.look(r)
	if err != nil {
		panic(err) // it is compiled in
	}
	narrow := 100
	if room > 0 {
		narrow = min(100, room*100/max(1, advance*px*unit/f.em))
	}
	at := func(p fixed.Point26_6) (x, y int) {
		return int(p.X) * px * unit * narrow / (100 * f.em), int(p.Y) * px * unit / f.em
	}
	p := &pen{scale: func(q point) point { return q }}
	for _, s := range lines {
		x1, y1 := at(s.Args[0])
		x2, y2 := at(s.Args[1])
		x3, y3 := at(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.move(x1, y1)
		case sfnt.SegmentOpLineTo:
			p.line(x1, y1)
		case sfnt.SegmentOpQuadTo:
			p.quad(x1, y1, x2, y2)
		case sfnt.SegmentOpCubeTo:
			p.cube(x1, y1, x2, y2, x3, y3)
		}
	}
	return letter{p.out.tight(), advance * px * unit * narrow / (100 * f.em)}
}

// tight is the mask of an outline that may lie anywhere.
func (o outline) tight() mask {
	first := true
	var x0, y0, x1, y1 int
	for _, line := range o {
		for _, p := range line {
			if first {
				x0, y0, x1, y1, first = p.x, p.y, p.x, p.y, false
			}
			x0, y0, x1, y1 = min(x0, p.x), min(y0, p.y), max(x1, p.x), max(y1, p.y)
		}
	}
	if first {
		return mask{}
	}
	left, top := floor(x0), floor(y0)
	for _, line := range o {
		for i := range line {
			line[i].x -= left * unit
			line[i].y -= top * unit
		}
	}
	m := o.fill(floor(x1)+1-left, floor(y1)+1-top)
	m.x, m.y = left, top
	return m
}

// floor is the pixel that a number of units lies in.
func floor(n int) int {
	if n < 0 {
		return -((-n + unit - 1) / unit)
	}
	return n / unit
}

// written yields the runes that names may be written in and pictures need: those of
// Latin, Greek and Cyrillic, figures and common signs.
func written(yield func(rune) bool) {
	for _, span := range [][2]rune{
		{0x20, 0x7e}, {0xa0, 0x24f}, {0x370, 0x3ff}, {0x400, 0x52f},
		{0x1e00, 0x1eff}, {0x1f00, 0x1fff}, {0x2010, 0x2027}, {0x2030, 0x203a}, {0x20ac, 0x20ac}, {0x2212, 0x2212},
	} {
		for r := span[0]; r <= span[1]; r++ {
			if !yield(r) {
				return
			}
		}
	}
}

// has says whether every letter of a text can be drawn.
func (a *art) has(t string) bool {
	for _, r := range t {
		if _, ok := a.bold.places[r]; !ok {
			return false
		}
	}
	return true
}

// width is how many pixels wide a text is.
func (a *art) width(f font, t string) int {
	sum := 0
	for _, r := range t {
		sum += a.fonts[f].letter(r).advance
	}
	return (sum + unit - 1) / unit
}

// fit is as much of a text as is at most so many pixels wide.
func (a *art) fit(f font, t string, wide int) string {
	if a.width(f, t) <= wide {
		return t
	}
	const more = "…"
	room := wide*unit - a.fonts[f].letter('…').advance
	for i, r := range t {
		if room -= a.fonts[f].letter(r).advance; room < 0 {
			for i > 0 && t[i-1] == ' ' {
				i--
			}
			return t[:i] + more
		}
	}
	return t
}

// name is a seat's name, at most so many pixels wide, where every letter of it is in
// the font; else its number. Without a number it is the first letter that there is.
func (a *art) name(f font, s Seat, wide int) string {
	initial := ""
	for _, r := range s.Name {
		if initial == "" && (unicode.IsLetter(r) || unicode.IsNumber(r)) && a.has(string(r)) {
			initial = string(unicode.ToUpper(r))
		}
	}
	switch {
	case initial != "" && a.has(s.Name):
		return a.fit(f, s.Name, wide-a.width(f, s.twin())) + s.twin()
	case s.Number > 0:
		return number(s.Number)
	case initial != "":
		return initial
	}
	return "?"
}

// twin is what stands behind a name that looks like another's, and is never cut.
func (of Seat) twin() string {
	if of.Twin < 2 {
		return ""
	}
	return " (" + number(of.Twin) + ")"
}

// called is the whole name.
func (of Seat) called() string { return of.Name + of.twin() }
