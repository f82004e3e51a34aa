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
	var ends front
	ends.round(h, first, 0)
	best := ends.least[0]
	for _, state := range ends.states[:ends.count] {
		if state != 0 {
			var closed front
			closed.round(h, first, state)
			best = min(best, closed.least[state])
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
// from the first one up and round the corner.
func (f *front) round(h Hand, first int, start row) {
	var other front
	for i := range f.least {
		f.least[i], other.least[i] = unreached, unreached
	}
	f.reach(start, bias)
	from, to := f, &other
	for i := range Ranks {
		from.step(to, h, (first+i)%Ranks)
		from, to = to, from
	}
	if from != f {
		*f = *from
	}
}

// reach notes a way to a state if it is the cheapest so far.
func (f *front) reach(state row, price uint64) {
	if f.least[state] == unreached {
		f.states[f.count] = state
		f.count++
	}
	f.least[state] = min(f.least[state], price)
}

// step makes of f, which it empties, the front to behind one more rank.
func (f *front) step(to *front, h Hand, rank int) {
	held := h >> rank & oneRank
	var kept [6]Hand // the cards outside sets, as aces
	choices := 1
	kept[0] = held
	if n := bits.OnesCount64(uint64(held)); n >= 3 {
		choices = 2 // kept[1] is empty: all in a set
		if n == 4 {
			choices = 6
			for suit := range 4 {
				kept[2+suit] = 1 << (suit * Ranks)
			}
		}
	}
	pips := uint64(Card(rank).Pips()) << PackSize
	before := uint64(Card((rank+11)%Ranks).Pips()+Card((rank+12)%Ranks).Pips()) << PackSize
	for _, state := range f.states[:f.count] {
		price := f.least[state]
		f.least[state] = unreached
		for _, kept := range kept[:choices] {
			suits := row((kept | kept>>(Ranks-1) | kept>>(2*(Ranks-1)) | kept>>(3*(Ranks-1))) & 15)
			low, high := state&suits, state>>4&suits
			alone := suits &^ high // a first or second card in a row: dead so far
			third := high &^ low   // a run now: the two before it live
			to.reach((high|low)<<4|suits&^low|high&suits, price+
				uint64(bits.OnesCount8(uint8(alone)))*pips-
				uint64(bits.OnesCount8(uint8(third)))*before+
				uint64(kept)<<rank)
		}
	}
	f.count = 0
}
