package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func TestOpeningSeatsTheHost(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		reply := h.does("ann", openIn("c"))
		s := reply.Sight
		equal(t, s.Seats, []sitting.Sitter{{Person: "ann"}})
		equal(t, s.Host, sitting.Person("ann"))
		equal(t, s.Phase, sitting.Lobby)
		equal(t, s.Deal, sitting.DealFacts{All: []string{}, Ready: true}) // there is none before it is asked for
		equal(t, len(s.ID), 8)
		id, err := h.house.In(t.Context(), "c")
		equal(t, err, nil)
		equal(t, id, s.ID)
	})
}

func TestLobbyFillsAndEmpties(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob", "cy")
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.refused("dee", sitting.Join{}, sitting.TableFull)
		h.does("bob", sitting.Leave{})
		h.does("dee", sitting.Join{})
		equal(t, h.looks("").Seats, []sitting.Sitter{{Person: "ann"}, {Person: "cy"}, {Computer: opponent.Moby}, {Person: "dee"}})
		h.does("ann", sitting.Remove{Seat: 2})
		equal(t, people(h.looks("").Seats), []sitting.Person{"ann", "cy", "dee"})
		set := settings()
		set.Rules, set.Seats, set.Turn = engine.Concealed.Rules(), 3, time.Hour
		h.does("ann", sitting.SetSettings{Settings: set})
		equal(t, h.looks("").Settings, set)
		h.refused("eve", sitting.Join{}, sitting.TableFull)
	})
}

func TestAStaleRemovalEmptiesNobodyElsesSeat(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob", "cy", "dee")
		remove := h.command("ann", sitting.Remove{Seat: 2})
		remove.Version = h.looks("ann").Version
		h.does("bob", sitting.Leave{})
		_, err := h.send(remove) // seat 2 was cy's and is dee's now
		wantCode(t, err, sitting.Stale)
		equal(t, people(h.looks("").Seats), []sitting.Person{"ann", "cy", "dee"})

		h.does("ann", sitting.Start{})
		playing := h.looks("ann").Version
		h.moves()
		remove = h.command("ann", sitting.Remove{Seat: 2, Sure: true})
		remove.Version = playing // the seats of a hand keep their numbers
		if _, err := h.send(remove); err != nil {
			t.Error(err)
		}
	})
}

func TestHostPassesToTheLongestSeated(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob", "cy")
		h.does("bob", sitting.Leave{})
		h.does("bob", sitting.Join{})
		h.does("ann", sitting.Leave{})
		equal(t, h.looks("").Host, sitting.Person("cy"))
		h.refused("bob", sitting.Start{}, sitting.HostFirst)
		h.does("cy", sitting.Start{})
		h.does("cy", sitting.Leave{Sure: true})
		equal(t, h.looks("").Host, sitting.Person("bob"))
	})
}

func TestTheLastToLeaveClosesTheTable(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.Leave{})
		h.does("bob", sitting.Leave{})
		equal(t, h.looks("").Phase, sitting.Ended)
		h.refused("bob", sitting.Join{}, sitting.IsClosed)
		closed := h.id
		h.opens("cy", openIn("c"))
		if h.id == closed {
			t.Error("the channel still has the closed table")
		}
	})
}

func TestManagersHaveTheHostsRights(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		for _, do := range []sitting.Action{sitting.AddComputer{Level: opponent.Easy}, sitting.Remove{Seat: 2}, sitting.SetSettings{Settings: settings()}, sitting.Start{}, sitting.Close{Sure: true}} {
			c := h.command("mae", do)
			_, err := h.send(c)
			wantCode(t, err, sitting.NotHost)
			c.Key, c.Manager = h.key(), true
			if _, err := h.send(c); err != nil {
				t.Errorf("%#v: %v", do, err)
			}
		}
		equal(t, h.looks("").Phase, sitting.Ended)
	})
}
