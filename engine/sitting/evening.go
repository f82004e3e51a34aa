package sitting

import (
	"cmp"
	"slices"
)

// An Evening is what a table has come to when it closes.
type Evening struct {
	Hands     int        // that were dealt fresh and played to their end; one at least
	Standings []Standing // of all who played one, from the highest net down
	Rummy     Feat       // the rummy that brought most; zero: there was none
	Closest   Feat       // the hand that brought least; zero where there weren't several
	Broken    bool       // the table closed while a hand was under way, which is the last
}

// A Feat is what somebody collected in one hand.
type Feat struct {
	Hand int
	By   Sitter
	Pips int
}

// Evening returns what a closed table has come to; nil as long as it is open, and
// where no hand was played.
func (s *State) Evening() *Evening {
	if s.phase != Ended || s.tally.hands == 0 {
		return nil
	}
	e := &Evening{
		Hands: s.tally.hands, Standings: slices.Clone(s.tally.all), Rummy: s.tally.rummy,
		Broken: s.last.Abandoned && s.last.Seq == s.version,
	}
	slices.SortStableFunc(e.Standings, func(a, b Standing) int { return cmp.Compare(b.Net, a.Net) })
	if s.tally.won > 1 {
		e.Closest = s.tally.closest
	}
	return e
}
