//go:build scripted

package main

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/table"
)

// stacked lets a test say what is dealt, how long a computer waits, what time it
// is and how the dice fall.
//
// BOATHOUSE_DECKS names a file that is read at every deal: the number of the
// seat that deals first, then 52 cards in dealing order, with spaces between.
// While it is empty or isn't there the deal is the fair one. A deck that is none
// is refused as a bad deal. BOATHOUSE_COMPUTER_DELAY is a length of time, as "5ms".
// The machine's clock is ahead by BOATHOUSE_SKEW. The tables' clock is ahead by BOATHOUSE_CLOCK, or by what stands in the file of that
// name whenever it is looked at, where its leaps are no time lost, and the bot before this one is taken to have run for
// BOATHOUSE_RAN longer than it did. With any BOATHOUSE_DICE all chance in the tables
// follows from that word. Computers think to the end, for a thought that is cut short on a slow
// machine is another one. The table message waits for
// the end of a turn no longer than BOATHOUSE_GATHER, and without it not at all. There are
// emojis only with BOATHOUSE_EMOJIS, the time between two uploads.
func stacked(o table.Options) table.Options {
	if delay, err := time.ParseDuration(os.Getenv("BOATHOUSE_COMPUTER_DELAY")); err == nil {
		o.ComputerDelay = delay
	}
	o.Leaps, o.ThinkFor = true, time.Hour
	if ran, err := time.ParseDuration(os.Getenv("BOATHOUSE_RAN")); err == nil {
		o.Pulse, o.Up = longRun{o.Pulse, ran}, o.Now().Add(-ran)
	}
	o.Gather = -1
	if wait, err := time.ParseDuration(os.Getenv("BOATHOUSE_GATHER")); err == nil {
		o.Gather = wait
	}
	if word := os.Getenv("BOATHOUSE_DICE"); word != "" {
		var seed [32]byte
		copy(seed[:], word)
		o.Seeds = &loadedDice{falls: rand.NewChaCha8(seed)}
	}
	path := os.Getenv("BOATHOUSE_DECKS")
	o.Deck = func(seed deal.Seed, commitment string, cuts []string) (deck [engine.PackSize]engine.Card) {
		words := stackedWords(path)
		if len(words) == 0 {
			return deal.Deck(seed, commitment, cuts)
		}
		for i := range deck {
			deck[i] = engine.NoCard
			if i+1 < len(words) {
				deck[i], _ = engine.ParseCard(words[i+1]) // NoCard where it is no card
			}
		}
		return deck
	}
	o.FirstDealer = func(seed deal.Seed, commitment string, cuts []string, seats int) engine.Seat {
		words := stackedWords(path)
		if len(words) == 0 {
			return deal.FirstDealer(seed, commitment, cuts, seats)
		}
		return engine.Seat(words[0][0] - '0')
	}
	return o
}

// thinker thinks to the end, as the computers of [stacked] do.
func thinker() commands.Thinker {
	return func(l opponent.Level, v engine.View, log []engine.PublicEvent, dice *rand.Rand, b opponent.Budget) (opponent.Advice, bool) {
		b.Stop = nil
		return opponent.Advise(l, v, log, dice, b)
	}
}

// stagedSettings are names of settings that only a build for tests knows.
func stagedSettings() []string {
	return []string{
		"BOATHOUSE_DECKS", "BOATHOUSE_COMPUTER_DELAY", "BOATHOUSE_SKEW", "BOATHOUSE_CLOCK",
		"BOATHOUSE_RAN", "BOATHOUSE_DICE", "BOATHOUSE_GATHER", "BOATHOUSE_EMOJIS",
	}
}

// emojiPace is the time between two uploads of emojis, and whether there are any: what most
// scripts read is signs.
func emojiPace() (time.Duration, bool) {
	pace, err := time.ParseDuration(os.Getenv("BOATHOUSE_EMOJIS"))
	return pace, err == nil
}

// onTablesClock is a moment as the tables' clock shows it.
func onTablesClock(t time.Time) time.Time {
	by := os.Getenv("BOATHOUSE_CLOCK")
	if text, err := os.ReadFile(by); err == nil {
		by = string(text)
	}
	ahead, err := time.ParseDuration(by)
	if err != nil {
		return t
	}
	return t.Add(ahead)
}

// onMachine is a moment as the machine's clock shows it.
func onMachine(t time.Time) time.Time {
	skew, _ := time.ParseDuration(os.Getenv("BOATHOUSE_SKEW")) // else none
	return t.Add(skew)
}

// A longRun is the pulse of a bot that ended later than it did.
type longRun struct {
	table.Pulse
	ran time.Duration
}

// LastBeat returns when the bot before this one was last awake; zero: never.
func (p longRun) LastBeat(ctx context.Context) (time.Time, error) {
	at, err := p.Pulse.LastBeat(ctx)
	if at.IsZero() {
		return at, err
	}
	return at.Add(p.ran), err
}

// loadedDice are chance that a test knows, safe for many readers at once.
type loadedDice struct {
	mu    sync.Mutex
	falls *rand.ChaCha8
}

func (d *loadedDice) Read(b []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.falls.Read(b)
}

// stackedWords reads the file of decks; none when it can't be read.
func stackedWords(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}
