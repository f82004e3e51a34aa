package picture

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/boathouse-rum/boathouse/engine"
)

// cards reads cards in their order.
func cards(t testing.TB, text string) (out []engine.Card) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		c, err := engine.ParseCard(word)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	return out
}

// ten is a hand of ten cards with every mark that there is, and two melds on the table.
func ten(t testing.TB) Hand {
	return Hand{
		Middle: Middle{Stock: 29, Top: cards(t, "10C 4H"), Below: 15, New: true},
		Seats:  []Seat{{Number: 1, Name: "Ida"}, {Number: 2, Name: "Mats"}},
		Melds: []Meld{
			{Number: 1, Owner: 1, Cards: cards(t, "7C 7D 7H")},
			{Number: 2, Owner: 2, Cards: cards(t, "9S 10S JS QS"), New: engine.HandOf(cards(t, "QS")...)},
		},
		Groups: [][]engine.Card{cards(t, "4S 5S 6S"), cards(t, "JC JD JH"), cards(t, "KS QH 8S 2D")},
		Found:  []engine.Hand{engine.HandOf(cards(t, "4S 5S 6S")...), engine.HandOf(cards(t, "JC JD JH")...)},
		Loose:  engine.HandOf(cards(t, "KS QH 8S 2D")...),
		New:    engine.HandOf(cards(t, "6S QH")...),
		Barred: engine.HandOf(cards(t, "8S")...),
		Count:  30,
	}
}

// crowd is a hand of so many cards, with as many melds on the table as there can be
// beside it, in groups of so many.
func crowd(n, group int) Hand {
	h := Hand{Middle: Middle{Stock: 3, Top: []engine.Card{1, 2}, Below: 40}, Count: n}
	for i := range n {
		c := engine.Card(i * 37 % engine.PackSize)
		if i%group == 0 {
			h.Groups, h.Found = append(h.Groups, nil), append(h.Found, 0)
		}
		last := len(h.Groups) - 1
		h.Groups[last] = append(h.Groups[last], c)
		switch {
		case last%2 == 1:
			h.Loose = h.Loose.Add(c)
		case i%5 == 4: // which lies apart
			h.Found[0] = h.Found[0].Add(c)
		default:
			h.Found[last] = h.Found[last].Add(c)
		}
		if i%7 == 3 {
			h.New = h.New.Add(c)
		}
		if i%7 == 5 {
			h.Barred = h.Barred.Add(c)
		}
	}
	for i := range engine.MaxMelds * n / engine.PackSize {
		h.Melds = append(h.Melds, Meld{Number: i + 1, Owner: i%6 + 1, Cards: []engine.Card{6, 19, 32, 45}[:3+i%2], New: engine.HandOf(6)})
	}
	for i := range engine.MaxSeats {
		h.Seats = append(h.Seats, Seat{Number: i + 1, Name: []string{"Ida", strings.Repeat("🛶", 32), strings.Repeat("Wü", 40), "", "Ωραία", "松"}[i]})
	}
	return h
}

// TestTheSameSceneGivesTheSameBytes draws by two artists, and by one from several
// sides at once.
func TestTheSameSceneGivesTheSameBytes(t *testing.T) {
	a, b := New(), New()
	for _, h := range []Hand{ten(t), crowd(0, 1), crowd(40, 4), crowd(52, 3)} {
		want := a.Hand(Look{}, h)
		if !bytes.Equal(b.Hand(Look{}, h), want) {
			t.Error("another artist draws otherwise")
		}
		if bytes.Equal(a.Hand(Look{Style: FourColour}, h), want) {
			t.Error("the styles look the same")
		}
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				for range 2 {
					a.Hand(Look{Style: FourColour, Courts: Courts{"B", "D", "K"}}, crowd(i*12, 5))
					if !bytes.Equal(a.Hand(Look{}, h), want) {
						t.Error("it isn't what was drawn alone")
					}
				}
			})
		}
		all.Wait()
	}
}

