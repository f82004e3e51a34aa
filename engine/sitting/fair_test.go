package sitting_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A cheat reads the table's seeds, and so knows what every word would do to the deck.
type cheat struct{ *evening }

// knows returns the seed of the next hand, if it has been drawn.
func (c cheat) knows() (seed deal.Seed, drawn bool) {
	for _, ev := range c.events {
		if committed, ok := ev.(sitting.Committed); ok && committed.Hand == c.state.Hand()+1 {
			return committed.Seed, true
		}
	}
	return deal.Seed{}, false
}

// foresees returns the deck that the next hand would have with one more word, by what the cheat
// knows now. Without a seed it is a guess.
func (c cheat) foresees(word string) [engine.PackSize]engine.Card {
	seed, _ := c.knows()
	d := sitting.Watch(c.state, nil).Deal
	cuts := d.All
	if word != "" {
		cuts = append(cuts, word)
	}
	return deal.Deck(seed, deal.Commitment("evening1", c.state.Hand()+1, seed), cuts)
}

// chooses finds a word that gives the first seat the ace of spades, and says it.
func (c cheat) chooses() {
	c.tb.Helper()
	for n := range 10_000 {
		word := fmt.Sprint("word ", n)
		if deck := c.foresees(word); deck[0].String() == "AS" {
			c.does("bob", sitting.Cut{Word: word})
			return
		}
	}
	c.tb.Fatal("no word gives the ace of spades")
}

// newest returns the deck that was dealt last.
func (e *evening) newest() (deck [engine.PackSize]engine.Card) {
	for _, ev := range e.events {
		if played, ok := ev.(sitting.Played); ok {
			if dealt, ok := played.Event.(engine.Dealt); ok {
				deck = dealt.Deck
			}
		}
	}
	return deck
}

// lastActs are what a cheat who acts last can still do.
func lastActs() map[string]func(cheat) {
	return map[string]func(cheat){
		"a word":             cheat.chooses,
		"a word, twice":      func(c cheat) { c.does("bob", sitting.Cut{Word: "gale"}); c.chooses() },
		"somebody joins":     func(c cheat) { c.does("cy", sitting.Join{}) },
		"a computer":         func(c cheat) { c.does("ann", sitting.AddComputer{Level: opponent.Easy}) },
		"somebody gets up":   func(c cheat) { c.does("dee", sitting.Leave{}) },
		"somebody is put up": func(c cheat) { c.does("ann", sitting.Remove{Seat: 2}) },
		"another order": func(c cheat) {
			c.does("bob", sitting.Leave{})
			c.does("bob", sitting.Join{})
			c.chooses()
		},
		"other rules": func(c cheat) {
			set := sitting.Watch(c.state, nil).Settings
			set.Rules = engine.Brisk.Rules()
			c.does("ann", sitting.SetSettings{Settings: set})
		},
		"nothing": func(cheat) {},
	}
}

// TestWhoKnowsTheSeedAndActsLastForeseesNoDeck has somebody who reads the seeds be the last to do
// anything before a hand is asked for: the deck isn't the one that they could work out.
func TestWhoKnowsTheSeedAndActsLastForeseesNoDeck(t *testing.T) {
	for name, act := range lastActs() {
		for hand := 1; hand <= 3; hand++ {
			t.Run(fmt.Sprint(name, ", hand ", hand), func(t *testing.T) {
				e := newEvening(t, 11)
				e.opens("ann", time.Hour, "bob", "dee")
				for e.state.Hand() < hand-1 {
					e.does("ann", sitting.Start{})
					e.finishes()
				}
				c := cheat{e}
				act(c)
				foreseen := c.foresees("")
				e.does("ann", sitting.Start{})
				if e.newest() == foreseen {
					t.Error("the deck is the one that was foreseen")
				}
				e.holds()
			})
		}
	}
}

// TestACheatChoosesTheDeckWhereAWordComesLast is the control: the same cheat has what they want as
// soon as no message comes after their word.
func TestACheatChoosesTheDeckWhereAWordComesLast(t *testing.T) {
	e := newEvening(t, 11)
	e.opens("ann", time.Hour, "bob", "dee")
	e.does("ann", sitting.Start{})
	e.finishes()
	c := cheat{e}
	seed, _ := c.knows()
	c.chooses()
	e.does("ann", sitting.Start{})
	cuts := sitting.Watch(e.state, nil).Deal.All
	dealt := func(cuts []string) [engine.PackSize]engine.Card {
		return deal.Deck(seed, deal.Commitment("evening1", 2, seed), cuts)
	}
	equal(t, dealt(cuts), e.newest())
	chosen := dealt(cuts[:len(cuts)-1])
	equal(t, chosen[0].String(), "AS")
	if chosen == e.newest() {
		t.Error("the cheat's deck is dealt")
	}
}

