package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// The range of settings that a table takes.
const (
	MinSeats = 2
	MaxSeats = 6
	MinTurn  = time.Minute
	MaxTurn  = 7 * 24 * time.Hour
)

// Settings are what a table is opened with and its host may change between hands.
type Settings struct {
	Rules engine.Rules
	Seats int           // most seats, 2 to 6
	Pace  Pace          // how long a turn may take
	Turn  time.Duration // the time for a turn where the Pace is Set, 0 of no limit; 0 for the others
	// Lang is the BCP 47 tag of the language of the public posts. In a [RulesSet]
	// that was stored before it could be changed it is empty: it stays as it was.
	Lang string
	// Level plays for who is away or has left. Tables stored before there was a
	// choice have Easy.
	Level     opponent.Level
	Match     Match // that is played, or that the next hand begins
	NoHints   bool  // nobody is told what a computer would do
	NoRemarks bool  // computers say nothing at the end of a hand
	// FourColours has the cards of the public posts in four colours, not two.
	FourColours bool
	// Bare has hands not count on the tab in which a computer sits.
	Bare bool
}

// Limit returns the time for a turn of a hand in which so many seats are taken; 0
// is no limit.
func (t Settings) Limit(seats int) time.Duration {
	if t.Pace == Set {
		return t.Turn
	}
	return t.Pace.limit(seats)
}

// valid says whether every setting is in its range. A turn limit has whole
// milliseconds, as stored.
func (t Settings) valid() bool {
	return t.Rules.Check() == nil && slices.Contains(opponent.Levels(), t.Level) &&
		MinSeats <= t.Seats && t.Seats <= MaxSeats && t.Pace <= None && t.Match <= LongMatch &&
		(t.Turn == 0 || t.Pace == Set && MinTurn <= t.Turn && t.Turn <= MaxTurn && t.Turn == toWhole(t.Turn))
}
