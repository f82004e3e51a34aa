package sitting_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestOwnTurnsAreWhatTheirPlayerSaw has two play hands in which plays are taken back and
// one of them is away for a while. What is found of each is what they saw at every play
// that stood, and nothing that a computer played for them.
func TestOwnTurnsAreWhatTheirPlayerSaw(t *testing.T) {
	backs, away := 0, 0
	for seed := range uint64(12) {
		e := newEvening(t, seed)
		e.opens("ann", time.Hour, "bob", "cy")
		e.does("ann", sitting.Start{})
		saw, gone, computers := map[sitting.Person][]opponent.Play{}, 0, map[int]bool{}
		for e.state.Phase() == sitting.Playing {
			by, before := e.state.WaitsOn(), e.state
			if by == "" {
				if away++; away%5 == 0 {
					e.does("cy", sitting.Back{})
					continue
				}
				turn := sitting.SeeTurn(e.state)
				moves, err := sitting.Move(e.state, turn.Seat, []engine.Move{opponent.Choose(opponent.Easy, turn.View, turn.Log, e.dice, opponent.Budget{})})
				if err != nil {
					t.Fatal(err)
				}
				computers[turn.View.Turns] = true
				e.follow("", moves...)
				continue
			}
			sight := sitting.See(before, by, nil)
			if by == "cy" && sight.View.Turns/3 == gone+1 && sight.View.Phase == engine.ToPlay {
				gone = sight.View.Turns / 3
				e.does(by, sitting.Away{})
				continue
			}
			move := opponent.Choose(opponent.Easy, sight.View, sight.Log, e.dice, opponent.Budget{})
			e.does(by, sitting.Play{Moves: []engine.Move{move}})
			saw[by] = append(saw[by], opponent.Play{View: sight.View, Log: sight.Log, Move: move})
			if now := sitting.See(e.state, by, nil); now.MayTakeBack && e.dice.IntN(4) == 0 {
				e.does(by, sitting.TakeBack{})
				for _, other := range []sitting.Person{"ann", "bob", "cy"} {
					if wish := sitting.See(e.state, other, nil).Takeback; wish != nil && other != by {
						_ = e.asks(other, sitting.Agree{Yes: true})
					}
				}
				if sitting.See(e.state, by, nil).View.Turns == sight.View.Turns && e.state.WaitsOn() == by {
					backs++
					saw[by] = saw[by][:len(saw[by])-1]
				}
			}
		}
		last := e.state.Last()
		for at, who := range last.Seats {
			found, err := sitting.FindTurns("evening1", e.events, e.at, last.Key(), who.Person)
			if err != nil || found.Seat != engine.Seat(at) || found.Result.Result != last.Result {
				t.Fatalf("%s: %+v, %v", who.Person, found, err)
			}
			var plays []opponent.Play
			for _, turn := range found.Turns {
				if _, draws := turn[0].Move.(engine.Draw); !draws {
					t.Errorf("a turn begins with %v", turn[0].Move)
				}
				plays = append(plays, turn...)
			}
			equal(t, plays, slices.DeleteFunc(saw[who.Person], func(p opponent.Play) bool { return computers[p.View.Turns] }))
		}
		e.does("ann", sitting.Next{})
		for _, c := range []struct {
			key sitting.HandKey
			no  sitting.Code
		}{{sitting.HandKey{Hand: 2}, sitting.HandUnderWay}, {sitting.HandKey{Hand: 3}, sitting.NoSuchHand}, {sitting.HandKey{Hand: 1, Again: 1}, sitting.NoSuchHand},
			{sitting.HandKey{}, sitting.NoSuchHand}} {
			_, err := sitting.FindTurns("evening1", e.events, e.at, c.key, "ann")
			if no := (*sitting.Refusal)(nil); !errors.As(err, &no) || no.Code != c.no {
				t.Errorf("%+v: %v", c.key, err)
			}
		}
		if found, err := sitting.FindTurns("evening1", e.events, e.at, last.Key(), "dee"); err != nil || found.Seat != engine.Nobody || found.Turns != nil {
			t.Errorf("of who didn't sit there: %+v, %v", found, err)
		}
		e.playsOut(opponent.Easy)
		e.does("ann", sitting.Again{})
		if _, err := sitting.FindTurns("evening1", e.events, e.at, sitting.HandKey{Hand: 2}, "ann"); !isUnderWay(err) {
			t.Errorf("while its deal lies on the table once more: %v", err)
		}
		e.playsOut(opponent.Easy)
		for again := range 2 {
			key := sitting.HandKey{Hand: 2, Again: again}
			if found, err := sitting.FindTurns("evening1", e.events, e.at, key, "ann"); err != nil || found.Result.Key() != key {
				t.Errorf("%v: %+v, %v", key, found.Result, err)
			}
		}
	}
	if backs < 10 || away < 10 {
		t.Errorf("%d plays were taken back, and %d times a computer played", backs, away)
	}
}

func isUnderWay(err error) bool {
	var no *sitting.Refusal
	return errors.As(err, &no) && no.Code == sitting.HandUnderWay
}
