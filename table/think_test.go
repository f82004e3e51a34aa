package table_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A mind is a computer whose thoughts take time, and which notes them.
type mind struct {
	mu      sync.Mutex
	takes   func(engine.Move) time.Duration
	thought map[string]int // how often it chose a move of each kind
	levels  map[opponent.Level]int
	most    int // thoughts at once
	now     int
}

func (m *mind) choose(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b opponent.Budget) engine.Move {
	move := opponent.Choose(opponent.Easy, v, log, r, b)
	m.mu.Lock()
	m.now++
	m.most = max(m.most, m.now)
	m.levels[l]++
	m.thought[kindOf(v, move)]++
	takes := m.takes(move)
	m.mu.Unlock()
	if takes > 0 {
		<-time.After(takes)
	}
	m.mu.Lock()
	m.now--
	m.mu.Unlock()
	return move
}

// kindOf tells moves apart that take different thought.
func kindOf(v engine.View, m engine.Move) string {
	options := engine.LegalView(v)
	switch m.(type) {
	case engine.Draw:
		if len(options.Draws) == 1 {
			return "forced draw"
		}
		return "draw"
	case engine.Meld, engine.LayOff:
		return "meld"
	case engine.Discard:
		return "discard"
	case engine.GoOut:
		return "go out"
	}
	return "none"
}

func newMind(takes func(engine.Move) time.Duration) *mind {
	return &mind{takes: takes, thought: make(map[string]int), levels: make(map[opponent.Level]int)}
}

// gaps has a person and two computers play hands, and lists how long after the
// event before each move of a computer comes.
func (m *mind) gaps(t *testing.T, hands int) map[time.Duration]int {
	gaps := make(map[time.Duration]int)
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{Choose: m.choose})
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.AddComputer{Level: opponent.Hard})
		h.does("ann", sitting.AddComputer{Level: opponent.Normal})
		h.does("ann", sitting.Start{})
		for range hands {
			h.finishes()
			h.does("ann", sitting.Next{})
		}
		log := h.log()
		for i, e := range log.Events {
			if p, ok := e.(sitting.Played); ok && seatOf(p.Event) > 0 {
				gaps[log.At[i].Sub(log.At[i-1])]++
			}
		}
	})
	return gaps
}

// TestHowLongAComputerThoughtShowsInNothing has thoughts of any length below the
// delay, depending on the move, and finds one and the same gap.
func TestHowLongAComputerThoughtShowsInNothing(t *testing.T) {
	t.Parallel()
	slow := newMind(func(m engine.Move) time.Duration {
		switch m.(type) {
		case engine.GoOut:
			return 0
		case engine.Draw:
			return time.Second
		case engine.Meld, engine.LayOff, engine.Discard:
		}
		return 100 * time.Millisecond
	})
	gaps := slow.gaps(t, 6)
	if len(gaps) != 1 || gaps[delay] == 0 {
		t.Errorf("gaps: %v", gaps)
	}
	for _, kind := range []string{"draw", "discard", "go out"} {
		if slow.thought[kind] == 0 {
			t.Errorf("no %s in %v: the test shows nothing", kind, slow.thought)
		}
	}
	// The control: a thought beyond the delay does show, and comes late, never early.
	late := newMind(func(engine.Move) time.Duration { return delay + time.Second })
	if gaps := late.gaps(t, 1); len(gaps) != 1 || gaps[delay+time.Second] == 0 {
		t.Errorf("gaps of a mind too slow: %v", gaps)
	}
}

func TestWhoIsAwayIsPlayedAtTheTablesLevel(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(func(engine.Move) time.Duration { return 0 })
		h := newHall(t, table.Options{Choose: m.choose})
		do := openIn("c")
		do.Settings.Level = opponent.Hard
		h.opens("ann", do, "bob")
		h.does("ann", sitting.AddComputer{Level: opponent.Normal})
		h.does("ann", sitting.Start{})
		h.does("bob", sitting.Leave{Sure: true})
		h.finishes()
		equal(t, m.levels[opponent.Easy], 0)
		if m.levels[opponent.Hard] == 0 || m.levels[opponent.Normal] == 0 {
			t.Errorf("levels: %v", m.levels)
		}
	})
}

func TestAComputersThoughtIsDroppedWhenItsOwnerIsBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(func(engine.Move) time.Duration { return time.Second })
		h := newHall(t, table.Options{Choose: m.choose})
		h.deals("ann", "bob")
		late := h.onTurn()
		h.does(late, sitting.Away{})
		pass(delay / 2)
		before := h.does(late, sitting.Back{}).Sight
		pass(time.Hour)
		equal(t, h.looks(late).Version, before.Version)
		h.moves()
	})
}

// TestTheQueueWaitsForNoThought has a computer think for an hour, and people go
// on as if it didn't.
func TestTheQueueWaitsForNoThought(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(func(engine.Move) time.Duration { return time.Hour })
		h := newHall(t, table.Options{Choose: m.choose})
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.AddComputer{Level: opponent.Hard})
		h.does("ann", sitting.Start{})
		if h.onTurn() == "ann" {
			h.passes()
		}
		begin := time.Now()
		h.does("bob", sitting.Join{})
		h.does("ann", sitting.Leave{Sure: true})
		equal(t, time.Since(begin), time.Duration(0))
	})
}

func TestOnlySoManyComputersThinkAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		m := newMind(func(engine.Move) time.Duration { return time.Second })
		h := newHall(t, table.Options{Choose: m.choose})
		for n := range 4 * table.Minds() {
			h.opens("ann", openIn(sitting.Channel(fmt.Sprint(n))))
			h.does("ann", sitting.AddComputer{Level: opponent.Easy})
			h.does("ann", sitting.AddComputer{Level: opponent.Easy})
			h.does("ann", sitting.Start{})
		}
		pass(10 * time.Second)
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.most != table.Minds() {
			t.Errorf("%d thoughts at once, want %d", m.most, table.Minds())
		}
	})
}

func TestAThoughtIsGivenItsBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var playouts int
		var took time.Duration
		choose := func(l opponent.Level, v engine.View, log []engine.PublicEvent, r *rand.Rand, b opponent.Budget) engine.Move {
			begun := time.Now()
			for !b.Stop() {
				<-time.After(time.Millisecond)
			}
			mu.Lock()
			playouts, took = b.Playouts, time.Since(begun)
			mu.Unlock()
			return opponent.Choose(opponent.Easy, v, log, r, b)
		}
		h := newHall(t, table.Options{Choose: choose, Playouts: 77, ThinkFor: 400 * time.Millisecond})
		h.deals("ann", "bob")
		h.does(h.onTurn(), sitting.Away{})
		pass(delay)
		mu.Lock()
		defer mu.Unlock()
		equal(t, []any{playouts, took}, []any{77, 400 * time.Millisecond})
	})
}
