package main

import (
	"math/rand/v2"
	"slices"
)

// order puts files so that as few calls as can be run from a later one to an
// earlier one; those are the calls that run back up. Files that don't call each
// other in a circle come in topological order, and nothing runs back up among
// them. Of a circle the cheapest order is searched for: the least that would have
// to be turned round. The same calls always give the same order. Circling is the
// number of calls in circles.
func order(names []string, calls map[pair]int) (all []string, circling int) {
	names = slices.Sorted(slices.Values(names))
	for _, circle := range circles(names, calls) {
		all = append(all, cheapest(circle, calls)...)
		for _, a := range circle {
			for _, b := range circle {
				circling += calls[pair{a, b}]
			}
		}
	}
	return all, circling
}

// circles groups files that call each other in a circle, callers first (Tarjan's
// strongly connected components). A file that is in no circle is a group alone.
func circles(names []string, calls map[pair]int) (groups [][]string) {
	index, low := make(map[string]int), make(map[string]int)
	on := make(map[string]bool)
	var stack []string
	var visit func(string)
	visit = func(a string) {
		index[a] = len(index) + 1
		low[a] = index[a]
		stack, on[a] = append(stack, a), true
		for _, b := range names {
			switch {
			case calls[pair{a, b}] == 0:
			case index[b] == 0:
				visit(b)
				low[a] = min(low[a], low[b])
			case on[b]:
				low[a] = min(low[a], index[b])
			}
		}
		if low[a] < index[a] {
			return
		}
		at := slices.Index(stack, a)
		group := slices.Clone(stack[at:])
		for _, b := range group {
			on[b] = false
		}
		stack = stack[:at]
		groups = append(groups, slices.Sorted(slices.Values(group)))
	}
	for _, a := range names {
		if index[a] == 0 {
			visit(a)
		}
	}
	slices.Reverse(groups) // whoever is called is found before its callers
	return groups
}

// cheapest searches the order of a circle with the fewest calls from later to
// earlier: from many beginnings, each file is put where it costs least until
// nothing gets better.
func cheapest(circle []string, calls map[pair]int) []string {
	const beginnings = 200
	n := len(circle)
	if n == 1 {
		return circle
	}
	weight := make([][]int, n)
	for a := range weight {
		weight[a] = make([]int, n)
		for b := range weight[a] {
			weight[a][b] = calls[pair{circle[a], circle[b]}]
		}
	}
	dice := rand.New(rand.NewPCG(1, 2))
	var best []int
	least := 0
	for range beginnings {
		line := dice.Perm(n)
		for improve(line, weight) {
		}
		if c := cost(line, weight); best == nil || c < least {
			best, least = slices.Clone(line), c
		}
	}
	var out []string
	for _, a := range best {
		out = append(out, circle[a])
	}
	return out
}

// improve puts each file once where it costs least, and says whether that gained.
func improve(line []int, weight [][]int) (gained bool) {
	for file := range weight {
		at := slices.Index(line, file)
		change, least, to := 0, 0, at
		for i := at - 1; i >= 0; i-- { // before line[i]
			change += weight[line[i]][file] - weight[file][line[i]]
			if change < least {
				least, to = change, i
			}
		}
		change = 0
		for i := at + 1; i < len(line); i++ { // behind line[i]
			change += weight[file][line[i]] - weight[line[i]][file]
			if change < least {
				least, to = change, i
			}
		}
		if to != at {
			gained = true
			rest := slices.Delete(slices.Clone(line), at, at+1)
			copy(line, slices.Insert(rest, to, file))
		}
	}
	return gained
}

// cost is the number of calls from later to earlier.
func cost(line []int, weight [][]int) (sum int) {
	for i, later := range line {
		for _, earlier := range line[:i] {
			sum += weight[later][earlier]
		}
	}
	return sum
}
