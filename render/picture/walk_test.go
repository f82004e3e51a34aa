package picture

import (
	"fmt"
	"image"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// bounds is what an op covers, a card whole with its edge and bar.
func (o op) bounds(s *sheet) image.Rectangle {
	switch o.kind {
	case aText:
		w, x := s.width(o.font, o.text), o.x
		switch o.align {
		case left:
		case centre:
			x -= w / 2
		case right:
			x -= w
		}
		return image.Rect(x, o.y-o.font.px()*75/100, x+w, o.y+o.font.px()*22/100)
	case aCard:
		m := o.size.measure()
		r := image.Rect(o.x, o.y, o.x+m.w, o.y+m.h)
		if o.mark&fresh != 0 {
			r = r.Inset(-line)
		}
		return r
	case aPanel, aRing, aBack, aSign, aCurve:
	}
	return image.Rect(o.x, o.y, o.x+o.w, o.y+o.h)
}

// index is where letters and suit of a card stand. In the fullest hands the next card, or
// its gold edge, may reach over the rim of a ten.
func (o op) index() image.Rectangle {
	m := o.size.measure()
	wide := m.column - 2
	if o.size == large || o.size == short {
		wide -= 6
	}
	return image.Rect(o.x+2, o.y+m.top, o.x+wide, o.y+m.top+m.index*711/1000+m.gap+m.sign)
}

// faultsOf says what of a sheet lies outside, or over another's letters.
func faultsOf(s *sheet) (faults []string) {
	type letters struct {
		at   image.Rectangle
		what string
	}
	var all []letters
	page := image.Rect(0, 0, Width, s.high).Inset(rimIn + rimLine)
	for _, o := range s.ops {
		at := o.bounds(s)
		what := fmt.Sprintf("%s%v at %v", o.text, o.card, at)
		if !at.In(page) && !at.Empty() {
			faults = append(faults, what+" lies outside")
		}
		if o.kind != aRing { // nothing of it but its line covers
			for _, l := range all {
				if l.at.Overlaps(at) {
					faults = append(faults, what+" lies over "+l.what)
				}
			}
		}
		switch o.kind {
		case aText, aSign:
			if o.glyph != star || o.kind == aText { // the factor stands on the star
				all = append(all, letters{at, what})
			}
		case aCard:
			all = append(all, letters{o.index(), what})
			if at := o.index(); o.w < at.Max.X-o.x {
				faults = append(faults, what+" shows too little")
			}
		case aPanel, aRing, aBack, aCurve:
		}
		if o.kind == aText && !s.has(o.text) {
			faults = append(faults, what+" can't be written")
		}
	}
	return faults
}

// laid lays a value out.
func laid(a *Artist, of scene) *sheet {
	s := &sheet{art: a.art}
	of.lay(s)
	return s
}

// TestNothingLiesOutsideOrOverAnother walks the sheets of thousands of values.
func TestNothingLiesOutsideOrOverAnother(t *testing.T) {
	a, d := New(), newDealer(1)
	for of := range d.each(500) {
		if faults := faultsOf(laid(a, of)); len(faults) > 0 {
			t.Errorf("%T: %q", of, faults)
		}
	}
	for _, s := range samples(t) {
		if faults := faultsOf(laid(a, s.of)); len(faults) > 0 {
			t.Errorf("%s: %q", s.name, faults)
		}
	}
}

// TestWhatLiesWronglyIsFound is the control.
func TestWhatLiesWronglyIsFound(t *testing.T) {
	a := New()
	for name, lay := range map[string]shown{
		"outside":     func(s *sheet) { s.text(790, 100, plain, white, left, "Ida") },
		"below":       func(s *sheet) { s.card(100, 190, small, 0, 0, 60) },
		"over a text": func(s *sheet) { s.text(100, 100, plain, white, left, "Ida"); s.panel(90, 80, 20, 20, 3, gold) },
		"text over text": func(s *sheet) {
			s.text(100, 100, plain, white, left, "Ida")
			s.text(140, 100, plain, white, right, "x")
		},
		"over an index":     func(s *sheet) { s.card(100, 100, small, 0, 0, 60); s.card(120, 100, small, 1, 0, 60) },
		"gold over another": func(s *sheet) { s.card(100, 100, small, 0, 0, 60); s.card(131, 100, small, 1, fresh, 60) },
		"too little":        func(s *sheet) { s.card(100, 100, small, 0, 0, 20) },
		"unwritten":         func(s *sheet) { s.text(100, 100, plain, white, left, "🚣") },
	} {
		s := laid(a, lay)
		s.high = 200
		if len(faultsOf(s)) == 0 {
			t.Errorf("%s: nothing is found", name)
		}
	}
}

// TestASheetShowsEveryCardOfItsValue compares before a pixel is painted.
func TestASheetShowsEveryCardOfItsValue(t *testing.T) {
	a, d := New(), newDealer(2)
	for of := range d.each(500) {
		var got [engine.PackSize]int
		for _, o := range laid(a, of).ops {
			if o.kind == aCard {
				got[o.card]++
			}
		}
		if want := counted(told(of)); got != want {
			t.Fatalf("%T: %v, not %v\n%+v", of, got, want, of)
		}
	}
}

func counted(cards []engine.Card) (n [engine.PackSize]int) {
	for _, c := range cards {
		n[c]++
	}
	return n
}

// TestSameRowsSameHeight: a table is as high from turn to turn while its melds stand in
// as many rows.
func TestSameRowsSameHeight(t *testing.T) {
	a, d := New(), newDealer(3)
	highs := map[string]int{}
	for range 3000 {
		v := d.table()
		v.Hands = nil
		rows := 0
		var blocks []block
		for _, m := range v.Melds {
			blocks = append(blocks, block{number: m.Number, seat: seatOf(v.Seats, m.Owner), parts: []part{{cards: m.Cards, new: m.New}}})
		}
		z := roomy(blocks)
		for range wrap(blocks, func(b block) int { return b.wide(z) }, Width-2*side, between) {
			rows++
		}
		s := laid(a, v)
		if len(v.Middle.Top) > fanned {
			continue // an open pile has lines of its own
		}
		turn := slices.Collect(wrap(v.Last.steps(), s.stepWide, lastRoom, lastGap))
		key := fmt.Sprint(max(len(v.Seats), 4), v.Last.Seat > 0, len(turn), z, rows)
		if high, ok := highs[key]; ok && high != s.high {
			t.Fatalf("%s: %d and %d", key, high, s.high)
		}
		highs[key] = s.high
	}
	if len(highs) < 20 {
		t.Errorf("only %d kinds of tables", len(highs))
	}
}
