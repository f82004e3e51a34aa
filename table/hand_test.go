package table_test

import (
	"sync"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func TestAHandIsPlayedToItsEndAndTheNextIsDealt(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.does("bob", sitting.Cut{Word: "herring"})
		h.does("ann", sitting.Cut{Word: "gale"})
		h.does("bob", sitting.Cut{Word: "anchor"})
		start := h.does("ann", sitting.Start{}).Sight
		equal(t, start.Phase, sitting.Playing)
		equal(t, start.View.Hand.Len(), 10)
		equal(t, start.Deal.Cuts, []sitting.GivenCut{{By: "ann", Word: "gale"}, {By: "bob", Word: "anchor"}})
		commitment := start.Deal.Commitment
		last := h.finishes()
		equal(t, last.Hand, 1)
		equal(t, last.Commitment, commitment)
		equal(t, last.Cuts, []string{"gale", "anchor", start.Deal.Seal})
		equal(t, len(last.Seed), 64)
		between := h.looks("ann")
		equal(t, between.Phase, sitting.Between)
		equal(t, between.Deal.Hand, 2)
		if between.Deal.Commitment == commitment {
			t.Error("the next hand has the commitment of the last")
		}
		next := h.does("bob", sitting.Next{}).Sight
		equal(t, next.Hand, 2)
		equal(t, next.Last, between.Last)
		want := last.Result.Winner
		if want == engine.Nobody {
			want = last.Dealer
		}
		equal(t, next.View.Dealer, want)
		h.finishes()
	})
}

func TestMovesOfOnePlayAreAllOrNone(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		who := h.onTurn()
		before := h.looks(who)
		_, err := h.send(h.command(who, sitting.Play{Moves: []engine.Move{engine.Draw{Source: engine.FromStock}, engine.Draw{Source: engine.FromStock}}}))
		wantMove(t, err, engine.AlreadyDrawn)
		equal(t, h.looks(who), before)
		reply := h.does(who, sitting.Play{Moves: []engine.Move{engine.Draw{Source: engine.FromStock}}})
		equal(t, len(reply.Events), 1)
		equal(t, reply.Events[0].Cards, reply.Events[0].Cards[:2])
		equal(t, reply.Events[0].Hidden, 0)
		seen := h.looks("").Log[0]
		equal(t, seen.Hidden, 2)
		equal(t, len(seen.Cards), 0)
	})
}

func TestStalePlayChangesNothing(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		who := h.onTurn()
		s := h.looks(who)
		h.does(who, sitting.Play{Moves: []engine.Move{engine.Draw{Source: engine.FromStock}}})
		drawn := h.looks(who)
		c := h.command(who, sitting.Play{Moves: []engine.Move{engine.Discard{Card: drawn.View.Hand.Cards()[0]}}})
		c.Version = s.Version
		reply, err := h.send(c)
		wantCode(t, err, sitting.Stale)
		equal(t, reply.Sight, drawn)
		c.Key, c.Version = h.key(), drawn.Version
		if _, err := h.send(c); err != nil {
			t.Error(err)
		}
	})
}

func TestAStaleClickDealsNoHand(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		lobby := h.looks("").Version
		h.does("ann", sitting.Start{})
		h.finishes()
		between := h.looks("")
		for _, do := range []sitting.Action{sitting.Start{}, sitting.Again{}} {
			c := h.command("ann", do)
			c.Version = lobby
			reply, err := h.send(c)
			wantCode(t, err, sitting.Stale)
			equal(t, reply.Sight, h.looks("ann"))
		}
		equal(t, h.looks("").Seq, between.Seq)
	})
}

// TestPlayOnDealsOnceForAll has everybody press a button of any age at once: one
// deals, and all come to the same hand.
func TestPlayOnDealsOnceForAll(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob", "cy")
		lobby := h.looks("").Version
		h.does("ann", sitting.Start{})
		for hand := 2; hand < 5; hand++ {
			h.finishes()
			commands := []sitting.Command{h.command("ann", sitting.Next{}), h.command("bob", sitting.Next{}), h.command("cy", sitting.Next{})}
			commands[1].Version, commands[2].Version = lobby, h.looks("").Version
			hands := make([]sitting.Sight, len(commands))
			var all sync.WaitGroup
			for i, c := range commands {
				all.Go(func() {
					reply, err := h.send(c)
					equal(t, err, nil)
					hands[i] = reply.Sight
				})
			}
			all.Wait()
			for i, s := range hands {
				equal(t, s, h.looks(commands[i].By))
				equal(t, s.Hand, hand)
				equal(t, s.View.Hand.Len(), 7)
			}
		}
		before := h.looks("").Seq
		h.does("bob", sitting.Next{}) // in mid-hand
		equal(t, h.looks("").Seq, before)
	})
}

func TestTalkInTheLobbyOfTheNextHandMakesNoTurnStale(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		version := h.looks("").Version
		h.does("cy", sitting.Join{})
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("cy", sitting.Leave{})
		equal(t, h.looks("").Version, version)
	})
}

func TestJoiningInMidHandWaitsForTheNext(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		s := h.does("cy", sitting.Join{}).Sight
		equal(t, s.Waiting, []sitting.Sitter{{Person: "cy"}})
		equal(t, s.Me, engine.Nobody)
		equal(t, s.View.Hand, engine.Hand(0))
		h.refused("cy", sitting.Play{}, sitting.JoinsLater)
		last := h.finishes()
		s = h.does("cy", sitting.Next{}).Sight
		equal(t, people(s.Seats), []sitting.Person{"ann", "bob", "cy"})
		equal(t, s.Me, engine.Seat(2))
		equal(t, s.View.Hand.Len(), 7)
		equal(t, s.View.Dealer, (last.Dealer+1)%3)
	})
}

func TestNobodyStartsItWaits(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		h.finishes()
		before := h.looks("")
		pass(48 * 3600e9)
		equal(t, h.looks(""), before)
	})
}

func TestComputersPlayAmongThemselves(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		for range 3 {
			h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		}
		h.does("ann", sitting.Start{})
		for range 3 {
			last := h.finishes()
			if last.Abandoned {
				t.Fatal("abandoned")
			}
			h.does("ann", sitting.Next{})
		}
	})
}
