package simulate

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// TestAMatchLastsUntilOneHasCollectedEnough counts by hand, round the end of the list,
// and holds that what is measured is the same again.
func TestAMatchLastsUntilOneHasCollectedEnough(t *testing.T) {
	hauls := []haul{{0, 10}, {1, 30}, {engine.Nobody, 0}, {0, 15}}
	for _, c := range []struct{ from, target, want int }{{0, 10, 1}, {0, 30, 2}, {0, 25, 2}, {2, 25, 3}, {2, 40, 6}, {3, 1, 1}, {1, 31, 5}, {0, 10_000, 40}} {
		if got := matchLength(hauls, c.from, c.target); got != c.want {
			t.Errorf("from %d to %d pips: %d hands, want %d", c.from, c.target, got, c.want)
		}
	}
	b := Bench{Rules: engine.Boathouse.Rules(), Seats: []opponent.Level{opponent.Easy, opponent.Easy}, Hands: 60, Seed: 1, Workers: 2}
	first, err := b.Matches(t.Context(), []int{20, 200})
	if err != nil {
		t.Fatal(err)
	}
	b.Workers = 1
	again, err := b.Matches(t.Context(), []int{20, 200})
	if err != nil || first[0] != again[0] || first[1] != again[1] {
		t.Errorf("%v, then %v (%v)", first, again, err)
	}
	if first[0].Median >= first[1].Median || first[1].Median > first[1].Ninety {
		t.Errorf("lengths %v", first)
	}
}
