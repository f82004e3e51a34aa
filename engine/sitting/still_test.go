package sitting_test

import (
	"reflect"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestAStillIsTheTableAsItsTurnBegan plays hands with a computer, in which people take back, go away and
// come back. Whatever happens within a turn, its still is what all could see when it began.
func TestAStillIsTheTableAsItsTurnBegan(t *testing.T) {
	e := newEvening(t, 11)
	e.opens("ann", time.Hour, "bob", "cy")
	e.does("ann", sitting.AddComputer{Level: opponent.Normal})
	for hand := range 3 {
		e.does("ann", []sitting.Action{sitting.Start{}, sitting.Next{}, sitting.Next{}}[hand])
		for e.state.Phase() == sitting.Playing {
			e.plays()
			if e.dice.IntN(6) == 0 {
				_ = e.asks("bob", sitting.TakeBack{}) // there may be nothing
				_ = e.asks("ann", sitting.Agree{Yes: true})
				_ = e.asks("cy", []sitting.Action{sitting.Away{}, sitting.Back{}}[e.dice.IntN(2)])
			}
		}
	}
	s, want, turns, within := sitting.New("evening1"), sitting.Still{}, 0, 0
	for i, ev := range e.events {
		before := s.Began()
		s = sitting.Apply(s, ev, e.at[i])
		all := sitting.Watch(s, nil)
		if s.Hand() == 0 {
			equal(t, all.Still, sitting.Still{})
			continue
		}
		if s.Began() != before {
			want, turns = sitting.Still{View: all.View, Log: all.Log[:len(all.Log):len(all.Log)], Seats: all.Seats}, turns+1
		} else if !reflect.DeepEqual(all.View, want.View) || !reflect.DeepEqual(all.Seats, want.Seats) {
			within++
		}
		if len(all.Still.Log) == 0 && len(want.Log) == 0 {
			want.Log = all.Still.Log // none, however that is written
		}
		equal(t, all.Still, want)
		equal(t, sitting.See(s, "ann", nil).Still, want)
	}
	if turns < 20 || within < 40 {
		t.Errorf("%d turns, and %d times the table wasn't as they began", turns, within)
	}
	if v := sitting.Watch(e.state, nil).Still.View; v.Phase != engine.Over {
		t.Errorf("at the end %+v", v)
	}
}
