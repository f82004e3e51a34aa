package picture

import (
	"math"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

// TestStrangeValuesAreDrawn: nothing that a value could hold stops the artist, and what
// is drawn of it lies inside.
func TestStrangeValuesAreDrawn(t *testing.T) {
	a, d := New(), newDealer(8)
	d.shuffle()
	run := d.take(30)
	for name, of := range map[string]scene{
		"no table": Table{}, "no hand": Hand{}, "no result": Result{}, "no evening": Evening{}, "no record": Record{}, "no standings": Standings{}, "no chart": Chart{}, "strange chart": Chart{Lines: []Line{{}, {Values: []int{math.MinInt64}}, {Seat: Seat{Number: -3}, Values: []int{math.MaxInt64, 0, -1}}}, Ticks: []Tick{{At: -5, Text: "x"}, {At: 4000, Text: "y"}}}, "strange standings": Standings{Ranks: []Rank{{}, {Seat: Seat{Number: -7, Name: "x"}, Net: math.MinInt32, Hands: -1, Rummies: math.MaxInt32, First: true}}}, "no tab": Tab{}, "no year": Year{}, "strange year": Year{Hands: -1, Won: math.MaxInt32, Net: math.MinInt32, Rummy: math.MaxInt32, Evening: math.MaxInt32, Closest: math.MinInt32, Drought: math.MaxInt32, Taken: math.MinInt32}, "a tab of much": Tab{Friends: -1, Net: math.MinInt32, Owed: []Owed{{Pips: math.MinInt32, Hands: -1}, {Pips: math.MaxInt32, Hands: math.MaxInt32}}}, "no block": Record{Blocks: make([]Block, 2)},
		"one seat":        Table{Seats: sitters(1), Last: Turn{Seat: 1, Threw: engine.NoCard}},
		"twelve seats":    Table{Seats: append(sitters(6), sitters(6)...)},
		"nobody's melds":  Table{Melds: []Meld{{Owner: -3, Cards: run[:3]}, {Owner: 99, Number: 1000, Cards: run}, {}}, Last: Turn{Seat: 77, Threw: engine.NoCard}},
		"no such winner":  Result{Winner: 5, Sum: 9, Rows: []Row{{Seat: Seat{Number: 1}}}},
		"more hands":      Table{Seats: sitters(2), Hands: make([]Fan, 5)},
		"more than cards": Table{Seats: []Seat{{Number: 1, Cards: 1000}, {Number: 2, Cards: 1}}},
		"a long turn":     Table{Seats: sitters(2), Last: Turn{Seat: 1, Drew: run, Laid: []Meld{{Number: 1, Cards: run}}, Threw: engine.NoCard}},
		"no such card":    Result{Rows: []Row{{Hand: Fan{Loose: []engine.Card{engine.NoCard, 52, 3}}}}},
		"negative":        Evening{Hands: -1, Standings: []Standing{{Net: math.MinInt32}}, Rummy: Feat{Hand: -1, Pips: -1}},
	} {
		for style := range styles {
			read(t, a.draw(Look{Style: style, Courts: Courts{"ÄÖÜ", "日", "longer"}}, of))
		}
		s, page := laid(a, of), 0
		for _, o := range s.ops {
			if at := o.bounds(s); at.Max.Y > page && !at.Empty() {
				page = at.Max.Y
			}
		}
		if page > s.high {
			t.Errorf("%s: %d high, and something lies at %d", name, s.high, page)
		}
	}
}
