package engine

// LayAll lists melds and lay-offs that the viewer may make one after the other:
// the melds of the cheapest arrangement of the hand, then what fits on the table
// of the rest. They leave a legal discard, or nothing where a hand may be emptied
// without one; what would not is left out. Nil in concealed play and for who is
// not to play.
func LayAll(v View) []Move {
	if v.Phase != ToPlay || v.Seat == Nobody || v.Seat != v.Turn || v.Rules.Melding == MeldConcealed {
		return nil
	}
	var moves []Move
	for {
		m, ok := v.layNext()
		if !ok {
			return moves
		}
		moves = append(moves, m)
	}
}

// layNext makes the next of those moves in the view; false when there is none.
func (v *View) layNext() (Move, bool) {
	best := Arrange(v.Hand)
	for _, meld := range best.Melds[:best.Count] {
		if v.mayPlay(meld) {
			v.Melds[v.MeldCount] = TableMeld{Owner: v.Seat, Cards: meld}
			v.MeldCount++
			v.take(meld)
			return Meld{Cards: meld}, true
		}
	}
	for i, meld := range v.Melds[:v.MeldCount] {
		for _, cards := range extensions(meld.Cards, best.Deadwood) {
			if v.mayPlay(cards) {
				v.Melds[i].Cards |= cards
				v.take(cards)
				return LayOff{Meld: i, Cards: cards}, true
			}
		}
	}
	return nil, false
}

func (v *View) take(cards Hand) {
	v.Hand &^= cards
	v.Barred &^= cards
}
