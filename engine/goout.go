package engine

import "math/bits"

// FindGoOut finds a way to play everything that the viewer holds in one move,
// with a given last discard; NoCard asks for any way, one without a discard
// first. How a hand is gone out of changes no payment, so any way will do. It is
// false when there is none or the viewer is not to play.
func FindGoOut(v View, discard Card) (GoOut, bool) {
	if v.Phase != ToPlay || v.Seat == Nobody || v.Seat != v.Turn {
		return GoOut{}, false
	}
	x := exitOf(&v)
	if discard != NoCard {
		if !(v.Hand &^ v.Barred).Has(discard) {
			return GoOut{}, false
		}
		return x.find(discard)
	}
	for _, last := range lastDiscards(&v) {
		if way, ok := x.find(last); ok {
			return way, true
		}
	}
	return GoOut{}, false
}

// goOuts lists one way for each last discard that allows one.
func (v *View) goOuts() []GoOut {
	var ways []GoOut
	x := exitOf(v)
	if x.stuck.Len() > 1 {
		return nil
	}
	for _, last := range lastDiscards(v) {
		if way, ok := x.find(last); ok {
			ways = append(ways, way)
		}
	}
	return ways
}

// lastDiscards lists what may end a go-out, NoCard for no discard.
func lastDiscards(v *View) []Card {
	cards := (v.Hand &^ v.Barred).Cards()
	if v.Rules.FinalDiscard == FinalOptional {
		return append([]Card{NoCard}, cards...)
	}
	return cards
}

// An exit is the search for a way out. It goes through the ranks from the ace
// to the king and, at each, gives every held card to a run of its suit, to a set,
// or to the set of that rank on the table. All that the rest depends on is how
// long the run that reaches this rank is in each suit (0, 1, 2, or 3 for one that
// may end here, being long enough or touching a run on the table), two bits a
// suit; so each such position is tried once. Because runs go round the corner,
// the position before the ace is guessed, and the one after the king must agree.
type exit struct {
	view  *View
	held  Hand
	runs  Hand // cards of the runs on the table
	sets  Hand // cards that sets on the table want
	stuck Hand // held cards that nothing can take but the discard
	start uint8
	inRun [Ranks]uint8 // the held cards that are given to runs, a bit a suit
	tried [Ranks][4]uint64
}

func exitOf(v *View) *exit {
	x := &exit{view: v}
	for _, meld := range v.Melds[:v.MeldCount] {
		if KindOf(meld.Cards) == Run {
			x.runs |= meld.Cards
		} else {
			x.sets |= oneRank << meld.Cards.lowest().Rank() &^ meld.Cards
		}
	}
	x.stuck = v.Hand &^ x.sets
	for rank := range Ranks {
		if same := v.Hand & (oneRank << rank); same.Len() >= 3 {
			x.stuck &^= same
		}
	}
	for suit := Clubs; suit <= Spades; suit++ {
		x.stuck &^= Hand(inThrees((v.Hand | x.runs).ofSuit(suit))) << (Ranks * int(suit))
	}
	return x
}

// inThrees gives the ranks that lie in a stretch of three or more.
func inThrees(ranks uint16) uint16 {
	top := ranks & ringNext(ranks) & ringNext(ringNext(ranks))
	for range 2 {
		top |= (top>>1 | top<<(Ranks-1)) & ranks & wholeSuit
	}
	return top
}

// find looks for a way out with this last discard, NoCard for none.
func (x *exit) find(discard Card) (GoOut, bool) {
	x.held = x.view.Hand
	free := x.stuck
	if discard != NoCard {
		x.held, free = x.held.Remove(discard), free.Remove(discard)
	}
	if free != 0 {
		return GoOut{}, false
	}
	for _, x.start = range x.starts() {
		x.tried = [Ranks][4]uint64{}
		if x.from(0, x.start) {
			return x.way(discard), true
		}
	}
	return GoOut{}, false
}

// starts lists the guesses of the position before the ace.
func (x *exit) starts() []uint8 {
	guesses := []uint8{0}
	for suit := Clubs; suit <= Spades; suit++ {
		king, shift := cardAt(suit, King), 2*suit
		switch {
		case x.runs.Has(king):
			for i := range guesses {
				guesses[i] |= 3 << shift
			}
		case x.held.Has(king) && (x.held | x.runs).Has(cardAt(suit, Ace)):
			for _, g := range guesses {
				guesses = append(guesses, g|1<<shift, g|2<<shift, g|3<<shift)
			}
		}
	}
	return guesses
}

