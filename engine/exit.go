package engine

import (
	"iter"
	"math/bits"
)

// openings is what the melds on the table take.
type openings struct {
	runs Hand // the cards of the runs, which others may touch
	sets Hand // the cards that sets want
}

func openingsOf(v *View) openings {
	var o openings
	for _, meld := range v.Melds[:v.MeldCount] {
		if KindOf(meld.Cards) == Run {
			o.runs |= meld.Cards
		} else {
			o.sets |= oneRank << meld.Cards.lowest().Rank() &^ meld.Cards
		}
	}
	return o
}

// stuck gives the held cards that nothing can take but the discard.
func (o *openings) stuck(held Hand) Hand {
	three, _ := setRanks(held)
	return held &^ o.sets &^ (three * oneRank) &^ inRuns(held|o.runs)
}

// An exit is the search for every way out of a hand at once. It goes once round
// the ring of ranks and, at each, gives every held card to a run of its suit, to
// a set, or to the set of that rank on the table. All that the rest depends on is
// the row that reaches this rank: in each suit none, one, two, or a run, which is
// what touches a run on the table too. Because runs go round the corner, the row
// before the first rank is guessed, and the one after the last must be the same.
// All guesses are followed together, as bits of one number: no more than 64,
// because the last rank is one with the fewest cards.
//
// A discard changes the choices at its own rank alone. So what leads there from
// the start and what leads on from there to the end are found once for all.
type exit struct {
	openings
	held    Hand
	last    int // the rank that the search ends with
	starts  [64]row
	count   int
	rows    [Ranks]rows
	places  [Ranks]places
	reached [Ranks + 1][1 << 8]uint64 // by ranks done and row: the starts that can lead there
	closing [Ranks + 1][1 << 8]uint64 // and those to which it can lead round
}

// places are the ways to share the cards of a rank out: which go to runs, a bit a
// suit, the others to sets.
type places struct {
	inRuns [16]row
	count  int
}

// rows are the rows that there can be before a rank: in the suit of a card on the
// table a run, in that of a held card anything, in the others nothing.
type rows struct{ some, runs row }

// search finds what can be reached, and from where the ring can be closed.
func (x *exit) search() {
	x.last = emptiestRank(x.held)
	x.guess()
	for i, start := range x.starts[:x.count] {
		x.reached[0][start] |= 1 << i
		x.closing[Ranks][start] |= 1 << i
	}
	for at := range Ranks {
		x.rows[at], x.places[at] = x.rowsAt(at), x.placesAt(at, x.held)
		for from := range x.rows[at].all() {
			if starts := x.reached[at][from]; starts != 0 {
				for _, to := range x.steps(at, &x.places[at], from) {
					x.reached[at+1][to] |= starts
				}
			}
		}
	}
	for at := Ranks - 1; at >= 0; at-- {
		for from := range x.rows[at].all() {
			for _, to := range x.steps(at, &x.places[at], from) {
				x.closing[at][from] |= x.closing[at+1][to]
			}
		}
	}
}

// find gives the cards that go to runs on a way out with this last discard, NoCard
// for none.
func (x *exit) find(discard Card) (inRuns Hand, ok bool) {
	at, places := 0, x.places[0]
	if discard != NoCard {
		at = x.at(int(discard.Rank()))
		places = x.placesAt(at, x.held.Remove(discard))
	}
	for from := range x.rows[at].all() {
		starts := x.reached[at][from]
		if starts == 0 {
			continue
		}
		for inRun, to := range x.steps(at, &places, from) {
			if round := starts & x.closing[at+1][to]; round != 0 {
				start := round & -round
				return x.back(at, from, start) | cardsAt(inRun, x.rank(at)) | x.on(at+1, to, start), true
			}
		}
	}
	return 0, false
}

// back gives the cards that go to runs on a way from a start to a row.
func (x *exit) back(at int, to row, start uint64) (inRuns Hand) {
	for at--; at >= 0; at-- {
		inRun, from := x.stepTo(at, to, start)
		inRuns |= cardsAt(inRun, x.rank(at))
		to = from
	}
	return inRuns
}

