package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Score is what somebody has come to at a table, in hands that count on the tab.
type Score struct {
	Collected int // pips that the others have paid them
	Net       int // these less what they have paid
}

// A standing is the score of one who has played at the table.
type standing struct {
	Sitter
	Score
}

// A tally has the scores of all who have played a hand that counts, whether they sit
// there still or not: who comes back goes on from what they had.
type tally []standing

// of returns somebody's score.
func (t tally) of(who Sitter) Score {
	if i := slices.IndexFunc(t, func(s standing) bool { return s.Is(who) }); i >= 0 {
		return t[i].Score
	}
	return Score{}
}

// ofAll lists the scores of those who sit somewhere.
func (t tally) ofAll(seats []Sitter) []Score {
	all := make([]Score, len(seats))
	for i, who := range seats {
		all[i] = t.of(who)
	}
	return all
}

// with returns the tally after a hand; the older one stays as it was.
func (t tally) with(l *HandResult) tally {
	if l.Abandoned || !l.OnTab {
		return t
	}
	t = slices.Clone(t)
	winner := l.Result.Winner
	for at, who := range l.Seats {
		score := t.place(who)
		if winner == engine.Nobody {
			continue
		}
		pips := int(l.Result.Payments[at])
		score.Net -= pips
		if engine.Seat(at) == winner {
			pips = l.collected()
			score.Collected += pips
			score.Net += pips
		}
	}
	return t
}

// place returns where somebody's score stands, in a tally that nobody else has.
func (t *tally) place(who Sitter) *Score {
	i := slices.IndexFunc(*t, func(s standing) bool { return s.Is(who) })
	if i < 0 {
		i = len(*t)
		*t = append(*t, standing{Sitter: Sitter{Person: who.Person, Computer: who.Computer, Twin: who.Twin}})
	}
	return &(*t)[i].Score
}

// collected is what the winner of the hand is paid.
func (l *HandResult) collected() int {
	total := 0
	for _, pips := range l.Result.Payments {
		total += int(pips)
	}
	return total
}

// Leads returns whose net is highest of these scores; Nobody where two share that.
func Leads(scores []Score) engine.Seat {
	best, leader := 0, engine.Nobody
	for i, s := range scores {
		switch {
		case i == 0 || s.Net > best:
			best, leader = s.Net, engine.Seat(i)
		case s.Net == best:
			leader = engine.Nobody
		}
	}
	return leader
}
