package tab

import (
	"cmp"
	"math/bits"
	"slices"
)

// mostExact is the largest number of people for whom Net searches for the
// smallest list; the search takes time and space in proportion to 2 to its power.
const mostExact = 16

// Net returns debts that settle everything: paying them brings each person's
// standing to 0. The rows must balance ([Check]). The list is ordered by From,
// then To, and the same for the same standings: the smallest there is for up to
// 16 people who are not at zero, and for more than that at most one debt fewer
// than people.
func Net(rows []Entry) []Debt {
	open := slices.DeleteFunc(Standings(rows), func(s Standing) bool { return s.Pips == 0 })
	groups := [][]Standing{open}
	if len(open) <= mostExact {
		groups = zeroGroups(open)
	}
	var debts []Debt
	for _, group := range groups {
		debts = append(debts, settle(group)...)
	}
	slices.SortFunc(debts, func(a, b Debt) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return debts
}

// settle has the one who owes most pay the one who is owed most for as long as
// there are both. Each debt settles at least one person and the last settles
// two, so n people take at most n-1.
func settle(group []Standing) []Debt {
	open := slices.Clone(group)
	var debts []Debt
	for {
		slices.SortFunc(open, byPips)
		last := len(open) - 1
		if last < 1 || open[0].Pips <= 0 || open[last].Pips >= 0 {
			return debts
		}
		pips := min(open[0].Pips, -open[last].Pips)
		debts = append(debts, Debt{open[last].Person, open[0].Person, pips})
		open[0].Pips -= pips
		open[last].Pips += pips
	}
}

// zeroGroups splits people into as many groups as can each settle among
// themselves. A group of n settles in n-1 debts, and a list of debts splits the
// people into such groups, so the most groups make the smallest list.
//
// groups[m] is the most groups that end within the people of mask m when these
// are taken in some order, and last[m] the one taken last.
func zeroGroups(open []Standing) [][]Standing {
	size := 1 << len(open)
	sums, groups, last := make([]int64, size), make([]int8, size), make([]int8, size)
	for m := 1; m < size; m++ {
		low := bits.TrailingZeros(uint(m))
		sums[m] = sums[m&(m-1)] + open[low].Pips
		groups[m] = -1
		for rest := m; rest != 0; rest &= rest - 1 {
			i := bits.TrailingZeros(uint(rest))
			if n := groups[m&^(1<<i)]; n > groups[m] {
				groups[m], last[m] = n, int8(i)
			}
		}
		if sums[m] == 0 {
			groups[m]++
		}
	}
	var out [][]Standing
	var group []Standing
	for m := size - 1; m != 0; m &^= 1 << last[m] {
		group = append(group, open[last[m]])
		if sums[m&^(1<<last[m])] == 0 {
			out = append(out, group)
			group = nil
		}
	}
	return out
}
