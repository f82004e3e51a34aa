package tab

// A Side is one person's side of a hand that moved pips on the tab.
type Side struct {
	From  Hand
	At    int64   // when it ended, unix ms
	Rummy bool    // the person won it all at once, and was there
	Lines []Entry // the person's own; one at least
}

// Pips is what the hand brought the person; below 0: cost.
func (s Side) Pips() int64 {
	var sum int64
	for _, l := range s.Lines {
		sum += l.Pips
	}
	return sum
}

// A Fact is one thing that stands out in somebody's year. The zero Fact is none.
type Fact struct {
	Pips  int64  // that it brought; below 0: cost
	Hands int64  // of which it is made, from 1
	Other Person // whom it is about; empty: nobody else
	From  Hand   // where it is seen
	At    int64  // when that hand ended, unix ms
}

// There says whether there is such a fact.
func (f Fact) There() bool { return f.Hands > 0 }

// A Year is what the tab of one person came to in a year: what standings of the same time tell of
// them, and what stands out among the hands that moved pips. The zero Year is that of somebody who
// hasn't played.
type Year struct {
	Pips int64 // collected less paid on the tab
	Tally
	Facts
}

// Facts are what stands out among hands that moved pips; of equal facts the earliest.
type Facts struct {
	Rummy   Fact // that collected most
	Drought Fact // most hands in a row that cost pips, from the first of them
	Nemesis Fact // who took most pips, less what they gave back, with the hand that cost most at once; Hands: that moved pips between both
	Closest Fact // won or lost by fewest pips
	Evening Fact // most pips, less those paid, at one table, with the last hand there; none where no table brought any
}

// All lists the facts, those too that aren't there.
func (f *Facts) All() []Fact { return []Fact{f.Rummy, f.Drought, f.Nemesis, f.Closest, f.Evening} }

// FactsOf tells what stands out among sides of one person, in the order in which the hands ended.
func FactsOf(sides []Side) Facts {
	var all Facts
	var dry Fact
	for _, s := range sides {
		pips := s.Pips()
		this := Fact{Pips: pips, Hands: 1, From: s.From, At: s.At}
		if s.Rummy && pips > all.Rummy.Pips {
			all.Rummy = this
		}
		if pips != 0 && (!all.Closest.There() || max(pips, -pips) < max(all.Closest.Pips, -all.Closest.Pips)) {
			all.Closest = this
		}
		switch {
		case pips > 0:
			dry = Fact{}
		case !dry.There():
			dry = this
		default:
			dry.Hands++
			dry.Pips += pips
		}
		if dry.Hands > all.Drought.Hands {
			all.Drought = dry
		}
	}
	all.Nemesis, all.Evening = nemesis(sides), evening(sides)
	return all
}

// nemesis is the other who took most; zero where nobody took anything.
func nemesis(sides []Side) Fact {
	var all []Fact
	var worst []int64 // the most that each took at once
	at := make(map[Person]int)
	for _, s := range sides {
		for _, l := range s.Lines {
			i, met := at[l.Other]
			if !met {
				i = len(all)
				at[l.Other], all, worst = i, append(all, Fact{Other: l.Other}), append(worst, 0)
			}
			f := &all[i]
			f.Pips += l.Pips
			f.Hands++
			if l.Pips < worst[i] {
				worst[i], f.From, f.At = l.Pips, s.From, s.At
			}
		}
	}
	var most Fact
	for _, f := range all {
		if f.Pips < most.Pips {
			most = f
		}
	}
	return most
}

// evening is what the best table brought; zero where none brought anything.
func evening(sides []Side) Fact {
	var all []Fact
	at := make(map[string]int)
	for _, s := range sides {
		i, sat := at[s.From.Table]
		if !sat {
			i = len(all)
			at[s.From.Table], all = i, append(all, Fact{})
		}
		f := &all[i]
		f.Pips += s.Pips()
		f.Hands++
		f.From, f.At = s.From, s.At
	}
	var best Fact
	for _, f := range all {
		if f.Pips > best.Pips {
			best = f
		}
	}
	return best
}
