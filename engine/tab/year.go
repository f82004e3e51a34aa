package tab

// A Side is one person's side of a hand that moved pips on the tab.
type Side struct {
	From  Hand
	Seq   int64   // the number of its first entry: it tells which of two hands was booked first
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
	Pips  int64  `json:"pips,omitempty"`  // that it brought; below 0: cost
	Hands int64  `json:"hands,omitempty"` // of which it is made, from 1
	Other Person `json:"other,omitempty"` // whom it is about; empty: nobody else
	From  Hand   `json:"from,omitzero"`   // where it is seen
	At    int64  `json:"at,omitempty"`    // when that hand ended, unix ms
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
	Nemesis Fact // who took most, less what they gave back, with the hand that cost most at once
	Closest Fact // won or lost by fewest pips
	Evening Fact // most pips, less those paid, at one table, with the last hand there; none where no table brought any
}

// All lists the facts, those too that aren't there.
func (f *Facts) All() []Fact { return []Fact{f.Rummy, f.Drought, f.Nemesis, f.Closest, f.Evening} }

// FactsOf tells what stands out among sides of one person, in the order in which they were booked.
func FactsOf(sides []Side) Facts {
	var all Piece
	for _, s := range sides {
		all.Add(PieceOf(s))
	}
	return all.Facts()
}

// A Piece is what hands of one person that follow each other came to. Pieces that follow each other
// add up to one, so that a year can be kept in pieces. The zero Piece has no hands.
type Piece struct {
	Course
	Others map[Person]Sum // by the other: what lies between both
	Tables map[string]Sum // by a table's id
}

// A Course is what single hands and runs of hands came to.
type Course struct {
	Hands   int64 `json:"hands"`
	Rummy   Fact  `json:"rummy,omitzero"`
	Closest Fact  `json:"closest,omitzero"`
	First   Fact  `json:"first,omitzero"`   // the run of hands that cost pips with which it begins
	Last    Fact  `json:"last,omitzero"`    // and with which it ends: the same where all cost some
	Drought Fact  `json:"drought,omitzero"` // the longest run
}

// A Sum is what hands came to with another person, or at a table. The Fact is as [Facts] tells it
// of a nemesis or an evening.
type Sum struct {
	Fact
	Worst int64 `json:"worst,omitempty"` // pips of the hand that cost most; 0 at a table
	Since int64 `json:"since"`           // tells which of two began first
}

// PieceOf returns the piece that has one hand.
func PieceOf(s Side) Piece {
	pips := s.Pips()
	this := Fact{Pips: pips, Hands: 1, From: s.From, At: s.At}
	p := Piece{
		Course: Course{Hands: 1}, Others: make(map[Person]Sum, len(s.Lines)),
		Tables: map[string]Sum{s.From.Table: {Fact: this, Since: s.Seq}},
	}
	if s.Rummy && pips > 0 {
		p.Rummy = this
	}
	if pips != 0 {
		p.Closest = this
	}
	if pips <= 0 {
		p.First, p.Last, p.Drought = this, this, this
	}
	for i, l := range s.Lines {
		with := Sum{Fact: Fact{Pips: l.Pips, Hands: 1, Other: l.Other}, Since: s.Seq + int64(i)}
		if l.Pips < 0 {
			with.Worst, with.From, with.At = l.Pips, s.From, s.At
		}
		p.Others[l.Other] = p.Others[l.Other].then(with)
	}
	return p
}

// Add has hands follow those of the piece.
func (p *Piece) Add(next Piece) {
	p.Course = p.Course.then(&next.Course)
	if p.Others == nil {
		p.Others, p.Tables = make(map[Person]Sum), make(map[string]Sum)
	}
	for other, sum := range next.Others {
		p.Others[other] = p.Others[other].then(sum)
	}
	for table, sum := range next.Tables {
		p.Tables[table] = p.Tables[table].then(sum)
	}
}

// Facts tells what stands out.
func (p *Piece) Facts() Facts {
	all := Facts{Rummy: p.Rummy, Drought: p.Drought, Closest: p.Closest}
	var nemesis, evening Sum
	for _, s := range p.Others {
		if s.Pips < 0 && (s.Pips < nemesis.Pips || s.Pips == nemesis.Pips && s.Since < nemesis.Since) {
			nemesis = s
		}
	}
	for _, s := range p.Tables {
		if s.Pips > 0 && (s.Pips > evening.Pips || s.Pips == evening.Pips && s.Since < evening.Since) {
			evening = s
		}
	}
	all.Nemesis, all.Evening = nemesis.Fact, evening.Fact
	return all
}

func (c *Course) then(next *Course) Course {
	all := *c
	all.Hands += next.Hands
	if next.Rummy.Pips > c.Rummy.Pips {
		all.Rummy = next.Rummy
	}
	if next.Closest.There() && (!c.Closest.There() || abs(next.Closest.Pips) < abs(c.Closest.Pips)) {
		all.Closest = next.Closest
	}
	run := c.Last.joined(next.First)
	for _, f := range []Fact{run, next.Drought} {
		if f.Hands > all.Drought.Hands {
			all.Drought = f
		}
	}
	if c.First.Hands == c.Hands { // all cost pips
		all.First = run
	}
	if all.Last = next.Last; next.Last.Hands == next.Hands {
		all.Last = run
	}
	return all
}

// joined is the run of two that follow each other.
func (f Fact) joined(next Fact) Fact {
	if !f.There() {
		return next
	}
	f.Hands, f.Pips = f.Hands+next.Hands, f.Pips+next.Pips
	return f
}

func (s Sum) then(next Sum) Sum {
	if s.Hands == 0 {
		return next
	}
	if next.Worst < s.Worst || s.Worst == 0 { // at a table it is 0: the last hand counts
		s.Worst, s.From, s.At = next.Worst, next.From, next.At
	}
	s.Hands, s.Pips = s.Hands+next.Hands, s.Pips+next.Pips
	return s
}
