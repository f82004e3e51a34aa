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

// tells has events be those of the evening so far, as an older program stored them.
func (e *evening) tells(events ...sitting.Event) {
	for _, ev := range events {
		e.state = sitting.Apply(e.state, ev, e.clock.Now)
		e.events, e.at = append(e.events, ev), append(e.at, e.clock.Now)
	}
}

// TestAHandThatAnOlderProgramCommittedIsFrozenToo goes on from lobbies in which a hand is
// committed, sealed and cut already, by the two ways there were: what was shown of it stays, and it
// gets a last cut that nobody can choose.
func TestAHandThatAnOlderProgramCommittedIsFrozenToo(t *testing.T) {
	set := sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Turn: time.Hour, Lang: "en"}
	opened := sitting.Opened{Server: "server", Channel: "channel", Host: "ann", Settings: set}
	seed := deal.Seed{3}
	commitment := deal.Commitment("evening1", 1, seed)
	for name, c := range map[string]struct {
		stored []sitting.Event
		first  string // the first cut
		seal   string
	}{
		"without a seal": {stored: []sitting.Event{sitting.Committed{Hand: 1, Seed: seed}}, first: "key 4"},
		"not yet sealed": {stored: []sitting.Event{sitting.Committed{Hand: 1, Seed: seed, Seal: commitment}}, first: "message 2", seal: "message 2"},
		"sealed": {
			stored: []sitting.Event{sitting.Committed{Hand: 1, Seed: seed, Seal: commitment}, sitting.Sealed{Hand: 1, Message: "77"}},
			first:  "77", seal: "77",
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEvening(t, 5)
			e.slow = true
			e.tells(append([]sitting.Event{opened}, c.stored...)...)
			e.seals()
			e.does("bob", sitting.Join{})
			e.does("bob", sitting.Cut{Word: "gale"})
			equal(t, e.state.Unsealed(), 0)
			if name == "sealed" {
				e.tells(sitting.CutGiven{By: "ann", Word: "rope"})
			}
			e.does("ann", sitting.Start{})
			equal(t, []any{e.state.Phase(), e.state.Unplaced()}, []any{sitting.Dealing, 1})
			e.seals()
			e.slow = false
			e.finishes()
			last := e.state.Last()
			equal(t, []string{last.Seal, last.Commitment}, []string{c.seal, commitment})
			equal(t, []any{last.Cuts[0], last.Cuts[1], last.Cuts[len(last.Cuts)-1]}, []any{map[bool]string{true: last.Cuts[0], false: c.first}[name == "without a seal"], "gale", last.Table})
			past, err := sitting.FindHand("evening1", e.events, e.at, sitting.HandKey{Hand: 1})
			equal(t, err, nil)
			equal(t, deal.Verify(past.Proof().Fair), nil)
			e.does("bob", sitting.Next{})
			e.finishes()
			equal(t, e.state.Last().Cuts, []string{e.state.Last().Seal, e.state.Last().Table})
			e.holds()
		})
	}
}

// TestAHandThatAnOlderProgramDealtHoldsAsItWas has a hand be dealt without being frozen, with a
// word as its last cut, and the next one frozen. No hand is dealt the old way after one that was
// frozen.
func TestAHandThatAnOlderProgramDealtHoldsAsItWas(t *testing.T) {
	e := newEvening(t, 5)
	e.opens("ann", time.Hour, "bob")
	seed := deal.Seed{3}
	commitment := deal.Commitment("evening1", 1, seed)
	cuts := []string{"77", "gale"}
	dealt, err := engine.Deal(engine.Boathouse.Rules(), 2, deal.FirstDealer(seed, commitment, cuts, 2), deal.Deck(seed, commitment, cuts))
	equal(t, err, nil)
	e.tells(sitting.Committed{Hand: 1, Seed: seed, Seal: commitment}, sitting.Sealed{Hand: 1, Message: "77"},
		sitting.CutGiven{By: "bob", Word: "gale"}, sitting.HandStarted{Hand: 1, Interaction: "9"}, sitting.Played{Event: dealt})
	e.finishes()
	equal(t, e.state.Last().Cuts, cuts)
	past, err := sitting.FindHand("evening1", e.events, e.at, sitting.HandKey{Hand: 1})
	equal(t, err, nil)
	equal(t, deal.Verify(past.Proof().Fair), nil)
	e.holds()

	next := e.state.Last().Seal
	e.does("bob", sitting.Next{})
	e.finishes()
	e.holds()
	s := sitting.Watch(e.state, nil)
	c := e.events[slices.IndexFunc(e.events, func(ev sitting.Event) bool { c, ok := ev.(sitting.Committed); return ok && c.Hand == 3 })].(sitting.Committed)
	dealt, err = engine.Deal(s.Settings.Rules, 2, 1-s.Last.Dealer, deal.Deck(c.Seed, c.Seal, s.Deal.All))
	equal(t, err, nil)
	old := append(slices.Clone(e.events), sitting.HandStarted{Hand: 3, Interaction: next}, sitting.Played{Event: dealt})
	if audited("evening1", old, append(slices.Clone(e.at), e.clock.Now, e.clock.Now)) == nil {
		t.Error("a hand dealt without being frozen, after one that was, is nothing wrong")
	}
}

