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
	v := Result{Winner: 2, Sum: 9, Rows: []Row{{Seat: Seat{Number: 1, Name: "Ida"}, Pips: -9, Count: 9, Hand: Fan{Loose: cards(t, "9C")}}, {Seat: Seat{Number: 2, Name: "Mats"}, Pips: 9}}}
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

// TestEachNumberOfAResultStandsOnce has a table's first hand and a later one: what the winner collects is told above the rows alone, and
// what all have come to only where that is another number.
func TestEachNumberOfAResultStandsOnce(t *testing.T) {
	a := New()
	v := Result{Winner: 1, Sum: 48, Factor: 2, Rows: []Row{
		{Seat: Seat{Number: 1, Name: "Ida", Cards: -1, Scored: true, Score: 48, Leads: true}, Pips: 48, Laid: [][]engine.Card{cards(t, "4C 4D 4H")}},
		{Seat: Seat{Number: 2, Name: "Mats", Cards: -1, Scored: true, Score: -48}, Pips: -48, Sum: "24 × 2", Count: 24, Hand: Fan{Loose: cards(t, "KC QD 4S")}},
	}}
	numbers := func() (all []string) {
		for _, o := range laid(a, v).ops {
			if o.kind == aText && o.align != centre {
				all = append(all, o.text)
			}
		}
		return all
	}
	if got, want := numbers(), []string{"+48", "Ida", "Ida", "Mats", "−48", "24 × 2"}; !slices.Equal(got, want) {
		t.Errorf("after the first hand it says %q, want %q", got, want)
	}
	v.Rows[0].Seat.Score, v.Rows[1].Seat.Score = 10, -10
	if got, want := numbers(), []string{"+48", "Ida", "Ida", "Σ +10", "Mats", "−48", "24 × 2", "Σ −10"}; !slices.Equal(got, want) {
		t.Errorf("after a later hand it says %q, want %q", got, want)
	}
}
