package sitting

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
)

func TestTheDealFindsItsWayRoundChangedSeats(t *testing.T) {
	for _, c := range []struct {
		name   string
		left   []bool // by seat of the last hand
		join   int
		dealer engine.Seat
		winner engine.Seat
		next   engine.Seat // as a seat of the next hand
	}{
		{"two: the winner deals", []bool{false, false}, 0, 0, 1, 1},
		{"two: nobody collected", []bool{false, false}, 0, 1, engine.Nobody, 1},
		{"two: the winner has left", []bool{false, true}, 1, 1, 1, 1},
		{"two: the winner has left, not the dealer", []bool{true, false}, 1, 1, 0, 1},
		{"two become three", []bool{false, false}, 1, 0, 0, 1},
		{"two become three, the newcomer is left of the dealer", []bool{false, false}, 1, 1, 0, 2},
		{"three become two: the winner deals", []bool{true, false, false}, 0, 0, 2, 1},
		{"three become two: nobody collected", []bool{false, false, true}, 0, 1, engine.Nobody, 1},
		{"three: to the left", []bool{false, false, false}, 0, 2, 1, 0},
		{"four: the dealer has left", []bool{false, true, false, false}, 0, 1, 0, 1},
		{"four: the last seat dealt and left", []bool{false, false, false, true}, 0, 3, 0, 0},
		{"four: the left neighbour has left", []bool{false, true, false, false}, 0, 0, 3, 1},
		{"all new but one", []bool{true, true, false}, 2, 0, 0, 0},
	} {
		var s seating
		for _, left := range c.left {
			s.hand = append(s.hand, seat{Sitter: Sitter{Person: "p", Leaving: left}})
		}
		s.wait = make([]seat, c.join)
		if got := s.nextDealer(&HandResult{Dealer: c.dealer, Result: engine.Result{Winner: c.winner}}, len(s.staying())); got != c.next {
			t.Errorf("%s: seat %d deals, want %d", c.name, got, c.next)
		}
	}
}
