package engine

import (
	"math/bits"
	"slices"
)

// FindGoOut finds a way to play everything that the viewer holds in one move,
// with a given last discard; NoCard asks for any way, one without a discard
// first. How a hand is gone out of changes no payment, so any way will do. It is
// false when there is none or the viewer is not to play.
func FindGoOut(v View, discard Card) (GoOut, bool) {
	if v.Phase != ToPlay || v.Seat == Nobody || v.Seat != v.Turn {
		return GoOut{}, false
	}
	lasts, without := v.Hand&^v.Barred, v.Rules.FinalDiscard == FinalOptional
	if discard != NoCard {
		lasts, without = lasts&HandOf(discard), false
	}
	if ways := v.ways(lasts, without, 1); len(ways) > 0 {
		return ways[0], true
	}
	return GoOut{}, false
}

// NearGoOut gives what comes nearest to going out where there is no way: the melds of
// the cheapest arrangement, what then fits on the table and, unless a last discard is
// given, the dearest card that is left. [Decide] refuses it with what would be left.
func NearGoOut(v View, discard Card) GoOut {
	best := Arrange(v.Hand.Remove(discard))
	m, rest := GoOut{Discard: discard, Melds: slices.Clone(best.Melds[:best.Count])}, best.Deadwood
	for _, meld := range m.Melds {
		v.Melds[v.MeldCount] = TableMeld{Owner: v.Seat, Cards: meld}
		v.MeldCount++
	}
	for laid := -1; laid < len(m.LayOffs); {
		laid = len(m.LayOffs)
		for i := range v.Melds[:v.MeldCount] {
			if fits := extensions(v.Melds[i].Cards, rest); len(fits) > 0 {
				m.LayOffs = append(m.LayOffs, LayOff{Meld: i, Cards: fits[0]})
				v.Melds[i].Cards |= fits[0]
				rest &^= fits[0]
			}
		}
	}
	for c := range (rest &^ v.Barred).All() {
		if discard == NoCard && c.Pips() > m.Discard.Pips() {
			m.Discard = c
		}
	}
	return m
}

// goOuts lists one way for each last discard that allows one.
func (v *View) goOuts() []GoOut {
	return v.ways(v.Hand&^v.Barred, v.Rules.FinalDiscard == FinalOptional, PackSize+1)
}

// ways lists a way out for each of these last discards that allows one, first
// one without a discard if that is asked for, and no more than are wanted.
func (v *View) ways(lasts Hand, without bool, most int) []GoOut {
	table := openingsOf(v)
	switch stuck := table.stuck(v.Hand); {
	case stuck == 0:
		return v.waysOver(table, lasts, without, most)
	case stuck.Len() == 1 && stuck&^lasts == 0:
		return v.waysOver(table, stuck, false, most)
	}
	return nil
}

// waysOver is ways for a hand in which anything but the discard fits somewhere.
func (v *View) waysOver(table openings, lasts Hand, without bool, most int) (ways []GoOut) {
	x := exit{openings: table, held: v.Hand}
	x.search()
	if without {
		if inRuns, ok := x.find(NoCard); ok {
			ways = append(ways, wayOut(v, inRuns, NoCard))
		}
	}
	for ; lasts != 0 && len(ways) < most; lasts &= lasts - 1 {
		if inRuns, ok := x.find(lasts.lowest()); ok {
			ways = append(ways, wayOut(v, inRuns, lasts.lowest()))
		}
	}
	return ways
}

// wayOut writes a way out down as a move: which of the held cards go to runs; the
// others, but the discard, go to sets.
func wayOut(v *View, inRuns Hand, discard Card) GoOut {
	m := GoOut{Discard: discard}
	inSets := v.Hand &^ inRuns &^ HandOf(discard)
	for suit := Clubs; suit <= Spades; suit++ {
		for _, part := range stretches(inRuns.ofSuit(suit)) {
			m.place(v, Hand(part)<<(Ranks*int(suit)))
		}
	}
	for rank := range Ranks {
		if same := inSets & (oneRank << rank); same != 0 {
			m.place(v, same)
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
