package simulate

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/google/go-cmp/cmp"
)

// ratioOf counts groups given as pairs of numbers.
func ratioOf(groups ...[2]int) (r ratio) {
	for _, g := range groups {
		r.add(g[0], g[1])
	}
	return r
}

// The figures are worked out by hand. Of wins 2, 1, 1, 2 in four pairs: p = 6/8,
// deviations ½, −½, −½, ½, so var = 4/3 · 1/64 = 1/48 and n = (3/16)/(1/48) = 9.
// Of wins 2 of 2 and 0 of 1: p = 2/3, deviations 2/3 and −2/3, so
// var = 2 · 8/9 / 9 = 16/81 and n = (2/9)/(16/81) = 9/8. Where all agree n is the groups: 4/(4+1.96²) = 0.5101.
func TestIntervalsAreOverGroups(t *testing.T) {
	for name, c := range map[string]struct {
		ratio       ratio
		mean, share *Measure
	}{
		"four pairs":      {ratioOf([2]int{2, 2}, [2]int{1, 2}, [2]int{1, 2}, [2]int{2, 2}), &Measure{0.75, []float64{0.4671, 1.0329}}, &Measure{0.75, []float64{0.4269, 0.9236}}},
		"unequal groups":  {ratioOf([2]int{2, 2}, [2]int{0, 1}), &Measure{0.6667, []float64{-0.2044, 1.5378}}, &Measure{0.6667, []float64{0.1036, 0.9719}}},
		"all agree":       {ratioOf([2]int{2, 2}, [2]int{2, 2}, [2]int{0, 0}, [2]int{1, 1}, [2]int{2, 2}), &Measure{1, []float64{1, 1}}, &Measure{1, []float64{0.5101, 1}}},
		"one group":       {ratioOf([2]int{1, 2}), &Measure{Value: 0.5}, &Measure{Value: 0.5}},
		"nothing counted": {ratioOf([2]int{0, 0}), nil, nil},
	} {
		if diff := cmp.Diff(c.mean, c.ratio.mean()); diff != "" {
			t.Errorf("%s, mean: %s", name, diff)
		}
		if diff := cmp.Diff(c.share, c.ratio.share()); diff != "" {
			t.Errorf("%s, share: %s", name, diff)
		}
	}
}

// Hands of one deal that go the same way are no independent evidence: taken for
// single hands, they would promise an interval that is too narrow.
func TestHandsOfADealAreOneObservation(t *testing.T) {
	paired := ratioOf([2]int{2, 2}, [2]int{0, 2}, [2]int{2, 2}, [2]int{0, 2}).share().Interval
	single := ratioOf([2]int{1, 1}, [2]int{1, 1}, [2]int{0, 1}, [2]int{0, 1}, [2]int{1, 1}, [2]int{1, 1}, [2]int{0, 1}, [2]int{0, 1}).share().Interval
	if paired[1]-paired[0] <= single[1]-single[0] {
		t.Errorf("pairs %v, single hands %v", paired, single)
	}
}

func TestSummaryCountsWhatHappened(t *testing.T) {
	const e, h = opponent.Easy, opponent.HoldsForRummy
	c := newCount([]opponent.Level{e, h, h})
	win := engine.Result{Winner: 0, Rummy: true, Payments: [engine.MaxSeats]engine.Pips{0, 30, 12}}
	block := engine.Result{Winner: 1, Blocked: true, Payments: [engine.MaxSeats]engine.Pips{6, 0, 9}}
	void := engine.Result{Winner: engine.Nobody, Blocked: true}
	c.add([]play{
		{levels: []opponent.Level{e, h, h}, result: win, moves: 20, turns: 9, laid: true},
		{levels: []opponent.Level{h, h, e}, result: block, moves: 44, turns: 20},
		{levels: []opponent.Level{h, e, h}, result: void, moves: 50, turns: 25},
	})
	want := Summary{
		Hands: 3, Deals: 1, Decided: 2, Blocked: 2, Moves: 114, Rate: 6,
		Share: &Measure{Value: 0.6667}, Laid: &Measure{Value: 0.3333}, Turns: &Measure{Value: 18},
		Levels: []Tally{
			{Level: "easy", Seats: 1, Won: 1, Share: &Measure{Value: 0.5}, Even: 0.3333, Rummies: 1, Pips: 33, PerHand: &Measure{Value: 11}},
			{Level: "holds", Seats: 2, Won: 1, Share: &Measure{Value: 0.5}, Even: 0.6667, ByBlock: 1, Pips: -33, PerHand: &Measure{Value: -5.5}},
		},
		Duels: []Duel{{Level: "easy", Against: "holds", Won: 1, Lost: 1, Share: &Measure{Value: 0.5}, PerHand: &Measure{Value: 5.5}}},
	}
	if diff := cmp.Diff(want, c.summary(500*time.Millisecond)); diff != "" {
		t.Error(diff)
	}
}
