package tab

import (
	"cmp"
	"slices"
)

// A Standing is what a person stands at with everybody together.
type Standing struct {
	Person Person
	Pips   int64 // above 0: the others owe it; below 0: it owes
}

// A Brought is a hand that brought one person something.
type Brought struct {
	From Hand
	With []Person // who pays the person, or whom the person pays; not empty
	Pips int64    // below 0: the person pays
}

// A Collected is a hand by which one person collected.
type Collected struct {
	By Person
	Brought
}

// pair is one side of what lies between two people.
type pair struct{ person, other Person }

// sum adds up each side of each pair.
func sum(rows []Entry) map[pair]int64 {
	sums := make(map[pair]int64)
	for _, r := range rows {
		sums[pair{r.Person, r.Other}] += r.Pips
	}
	return sums
}

// Balances returns what lies between the people of the rows: one Entry for
// each person and each other it has rows with, ordered by Person, then Other. A
// pair that is even again is there, with 0 pips. Balances may be given instead
// of the rows to every function here that takes rows.
func Balances(rows []Entry) []Entry {
	sums := sum(rows)
	balances := make([]Entry, 0, len(sums))
	for p, pips := range sums {
		balances = append(balances, Entry{p.person, p.other, pips})
	}
	slices.SortFunc(balances, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Person, b.Person), cmp.Compare(a.Other, b.Other))
	})
	return balances
}

// Standings returns where each person of the rows stands, the most pips first,
// equals by name. The standings of balanced rows sum to zero.
func Standings(rows []Entry) []Standing {
	sums := make(map[Person]int64)
	for _, r := range rows {
		sums[r.Person] += r.Pips
	}
	standings := make([]Standing, 0, len(sums))
	for p, pips := range sums {
		standings = append(standings, Standing{p, pips})
	}
	slices.SortFunc(standings, byPips)
	return standings
}

// byPips orders standings as [Standings] says.
func byPips(a, b Standing) int {
	return cmp.Or(cmp.Compare(b.Pips, a.Pips), cmp.Compare(a.Person, b.Person))
}
