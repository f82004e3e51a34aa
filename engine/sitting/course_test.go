package sitting_test

import (
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// course asks for the course of a hand of the evening, as it stands.
func (e *evening) course(key sitting.HandKey) (sitting.Course, error) {
	e.tb.Helper()
	past, err := sitting.FindHand("evening1", e.events, e.at, key)
	if err != nil {
		return sitting.Course{}, err
	}
	return past.Course()
}

// TestACourseIsTheHandAsItWasPlayed holds every moment of hands against the game itself: all
// cards are in one place, and each draw names what came into a hand. No moment says what lies in the stock.
func TestACourseIsTheHandAsItWasPlayed(t *testing.T) {
	turns, both := 0, 0
	for seed := range uint64(12) {
		e := newEvening(t, seed)
		e.opens("ann", 0, []sitting.Person{"bob", "cy", "dee"}[:1+seed%3]...)
		e.does("ann", sitting.Start{})
		e.finishes()
		c, err := e.course(sitting.HandKey{Hand: 1})
		equal(t, err, nil)
		last := e.state.Last()
		equal(t, c.Result, last)
		equal(t, c.Moments[len(c.Moments)-1].Hands, last.Result.Hands)
		equal(t, len(c.Moments[0].Did), 0)
		for i, m := range c.Moments {
			seen := engine.HandOf(m.View.Pile[:m.View.PileSize]...)
			for _, h := range m.Hands {
				seen |= h
			}
			for _, laid := range m.View.Melds[:m.View.MeldCount] {
				seen |= laid.Cards
			}
			if seen.Len()+m.View.Stock != engine.PackSize {
				t.Fatalf("seed %d, moment %d: %d cards and %d in the stock", seed, i, seen.Len(), m.View.Stock)
			}
			if i == 0 {
				continue
			}
			turns++
			equal(t, m.View.Turns, i)
			var drawn engine.Hand
			for k, did := range m.Did {
				if did.Hidden > 0 {
					t.Errorf("seed %d, moment %d hides %d cards", seed, i, did.Hidden)
				}
				if did.Kind == engine.SawDraw {
					drawn |= engine.HandOf(did.Cards...)
					both += min(k, 1)
				} else if k == 0 {
					t.Errorf("seed %d, moment %d begins with %v", seed, i, did)
				}
			}
			at := m.Did[0].Seat
			if before := c.Moments[i-1].Hands[at]; before&drawn != 0 || drawn == 0 || m.Hands[at]&^before&^drawn != 0 {
				t.Errorf("seed %d, moment %d: %v was drawn to %v, and then there was %v", seed, i, drawn, before, m.Hands[at])
			}
		}
	}
	if turns < 100 || both == 0 {
		t.Errorf("%d turns, %d draws from both piles: little is seen", turns, both)
	}
}

// TestACourseLeavesOutWhatWasTakenBack takes a discard back, and throws another.
func TestACourseLeavesOutWhatWasTakenBack(t *testing.T) {
	e := newEvening(t, 3)
	e.opens("ann", time.Hour)
	e.does("ann", sitting.AddComputer{})
	e.does("ann", sitting.Start{})
	for e.state.WaitsOn() != "ann" {
		e.ticks()
	}
	e.does("ann", sitting.Play{Moves: []engine.Move{engine.Draw{Source: engine.FromStock}}})
	cards := sitting.See(e.state, "ann", nil).View.Hand.Cards()
	for _, c := range cards[:2] {
		e.does("ann", sitting.Play{Moves: []engine.Move{engine.Discard{Card: c}}})
		if c == cards[0] {
			e.does("ann", sitting.TakeBack{})
		}
	}
	e.does("ann", sitting.End{Sure: true})
	c, err := e.course(sitting.HandKey{Hand: 1})
	equal(t, err, nil)
	equal(t, c.Result.Abandoned, true)
	var thrown []engine.Card
	for _, m := range c.Moments {
		for _, did := range m.Did {
			if did.Kind == engine.SawDiscard && sitting.Watch(e.state, nil).Seats[did.Seat].Person == "ann" {
				thrown = append(thrown, did.Cards...)
			}
		}
	}
	if !slices.Equal(thrown, cards[1:2]) {
		t.Errorf("thrown were %v, wanted %v", thrown, cards[1:2])
	}
}

// TestNoCourseShowsADealThatLiesOnTheTable asks before, during and after a hand, and while the
// same deal is played once more.
func TestNoCourseShowsADealThatLiesOnTheTable(t *testing.T) {
	e := newEvening(t, 4)
	e.opens("ann", time.Hour, "bob")
	fresh, turned := sitting.HandKey{Hand: 1}, sitting.HandKey{Hand: 1, Again: 1}
	asks := func(key sitting.HandKey, want sitting.Code) {
		t.Helper()
		c, err := e.course(key)
		if code(err) != want || want != 0 && len(c.Moments) > 0 {
			t.Errorf("hand %v: %v and %d moments, wanted %v", key, err, len(c.Moments), want)
		}
	}
	asks(fresh, sitting.NoSuchHand)
	e.does("ann", sitting.Start{})
	asks(fresh, sitting.HandUnderWay)
	asks(turned, sitting.HandUnderWay)
	e.finishes()
	asks(fresh, 0)
	asks(turned, sitting.NoSuchHand)
	asks(sitting.HandKey{Hand: 2}, sitting.NoSuchHand)
	asks(sitting.HandKey{Hand: 9}, sitting.NoSuchHand)
	e.does("bob", sitting.Again{})
	asks(fresh, sitting.HandUnderWay)
	asks(turned, sitting.HandUnderWay)
	e.finishes()
	asks(fresh, 0)
	asks(turned, 0)
	one, err := e.course(fresh)
	equal(t, err, nil)
	other, err := e.course(turned)
	equal(t, err, nil)
	equal(t, one.Moments[0].Hands[0], other.Moments[0].Hands[1])
	equal(t, other.Result.Again, 1)
}

func TestAHandKeyIsReadAsItIsWritten(t *testing.T) {
	for _, key := range []sitting.HandKey{{Hand: 1}, {Hand: 9999}, {Hand: 3, Again: 1}, {Hand: 3, Again: 12}} {
		if got, ok := sitting.ParseHandKey(key.String()); !ok || got != key {
			t.Errorf("%v is read as %v", key, got)
		}
	}
	for _, text := range []string{"", "0", "-1", "+1", "1+0", "1+", "01", "1+-1", "1 ", "x", "1+1+1"} {
		if got, ok := sitting.ParseHandKey(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
