package sitting_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func isUnsealed(err error) bool {
	var no *sitting.Refusal
	return errors.As(err, &no) && no.Code == sitting.NotSealed
}

// TestAHandCommittedBeforeSealsWereCutGoesOnAsItWas has a table whose hand was committed
// before there were seals to cut by: it waits for no message, and what starts it is its
// first cut. The hand after it waits for its seal.
func TestAHandCommittedBeforeSealsWereCutGoesOnAsItWas(t *testing.T) {
	e := newEvening(t, 5)
	set := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Turn: time.Hour, Lang: "en"}
	e.slow = true
	for _, ev := range []sitting.Event{
		sitting.Opened{Server: "server", Channel: "channel", Host: "ann", Settings: set}, sitting.Committed{Hand: 1, Seed: deal.Seed{3}},
	} {
		e.state = sitting.Apply(e.state, ev, e.clock.Now)
		e.events, e.at = append(e.events, ev), append(e.at, e.clock.Now)
	}
	e.does("bob", sitting.Join{})
	e.does("bob", sitting.Cut{Word: "gale"})
	equal(t, e.state.Unsealed(), 0)
	e.does("ann", sitting.Start{})
	e.finishes()
	last := e.state.Last()
	equal(t, []string{last.Seal, last.Commitment}, []string{"", deal.Commitment("evening1", 1, deal.Seed{3})})
	equal(t, last.Cuts, []string{"key 4", "gale"})
	past, err := sitting.FindHand("evening1", e.events, e.at, sitting.HandKey{Hand: 1})
	equal(t, err, nil)
	equal(t, deal.Verify(past.Proof().Fair), nil)

	equal(t, e.state.Unsealed(), 2)
	if err := e.asks("bob", sitting.Next{}); !isUnsealed(err) {
		t.Errorf("the next hand before its seal: %v", err)
	}
	e.seals()
	e.does("bob", sitting.Next{})
	e.finishes()
	equal(t, e.state.Last().Cuts, []string{e.state.Last().Seal})
	e.holds()

	// No table goes back to deals without a seal.
	for i, ev := range e.events {
		if c, ok := ev.(sitting.Committed); ok && c.Hand == 3 {
			old := slices.Clone(e.events)
			old[i] = sitting.Committed{Hand: 3, Seed: c.Seed}
			if audited("evening1", old, e.at) == nil {
				t.Error("a commitment without a seal after those with one is nothing wrong")
			}
		}
	}
}

// TestNothingIsCutOrDealtBeforeItsSeal leaves out, doubles and changes what says that a
// deal is sealed, and what its seed was.
func TestNothingIsCutOrDealtBeforeItsSeal(t *testing.T) {
	e := newEvening(t, 6)
	e.slow = true
	e.opens("ann", time.Hour, "bob")
	for _, do := range []sitting.Action{sitting.Start{}, sitting.Cut{Word: "gale"}} {
		if err := e.asks("ann", do); !isUnsealed(err) {
			t.Errorf("%T before the seal: %v", do, err)
		}
	}
	e.seals()
	e.does("bob", sitting.Cut{Word: "gale"})
	e.does("ann", sitting.Start{})
	e.holds()
	at := func(is func(sitting.Event) bool) int { return slices.IndexFunc(e.events, is) }
	sealed := at(func(ev sitting.Event) bool { _, ok := ev.(sitting.Sealed); return ok })
	committed := at(func(ev sitting.Event) bool { _, ok := ev.(sitting.Committed); return ok })
	cut := at(func(ev sitting.Event) bool { _, ok := ev.(sitting.CutGiven); return ok })
	for name, change := range map[string]func([]sitting.Event) []sitting.Event{
		"no seal": func(all []sitting.Event) []sitting.Event { return slices.Delete(all, sealed, sealed+1) },
		"two":     func(all []sitting.Event) []sitting.Event { return slices.Insert(all, sealed, all[sealed]) },
		"of another hand": func(all []sitting.Event) []sitting.Event {
			all[sealed] = sitting.Sealed{Hand: 2, Message: "1"}
			return all
		},
		"of no message": func(all []sitting.Event) []sitting.Event { all[sealed] = sitting.Sealed{Hand: 1}; return all },
		"another message": func(all []sitting.Event) []sitting.Event {
			all[sealed] = sitting.Sealed{Hand: 1, Message: "1"}
			return all
		},
		"a word before it": func(all []sitting.Event) []sitting.Event {
			all[sealed], all[cut] = all[cut], all[sealed]
			return all
		},
		"no seed": func(all []sitting.Event) []sitting.Event {
			c := all[committed].(sitting.Committed)
			all[committed] = sitting.Committed{Hand: c.Hand, Seal: c.Seal}
			return all
		},
		"another seed": func(all []sitting.Event) []sitting.Event {
			c := all[committed].(sitting.Committed)
			c.Seed[31]++
			all[committed] = c
			return all
		},
	} {
		if changed := change(slices.Clone(e.events)); audited("evening1", changed, append(slices.Clone(e.at), e.clock.Now)) == nil {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}