// TestAFrozenHandIsNobodysToChange has everybody do whatever they can while the last cut of a
// hand is on its way: cards, seats and dealer are those of a hand in which nobody did.
func TestAFrozenHandIsNobodysToChange(t *testing.T) {
	set := sitting.Settings{Rules: engine.Brisk.Rules(), Seats: 5, Turn: time.Hour}
	for name, c := range map[string]struct {
		by   sitting.Person
		do   sitting.Action
		code sitting.Code // 0: it is taken
	}{
		"a word":              {by: "bob", do: sitting.Cut{Word: "gale"}, code: sitting.HandUnderWay},
		"somebody joins":      {by: "cy", do: sitting.Join{}},
		"a computer":          {by: "ann", do: sitting.AddComputer{Level: opponent.Easy}},
		"gets up, not sure":   {by: "dee", do: sitting.Leave{}, code: sitting.NotSure},
		"gets up":             {by: "dee", do: sitting.Leave{Sure: true}},
		"the host gets up":    {by: "ann", do: sitting.Leave{Sure: true}},
		"is put up, not sure": {by: "ann", do: sitting.Remove{Seat: 2}, code: sitting.NotSure},
		"is put up":           {by: "ann", do: sitting.Remove{Seat: 2, Sure: true}},
		"goes away":           {by: "bob", do: sitting.Away{}},
		"rules":               {by: "ann", do: sitting.SetSettings{Settings: set}, code: sitting.HandUnderWay},
		"asks again":          {by: "bob", do: sitting.Next{}},
		"starts again":        {by: "ann", do: sitting.Start{}},
		"the old deal":        {by: "bob", do: sitting.Again{}, code: sitting.HandUnderWay},
		"takes back":          {by: "bob", do: sitting.TakeBack{}, code: sitting.NothingToTakeBack},
		"plays":               {by: "bob", do: sitting.Play{Moves: []engine.Move{engine.Draw{}}}, code: sitting.NoHand},
		"ends the hand":       {by: "ann", do: sitting.End{Sure: true}, code: sitting.NoHand},
	} {
		for hand := 1; hand <= 2; hand++ {
			if hand == 1 && name == "asks again" {
				continue // which is start then
			}
			t.Run(fmt.Sprint(name, ", hand ", hand), func(t *testing.T) {
				deals := func(between func(*evening)) (*evening, engine.Dealt) {
					e := newEvening(t, 11)
					e.opens("ann", time.Hour, "bob", "dee")
					if hand == 2 {
						e.does("ann", sitting.Start{})
						e.finishes()
					}
					e.slow = true
					e.does("ann", sitting.Start{})
					between(e)
					message := "42"
					if n := e.state.Unsealed(); n > 0 {
						e.follow("", sitting.Sealed{Hand: n, Message: message})
					} else {
						e.follow("", sitting.Placed{Hand: e.state.Unplaced(), Message: message})
					}
					e.holds()
					return e, e.events[len(e.events)-1].(sitting.Played).Event.(engine.Dealt)
				}
				_, want := deals(func(*evening) {})
				e, got := deals(func(e *evening) {
					before := e.state
					err := e.asks(c.by, c.do)
					var no *sitting.Refusal
					if c.code == 0 && err != nil || c.code != 0 && (!errors.As(err, &no) || no.Code != c.code) {
						t.Errorf("%v", err)
					}
					if c.code != 0 {
						equal(t, e.state, before)
					}
				})
				equal(t, got, want)
				var seats []sitting.Person
				for _, s := range sitting.Watch(e.state, nil).Seats {
					seats = append(seats, s.Person)
				}
				equal(t, seats, []sitting.Person{"ann", "bob", "dee"})
			})
		}
	}
}

// TestATableClosedBeforeItsHandIsDealtErasesTheSeed closes one while the last cut is on its way.
func TestATableClosedBeforeItsHandIsDealtErasesTheSeed(t *testing.T) {
	e := newEvening(t, 11)
	e.opens("ann", time.Hour, "bob")
	e.slow = true
	e.does("ann", sitting.Start{})
	e.does("ann", sitting.Close{})
	if e.state.Unused() == 0 || e.state.Unsealed() != 0 || e.state.Unplaced() != 0 {
		t.Error("a closed table waits for a message, or keeps its seed")
	}
	e.holds()
}
