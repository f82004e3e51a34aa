package tab_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine/tab"
)

// TestAnAuditTakesNothingWithoutConsent has events stored that nobody can have decided.
func TestAnAuditTakesNothingWithoutConsent(t *testing.T) {
	asks := func(c tab.Change, with tab.Person, owed int64) tab.Proposed {
		return tab.Proposed{Change: c, By: "ann", With: with, Owed: owed, Until: tab.Patience}
	}
	settle := asks(tab.Settle{Pips: 20}, "bob", 50)
	turned := tab.Proposed{Change: tab.Settle{Pips: 12}, By: "bob", With: "ann", Owed: -12, Until: tab.Patience}
	late := settle
	late.Until++
	for name, c := range map[string]struct {
		events []tab.Event
		last   int64 // when the last is stored; the others at 0
	}{
		"agreed to by nobody asked":  {[]tab.Event{settle, tab.Agreed{By: "cy"}}, 1},
		"agreed to by its proposer":  {[]tab.Event{settle, tab.Agreed{By: "ann"}}, 1},
		"agreed to before it is":     {[]tab.Event{tab.Agreed{By: "bob"}}, 0},
		"agreed to twice":            {[]tab.Event{settle, tab.Agreed{By: "bob"}, tab.Agreed{By: "bob"}}, 1},
		"agreed to after a no":       {[]tab.Event{settle, tab.Refused{By: "bob"}, tab.Agreed{By: "bob"}}, 1},
		"agreed to too late":         {[]tab.Event{settle, tab.Agreed{By: "bob"}}, tab.Patience},
		"settles what it undid":      {[]tab.Event{settle, tab.Agreed{By: "bob", Undid: []int64{1}}}, 1},
		"undoes nothing":             {[]tab.Event{asks(tab.Undo{From: hand}, "bob", 0), tab.Agreed{By: "bob"}}, 1},
		"asked anew by its proposer": {[]tab.Event{settle, settle}, 0},
		"asked anew for another":     {[]tab.Event{settle, tab.Proposed{Change: tab.Undo{From: hand}, By: "bob", With: "ann", Until: tab.Patience}}, 0},
		"asked anew when agreed":     {[]tab.Event{settle, tab.Agreed{By: "bob"}, turned}, 0},
		"open for longer":            {[]tab.Event{late}, 0},
		"more than is owed":          {[]tab.Event{asks(tab.Settle{Pips: 51}, "bob", -50)}, 0},
		"all but not all":            {[]tab.Event{asks(tab.Settle{Pips: 49, All: true}, "bob", -50)}, 0},
		"forgiven by who owes":       {[]tab.Event{asks(tab.Forgive{Pips: 5}, "bob", -50)}, 0},
		"forgiven by the other":      {[]tab.Event{asks(tab.Forgive{Pips: 5}, "bob", 50), tab.Agreed{By: "bob"}}, 0},
		"let go of nothing":          {[]tab.Event{asks(tab.LetGo{}, "bob", 0)}, 0},
		"voided between two":         {[]tab.Event{asks(tab.Void{Hand: hand}, "bob", 0)}, 0},
		"settled with nobody":        {[]tab.Event{asks(tab.Settle{Pips: 5}, "", 5)}, 0},
		"with itself":                {[]tab.Event{asks(tab.Settle{Pips: 5}, "ann", 5)}, 0},
		"run out early":              {[]tab.Event{settle, tab.RanOut{}}, tab.Patience - 1},
		"declined by its proposer":   {[]tab.Event{settle, tab.Refused{By: "ann"}}, 1},
		"taken back by the other":    {[]tab.Event{settle, tab.TakenBack{By: "bob"}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			var a tab.Audit
			for i, e := range c.events {
				at := int64(0)
				if i == len(c.events)-1 {
					at = c.last
				}
				err := a.Next(e, at)
				if is := err != nil; is != (i == len(c.events)-1) {
					t.Errorf("event %d: %v", i+1, err)
				}
			}
		})
	}
}