func cardAt(s Suit, r Rank) Card { return Card(s)*Ranks + Card(r) }

// from gives the cards from a rank to the king their places, if it can.
func (x *exit) from(rank Rank, position uint8) bool {
	if rank == Ranks {
		return x.closes(position)
	}
	if x.tried[rank][position>>6]>>(position&63)&1 != 0 {
		return false
	}
	x.tried[rank][position>>6] |= 1 << (position & 63)
	held := atRank(x.held, rank)
	for inRun := held; ; inRun = (inRun - 1) & held {
		if x.takes(rank, held&^inRun) {
			if next, ok := x.step(rank, position, inRun); ok && x.from(rank+1, next) {
				x.inRun[rank] = inRun
				return true
			}
		}
		if inRun == 0 {
			return false
		}
	}
}

// atRank gives the cards of a rank, a bit a suit.
func atRank(h Hand, rank Rank) uint8 {
	var suits uint8
	for suit := Clubs; suit <= Spades; suit++ {
		suits |= uint8(h>>cardAt(suit, rank)&1) << suit
	}
	return suits
}

// takes says whether sets take these cards of a rank.
func (x *exit) takes(rank Rank, suits uint8) bool {
	switch bits.OnesCount8(suits) {
	case 0, 3, 4:
		return true
	case 1:
		return suits&^atRank(x.sets, rank) == 0
	}
	return false
}

// step gives the position after a rank, false when a run would end too short.
func (x *exit) step(rank Rank, position, inRun uint8) (next uint8, ok bool) {
	onTable := atRank(x.runs, rank)
	for suit := Clubs; suit <= Spades; suit++ {
		length := position >> (2 * suit) & 3
		switch {
		case onTable>>suit&1 != 0:
			length = 3
		case inRun>>suit&1 != 0:
			length = min(length+1, 3)
		case length == 0 || length == 3:
			length = 0
		default:
			return 0, false
		}
		next |= length << (2 * suit)
	}
	return next, true
}

// closes says whether the position after the king agrees with the guess.
func (x *exit) closes(position uint8) bool {
	for suit := Clubs; suit <= Spades; suit++ {
		begun, ended := x.start>>(2*suit)&3, position>>(2*suit)&3
		if begun != ended && (begun != 0 || ended != 3) {
			return false
		}
	}
	return true
}

// way writes the places that were found down as a move.
func (x *exit) way(discard Card) GoOut {
	m := GoOut{Discard: discard}
	var inRuns Hand
	for rank := range Rank(Ranks) {
		for suit := Clubs; suit <= Spades; suit++ {
			inRuns |= Hand(x.inRun[rank]>>suit&1) << cardAt(suit, rank)
		}
	}
	for suit := Clubs; suit <= Spades; suit++ {
		for _, part := range stretches(inRuns.ofSuit(suit)) {
			m.place(x.view, Hand(part)<<(Ranks*int(suit)))
		}
	}
	for rank := range Ranks {
		if same := x.held &^ inRuns & (oneRank << rank); same != 0 {
			m.place(x.view, same)
		}
	}
	return m
}

// stretches cuts ranks into parts without a gap.
func stretches(ranks uint16) []uint16 {
	if ranks == wholeSuit {
		return []uint16{ranks}
	}
	var parts []uint16
	for begins := ranks &^ ringNext(ranks); begins != 0; begins &= begins - 1 {
		first, n := bits.TrailingZeros16(begins), 1
		for ranks>>((first+n)%Ranks)&1 != 0 {
			n++
		}
		parts = append(parts, stretch(first, n))
	}
	return parts
}

// place plays a group as a meld of its own, or else on the table.
func (m *GoOut) place(v *View, group Hand) {
	if KindOf(group) != NoMeld {
		m.Melds = append(m.Melds, group)
		return
	}
	for i, meld := range v.Melds[:v.MeldCount] {
		if FitsOn(meld.Cards, group) {
			m.LayOffs = append(m.LayOffs, LayOff{Meld: i, Cards: group})
			return
		}
	}
}
