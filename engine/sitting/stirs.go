package sitting

// What is stored of one deal, hand or pause is bounded, so that nobody can fill
// the file from a chair: play ends a hand by itself, and what else can be done
// over and over is counted here.
const (
	// maxWords is how many words a deal takes, those replaced among them. One is
	// kept for each person seated who has given none.
	maxWords = 20
	// maxStirs is how often one person may stir a table in one lobby, hand or
	// pause: take a seat, go away, take a play back, give a word. Seating computers
	// and changing settings is the hosts', and counted for all of them together.
	maxStirs = 50
)

// stirs list who did what can be done over and over, each time; "" for a host.
type stirs []Person

// add notes that somebody did so.
func (t *stirs) add(by Person) { *t = append(*t, by) }

// restless says whether somebody has stirred the table as often as they may.
func (t stirs) restless(by Person) bool {
	n := 0
	for _, p := range t {
		if p == by {
			n++
		}
	}
	return n >= maxStirs
}
