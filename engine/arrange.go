package engine

import "math/bits"

//go:generate go run arrange_gen.go -o arrange_table.go

// An Arrangement is the way to hold a hand that costs least. Melds and Deadwood
// are disjoint and together the hand. It is comparable.
type Arrangement struct {
	Melds    [MaxMelds]Hand // Count of them: the sets by rank, then the runs by lowest card
	Count    int
	Deadwood Hand // the cards in no meld
	Pips     Pips // of Deadwood
}

// Arrange returns the arrangement of h with the fewest pips in no meld, over
// all disjoint sets and runs. It is exact for any number of cards and allocates
// nothing. Bits of h that are no card are passed over.
//
// Ties are broken by the cards that are in no set: their [Hand] is the smallest
// number that goes with the fewest pips. The sets then are what they are, and
// each run is as long as the cards outside sets make it.
func Arrange(h Hand) (a Arrangement) {
	h &= wholePack
	found := cheapest(h)
	rest := Hand(found) & wholePack
	inRun := inRuns(rest)
	a.Deadwood = rest &^ inRun
	a.Pips = Pips(found >> PackSize)
	for sets := h &^ rest; sets != 0; {
		set := sets & (oneRank << lowestRank(sets))
		sets &^= set
		a.Melds[a.Count] = set
		a.Count++
	}
	for inRun != 0 {
		run := lowestRun(inRun)
		inRun &^= run
		a.Melds[a.Count] = run
		a.Count++
	}
	return a
}

// Deadwood returns the deadwood of [Arrange] and its pips, quicker than with the melds.
func Deadwood(h Hand) (Hand, Pips) {
	found := cheapest(h & wholePack)
	rest := Hand(found) & wholePack
	return rest &^ inRuns(rest), Pips(found >> PackSize)
}

// mostAsked is how many choices of sets are tried one by one, as the logarithm
// to base 2. Hands with more are left to cheapestByRank, which takes longer to
// start with and never much longer than that.
const mostAsked = 8

// priced returns a hand and what runs alone leave of it: pips in the bits from
// PackSize up, the hand below. Once the cards of the sets are taken away the suits
// have nothing to do with each other, and one suit is one look-up. The smallest
// of such numbers is the fewest pips and, among equals, the smallest hand.
func priced(rest Hand) uint64 {
	pips := uint64(runsLeave[rest&wholeSuit]) +
		uint64(runsLeave[rest>>Ranks&wholeSuit]) +
		uint64(runsLeave[rest>>(2*Ranks)&wholeSuit]) +
		uint64(runsLeave[rest>>(3*Ranks)&wholeSuit])
	return pips<<PackSize | uint64(rest)
}

// cheapest returns the cards of h outside the sets of its cheapest
// arrangement, priced.
func cheapest(h Hand) uint64 {
	three, four := setRanks(h)
	if three&(three-1)|four != 0 {
		return cheapestWithSets(h, three, four)
	}
	if three == 0 {
		return priced(h)
	}
	return min(priced(h), priced(h&^(three*oneRank))) // one set of three, the usual case of a small hand
}

// setRanks returns the ranks of which h holds three or more, and those of
// which it holds four, as the clubs of these ranks.
func setRanks(h Hand) (three, four Hand) {
	c, d, g, s := h&wholeSuit, h>>Ranks&wholeSuit, h>>(2*Ranks)&wholeSuit, h>>(3*Ranks)
	return c&d&(g|s) | g&s&(c|d), c & d & g & s
}

// cheapestWithSets is cheapest for a hand that holds any sets: of the ranks of
// three, which include those of four.
func cheapestWithSets(h, three, four Hand) uint64 {
	inRun := inRuns(h)
	q := questionsOf(h, three, four, inRun)
	if q.count() > mostAsked {
		return cheapestByRank(h)
	}
	return cheapestOf(q.rest, q.ask, q.four, inRun)
}

// questions are the choices of sets that are open in a hand; ranks are given as
// the clubs of these ranks.
type questions struct {
	rest Hand // the hand without the sets that are taken anyhow
	ask  Hand // ranks whose cards in rest go into a set, all or none
	four Hand // ranks of four where they may also leave any one card to its run
}

// questionsOf takes the sets that cost nothing and asks about the others.
//
// A card that can be in no run is best in a set if there is one for it, so the
// only open questions are about ranks where a set would take cards from a run:
// all of its cards or none, and of four also any one left to its run.
func questionsOf(h, three, four, inRun Hand) questions {
	c, d, g, s := inRun&wholeSuit, inRun>>Ranks&wholeSuit, inRun>>(2*Ranks)&wholeSuit, inRun>>(3*Ranks)
	one := c | d | g | s
	rest := h &^ ((three &^ one) * oneRank) // without the sets that cost no run a card
	if four != 0 {
		two := c&d | g&s | (c|d)&(g|s)
		rest &^= (four & one &^ two) * oneRank &^ inRun // nor the three of four that cost none
		four &= two
	}
	return questions{rest: rest, ask: three & one &^ four, four: four}
}

// count is the logarithm to base 2 of the number of choices, roughly: two for a
// rank, and up to six for one of four.
func (q *questions) count() int {
	return bits.OnesCount64(uint64(q.ask)) + 5*bits.OnesCount64(uint64(q.four))/2
}

// cheapestOf tries every choice of sets: for the ranks of ask all cards or
// none, for those of four also all but one of those in inRun. It returns the
// smallest priced hand.
func cheapestOf(h, ask, four, inRun Hand) uint64 {
	if four == 0 {
		best := priced(h)
		for set := ask; set != 0; set = (set - 1) & ask {
			best = min(best, priced(h&^(set*oneRank)))
		}
		return best
	}
	rank := four & -four
	four &^= rank
	best := cheapestOf(h, ask|rank, four, inRun)
	for left := rank * oneRank & inRun; left != 0; left &= left - 1 {
		set := rank * oneRank &^ (left & -left)
		best = min(best, cheapestOf(h&^set, ask, four, inRun))
	}
	return best
}

// turned moves every card n ranks up the ring of its suit; n is from 1 to 12.
func turned(h Hand, n int) Hand {
	low := oneRank * (1<<n - 1)
	return h<<n&(wholePack&^low) | h>>(Ranks-n)&low
}

// inRuns returns the cards of h that have two neighbours in h with which they
// make a run, round the corner or not.
func inRuns(h Hand) Hand {
	top := h & turned(h, 1) & turned(h, 2)
	return top | turned(top, Ranks-1) | turned(top, Ranks-2)
}

// lowestRun returns the run with the lowest card of inRun, whose cards are all in runs.
func lowestRun(inRun Hand) Hand {
	shift := bits.TrailingZeros64(uint64(inRun)) / Ranks * Ranks
	ring := inRun >> shift & wholeSuit
	low := ring & -ring
	run := ring &^ (ring + low) // the carry clears the cards in a row from low
	if low == 1 {
		run |= wholeSuit &^ (1<<bits.Len64(uint64(wholeSuit&^ring)) - 1) // round the corner
	}
	return run << shift
}

// lowestRank returns the lowest rank in h, which is not empty.
func lowestRank(h Hand) int {
	return bits.TrailingZeros64(uint64(h | h>>Ranks | h>>(2*Ranks) | h>>(3*Ranks)))
}
