package engine

// DeadwoodPips returns the pips of the deadwood of [Arrange], quicker.
//
// Without sets, the suits have nothing to do with each other. With sets, taking all of them is
// mostly best, and a hand never costs less than its cards that fit no meld.
//
// Most hands hold no set, or one of three, so the first test for that is short. Bits that are no
// card may look like a set to it; three and four leave them out, so they only cost time.
func DeadwoodPips(h Hand) Pips {
	two, one := h&(h>>(2*Ranks)), h|h>>(2*Ranks) // of clubs and hearts, diamonds and spades
	sets := two & (one>>Ranks | one<<Ranks)      // a bit for three of a rank, two for four
	if sets == 0 {
		return runsAlone(h)
	}
	three := (sets | one&(two>>Ranks)) & wholeSuit
	least := runsAlone(h &^ (three * oneRank))
	if sets&(sets-1) == 0 {
		return min(least, runsAlone(h))
	}
	if least == 0 || !mayHoldRun(h) {
		return least
	}
	four := two & (two >> Ranks) & wholeSuit
	return countWithSets(h&wholePack, three, four, least)
}

// runsAlone returns the pips that runs leave of a hand.
func runsAlone(h Hand) Pips {
	return Pips(runsLeave[h&wholeSuit]) +
		Pips(runsLeave[h>>Ranks&wholeSuit]) +
		Pips(runsLeave[h>>(2*Ranks)&wholeSuit]) +
		Pips(runsLeave[h>>(3*Ranks)&wholeSuit])
}

// mayHoldRun is true for every hand with a run. It is also true for some hands with a king and an
// ace of one suit, or with a row that goes on in the next suit.
func mayHoldRun(h Hand) bool {
	return h&(h<<1)&(h<<2)|h&(h>>(Ranks-1))&oneRank != 0
}

// countWithSets counts a hand with several sets, or one of four. It costs least pips when all sets
// are taken.
func countWithSets(h, three, four Hand, least Pips) Pips {
	sets := three * oneRank
	inRun := inRuns(h)
	if inRun&sets == 0 {
		return least
	}
	bound := runsAlone(h &^ inRun &^ sets)
	if least == bound {
		return least
	}
	q := questionsOf(h, three, four, inRun)
	if q.count() <= mostAsked {
		return countChoices(q, inRun, least, bound)
	}
	s := countSearch{least: min(least, runsAlone(q.rest)), nodes: mostNodes}
	if s.choose(q.rest, q.ask|q.four, q.four); s.nodes < 0 {
		return Pips(cheapestByRank(h) >> PackSize)
	}
	return s.least
}

// countChoices tries the choices of sets as [cheapestOf] does, until the hand costs no more than
// the bound.
func countChoices(q questions, inRun Hand, least, bound Pips) Pips {
	if q.four == 0 {
		least = min(least, runsAlone(q.rest))
		for set := q.ask; set != 0 && least > bound; set = (set - 1) & q.ask {
			least = min(least, runsAlone(q.rest&^(set*oneRank)))
		}
		return least
	}
	rank := q.four & -q.four
	four := q.four &^ rank
	least = countChoices(questions{q.rest, q.ask | rank, four}, inRun, least, bound)
	for left := rank * oneRank & inRun; left != 0 && least > bound; left &= left - 1 {
		set := rank * oneRank &^ (left & -left)
		least = countChoices(questions{q.rest &^ set, q.ask, four}, inRun, least, bound)
	}
	return least
}

// mostNodes is how many choices a countSearch makes before it gives up: less than a tenth of the
// time of cheapestByRank.
const mostNodes = 16

// A countSearch decides about one rank after the other. It leaves a branch that can't beat the
// least pips found.
type countSearch struct {
	least Pips
	nodes int // below 0: the search gave up
}

// choose goes through the choices for the ranks that are open, all of whose cards are in rest. Of
// four, one card may also stay in its run.
func (s *countSearch) choose(rest, open, four Hand) {
	if s.nodes--; s.nodes < 0 {
		return
	}
	inRun := inRuns(rest)
	q := questionsOf(rest, open, four&open, inRun)
	rest, open, four = q.rest, q.ask|q.four, q.four
	sets := open * oneRank
	s.least = min(s.least, runsAlone(rest&^sets), runsAlone(rest))
	bound := runsAlone(rest &^ inRun &^ sets)
	if s.least <= bound {
		return
	}
	rank := open & -open
	open, four, sets = open&^rank, four&^rank, rest&(rank*oneRank)
	s.choose(rest&^sets, open, four)
	if q.four&rank != 0 {
		for left := sets & inRun; left != 0 && s.least > bound; left &= left - 1 {
			s.choose(rest&^sets|left&-left, open, four)
		}
	}
	if s.least > bound {
		s.choose(rest, open, four)
	}
}