// TestHandsOfAnySize lays out 0 to 52 cards in groups of any size: each card once,
// inside, its index free.
func TestHandsOfAnySize(t *testing.T) {
	a := New()
	for n := range engine.PackSize + 1 {
		for _, group := range []int{1, 2, 3, 4, 5, 8, 10, 13} {
			h := crowd(n, group)
			s := sheet{art: a.art}
			h.lay(&s)
			var found []engine.Card
			for i, o := range s.ops {
				m := o.size.measure()
				if o.kind != aCard {
					continue
				}
				if o.x < 0 || o.y < 0 || o.x+m.w > Width || o.y+m.h > s.high {
					t.Fatalf("%d cards by %d: %s lies outside at %d, %d", n, group, o.card, o.x, o.y)
				}
				if o.w < m.column-1 && o.w < m.w {
					t.Errorf("%d cards by %d: only %d pixels of %s are free", n, group, o.w, o.card)
				}
				for _, over := range s.ops[i+1:] {
					if over.kind == aCard && over.x < o.x+o.w && over.x >= o.x && over.y < o.y+m.h && over.y+over.h > o.y {
						t.Errorf("%d cards by %d: %s lies on %s", n, group, over.card, o.card)
					}
				}
				if o.size == large || o.size == short {
					found = append(found, o.card)
				}
			}
			var want []engine.Card
			for _, g := range h.Groups {
				want = append(want, g...)
			}
			if !slices.Equal(found, want) {
				t.Errorf("%d cards by %d: %v are %v", n, group, want, found)
			}
		}
		if n%4 > 0 {
			continue
		}
		decode(t, a.Hand(Look{Style: Style(n % 2), Courts: Courts{"Б", "WMW", "??"}}, crowd(n, 1+n%5)))
	}
}

// TestNamesAreDrawnOrNumbered has letters of the three scripts in the font, and a
// number in place of a name of any other.
func TestNamesAreDrawnOrNumbered(t *testing.T) {
	a := New().art
	for r := range written {
		if !unicode.IsLetter(r) || r > 0x17f && r < 0x370 || r > 0x45f || unicode.Is(unicode.Coptic, r) || !unicode.IsGraphic(r) {
			continue
		}
		if !a.has(string(r)) && !strings.ContainsRune("ͰͱͲͳͶͷͻͼͽͿϏϗϘϙϚϛϜϝϞϟϠϡϰϱϳϵϷϸϹϺϻϼϽϾϿϐϑϒϓϔϕϖʼnſ", r) {
			t.Errorf("%c (%U) isn't in the font", r, r)
		}
		for f := range font(fonts) {
			if a.has(string(r)) && a.width(f, string(r)) < f.px()/8 {
				t.Errorf("%c is %d pixels wide", r, a.width(f, string(r)))
			}
		}
	}
	for name, want := range map[string]string{
		"Ida": "Ida", "Žofie": "Žofie", "Ηλέκτρα": "Ηλέκτρα", "Фёдор": "Фёдор",
		"松": "4", "": "4", "🛶": "4", "Ida🛶": "4", " . ": "4",
	} {
		if got := a.name(tiny, Seat{Number: 4, Name: name}, 300); got != want {
			t.Errorf("%q is written %q", name, got)
		}
	}
	long := strings.Repeat("Mats ", 20)
	for _, wide := range []int{0, 10, 40, 100, 333} {
		got := a.name(tiny, Seat{Name: long}, wide)
		if w := a.width(tiny, got); w > max(wide, a.width(tiny, "…")) || !strings.HasSuffix(got, "…") {
			t.Errorf("%q is %d pixels wide of %d", got, w, wide)
		}
	}
}

// TestThePaletteHolds finds every ink over every ground that it is used on near what
// it should be, and no picture with a colour too many.
func TestThePaletteHolds(t *testing.T) {
	p := newPalette()
	if len(p.colors) > 256 {
		t.Errorf("%d colours", len(p.colors))
	}
	for _, ground := range []ink{felt, panel, paper} {
		for i := paper; i < inks; i++ {
			for n := range levels + 1 {
				want := mix(p.colors[ground], p.colors[i], n)
				if got := p.colors[p.over[i][n][ground]]; apart(got, want) > 9000 {
					t.Errorf("%d of ink %d over %d is %v instead of %v", n, i, ground, got, want)
				}
			}
		}
	}
	for _, at := range []ink{felt, paper, black} {
		if p.over[none][0][at] != uint8(at) {
			t.Errorf("nothing over %d is something", at)
		}
	}
}

// TestEmojis draws them all: different, square, small.
func TestEmojis(t *testing.T) {
	a := New()
	seen := map[string]string{}
	for s := range styles {
		for c := range engine.Card(engine.PackSize + 1) {
			if c == engine.PackSize {
				c = engine.NoCard
			}
			data := a.Card(s, c)
			if img := decode(t, data); img.Rect.Dx() != 128 || img.Rect.Dy() != 128 || len(data) > 8<<10 {
				t.Errorf("%s: %v, %d bytes", c, img.Rect, len(data))
			}
			name := number(int(s)) + c.String()
			same := s == FourColour && (c == engine.NoCard)
			if other, ok := seen[string(data)]; ok && !same {
				t.Errorf("%s looks like %s", name, other)
			}
			seen[string(data)] = name
		}
	}
}

// BenchmarkHand draws a hand of ten cards with every mark that there is, and one of
// forty.
func BenchmarkHand(b *testing.B) {
	a := New()
	for name, h := range map[string]Hand{"ten": ten(b), "forty": crowd(40, 4)} {
		b.Run(name, func(b *testing.B) { drawn(b, a, h) })
	}
}
