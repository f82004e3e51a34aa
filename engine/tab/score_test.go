package tab_test

import (
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

func TestEqualPipsShareAPlace(t *testing.T) {
	for _, c := range []struct {
		pips      []int64
		places    []int
		champions int
	}{
		{nil, []int{}, 0},
		{[]int64{0, 0}, []int{1, 1}, 0},
		{[]int64{7, -3, -4}, []int{1, 2, 3}, 1},
		{[]int64{7, 7, 2, 2, -18}, []int{1, 1, 3, 3, 5}, 2},
	} {
		var scores []tab.Scored
		for _, p := range c.pips {
			scores = append(scores, tab.Scored{Pips: p})
		}
		if got := tab.Places(scores); !slices.Equal(got, c.places) {
			t.Errorf("%v: places %v, want %v", c.pips, got, c.places)
		}
		if got := tab.Champions(scores); got != c.champions {
			t.Errorf("%v: %d champions, want %d", c.pips, got, c.champions)
		}
	}
}

func TestScoresAreOrderedByPipsAndThenByName(t *testing.T) {
	scores := []tab.Scored{{Person: "cy", Pips: 1}, {Person: "bob", Pips: 1}, {Person: "ann", Pips: -2}, {Person: "dee", Pips: 3}}
	slices.SortFunc(scores, tab.CompareScores)
	order := ""
	for _, s := range scores {
		order += string(s.Person) + " "
	}
	if order != "dee bob cy ann " {
		t.Error(order)
	}
}
