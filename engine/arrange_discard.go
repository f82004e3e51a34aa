package engine

// DiscardPips counts a hand and what it would count after each discard: it
// returns [DeadwoodPips] of h and sets left of each card of h to DeadwoodPips of
// h without it. Entries of other cards stay as they are. Nothing is allocated.
func DiscardPips(h Hand, left *[PackSize]Pips) Pips {
	least, loose := Discards(h, left)
	for ; loose != 0; loose &= loose - 1 {
		c := loose.lowest()
		left[c] = least - c.Pips()
	}
	return least
}

// Discards is DiscardPips for those in a hurry: it sets left only of the cards
// that could be in a meld. The others are loose, and without one of them the
// hand counts least without the card's own pips.
func Discards(h Hand, left *[PackSize]Pips) (least Pips, loose Hand) {
	h &= wholePack
	three, four := setRanks(h)
	inRun := inRuns(h)
	if three|inRun == 0 {
		return Pips(priced(h) >> PackSize), h
	}
	return discardsOfMelds(h, three, four, inRun, left), h &^ inRun &^ (three * oneRank)
}

// discardsOfMelds is Discards for a hand that holds melds: it sets left of each
// card that could be in one.
func discardsOfMelds(h, three, four, inRun Hand, left *[PackSize]Pips) Pips {
	q := questionsOf(h, three, four, inRun)
	if q.count() > mostAskedAtOnce {
		for some := inRun | three*oneRank&h; some != 0; some &= some - 1 {
			left[some.lowest()] = DeadwoodPips(h &^ (some & -some))
		}
		return DeadwoodPips(h)
	}
	best := cheapestOf(q.rest, q.ask, q.four, inRun)
	least := Pips(best >> PackSize)
	d := discards{hand: h, watched: inRun | (q.ask|q.four)*oneRank&h, ofFour: four * oneRank, inRun: inRun, left: left}
	d.begin(Hand(best)&wholePack, least)
	if q.ask|q.four != 0 {
		d.choose(q.rest, q.ask, q.four)
	}
	// Of a set that costs no run a card, the two others of three are left over.
	for sets := three * oneRank & h &^ d.watched; sets != 0; sets &= sets - 1 {
		c := sets.lowest()
		left[c] = least
		if others := h & (oneRank << c.Rank()); others.Len() == 3 {
			left[c] += 2 * c.Pips()
		}
	}
	return least
}

// mostAskedAtOnce is mostAsked for a hand and all its discards together.
const mostAskedAtOnce = 12

// discards is how far [DiscardPips] has come.
type discards struct {
	hand    Hand
	watched Hand // the cards to which a choice of sets can mean something
	ofFour  Hand // the cards of ranks that the hand has all four of
	inRun   Hand
	left    *[PackSize]Pips
	dearest Pips // no less than left of any watched card
}

// begin counts each discard from the best choice of sets; for all that it knows,
// the two others of a set of three are left over.
func (d *discards) begin(rest Hand, total Pips) {
	for some := d.watched & rest; some != 0; some &= some - 1 {
		c := some.lowest()
		d.left[c] = total + more(rest, some&-some, c)
		d.dearest = max(d.dearest, d.left[c])
	}
	_, four := setRanks(d.hand &^ rest)
	for some := d.watched &^ rest; some != 0; some &= some - 1 {
		c := some.lowest()
		d.left[c] = total
		if four>>c.Rank()&1 == 0 {
			d.left[c] += 2 * c.Pips()
		}
		d.dearest = max(d.dearest, d.left[c])
	}
}

// more gives what a hand of runs counts more, or less, without one of its cards.
func more(rest, card Hand, c Card) Pips {
	shift := c.Suit() * Ranks & 63
	return Pips(runsLeave[rest&^card>>shift&wholeSuit]) - Pips(runsLeave[rest>>shift&wholeSuit])
}

// choose tries every choice of sets, as [cheapestOf] does. Those are enough for
// the hand without any one card too: a card that can be in no run can be in none
// then, and consider reckons with the sets that the card leaves behind.
func (d *discards) choose(rest, ask, four Hand) {
	if four == 0 {
		d.consider(rest)
		for set := ask; set != 0; set = (set - 1) & ask {
			d.consider(rest &^ (set * oneRank))
		}
		return
	}
	rank := four & -four
	four &^= rank
	d.choose(rest, ask|rank, four)
	for one := rank * oneRank & d.inRun; one != 0; one &= one - 1 {
		d.choose(rest&^(rank*oneRank&^(one&-one)), ask, four)
	}
}

// consider counts each discard from the hand with all cards but rest in sets.
// Unless a card is left over anyhow, the hand counts no less without it.
func (d *discards) consider(rest Hand) {
	total := Pips(priced(rest) >> PackSize)
	if total >= d.dearest+Card(Ace).Pips() {
		return
	}
	some := d.watched & rest
	if total >= d.dearest {
		some &^= inRuns(rest)
	}
	for ; some != 0; some &= some - 1 {
		c := some.lowest()
		d.left[c] = min(d.left[c], total+more(rest, some&-some, c))
	}
	_, four := setRanks(d.hand &^ rest)
	for some := d.watched & d.ofFour &^ rest; some != 0; some &= some - 1 {
		c := some.lowest()
		price := total
		if four>>c.Rank()&1 == 0 {
			price += 2 * c.Pips()
		}
		d.left[c] = min(d.left[c], price)
	}
}
