package sqlite_test

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

// wholeHand is a hand that people play at a table of their own, from opening it to the
// result, decided by the rules and made ready to be stored at once: as fast as hands come.
func wholeHand(tb testing.TB, head sitting.Head, people []sitting.Person, dice *rand.Rand, at time.Time) table.Batch {
	tb.Helper()
	at = sitting.Whole(at)
	dealer := sitting.Fair(func() (seed deal.Seed, err error) {
		for i := range seed {
			seed[i] = byte(dice.Uint32())
		}
		return seed, nil
	})
	s := sitting.New(head.Table)
	b := table.Batch{Table: head.Table, At: at}
	do := func(by sitting.Person, a sitting.Action) {
		events, err := sitting.Decide(s, sitting.Command{Key: fmt.Sprint(firstKey + len(b.Events)), By: by, Do: a}, dealer)
		if err == nil {
			s, events, err = sitting.Follow(s, events, by, at, nil, dealer)
		}
		if err != nil {
			tb.Fatalf("%s %#v: %v", by, a, err)
		}
		if b.Events = append(b.Events, events...); s.Unsealed() > 0 {
			sealed := sitting.Sealed{Hand: s.Unsealed(), Message: fmt.Sprint(firstKey + len(b.Events))}
			s, b.Events = sitting.Apply(s, sealed, at), append(b.Events, sealed)
		}
	}
	set := sitting.Settings{Rules: engine.Presets()[dice.IntN(4)].Rules(), Seats: 4, Lang: "en"}
	do(people[0], sitting.Open{Server: head.Server, Channel: head.Channel, Settings: set})
	for _, p := range people[1:] {
		do(p, sitting.Join{})
	}
	do(people[0], sitting.Start{})
	for {
		turn := sitting.SeeTurn(s)
		do(people[turn.Seat], sitting.Play{Moves: []engine.Move{opponent.Choose(opponent.Easy, turn.View, turn.Log, dice, opponent.Budget{})}})
		if over := sitting.JustOver(sitting.New(head.Table), s); over != nil {
			b.Ended, b.Head, b.Waits, b.Wake = over.Finish(), s.Head(), s.WaitsOn(), at.Add(time.Hour)
			return b
		}
	}
}
