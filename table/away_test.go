package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/table"
)

func TestWhoSaysTheyAreAwayIsPlayedUntilTheyAct(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		late := h.onTurn()
		h.does(late, table.Away{})
		seq := h.looks("").Seq
		equal(t, h.looks(late).Seats[h.looks(late).Me].Away, true)
		h.does(late, table.Away{}) // they are still
		equal(t, h.looks("").Seq, seq)
		pass(delay)
		equal(t, h.looks("").View.Phase, engine.ToPlay)
		h.refused(late, table.Next{}, table.HandUnderWay)
		equal(t, h.onTurn(), late)
	})
}

func TestOneMayBeAwayInAnyPhase(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.refused("eve", table.Away{}, table.NotSeated)
		h.does("ann", table.Away{})
		s := h.looks("")
		equal(t, s.Seats, []table.Sitter{{Person: "ann", Away: true}, {Person: "bob"}})
		equal(t, s.Host, table.Person("bob"))
		h.does("bob", table.Start{})
		h.does("cy", table.Join{})
		h.does("cy", table.Away{})
		equal(t, h.looks("").Waiting, []table.Sitter{{Person: "cy", Away: true}})
		h.finishes()
		h.does("cy", table.Cut{Word: "back"})
		equal(t, h.looks("").Waiting, []table.Sitter{{Person: "cy"}})
		h.does("cy", table.Away{})
		s = h.does("bob", table.Next{}).Snapshot
		equal(t, s.Seats, []table.Sitter{{Person: "ann", Away: true}, {Person: "bob"}, {Person: "cy", Away: true}})
		h.finishes()
		h.does("bob", table.Close{})
		h.refused("ann", table.Away{}, table.IsClosed)
	})
}

func TestATableThatPausedGoesOnAtTheSamePace(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		first := h.onTurn()
		other := table.Person("ann")
		if first == other {
			other = "bob"
		}
		h.does(first, table.Away{})
		h.does(other, table.Away{})
		pass(time.Hour)
		s := h.looks("")
		h.does(other, table.Back{})
		pass(delay - time.Millisecond)
		equal(t, h.looks("").Version, s.Version)
		pass(time.Millisecond)
		equal(t, h.looks("").View.Phase, engine.ToPlay)
	})
}
