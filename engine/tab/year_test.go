package tab_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

// TestFactsAreWhatASlowLookFinds compares it with one that looks at every hand, run of hands,
// person and table by itself, from the last to the first so that the earliest of equals stays.
func TestFactsAreWhatASlowLookFinds(t *testing.T) {
	seen := [5]int{}
	for seed := range uint64(3000) {
		sides := randomSides(rand.New(rand.NewPCG(seed, 11)))
		got, want := tab.FactsOf(sides), slowFacts(sides)
		if got != want {
			t.Fatalf("seed %d: %+v\nand not %+v", seed, got, want)
		}
		for i, f := range got.All() {
			if f.There() {
				seen[i]++
			}
		}
	}
	for i, n := range seen {
		if n < 1000 || n == 3000 {
			t.Errorf("fact %d is there %d times", i, n)
		}
	}
}

// TestPiecesOfAYearAddUpToIt cuts random sides at random places, some of them twice.
func TestPiecesOfAYearAddUpToIt(t *testing.T) {
	for seed := range uint64(3000) {
		dice := rand.New(rand.NewPCG(seed, 12))
		sides := randomSides(dice)
		cuts := []int{0, len(sides)}
		for range dice.IntN(5) {
			cuts = append(cuts, dice.IntN(len(sides)+1))
		}
		slices.Sort(cuts)
		var all tab.Piece
		for i := range cuts[1:] {
			var piece tab.Piece
			for _, s := range sides[cuts[i]:cuts[i+1]] {
				piece.Add(tab.PieceOf(s))
			}
			all.Add(piece)
		}
		if got, want := all.Facts(), slowFacts(sides); got != want {
			t.Fatalf("seed %d, cut at %v: %+v\nand not %+v", seed, cuts, got, want)
		}
	}
}

func TestWithoutHandsNothingStandsOut(t *testing.T) {
	if got := tab.FactsOf(nil); got != (tab.Facts{}) {
		t.Errorf("%+v", got)
	}
}

// randomSides are up to a dozen hands at three tables with three others, of few pips so that much is equal.
func randomSides(dice *rand.Rand) []tab.Side {
	sides := make([]tab.Side, dice.IntN(13))
	for i := range sides {
		s := &sides[i]
		s.From, s.Seq, s.At = tab.Hand{Table: fmt.Sprint("t", dice.IntN(3)), Number: i + 1}, int64(10*i), int64(1000*i)
		sign := int64(1 - 2*dice.IntN(2))
		for _, other := range dice.Perm(3)[:1+dice.IntN(3)] {
			s.Lines = append(s.Lines, tab.Entry{Person: "me", Other: tab.Person(fmt.Sprint("p", other)), Pips: sign * (1 + dice.Int64N(4))})
		}
		s.Rummy = sign > 0 && dice.IntN(2) == 0
	}
	return sides
}

// slowFacts finds every fact by a look of its own.
func slowFacts(sides []tab.Side) tab.Facts {
	var y tab.Facts
	sum := func(is func(tab.Side, tab.Entry) bool) (pips int64) {
		for _, s := range sides {
			for _, l := range s.Lines {
				if is(s, l) {
					pips += l.Pips
				}
			}
		}
		return pips
	}
	of := func(i int) tab.Fact {
		return tab.Fact{Pips: sum(func(s tab.Side, _ tab.Entry) bool { return s.From == sides[i].From }), Hands: 1, From: sides[i].From, At: sides[i].At}
	}
	abs := func(n int64) int64 { return max(n, -n) }
	for i := len(sides) - 1; i >= 0; i-- {
		this := of(i)
		if sides[i].Rummy && this.Pips >= y.Rummy.Pips {
			y.Rummy = this
		}
		if !y.Closest.There() || abs(this.Pips) <= abs(y.Closest.Pips) {
			y.Closest = this
		}
		run := tab.Fact{From: this.From, At: this.At}
		for j := i; j < len(sides) && of(j).Pips < 0; j++ {
			run.Hands, run.Pips = run.Hands+1, run.Pips+of(j).Pips
		}
		if run.Hands > 0 && run.Hands >= y.Drought.Hands {
			y.Drought = run
		}
		table := tab.Fact{Pips: sum(func(s tab.Side, _ tab.Entry) bool { return s.From.Table == sides[i].From.Table })}
		for _, s := range sides {
			if s.From.Table == sides[i].From.Table {
				table.Hands, table.From, table.At = table.Hands+1, s.From, s.At
			}
		}
		if table.Pips > 0 && (table.Pips > y.Evening.Pips || table.Pips == y.Evening.Pips && i <= first(sides, table.From.Table)) {
			y.Evening = table
		}
		for k := len(sides[i].Lines) - 1; k >= 0; k-- {
			other := sides[i].Lines[k].Other
			foe := tab.Fact{Other: other, Pips: sum(func(_ tab.Side, l tab.Entry) bool { return l.Other == other })}
			worst := int64(0)
			met := -1
			for j, s := range sides {
				for _, l := range s.Lines {
					if l.Other != other {
						continue
					}
					if foe.Hands++; met < 0 {
						met = j
					}
					if l.Pips < worst {
						worst, foe.From, foe.At = l.Pips, s.From, s.At
					}
				}
			}
			if foe.Pips < 0 && (foe.Pips < y.Nemesis.Pips || foe.Pips == y.Nemesis.Pips && i <= met) {
				y.Nemesis = foe
			}
		}
	}
	return y
}

// first is the place of a table's first hand.
func first(sides []tab.Side, table string) int {
	for i, s := range sides {
		if s.From.Table == table {
			return i
		}
	}
	return -1
}
