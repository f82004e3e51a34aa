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
	Turn  time.Duration // time for a turn; 0 is no limit
	// Level plays for who is away or has left. Tables stored before there was a
	// choice have Easy.
	Level   opponent.Level
	NoHints bool // nobody is told what a computer would do
}

// valid says whether every setting is in its range. A turn limit has whole
// milliseconds, as stored.
func (t Settings) valid() bool {
	return t.Rules.Check() == nil && slices.Contains(opponent.Levels(), t.Level) &&
		MinSeats <= t.Seats && t.Seats <= MaxSeats &&
		(t.Turn == 0 || MinTurn <= t.Turn && t.Turn <= MaxTurn && t.Turn == toWhole(t.Turn))
}
