package storagetest

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// An Evening is a table at which people and computers play hand after hand. Each is decided by the rules, as in a house, and
// made ready to be stored at once: as fast as hands come.
type Evening struct {
	tb    testing.TB
	head  sitting.Head
	host  sitting.Person
	dice  *rand.Rand
	state sitting.State
	at    time.Time
	all   []sitting.Event // not yet in a batch
	opens func()          // has them sit down, at the time of the first hand
	goes  sitting.Person  // leaves before their second turn of the next hand; empty: nobody does
}

// NewEvening is of a table that opens with its first hand; the first of the people, two or more
// with the computers, is its host. A bare one doesn't count on the tab while a computer sits there.
func NewEvening(tb testing.TB, head sitting.Head, people []sitting.Person, computers int, bare bool, dice *rand.Rand) *Evening {
	tb.Helper()
	e := &Evening{tb: tb, head: head, host: people[0], dice: dice, state: sitting.New(head.Table)}
	set := sitting.Settings{
		Rules: engine.Presets()[dice.IntN(len(engine.Presets()))].Rules(), Seats: len(people) + computers, Lang: "en", Bare: bare,
	}
	e.opens = func() { e.open(set, people[1:], computers) }
	return e
}

// Leaves has a person make one move of the next hand and leave, so that a computer ends it for
// them.
func (e *Evening) Leaves(p sitting.Person) { e.goes = p }

func (e *Evening) open(set sitting.Settings, others []sitting.Person, computers int) {
	e.tb.Helper()
	e.does(e.host, sitting.Open{Server: e.head.Server, Channel: e.head.Channel, Settings: set})
	for _, p := range others {
		e.does(p, sitting.Join{})
	}
	for range computers {
		e.does(e.host, sitting.AddComputer{Level: opponent.Easy})
	}
}

// Hand plays the next hand, which ends at a time.
func (e *Evening) Hand(at time.Time) (table.Batch, *sitting.HandResult) {
	e.tb.Helper()
	e.at = sitting.Whole(at)
	if e.state.Seq() == 0 {
		e.opens()
	}
	before, from := e.state, e.state.Seq()-int64(len(e.all))
	if sitting.Watch(e.state, nil).Phase == sitting.Lobby {
		e.does(e.host, sitting.Start{})
	} else {
		e.does(e.host, sitting.Next{})
	}
	for sitting.JustOver(before, e.state) == nil {
		turn := sitting.SeeTurn(e.state)
		moves := []engine.Move{opponent.Choose(opponent.Easy, turn.View, turn.Log, e.dice, opponent.Budget{})}
		if who := sitting.Watch(e.state, nil).Seats[turn.Seat]; who.Person != "" && !who.Leaving {
			e.does(who.Person, sitting.Play{Moves: moves})
			if who.Person == e.goes {
				e.does(who.Person, sitting.Leave{Sure: true})
			}
			continue
		}
		events, err := sitting.Move(e.state, turn.Seat, moves)
		e.follows("", events, err)
	}
	over := sitting.JustOver(before, e.state)
	b := table.Batch{
		Table: e.head.Table, At: e.at, From: from, Events: e.all, Ended: over.Finish(), Head: e.state.Head(), Waits: e.state.WaitsOn(), Wake: e.at.Add(time.Hour),
	}
	if c, ok := e.state.Checkpoint(); ok {
		b.Checkpoint = &c
	}
	e.all = nil
	return b, over
}

func (e *Evening) does(by sitting.Person, a sitting.Action) {
	e.tb.Helper()
	c := sitting.Command{Key: fmt.Sprint(FirstKey + e.state.Seq()), By: by, Do: a}
	if back := sitting.Return(e.state, c); back != nil {
		e.follows(by, []sitting.Event{back}, nil)
	}
	events, err := sitting.Decide(e.state, c, e.dealer())
	e.follows(by, events, err)
}

func (e *Evening) follows(by sitting.Person, events []sitting.Event, err error) {
	e.tb.Helper()
	if err == nil {
		e.state, events, err = sitting.Follow(e.state, events, by, e.at, nil, e.dealer())
	}
	if err != nil {
		e.tb.Fatalf("%s: %v", by, err)
	}
	e.all = append(e.all, events...)
	message := fmt.Sprint(FirstKey + e.state.Seq())
	switch {
	case e.state.Unsealed() > 0:
		e.follows("", []sitting.Event{sitting.Sealed{Hand: e.state.Unsealed(), Message: message}}, nil)
	case e.state.Unplaced() > 0:
		e.follows("", []sitting.Event{sitting.Placed{Hand: e.state.Unplaced(), Message: message}}, nil)
	}
}

func (e *Evening) dealer() sitting.Dealer {
	return sitting.Fair(func() (seed deal.Seed, err error) {
		for i := range seed {
			seed[i] = byte(e.dice.Uint32())
		}
		return seed, nil
	})
}
