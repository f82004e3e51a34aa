package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func TestWhoSaysTheyAreAwayIsPlayedUntilTheyAct(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		late := h.onTurn()
		h.does(late, sitting.Away{})
		seq := h.looks("").Seq
		equal(t, h.looks(late).Seats[h.looks(late).Me].Away, true)
		h.does(late, sitting.Away{}) // they are still
		equal(t, h.looks("").Seq, seq)
		pass(delay)
		equal(t, h.looks("").View.Phase, engine.ToPlay)
		h.refused(late, sitting.Cut{Word: "x"}, sitting.HandUnderWay)
		equal(t, h.onTurn(), late)
	})
}

func TestOneMayBeAwayInAnyPhase(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.refused("eve", sitting.Away{}, sitting.NotSeated)
		h.does("ann", sitting.Away{})
		s := h.looks("")
		equal(t, s.Seats, []sitting.Sitter{{Person: "ann", Away: true}, {Person: "bob"}})
		equal(t, s.Host, sitting.Person("bob"))
		h.does("bob", sitting.Start{})
		h.does("cy", sitting.Join{})
		h.does("cy", sitting.Away{})
		equal(t, h.looks("").Waiting, []sitting.Sitter{{Person: "cy", Away: true}})
		h.finishes()
		h.does("cy", sitting.Cut{Word: "back"})
		equal(t, h.looks("").Waiting, []sitting.Sitter{{Person: "cy"}})
		h.does("cy", sitting.Away{})
		s = h.does("bob", sitting.Next{}).Sight
		equal(t, s.Seats, []sitting.Sitter{{Person: "ann", Away: true}, {Person: "bob"}, {Person: "cy", Away: true}})
		h.finishes()
		h.does("bob", sitting.Close{})
		h.refused("ann", sitting.Away{}, sitting.IsClosed)
	})
}

func TestATableThatPausedGoesOnAtTheSamePace(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		first := h.onTurn()
		other := sitting.Person("ann")
		if first == other {
			other = "bob"
		}
		h.does(first, sitting.Away{})
		h.does(other, sitting.Away{})
		pass(time.Hour)
		s := h.looks("")
		h.does(other, sitting.Back{})
		pass(delay - time.Millisecond)
		equal(t, h.looks("").Version, s.Version)
		pass(time.Millisecond)
		equal(t, h.looks("").View.Phase, engine.ToPlay)
	})
}
