package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/table"
)

func TestOpeningSeatsTheHostAndCommitsTheDeal(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		reply := h.does("ann", openIn("c"))
		s := reply.Snapshot
		equal(t, s.Seats, []table.Sitter{{Person: "ann"}})
		equal(t, s.Host, table.Person("ann"))
		equal(t, s.Phase, table.Lobby)
		equal(t, s.Deal.Hand, 1)
		equal(t, len(s.Deal.Commitment), 64)
		equal(t, len(s.ID), 8)
		id, err := h.house.In(t.Context(), "c")
		equal(t, err, nil)
		equal(t, id, s.ID)
	})
}

func TestLobbyFillsAndEmpties(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob", "cy")
		h.does("ann", table.AddComputer{Level: opponent.Easy})
		h.refused("dee", table.Join{}, table.TableFull)
		h.does("bob", table.Leave{})
		h.does("dee", table.Join{})
		equal(t, h.looks("").Seats, []table.Sitter{{Person: "ann"}, {Person: "cy"}, {Computer: opponent.Easy}, {Person: "dee"}})
		h.does("ann", table.Remove{Seat: 2})
		equal(t, people(h.looks("").Seats), []table.Person{"ann", "cy", "dee"})
		set := settings()
		set.Rules, set.Seats, set.Turn = engine.Concealed.Rules(), 3, time.Hour
		h.does("ann", table.SetSettings{Settings: set})
		equal(t, h.looks("").Settings, set)
		h.refused("eve", table.Join{}, table.TableFull)
	})
}

func TestAStaleRemovalEmptiesNobodyElsesSeat(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob", "cy", "dee")
		remove := h.command("ann", table.Remove{Seat: 2})
		remove.Version = h.looks("ann").Version
		h.does("bob", table.Leave{})
		_, err := h.send(remove) // seat 2 was cy's and is dee's now
		wantCode(t, err, table.Stale)
		equal(t, people(h.looks("").Seats), []table.Person{"ann", "cy", "dee"})

		h.does("ann", table.Start{})
		playing := h.looks("ann").Version
		h.moves()
		remove = h.command("ann", table.Remove{Seat: 2, Sure: true})
		remove.Version = playing // the seats of a hand keep their numbers
		if _, err := h.send(remove); err != nil {
			t.Error(err)
		}
	})
}

func TestHostPassesToTheLongestSeated(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob", "cy")
		h.does("bob", table.Leave{})
		h.does("bob", table.Join{})
		h.does("ann", table.Leave{})
		equal(t, h.looks("").Host, table.Person("cy"))
		h.refused("bob", table.Start{}, table.NotHost)
		h.does("cy", table.Start{})
		h.does("cy", table.Leave{Sure: true})
		equal(t, h.looks("").Host, table.Person("bob"))
	})
}

func TestTheLastToLeaveClosesTheTable(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", table.AddComputer{Level: opponent.Easy})
		h.does("ann", table.Leave{})
		h.does("bob", table.Leave{})
		equal(t, h.looks("").Phase, table.Ended)
		h.refused("bob", table.Join{}, table.IsClosed)
		closed := h.id
		h.opens("cy", openIn("c"))
		if h.id == closed {
			t.Error("the channel still has the closed table")
		}
	})
}

func TestManagersHaveTheHostsRights(t *testing.T) {
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		for _, do := range []table.Action{table.AddComputer{Level: opponent.Easy}, table.Remove{Seat: 2}, table.SetSettings{Settings: settings()}, table.Start{}, table.Close{Sure: true}} {
			c := h.command("mae", do)
			_, err := h.send(c)
			wantCode(t, err, table.NotHost)
			c.Key, c.Manager = h.key(), true
			if _, err := h.send(c); err != nil {
				t.Errorf("%#v: %v", do, err)
			}
		}
		equal(t, h.looks("").Phase, table.Ended)
	})
}
