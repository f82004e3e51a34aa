package engine

import (
	"cmp"
	"math/bits"
	"slices"
)

// Options are the moves of a seat that is to move; all are accepted by [Decide].
// Before the draw there are only Draws, after it the others; for a seat that is
// not to move there is nothing.
type Options struct {
	Draws    []Source
	Melds    []Hand   // every set and run, the longest first; at most 589
	LayOffs  []LayOff // by meld, the most cards first
	Discards []Card   // in the order of the pack
	GoOuts   []GoOut  // one for each discard that can be the last, the one without a discard first
}

// Moves lists the options as moves: draws, melds, lay-offs, discards, ways to go
// out. The slice is the caller's.
func (o Options) Moves() []Move {
	var moves []Move
	for _, from := range o.Draws {
		moves = append(moves, Draw{Source: from})
	}
	for _, cards := range o.Melds {
		moves = append(moves, Meld{Cards: cards})
	}
	for _, l := range o.LayOffs {
		moves = append(moves, l)
	}
	for _, c := range o.Discards {
		moves = append(moves, Discard{Card: c})
	}
	for _, m := range o.GoOuts {
		moves = append(moves, m)
	}
	return moves
}

// Legal gives the options of the seat to move.
func Legal(s State) Options { return LegalView(See(s, s.Turn)) }

// LegalView gives the viewer's options.
func LegalView(v View) Options {
	var o Options
	if v.Seat == Nobody || v.Seat != v.Turn {
		return o
	}
	switch v.Phase {
	case ToDraw:
		o.Draws = v.draws()
	case ToPlay:
		if v.Rules.Melding == MeldOpen {
			o.Melds = v.melds()
			o.LayOffs = v.layOffs()
		}
		o.Discards = (v.Hand &^ v.Barred).Cards()
		o.GoOuts = v.goOuts()
	case NotDealt, Over:
	}
	return o
}

func (v *View) draws() []Source {
	var sources []Source
	for _, from := range []Source{FromStock, FromDiscard, FromMixed, FromTurnover} {
		if drawRefused(v.Rules, from, v.Stock, v.PileSize) == 0 {
			sources = append(sources, from)
		}
	}
	return sources
}

// mayPlay says whether cards may be shown without going out in one move.
func (v *View) mayPlay(cards Hand) bool {
	return mayKeep(v.Hand&^cards, v.Barred, v.Rules.FinalDiscard)
}

// melds lists the sets and runs that may be laid. The whole pack has 65 sets and
// 131 runs in each suit.
func (v *View) melds() []Hand {
	melds := slices.DeleteFunc(append(setsIn(v.Hand), runsIn(v.Hand)...), func(m Hand) bool { return !v.mayPlay(m) })
	slices.SortFunc(melds, longestFirst)
	return slices.Clip(melds)
}

func longestFirst(a, b Hand) int {
	return cmp.Or(cmp.Compare(b.Len(), a.Len()), cmp.Compare(a, b))
}

// setsIn lists the sets among cards: of four of a rank also its four threes.
func setsIn(cards Hand) []Hand {
	var sets []Hand
	for rank := range Ranks {
		same := cards & (oneRank << rank)
		switch same.Len() {
		case 3:
			sets = append(sets, same)
		case 4:
			sets = append(sets, same)
			for c := range same.All() {
				sets = append(sets, same.Remove(c))
			}
		}
	}
	return sets
}

// runsIn lists the runs among cards: from each card upwards round the ring, of
// each length, and the whole suit once.
func runsIn(cards Hand) []Hand {
	var runs []Hand
	for suit := Clubs; suit <= Spades; suit++ {
		ranks := cards.ofSuit(suit)
		for first := range Ranks {
			longest := Ranks - 1
			if first == 0 {
				longest = Ranks
			}
			for n := 3; n <= longest; n++ {
				run := stretch(first, n)
				if run&^ranks != 0 {
					break
				}
				runs = append(runs, Hand(run)<<(Ranks*int(suit)))
			}
		}
	}
	return runs
}

// stretch gives n ranks upwards from the first, round the ring.
func stretch(first, n int) uint16 {
	ranks := uint32(1<<n-1) << first
	return uint16(ranks|ranks>>Ranks) & wholeSuit
}

// layOffs lists what may be added to each meld.
func (v *View) layOffs() []LayOff {
	var all []LayOff
	for i, meld := range v.Melds[:v.MeldCount] {
		begin := len(all)
		for _, cards := range extensions(meld.Cards, v.Hand) {
			if v.mayPlay(cards) {
				all = append(all, LayOff{Meld: i, Cards: cards})
			}
		}
		slices.SortFunc(all[begin:], func(a, b LayOff) int { return longestFirst(a.Cards, b.Cards) })
	}
	return all
}

// extensions lists the groups of cards of a hand that fit on a meld.
func extensions(meld, hand Hand) []Hand {
	first := meld.lowest()
	switch KindOf(meld) {
	case NoMeld:
	case Set:
		if fourth := hand & (oneRank << first.Rank()) &^ meld; fourth != 0 {
			return []Hand{fourth}
		}
	case Run:
		return runExtensions(meld.ofSuit(first.Suit()), hand.ofSuit(first.Suit()), first.Suit())
	}
	return nil
}

// runExtensions lists the stretches of a suit's held ranks that lengthen a run
// at its upper end, its lower end or both.
func runExtensions(run, held uint16, suit Suit) []Hand {
	n := bits.OnesCount16(run)
	if n == Ranks {
		return nil
	}
	low := bits.TrailingZeros16(run &^ ringNext(run))
	var all []Hand
	for above := 0; n+above <= Ranks; above++ {
		if stretch((low+n)%Ranks, above)&^held != 0 {
			break
		}
		for below := 0; n+above+below <= Ranks; below++ {
			cards := stretch((low+n)%Ranks, above) | stretch((low+Ranks-below)%Ranks, below)
			if cards&^held != 0 {
				break
			}
			if group := Hand(cards) << (Ranks * int(suit)); cards != 0 && !slices.Contains(all, group) {
				all = append(all, group)
			}
		}
	}
	return all
}
