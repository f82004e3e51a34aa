package sitting_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// TestRemarksAreTrueAndAllAreMade plays many hands with computers under several rules and
// holds what one of them says against the result and against what all saw.
func TestRemarksAreTrueAndAllAreMade(t *testing.T) {
	made := map[sitting.Fact]int{}
	for seed := range uint64(240) {
		e := newEvening(t, seed)
		rules := engine.Presets()[seed%4].Rules()
		switch seed % 3 {
		case 0:
			rules.Blocked, rules.BlockedAfter = engine.BlockedVoid, 1
		case 1:
			rules.BlockedAfter = 1
		}
		e.does("ann", sitting.Open{Server: "server", Channel: "channel", Settings: sitting.Settings{Rules: rules, Seats: 4, Turn: time.Hour, Lang: "en"}})
		for range 1 + seed%3 {
			e.does("ann", sitting.AddComputer{Level: opponent.Easy})
		}
		e.does("ann", sitting.Start{})
		player := []opponent.Level{opponent.Easy, opponent.HoldsForRummy}[seed/12%2]
		for range 8 {
			for e.state.Phase() == sitting.Playing {
				turn := sitting.SeeTurn(e.state)
				moves, err := sitting.Move(e.state, turn.Seat, []engine.Move{opponent.Choose(player, turn.View, turn.Log, e.dice, opponent.Budget{})})
				if err != nil {
					t.Fatal(err)
				}
				e.follow("", moves...)
			}
			last := e.state.Last()
			holdsTrue(t, last, sitting.Watch(e.state, nil).Log)
			made[last.Remark.Fact]++
			e.does("ann", sitting.Next{})
		}
		again := sitting.Replay("evening1", e.events, e.at)
		equal(t, again.Last().Remark, e.state.Last().Remark)
	}
	for fact := sitting.WonRummy; fact <= sitting.Stuck; fact++ {
		if made[fact] == 0 {
			t.Errorf("nobody ever said %d: %v", fact, made)
		}
	}
}

// holdsTrue compares a remark with its hand.
func holdsTrue(t *testing.T, last *sitting.HandResult, log []engine.PublicEvent) {
	t.Helper()
	r, result := last.Remark, last.Result
	if r.Fact == 0 || last.Seats[r.Seat].Person != "" {
		t.Fatalf("nobody speaks, or a person does: %+v", r)
	}
	total := 0
	for _, pips := range result.Payments {
		total += int(pips)
	}
	pays, rummy := int(result.Payments[r.Seat]), result.Rummy && last.Rules.RummyMultiplier > 1
	holds := r.Of == result.Winner
	switch r.Fact {
	case sitting.WonRummy:
		holds = holds && r.Seat == result.Winner && rummy
	case sitting.WonDear:
		holds = holds && r.Seat == result.Winner && r.Pips == total && total >= 60
	case sitting.WonNarrow:
		holds = holds && r.Seat == result.Winner && r.Pips == total && total <= 10
	case sitting.WonOut:
		holds = holds && r.Seat == result.Winner && r.Pips == total && total > 0
	case sitting.WonStuck:
		holds = holds && r.Seat == result.Winner && result.Blocked
	case sitting.Threw:
		holds = holds && tookFrom(log, result.Winner, r.Seat, r.Card)
	case sitting.LostDear:
		holds = holds && r.Seat != result.Winner && r.Pips == pays && pays >= 40
	case sitting.LostRummy:
		holds = holds && r.Seat != result.Winner && rummy
	case sitting.LostNarrow:
		holds = holds && r.Seat != result.Winner && r.Pips == int(result.Counts[r.Seat]) && r.Pips <= 5
	case sitting.Lost:
		holds = holds && r.Seat != result.Winner && r.Pips == pays
	case sitting.Stuck:
		holds = holds && result.Winner == engine.Nobody
	}
	if !holds {
		t.Errorf("%+v of %+v", r, result)
	}
}

// tookFrom says whether the last cards that a seat drew were from the discard pile with
// one on top that another seat had put there last.
func tookFrom(log []engine.PublicEvent, taker, thrower engine.Seat, c engine.Card) bool {
	took, by := false, engine.Nobody
	for _, e := range log {
		switch {
		case e.Kind == engine.SawDiscard && e.Cards[0] == c:
			by = e.Seat
		case e.Kind == engine.SawDraw && e.Seat == taker:
			took = len(e.Cards) > 0 && e.Cards[0] == c
		}
	}
	return took && by == thrower
}

func TestNobodyRemarksOnWhatWasCalledOffOrWhereThatIsOff(t *testing.T) {
	for _, off := range []bool{false, true} {
		e := newEvening(t, 5)
		e.opens("ann", time.Hour)
		set := sitting.Watch(e.state, nil).Settings
		set.NoRemarks = off
		e.does("ann", sitting.SetSettings{Settings: set})
		e.does("ann", sitting.AddComputer{Level: opponent.Easy})
		e.does("ann", sitting.Start{})
		e.finishes()
		if said := e.state.Last().Remark.Fact != 0; said == off {
			t.Errorf("off: %v, said: %v", off, said)
		}
		e.does("ann", sitting.Next{})
		e.does("ann", sitting.End{Sure: true})
		equal(t, e.state.Last().Remark, sitting.Remark{})
	}
}