// TestNoTableGoesBackToDealsWithoutASeal leaves the seal out of a commitment.
func TestNoTableGoesBackToDealsWithoutASeal(t *testing.T) {
	e := newEvening(t, 5)
	e.opens("ann", time.Hour, "bob")
	for range 2 {
		e.does("ann", sitting.Start{})
		e.finishes()
	}
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
	e.does("bob", sitting.Cut{Word: "rope"})
	e.does("ann", sitting.Start{})
	e.seals()
	e.finishes()
	for _, do := range []sitting.Action{sitting.Next{}, sitting.Again{}, sitting.Cut{Word: "gale"}} {
		if err := e.asks("ann", do); !isUnsealed(err) {
			t.Errorf("%T before the seal: %v", do, err)
		}
	}
	e.seals()
	e.does("bob", sitting.Cut{Word: "gale"})
	e.does("ann", sitting.Start{})
	e.seals()
	e.holds()
	at := func(is func(sitting.Event) bool) int { return slices.IndexFunc(e.events, is) }
	sealed := at(func(ev sitting.Event) bool { s, ok := ev.(sitting.Sealed); return ok && s.Hand == 2 })
	committed := at(func(ev sitting.Event) bool { c, ok := ev.(sitting.Committed); return ok && c.Hand == 2 })
	cut := at(func(ev sitting.Event) bool { c, ok := ev.(sitting.CutGiven); return ok && c.Word == "gale" })
	frozen := at(func(ev sitting.Event) bool { f, ok := ev.(sitting.Frozen); return ok && f.Hand == 2 })
	placed := at(func(ev sitting.Event) bool { _, ok := ev.(sitting.Placed); return ok })
	for name, change := range map[string]func([]sitting.Event) []sitting.Event{
		"no seal": func(all []sitting.Event) []sitting.Event { return slices.Delete(all, sealed, sealed+1) },
		"two":     func(all []sitting.Event) []sitting.Event { return slices.Insert(all, sealed, all[sealed]) },
		"of another hand": func(all []sitting.Event) []sitting.Event {
			all[sealed] = sitting.Sealed{Hand: 3, Message: "1"}
			return all
		},
		"of no message": func(all []sitting.Event) []sitting.Event { all[sealed] = sitting.Sealed{Hand: 2}; return all },
		"another message": func(all []sitting.Event) []sitting.Event {
			all[sealed] = sitting.Sealed{Hand: 2, Message: "1"}
			return all
		},
		"a word before it": func(all []sitting.Event) []sitting.Event {
			all[sealed], all[cut] = all[cut], all[sealed]
			return all
		},
		"a word after the freeze": func(all []sitting.Event) []sitting.Event {
			all[cut], all[frozen] = all[frozen], all[cut]
			return all
		},
		"a seat given after the freeze": func(all []sitting.Event) []sitting.Event {
			return slices.Insert(all, frozen+1, sitting.Event(sitting.RulesSet{Settings: sitting.Watch(e.state, nil).Settings}))
		},
		"not frozen":   func(all []sitting.Event) []sitting.Event { return slices.Delete(all, frozen, frozen+1) },
		"frozen twice": func(all []sitting.Event) []sitting.Event { return slices.Insert(all, frozen, all[frozen]) },
		"no table message": func(all []sitting.Event) []sitting.Event {
			return slices.Delete(all, placed, placed+1)
		},
		"another table message": func(all []sitting.Event) []sitting.Event {
			all[placed] = sitting.Placed{Hand: 2, Message: "1"}
			return all
		},
		"dealt late": func(all []sitting.Event) []sitting.Event {
			return slices.Insert(all, placed+1, sitting.Event(sitting.Joined{Person: "cy"}))
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
		if changed := change(slices.Clone(e.events)); audited("evening1", changed, append(slices.Clone(e.at), e.clock.Now, e.clock.Now)) == nil {
			t.Errorf("%s: nothing is wrong", name)
		}
	}
}
