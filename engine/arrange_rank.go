package engine

import "math/bits"

// cheapestByRank returns what [cheapest] returns, for hands with too many
// choices of sets to try them all. It goes round the ring of ranks once for each
// way the ring can close.
//
// All that earlier ranks mean to a later one is, for each suit, how many of its
// cards outside sets stand in a row just before: none, one, two, or a run. A rank
// has at most six choices of sets, and any three ranks in a row leave at most 28
// different states, so a round is at most 13·28·6 steps and there are at most 28
// rounds.
func cheapestByRank(h Hand) uint64 {
	first := (emptiestRank(h) + 1) % Ranks
	var fronts [2]front
	for state := range fronts[0].least {
		fronts[0].least[state], fronts[1].least[state] = unreached, unreached
	}
	ends := round(&fronts, h, first, 0)
	best := ends.least[0]
	starts, count := ends.states, ends.count
	ends.empty()
	for _, start := range starts[:count] {
		if start != 0 {
			closed := round(&fronts, h, first, start)
			best = min(best, closed.least[start])
			closed.empty()
		}
	}
	return best - bias
}

// emptiestRank returns the lowest of the ranks with the fewest cards in h. The
// fewer there are, the fewer ways the ring has to close over them.
func emptiestRank(h Hand) int {
	emptiest, fewest := 0, 5
	for rank := range Ranks {
		if n := bits.OnesCount64(uint64(h >> rank & oneRank)); n < fewest {
			emptiest, fewest = rank, n
		}
	}
	return emptiest
}

// A row says for each suit how many cards stand in a row, none, one, two, or a
// run: suit s in bit s of the number's low bits, and in bit 4+s of its high ones.
type row uint8

// A front is how far a round has come: the states that can be reached and the
// least price of each, as [priced] with the bias added.
type front struct {
	least  [1 << 8]uint64 // by row; unreached where it can't be reached
	states [1 << 8]row    // count of them
	count  int
}

const (
	unreached = ^uint64(0)
	// bias keeps prices above 0 while a round gives back pips of a row that it
	// began before its first rank and will charge at its end: at most 80.
	bias = 128 << PackSize
)

// round starts from one state with nothing to pay and goes through all ranks,
// from the first one up and round the corner. Both fronts are empty before it;
// it returns the one that holds the end.
func round(fronts *[2]front, h Hand, first int, start row) *front {
	from, to := &fronts[0], &fronts[1]
	from.reach(start, bias)
	for i := range Ranks {
		from.step(to, h, (first+i)%Ranks)
		from, to = to, from
	}
	return from
}

// reach notes a way to a state if it is the cheapest so far.
func (f *front) reach(state row, price uint64) {
	if f.least[state] == unreached {
		f.states[f.count] = state
		f.count++
	}
	f.least[state] = min(f.least[state], price)
}

func (f *front) empty() {
	for _, state := range f.states[:f.count] {
		f.least[state] = unreached
	}
	f.count = 0
}

// A kept is a choice at one rank: the cards that go into no set.
type kept struct {
	suits row    // a bit a suit
	cards uint64 // as they are in a price
}

// step makes of f, which it empties, the front to behind one more rank.
func (f *front) step(to *front, h Hand, rank int) {
	choices, count := keptAt(h, rank)
	pips := uint64(Card(rank).Pips()) << PackSize
	before := uint64(Card((rank+11)%Ranks).Pips()+Card((rank+12)%Ranks).Pips()) << PackSize
	for _, state := range f.states[:f.count] {
		price := f.least[state]
		for _, kept := range choices[:count] {
			low, high := state&kept.suits, state>>4&kept.suits
			alone := kept.suits &^ high // a first or second card in a row: dead so far
			third := high &^ low        // a run now: the two before it live
			to.reach((high|low)<<4|kept.suits&^low|high&kept.suits, price+
				uint64(bits.OnesCount8(uint8(alone)))*pips-
				uint64(bits.OnesCount8(uint8(third)))*before+
				kept.cards)
		}
	}
	f.empty()
}

// keptAt lists the choices at a rank.
func keptAt(h Hand, rank int) (choices [6]kept, count int) {
	keep := func(cards Hand) {
		suits := row((cards | cards>>(Ranks-1) | cards>>(2*(Ranks-1)) | cards>>(3*(Ranks-1))) & 15)
		choices[count] = kept{suits: suits, cards: uint64(cards) << rank}
		count++
	}
	held := h >> rank & oneRank
	keep(held)
	if held.Len() >= 3 {
		keep(0)
	}
	if held == oneRank {
		for suit := range 4 {
			keep(1 << (suit * Ranks))
		}
	}
	return choices, count
}
