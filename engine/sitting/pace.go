package sitting

import (
	"slices"
	"time"
)

// A Pace is how quickly a table is played.
type Pace uint8

// The paces. Set is what tables have that were stored before there were others,
// so it is the zero Pace.
const (
	Set   Pace = iota // with a limit that somebody named: [Settings] have it
	Live              // all are here: 90 seconds for a turn
	Today             // 4 hours
	Slow              // 24 hours of two seats, 12 of three or four, 8 of five or six
	None              // no limit
)

// Paces lists those with a name, the quickest first.
func Paces() []Pace { return []Pace{Live, Today, Slow, None} }

// paceNames are stored, so none is ever changed.
func paceNames() []string {
	return []string{Set: "", Live: "live", Today: "today", Slow: "slow", None: "none"}
}

// String gives "live", "today", "slow" or "none"; "" for Set and for a number that
// is no pace.
func (p Pace) String() string {
	if names := paceNames(); int(p) < len(names) {
		return names[p]
	}
	return ""
}

// ParsePace reads what String gives of those with a name; false for anything else.
func ParsePace(text string) (Pace, bool) {
	at := slices.Index(paceNames(), text)
	return Pace(max(at, 0)), at > int(Set)
}

// limit returns the time for a turn of a hand in which so many seats are taken; 0 is
// no limit. A slow hand comes round about as often however many play it.
func (p Pace) limit(seats int) time.Duration {
	switch p {
	case Live:
		return 90 * time.Second
	case Today:
		return 4 * time.Hour
	case Slow:
		switch {
		case seats <= 2:
			return 24 * time.Hour
		case seats <= 4:
			return 12 * time.Hour
		}
		return 8 * time.Hour
	case Set, None:
	}
	return 0
}
