package table

// What a table stores of one deal, hand or pause is bounded, so that nobody can
// fill the file from a chair: play ends a hand by itself, and what else can be
// done over and over is counted here.
const (
	// maxWords is how many words a deal takes, those replaced among them. One is
	// kept for each person seated who has given none.
	maxWords = 20
	// maxStirs is how often one person may stir a table in one lobby, hand or
	// pause: take a seat, go away, take a play back, give a word. Seating computers
	// and changing settings is the hosts', and counted for all of them together.
	maxStirs = 50
)

// Limits are how many tables may be open at once, the one that is to be opened
// among them; 0: any number.
type Limits struct {
	Person int // that one person has opened
	Server int
}

// stir notes that somebody did what can be done over and over; "": a host.
func (s *state) stir(by Person) { s.stirs = append(s.stirs, by) }

// restless says whether somebody has stirred the table as often as they may.
func (s *state) restless(by Person) bool {
	n := 0
	for _, p := range s.stirs {
		if p == by {
			n++
		}
	}
	return n >= maxStirs
}

// takesWord says whether the deal takes another word of a person seated.
func (s *state) takesWord(by Person) bool {
	left := maxWords - s.deal.given
	if !s.gave(by) {
		return left > 0
	}
	for _, t := range s.staying() {
		if t.Person != "" && !s.gave(t.Person) {
			left--
		}
	}
	return left > 0
}

// gave says whether a word of a person's is in the next deal.
func (s *state) gave(p Person) bool {
	for _, c := range s.deal.cuts {
		if c.By == p {
			return true
		}
	}
	return false
}