// stepTo gives a step that leads from a start to a row.
func (x *exit) stepTo(at int, to row, start uint64) (inRun, from row) {
	for from := range x.rows[at].all() {
		if x.reached[at][from]&start == 0 {
			continue
		}
		for inRun, next := range x.steps(at, &x.places[at], from) {
			if next == to {
				return inRun, from
			}
		}
	}
	return 0, 0
}

// on gives the cards that go to runs on a way from a row round to a start.
func (x *exit) on(at int, from row, start uint64) (inRuns Hand) {
	for ; at < Ranks; at++ {
		for inRun, to := range x.steps(at, &x.places[at], from) {
			if x.closing[at+1][to]&start != 0 {
				inRuns |= cardsAt(inRun, x.rank(at))
				from = to
				break
			}
		}
	}
	return inRuns
}

// rank gives the rank that comes after so many others, and at the opposite.
func (x *exit) rank(at int) int { return (x.last + 1 + at) % Ranks }
func (x *exit) at(rank int) int { return (rank + 2*Ranks - 1 - x.last) % Ranks }

// guess lists the rows that the last rank can leave. Only of the whole pack are
// there more than fit, and it goes out in sets, which the first guess is enough for.
func (x *exit) guess() {
	held, table := suitsAt(x.held, x.last), suitsAt(x.runs, x.last)
	x.starts[0], x.count = table|table<<4, 1
	for suit := range 4 {
		if held>>suit&1 == 0 || 4*x.count > len(x.starts) {
			continue
		}
		for i := range 3 * x.count {
			length := row(1 + i/x.count)
			x.starts[x.count+i] = x.starts[i%x.count] | (length&1|length>>1<<4)<<suit
		}
		x.count *= 4
	}
}

// placesAt lists the ways to share the held cards of a rank out, the most cards
// to runs first.
func (x *exit) placesAt(at int, held Hand) (p places) {
	suits, wanted := suitsAt(held, x.rank(at)), suitsAt(x.sets, x.rank(at))
	for inRun := suits; ; inRun = (inRun - 1) & suits {
		set := suits &^ inRun
		if n := bits.OnesCount8(uint8(set)); n == 0 || n >= 3 || n == 1 && set&^wanted == 0 {
			p.inRuns[p.count] = inRun
			p.count++
		}
		if inRun == 0 {
			return p
		}
	}
}

// rowsAt gives the rows that there can be before a rank.
func (x *exit) rowsAt(at int) rows {
	before := x.rank(at + Ranks - 1)
	held, table := suitsAt(x.held, before), suitsAt(x.runs, before)
	return rows{some: held | held<<4, runs: table | table<<4}
}

// all yields each row once.
func (r rows) all() iter.Seq[row] {
	return func(yield func(row) bool) {
		for from := r.some; yield(from|r.runs) && from != 0; {
			from = (from - 1) & r.some
		}
	}
}

// steps yields the ways over a rank: the cards that go to runs, and the row after
// it. Where a run would end too short there is none.
func (x *exit) steps(at int, p *places, from row) iter.Seq2[row, row] {
	table := suitsAt(x.runs, x.rank(at))
	low, high := from&15, from>>4
	return func(yield func(row, row) bool) {
		for _, inRun := range p.inRuns[:p.count] {
			if (low^high)&^(inRun|table) != 0 {
				continue
			}
			if !yield(inRun, inRun&(^low|high)|table|(inRun&(low|high)|table)<<4) {
				return
			}
		}
	}
}

// suitsAt gives the cards of a rank, a bit a suit.
func suitsAt(h Hand, rank int) row {
	h = h >> rank & oneRank
	return row(h|h>>(Ranks-1)|h>>(2*(Ranks-1))|h>>(3*(Ranks-1))) & 15
}

// cardsAt is the opposite of suitsAt.
func cardsAt(suits row, rank int) Hand {
	h := Hand(suits)
	return (h | h<<(Ranks-1) | h<<(2*(Ranks-1)) | h<<(3*(Ranks-1))) & oneRank << rank
}
