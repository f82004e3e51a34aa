package picture

import (
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// TestARummyLooksLikeOne counts what is gold above the rows: of a rummy most of it, and
// of another win a crown and a sum.
func TestARummyLooksLikeOne(t *testing.T) {
	a := New()
	shine := func(factor int) (gilt int) {
		at := slices.IndexFunc(samples(t), func(s sample) bool { return s.name == "result-3" })
		v := samples(t)[at].of.(Result)
		v.Factor = factor
		img := decode(t, a.draw(Look{}, v))
		for _, p := range img.Pix[:img.Stride*(side+momentHigh-between)] {
			if ink(p) == gold {
				gilt++
			}
		}
		return gilt
	}
	whole := Width * (side + momentHigh - between)
	if rummy, plain := shine(2), shine(0); rummy < whole/2 || plain > whole/8 || plain == 0 {
		t.Errorf("of %d pixels a rummy has %d of gold, another win %d", whole, rummy, plain)
	}
}

// TestAWinnersMeldsAreInTheirRow finds them there, and nobody's elsewhere.
func TestAWinnersMeldsAreInTheirRow(t *testing.T) {
	a := New()
	v := Result{Winner: 2, Sum: 9, Rows: []Row{{Seat: Seat{Number: 1, Name: "Ida"}, Pips: -9, Count: 9, Hand: Fan{Loose: cards(t, "9C")}}, {Seat: Seat{Number: 2, Name: "Mats"}, Pips: 9, Out: true}}}
	bare := laid(a, v).high
	v.Rows[1].Laid = [][]engine.Card{cards(t, "4C 4D 4H"), cards(t, "9S 10S JS QS")}
	s := laid(a, v)
	var shown []engine.Card
	for _, o := range s.ops {
		if o.kind == aCard && o.y > s.high/2 {
			shown = append(shown, o.card)
		}
	}
	if want := slices.Concat(v.Rows[1].Laid...); !slices.Equal(shown, want) || s.high <= bare {
		t.Errorf("in the winner's row are %v, not %v; it is %d high, and %d without them", shown, want, s.high, bare)
	}
}
