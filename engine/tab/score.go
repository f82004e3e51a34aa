package tab

import "cmp"

// A Scored is what hands brought a person in some time, and how many these were.
type Scored struct {
	Person Person
	Pips   int64 // collected less paid; what else people settle between them isn't in it
	Tally
}

// CompareScores orders who has most pips first, equals by name.
func CompareScores(a, b Scored) int {
	return cmp.Or(cmp.Compare(b.Pips, a.Pips), cmp.Compare(a.Person, b.Person))
}

// Places returns the place of each of some scores in the order of [CompareScores]: from
// 1, the same for equal pips, after which as many places are left out.
func Places(scores []Scored) []int {
	places := make([]int, len(scores))
	for i, s := range scores {
		places[i] = i + 1
		if i > 0 && scores[i-1].Pips == s.Pips {
			places[i] = places[i-1]
		}
	}
	return places
}

// Champions returns how many of some scores in the order of [CompareScores] share the first
// place: nobody where nobody has more than they began with.
func Champions(scores []Scored) int {
	n := 0
	for n < len(scores) && scores[n].Pips > 0 && scores[n].Pips == scores[0].Pips {
		n++
	}
	return n
}
