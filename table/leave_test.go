package table_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// standings are the pips of everybody in the server, as the store adds them up.
func (h *hall) standings() []tab.Standing {
	h.tb.Helper()
	all, err := h.store.Standings(h.tb.Context(), "server")
	if err != nil {
		h.tb.Fatal(err)
	}
	return all
}

func TestWhoLeavesInMidHandStillOwesAndCollects(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		owed := make(map[sitting.Person]int64)
		for hand := range 12 {
			if hand == 0 {
				h.deals("ann", "bob", "cy")
			} else {
				h.does("cy", sitting.Join{})
				h.does("ann", sitting.Next{})
			}
			h.refused("cy", sitting.Leave{}, sitting.NotSure)
			s := h.does("cy", sitting.Leave{Sure: true}).Sight
			equal(t, s.Me, engine.Nobody)
			equal(t, s.View.Hand, engine.Hand(0))
			last := h.finishes()
			equal(t, len(last.Seats), 3)
			winner := last.Result.Winner
			for at, sitter := range last.Seats {
				if winner != engine.Nobody {
					owed[sitter.Person] -= int64(last.Result.Payments[at])
					owed[last.Seats[winner].Person] += int64(last.Result.Payments[at])
				}
			}
		}
		if owed["cy"] == 0 {
			t.Error("the one who left never owed or collected: the test shows nothing")
		}
		for _, s := range h.standings() {
			equal(t, s.Pips, owed[s.Person])
		}
	})
}

func TestALeaversSeatOpensAfterTheHand(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob", "cy")
		h.does("bob", sitting.Leave{Sure: true})
		h.does("dee", sitting.Join{})
		h.does("bob", sitting.Join{})
		h.refused("bob", sitting.Join{}, sitting.Seated)
		h.refused("eve", sitting.Join{}, sitting.TableFull)
		h.finishes()
		s := h.does("ann", sitting.Next{}).Sight
		equal(t, people(s.Seats), []sitting.Person{"ann", "cy", "dee", "bob"})
	})
}

func TestALeaverBetweenHandsKeepsTheNumbersUntilTheDeal(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob", "cy")
		h.finishes()
		h.does("dee", sitting.Join{})
		h.refused("eve", sitting.Join{}, sitting.TableFull)
		h.does("bob", sitting.Leave{})
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		s := h.looks("dee")
		equal(t, s.Seats, []sitting.Sitter{{Person: "ann"}, {Person: "bob", Leaving: true}, {Person: "cy"}})
		equal(t, s.Waiting, []sitting.Sitter{{Person: "dee"}, {Computer: opponent.Moby}})
		h.does("ann", sitting.Remove{Seat: 4})
		h.does("dee", sitting.Leave{})
		h.does("eve", sitting.Join{})
		equal(t, people(h.does("eve", sitting.Next{}).Sight.Seats), []sitting.Person{"ann", "cy", "eve"})
	})
}

func TestWhenAllLeaveAHandWithStakesItIsPlayedOut(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		h.does("ann", sitting.Leave{Sure: true})
		h.does("bob", sitting.Leave{Sure: true})
		equal(t, h.looks("").Phase, sitting.Playing)
		last := h.finishes()
		equal(t, last.Abandoned, false)
		s := h.looks("")
		equal(t, s.Phase, sitting.Ended)
		equal(t, s.Deal.Hand, 1)
		if last.Result.Winner != engine.Nobody {
			equal(t, len(h.standings()), 2)
		}
	})
}

func TestANewcomerTakesOverATableThatAllLeft(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		h.does("ann", sitting.Leave{Sure: true})
		h.does("bob", sitting.Leave{Sure: true})
		h.does("cy", sitting.Join{})
		equal(t, h.looks("").Host, sitting.Person("cy"))
		h.finishes()
		equal(t, h.looks("").Phase, sitting.Between)
	})
}

func TestWhenTheOnlyPersonLeavesComputersStop(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		h.does("ann", sitting.Leave{Sure: true})
		s := h.looks("")
		equal(t, s.Phase, sitting.Ended)
		equal(t, s.Last.Abandoned, true)
	})
}

func TestClosingInMidHandShowsTheSeedAndNobodyPays(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		for range 7 {
			h.moves()
		}
		h.refused("cy", sitting.Close{Sure: true}, sitting.NotHost)
		h.refused("ann", sitting.Close{}, sitting.NotSure)
		s := h.closes("ann").Sight
		equal(t, s.Last.Abandoned, true)
		equal(t, len(s.Last.Seed), 64)
		equal(t, s.Last.Commitment, s.Deal.Commitment)
		equal(t, len(h.standings()), 0)
		pass(0)
		results := h.wall.list(table.PostResult)
		equal(t, len(results), 1)
		equal(t, results[0].Seen.Last, s.Last)
	})
}

func TestARemovedComputerPlaysTheHandOut(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Start{})
		h.refused("ann", sitting.Remove{Seat: 2}, sitting.NotSure)
		h.does("ann", sitting.Remove{Seat: 2, Sure: true})
		equal(t, len(h.finishes().Seats), 3)
		equal(t, people(h.does("bob", sitting.Next{}).Sight.Seats), []sitting.Person{"ann", "bob"})
	})
}
