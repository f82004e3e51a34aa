package sitting_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// records are what the newest hand is on the records, by person.
func (e *evening) records() map[sitting.Person]tab.Play {
	all := make(map[sitting.Person]tab.Play)
	for _, p := range e.state.Last().Plays() {
		all[p.Person] = p
	}
	return all
}

// TestAHandGoesOnTheRecordOfWhoEndedIt plays hands with people and computers, of whom some
// go away, leave or come back.
func TestAHandGoesOnTheRecordOfWhoEndedIt(t *testing.T) {
	e := newEvening(t, 5)
	e.opens("ann", time.Hour, "bob", "cy")
	e.does("ann", sitting.AddComputer{Level: opponent.Hard})
	e.does("ann", sitting.Start{})
	for e.state.WaitsOn() != "cy" { // who makes a move, and then leaves
		e.plays()
	}
	e.plays()
	moved := e.state.Last() == nil
	e.does("bob", sitting.Away{})
	e.does("cy", sitting.Leave{Sure: true})
	e.finishes()
	got, last := e.records(), e.state.Last()
	if cy := got["cy"]; !moved || !cy.Apart || cy.Won || cy.Rummy {
		t.Fatalf("of one who left after a move: %+v", cy)
	}
	delete(got, "cy")
	delete(got, "bob") // who may have moved before
	if len(got) != 1 || got["ann"].Alone || got["ann"].Against == "" {
		t.Fatalf("of one who stayed, one away and one who left: %+v", got)
	}
	sum := int64(0)
	for _, pips := range last.Result.Payments {
		sum += int64(pips)
	}
	want := tab.Play{Person: "ann", Against: got["ann"].Against, Pips: -int64(last.Result.Payments[0])}
	if last.Result.Winner == 0 {
		want.Won, want.Rummy, want.Pips = true, last.Result.Rummy, sum
	}
	equal(t, got["ann"], want)

	e.does("bob", sitting.Next{}) // and is back by that
	e.finishes()
	got, last = e.records(), e.state.Last()
	if len(got) != 2 {
		t.Fatalf("of two who stayed: %+v", got)
	}
	total := got["ann"].Pips + got["bob"].Pips
	for at, t := range last.Seats {
		if t.Person == "" && last.Result.Winner >= 0 {
			total -= int64(last.Result.Payments[at])
		}
	}
	if w := last.Result.Winner; w >= 0 && last.Seats[w].Person == "" {
		for at := range last.Seats {
			total += int64(last.Result.Payments[at])
		}
	}
	if total != 0 {
		t.Errorf("what is collected isn't what is paid: %d over", total)
	}

	e.does("ann", sitting.Again{})
	e.finishes()
	equal(t, len(e.records()), 0) // a turning
	e.does("ann", sitting.Next{})
	e.does("ann", sitting.End{Sure: true})
	e.does("bob", sitting.Vote{Number: sitting.Watch(e.state, nil).Ending.Number, Yes: true})
	equal(t, len(e.records()), 0) // called off
	e.does("bob", sitting.Leave{})
	e.does("ann", sitting.Next{})
	e.finishes()
	if got = e.records(); len(got) != 1 || !got["ann"].Alone {
		t.Errorf("of one with a computer: %+v", got)
	}
}

// TestARummyIsNoneWhereEveryWinIs plays concealed, where who goes out has always shown
// nothing before: no result calls that a rummy unless it pays more, and so no record and no standings do.
func TestARummyIsNoneWhereEveryWinIs(t *testing.T) {
	for times, want := range map[uint8]bool{1: false, 2: true} {
		e := newEvening(t, 5)
		rules := engine.Concealed.Rules()
		rules.RummyMultiplier = times
		e.does("ann", sitting.Open{Server: "server", Channel: "channel", Settings: sitting.Settings{Rules: rules, Seats: 2, Turn: time.Hour, Lang: "en"}})
		e.does("bob", sitting.Join{})
		e.does("ann", sitting.Start{})
		e.finishes()
		last := e.state.Last()
		if w := last.Result.Winner; !last.Result.Rummy || e.records()[last.Seats[w].Person].Rummy != want || last.Outcome().Rummy != want {
			t.Errorf("pays %d times: %+v of %+v", times, e.records(), last.Result)
		}
	}
}
