package table_test

import (
	"errors"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

func TestAPingInDoubtIsNotTakenForTheNextOnes(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		var first int64
		h.wall.failing(func(p table.Post) error {
			if p.Kind == table.PostPing && (first == 0 || first == p.ID) {
				first = p.ID
				return errors.New("no answer")
			}
			return nil
		})
		h.deals("ann", "bob")
		for range 2 {
			pass(2 * time.Minute)
			for who := h.onTurn(); h.onTurn() == who; {
				h.moves()
			}
			pass(0)
		}
		pass(2 * time.Minute)
		pings := h.wall.list(table.PostPing)
		equal(t, len(pings), 2)
		for _, p := range pings {
			equal(t, p.Post.Seq, p.Seen.Version)
		}
		equal(t, pings[1].Post.Seq, h.looks("").Version)
		equal(t, len(h.log().Owed), 0)
	})
}

func TestAPingGoesToWhoWasIdleForAMinute(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(0)
		equal(t, len(h.wall.list(table.PostPing)), 0)
		pass(2 * time.Minute)
		first := h.onTurn()
		equal(t, len(h.wall.list(table.PostPing)), 1)
		for h.onTurn() == first {
			h.moves()
		}
		pass(0)
		pings := h.wall.list(table.PostPing)
		equal(t, len(pings), 2)
		s := pings[1].Seen
		equal(t, s.Seats[s.View.Turn].Person, h.onTurn())
		equal(t, pings[1].Post.Calls, []sitting.Person{h.onTurn()})
		equal(t, pings[1].Post.Seq, s.Version)
		refs := h.log().Refs
		equal(t, refs.PingSeq, s.Version)
		h.moves()
		pass(0)
		equal(t, h.log().Refs.Ping, "")
	})
}

func TestWhoStartsTheHandIsNotPinged(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		pinged := 0
		for range 6 {
			pass(2 * time.Minute)
			h.does("ann", sitting.Start{})
			pass(0)
			if h.onTurn() == "bob" {
				pinged++
			}
			equal(t, len(h.wall.list(table.PostPing)), pinged)
			h.closes("ann")
			h.opens("ann", openIn("c"), "bob")
		}
		if pinged == 0 || pinged == 6 {
			t.Errorf("bob is pinged %d of 6 times: the test shows nothing", pinged)
		}
	})
}

func TestLookingAtTheHandSavesAPing(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(2 * time.Minute)
		first := h.onTurn()
		h.looks("ann")
		h.looks("bob")
		pings := len(h.wall.list(table.PostPing))
		for h.onTurn() == first {
			h.moves()
		}
		pass(0)
		equal(t, len(h.wall.list(table.PostPing)), pings)
	})
}

func TestAPingForATurnThatIsOverIsDropped(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		pass(2 * time.Minute)
		pings := len(h.wall.list(table.PostPing))
		hold := make(chan struct{})
		h.wall.holding(hold)
		first := h.onTurn()
		for h.onTurn() == first {
			h.moves()
			pass(0) // so that it is the table that is held, and not the call
		}
		pass(2 * time.Minute)
		h.does(h.onTurn(), sitting.Play{Moves: []engine.Move{engine.Draw{}}})
		h.wall.holding(nil)
		close(hold)
		pass(0)
		equal(t, len(h.wall.list(table.PostPing)), pings)
		equal(t, len(h.log().Owed), 0)
	})
}
