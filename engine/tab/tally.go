package tab

import "slices"

// QuarterHour is the length of a quarter of an hour in ms. A day begins on one in
// every time zone there is, so that days anywhere can be added up from quarters.
const QuarterHour = 15 * 60 * 1000

// QuarterOf returns the beginning of the UTC quarter of an hour that a time is in,
// both in unix ms.
func QuarterOf(at int64) int64 {
	into := at % QuarterHour
	if into < 0 {
		into += QuarterHour
	}
	return at - into
}

// An Outcome is what a hand that counts on the tab was to the people who sat.
// The zero Outcome is no hand.
type Outcome struct {
	People []Person // who sat to the end or left meanwhile; no computers
	Winner Person   // who collects; empty: nobody, or a computer
	Rummy  bool     // whoever won did so all at once, where that pays more; where a void of old says so, in any play
}

// A Tally counts hands on the tab of one person.
type Tally struct {
	Hands   int64 // that the person sat in
	Wins    int64 // of these, that the person collected for
	Rummies int64 // of these, that were won all at once, where that pays more
}

// Tally returns what a hand counts for a person; nothing for one who didn't sit.
func (o *Outcome) Tally(p Person) Tally {
	switch {
	case !slices.Contains(o.People, p):
		return Tally{}
	case p != o.Winner:
		return Tally{Hands: 1}
	case !o.Rummy:
		return Tally{Hands: 1, Wins: 1}
	}
	return Tally{Hands: 1, Wins: 1, Rummies: 1}
}

// Plus returns the sum of two tallies.
func (t Tally) Plus(u Tally) Tally {
	return Tally{Hands: t.Hands + u.Hands, Wins: t.Wins + u.Wins, Rummies: t.Rummies + u.Rummies}
}
