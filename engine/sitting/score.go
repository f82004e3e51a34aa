package sitting

import (
	"slices"

	"github.com/boathouse-rum/boathouse/engine"
)

// A Score is what somebody has come to at a table, in hands that were dealt fresh: on the tab or
// off it, with computers too.
type Score struct {
	Collected int // pips that the others have paid them
	Net       int // these less what they have paid
}

// A Standing is the score of one who has played at the table.
type Standing struct {
	Sitter
	Score
}

// A tally is what the hands of a table have come to that were dealt fresh. It has the scores of
// all who played one, whether they sit there still or not: who comes back goes on from
// what they had.
type tally struct {
	all            []Standing // in the order of who came first
	hands, won     int        // how many there were, and how many of these somebody collected
	rummy, closest Feat
}

// of returns somebody's score.
func (t *tally) of(who Sitter) Score {
	if i := slices.IndexFunc(t.all, func(s Standing) bool { return s.Is(who) }); i >= 0 {
		return t.all[i].Score
	}
	return Score{}
}

// ofAll lists the scores of those who sit somewhere.
func (t *tally) ofAll(seats []Sitter) []Score {
	all := make([]Score, len(seats))
	for i, who := range seats {
		all[i] = t.of(who)
	}
	return all
}

// with returns the tally after a hand; the older one stays as it was.
func (t tally) with(l *HandResult) tally {
	if l.Abandoned || l.Again > 0 && !l.OnTab {
		return t
	}
	t.all = slices.Clone(t.all)
	t.hands++
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
	if winner != engine.Nobody {
		t.won++
		t.note(l, Feat{Hand: l.Hand, By: l.Seats[winner], Pips: l.collected()})
	}
	return t
}

// note keeps what somebody collected if it is more, or less, than ever before.
func (t *tally) note(l *HandResult, f Feat) {
	if l.isRummy() && f.Pips > t.rummy.Pips {
		t.rummy = f
	}
	if t.won == 1 || f.Pips < t.closest.Pips {
		t.closest = f
	}
}

// place returns where somebody's score stands, in a tally that nobody else has.
func (t *tally) place(who Sitter) *Score {
	i := slices.IndexFunc(t.all, func(s Standing) bool { return s.Is(who) })
	if i < 0 {
		i = len(t.all)
		t.all = append(t.all, Standing{Sitter: Sitter{Person: who.Person, Computer: who.Computer, Twin: who.Twin}})
	}
	return &t.all[i].Score
}

// isRummy says whether everybody has paid more than once. Where everybody goes out at once
// that pays no more, and nobody is told of a rummy.
func (l *HandResult) isRummy() bool { return l.Result.Rummy && l.Rules.RummyMultiplier > 1 }

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
