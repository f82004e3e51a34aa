package sitting_test

import (
	"slices"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// untilDrawn has the one who plays alone draw from the stock and play on to their next draw; false:
// the hand ended before that.
func (e *evening) untilDrawn() bool {
	turn := sitting.See(e.state, "ann", nil).View.Turns
	for e.state.Phase() == sitting.Playing {
		now := sitting.See(e.state, "ann", nil)
		if e.state.WaitsOn() == "ann" && now.View.Phase == engine.ToDraw && now.View.Turns > turn {
			return true
		}
		e.plays()
	}
	return false
}

// TestWhoPlaysAloneTakesATurnBackWithThoseOfComputers takes a discard back after the computers have
// played on: the hand stands as it did before, the stock in its order, and counts on no record.
func TestWhoPlaysAloneTakesATurnBackWithThoseOfComputers(t *testing.T) {
	backs := 0
	for seed := range uint64(12) {
		e := newEvening(t, seed)
		if err := e.alone(1 + int(seed%3)); err != nil {
			t.Fatal(err)
		}
		e.does("ann", sitting.Start{})
		for e.state.WaitsOn() != "ann" {
			e.plays()
		}
		taken := false
		for range 3 {
			if !e.untilDrawn() {
				break
			}
			if now := sitting.See(e.state, "ann", nil); !now.MayTakeBack {
				t.Fatal("nothing can be taken back")
			}
			before := e.state
			if err := e.asks("ann", sitting.TakeBack{}); !taken && code(err) != sitting.NotSure {
				t.Fatalf("isn't asked twice: %v", err)
			}
			if !taken {
				e.does("ann", sitting.TakeBack{Sure: true})
			}
			if news := sitting.News(before, e.state, "ann"); len(news) != 1 || news[0].Kind != engine.SawTakeback {
				t.Errorf("it is told that %+v", news)
			}
			taken, backs = true, backs+1
			now := sitting.See(e.state, "ann", nil)
			if now.View.Phase != engine.ToPlay || e.state.WaitsOn() != "ann" || !now.Retaken {
				t.Fatalf("is in phase %d, and waits for %s", now.View.Phase, e.state.WaitsOn())
			}
			e.holds()
		}
		for e.state.Phase() == sitting.Playing {
			e.plays()
		}
		last := e.state.Last()
		if got := len(last.Plays()) == 0; got != taken || last.Retaken != taken {
			t.Errorf("taken back: %v, counts for nobody: %v", taken, got)
		}
		past, err := sitting.FindHand("evening1", e.events, e.at, last.Key())
		if err != nil {
			t.Fatal(err)
		}
		record, err := past.Record()
		if err != nil {
			t.Fatal(err)
		}
		if verdict := engine.Referee(record); !verdict.OK {
			t.Errorf("the record of the hand: %+v", verdict)
		}
		e.does("ann", sitting.Start{})
		if sitting.See(e.state, "ann", nil).Retaken {
			t.Error("the next hand doesn't count either")
		}
	}
	if backs == 0 {
		t.Error("nothing was taken back")
	}
}

// TestADrawFromTheDiscardPileIsTakenBack has all at a table agree to that: the cards lie on the pile
// as before, and whoever drew them may draw from the stock. A draw that showed a card of the stock
// stands.
func TestADrawFromTheDiscardPileIsTakenBack(t *testing.T) {
	piles, others := 0, 0
	for seed := range uint64(40) {
		e := newEvening(t, seed)
		e.opens("ann", 0, "bob", "cy")
		e.does("ann", sitting.Start{})
		for e.state.Phase() == sitting.Playing && piles+others < 60 {
			by := e.state.WaitsOn()
			before := sitting.See(e.state, by, nil)
			if before.View.Phase != engine.ToDraw {
				e.plays()
				continue
			}
			legal := engine.LegalView(before.View)
			source := legal.Draws[len(legal.Draws)-1]
			e.does(by, sitting.Play{Moves: []engine.Move{engine.Draw{Source: source}}})
			after := sitting.See(e.state, by, nil)
			if after.MayTakeBack != (source == engine.FromDiscard) {
				t.Fatalf("a draw from %d may be taken back: %v", source, after.MayTakeBack)
			}
			if !after.MayTakeBack {
				others++
				e.plays()
				continue
			}
			piles++
			e.does(by, sitting.TakeBack{})
			asked := sitting.See(e.state, by, nil)
			wish := asked.Takeback
			if wish == nil || !wish.Draw || wish.Discard || wish.Cards != after.View.Hand&^before.View.Hand {
				t.Fatalf("asks %+v", wish)
			}
			for _, other := range wish.Waits {
				e.does(asked.Seats[other].Person, sitting.Agree{Yes: true})
			}
			now := sitting.See(e.state, by, nil)
			equal(t, now.View, before.View)
			if last := now.Log[len(now.Log)-1]; last.Kind != engine.SawTakeback || last.Source != engine.FromDiscard ||
				!slices.Equal(engine.HandOf(last.Cards...).Cards(), wish.Cards.Cards()) {
				t.Errorf("the log ends with %+v", last)
			}
			e.does(by, sitting.Play{Moves: []engine.Move{engine.Draw{Source: legal.Draws[0]}}})
		}
	}
	if piles == 0 || others == 0 {
		t.Errorf("%d draws were taken back, and %d not", piles, others)
	}
}
