package table

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Options are what a house is made of. Store, Poster and Seeds are needed; the
// rest may stay zero.
type Options struct {
	Store  Store
	Poster Poster
	Seeds  io.Reader // of the fair deals, safe for many readers at once: crypto/rand.Reader
	// Now is the wall clock, time.Now when nil. Waiting is done by timers of the
	// runtime, which look at Now again before anything happens.
	Now           func() time.Time
	ComputerDelay time.Duration        // before each move of a computer; 0 is 1.2 s
	Log           *slog.Logger         // gets pseudonyms only; nil: nothing is logged
	Habits        Habits               // nil: nobody has quiet hours
	Tabs          Tabs                 // nil: nothing is proposed
	TabPoster     TabPoster            // nil: nobody is told what is
	Asks          Asks                 // nil: nobody is spared a call because they were asked lately
	Seasons       Seasons              // nil: no season ends
	SeasonPoster  SeasonPoster         // nil: nobody is told when one does
	Redraws       Redraws              // nil: no message is drawn again when somebody is erased
	Redrawer      Redrawer             // nil: the same
	Servers       Servers              // nil: nobody is told that a table opens
	Upkeep        Upkeep               // nil: all is kept for ever
	Left          func(sitting.Server) // told that what is kept for a server alone was erased; nil: nobody is
	Erased        func()               // told that anybody was erased somewhere, where houses share a store; nil: nobody is
	Limits        Limits               // on open tables
	Workers       Workers              // nil: no other house has the store
	Pulse         Pulse                // nil: a turn's time runs on while the house is away
	Playouts      int                  // of a computer's thought; 0 is its level's own number
	ThinkFor      time.Duration        // after which a thought is asked to stop; 0 is 150 ms
	Up            time.Time            // from when on it is known who acted; zero: from now on
	Gather        time.Duration        // that the table message may wait for the end of a turn; 0 is 20 s, below 0 none
	Keep          int                  // tables kept in memory at which nothing happens; 0 is 512, below 0 none
	Leaps         bool                 // that Now leaps ahead is no time lost: for tests that don't wait
	// IsGone asks Discord whether a channel was deleted; nil: nobody is asked.
	IsGone func(context.Context, sitting.Channel) (bool, error)
	// Choose picks a computer's move; opponent.Choose when nil.
	Choose func(opponent.Level, engine.View, []engine.PublicEvent, *rand.Rand, opponent.Budget) engine.Move
	// Deck and FirstDealer are deal.Deck and deal.FirstDealer when nil. With others
	// the cards are known beforehand, and no proof of a deal holds: for tests alone.
	Deck        func(seed deal.Seed, commitment string, cuts []string) [engine.PackSize]engine.Card
	FirstDealer func(seed deal.Seed, commitment string, cuts []string, seats int) engine.Seat
}

// Of computers: a delay long enough to be seen as a turn and too short to be
// waited for, and a thought that is over well before it.
const (
	defaultDelay = 1200 * time.Millisecond
	defaultThink = 150 * time.Millisecond
)

// defaultKeep is how many tables at which nothing happens are kept, so that the next
// click needn't read them again.
const defaultKeep = 512

// withDefaults returns the options with what they leave to the house.
func (opt Options) withDefaults() Options {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.ComputerDelay == 0 {
		opt.ComputerDelay = defaultDelay
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.ThinkFor == 0 {
		opt.ThinkFor = defaultThink
	}
	if opt.Up.IsZero() {
		opt.Up = opt.Now()
	}
	if opt.Left == nil {
		opt.Left = func(sitting.Server) {}
	}
	if opt.Erased == nil {
		opt.Erased = func() {}
	}
	if opt.Gather == 0 {
		opt.Gather = gather
	}
	if opt.Choose == nil {
		opt.Choose = opponent.Choose
	}
	if opt.Deck == nil {
		opt.Deck = deal.Deck
	}
	if opt.FirstDealer == nil {
		opt.FirstDealer = deal.FirstDealer
	}
	if opt.Keep == 0 {
		opt.Keep = defaultKeep
	}
	return opt
}
