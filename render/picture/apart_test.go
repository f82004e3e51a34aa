package picture

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
)

// atTable are the pictures in which somebody at a table stands by name.
func atTable(t testing.TB, of Seat) map[string]scene {
	t.Helper()
	other := Seat{Number: 1, Name: "Ida", Cards: 3}
	third := Seat{Number: 3, Name: "Ada", Cards: 4}
	run := cardsOf(t, "9C TC JC QC KC")
	lost := Row{Seat: of, Pips: -9, Count: 9, Hand: Fan{Loose: cardsOf(t, "9H")}}
	return map[string]scene{
		"table of two":   Table{Seats: []Seat{other, of}, Middle: Middle{Stock: 20, Top: cardsOf(t, "2C")}},
		"table of three": Table{Seats: []Seat{other, of, third}, Middle: Middle{Stock: 20, Top: cardsOf(t, "2C")}},
		"meld":           Hand{Seats: []Seat{other, of}, Melds: []Meld{{Number: 1, Owner: of.Number, Cards: run}}, Count: -1},
		"open hands":     Table{Seats: []Seat{other, of}, Hands: []Fan{{}, {Loose: cardsOf(t, "9H")}}},
		"won":            Result{Winner: of.Number, Sum: 9, Rows: []Row{{Seat: of, Pips: 9}, {Seat: other, Pips: -9}}},
		"rummy":          Result{Winner: of.Number, Sum: 9, Factor: 2, Rows: []Row{{Seat: of, Pips: 9}, {Seat: other, Pips: -9}}},
		"lost":           Result{Winner: 1, Sum: 9, Rows: []Row{{Seat: other, Pips: 9}, lost}},
		"evening":        Evening{Hands: 2, Standings: []Standing{{Seat: of}, {Seat: other}}},
		"feat":           Evening{Hands: 2, Standings: []Standing{{Seat: other}}, Rummy: Feat{Seat: of, Hand: 2, Pips: 9}},
	}
}

// TestWhoSitsTogetherLooksDifferent: a computer has its sign and one of two names that look alike
// its number wherever the name stands; what can't be drawn, or not as a whole, has its disc.
func TestWhoSitsTogetherLooksDifferent(t *testing.T) {
	a := New()
	for _, name := range []string{"Kano", strings.Repeat("W", 32), "Alexander Alexander Alexander A", "李小龙", "🛶🛶", "", "م", "Sam 2"} {
		plain := atTable(t, Seat{Number: 2, Name: name, Cards: 5})
		for _, what := range slices.Sorted(maps.Keys(plain)) {
			is := a.draw(Look{}, plain[what])
			for as, seat := range map[string]Seat{
				"a computer":               {Number: 2, Name: name, Cards: 5, Computer: true},
				"the second":               {Number: 2, Name: name, Cards: 5, Twin: 2},
				"somebody in another seat": {Number: 4, Name: name, Cards: 5},
				"nobody":                   {Number: 2, Cards: 5},
			} {
				drawable := name != "" && a.art.has(name)
				if as == "the second" && !drawable || as == "nobody" && !drawable {
					continue // the number of the seat stands for the name
				}
				if bytes.Equal(is, a.draw(Look{}, atTable(t, seat)[what])) {
					t.Errorf("%s: %q looks as %s", what, name, as)
				}
			}
		}
	}
}

// TestACutNameHasItsDisc: two names that begin alike are told apart by what stands before them.
func TestACutNameHasItsDisc(t *testing.T) {
	a := New()
	for what := range atTable(t, Seat{Number: 2}) {
		one := a.draw(Look{}, atTable(t, Seat{Number: 2, Name: strings.Repeat("W", 31) + "a", Cards: 5})[what])
		other := a.draw(Look{}, atTable(t, Seat{Number: 4, Name: strings.Repeat("W", 31) + "b", Cards: 5})[what])
		if bytes.Equal(one, other) {
			t.Errorf("%s: both look the same", what)
		}
	}
}
