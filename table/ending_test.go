package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// asksToEnd has a person ask the others to end the hand, and gives the wish.
func (h *hall) asksToEnd(who sitting.Person) *sitting.Ending {
	h.tb.Helper()
	return h.does(who, sitting.End{Sure: true}).Sight.Ending
}

func TestAHandEndsWhenNobodySaysNoInTime(t *testing.T) {
	t.Parallel()
	for limit, open := range map[time.Duration]time.Duration{0: 24 * time.Hour, time.Hour: time.Hour, 72 * time.Hour: 24 * time.Hour} {
		t.Run(limit.String(), func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.dealsWithin(limit, "ann", "bob", "cy")
				h.passes()
				h.refused("bob", sitting.End{Sure: true}, sitting.NotHost)
				h.refused("ann", sitting.End{}, sitting.NotSure)
				begun := time.Now()
				before := h.looks("ann")
				wish := h.asksToEnd("ann")
				equal(t, wish, &sitting.Ending{By: "ann", Number: h.looks("").Seq, Until: sitting.Whole(begun.Add(open)), Waits: []engine.Seat{1, 2}})
				equal(t, h.looks("ann").Version, before.Version) // play goes on
				h.does("bob", sitting.Vote{Number: wish.Number, Yes: true})
				h.does("bob", sitting.Vote{Number: wish.Number, Yes: true}) // twice is once
				equal(t, h.looks("").Ending.Waits, []engine.Seat{2})
				h.restart()
				pass(open - time.Millisecond - time.Since(begun))
				equal(t, h.looks("").Phase, sitting.Playing)
				h.restart()
				pass(time.Millisecond)
				s := h.looks("")
				equal(t, []any{s.Phase, s.Ending, s.Last.Abandoned, s.Deal.Hand, len(h.standings())}, []any{sitting.Between, (*sitting.Ending)(nil), true, 2, 0})
				equal(t, len(s.Last.Seed), 64)
				pass(time.Minute)
				results := h.wall.list(table.PostResult)
				equal(t, len(results), 1)
				equal(t, results[0].Seen.Last, s.Last)
				h.refused("cy", sitting.Vote{Number: wish.Number}, sitting.EndingOver)
				dealer := s.Last.Dealer
				equal(t, h.does("bob", sitting.Next{}).Sight.View.Dealer, (dealer+1)%3)
				h.finishes()
				h.sound()
			})
		})
	}
}

func TestOneNoKeepsTheHandGoing(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dealsTimed("ann", "bob", "cy")
		wish := h.asksToEnd("ann")
		h.refused("ann", sitting.End{Sure: true}, sitting.EndingOpen)
		h.refused("ann", sitting.Close{Sure: true}, sitting.EndingOpen)
		h.refused("ann", sitting.Vote{Number: wish.Number, Yes: true}, sitting.NotAsked)
		h.refused("eve", sitting.Vote{Number: wish.Number}, sitting.NotSeated)
		h.does("eve", sitting.Join{})
		h.refused("eve", sitting.Vote{Number: wish.Number}, sitting.NotAsked)
		h.does("bob", sitting.Vote{Number: wish.Number, Yes: true})
		h.does("bob", sitting.Vote{Number: wish.Number})
		equal(t, h.looks("").Ending, (*sitting.Ending)(nil))
		h.refused("cy", sitting.Vote{Number: wish.Number}, sitting.EndingOver)
		h.refused("ann", sitting.End{Sure: true}, sitting.EndingAsked)
		h.refused("ann", sitting.Close{Sure: true}, sitting.EndingAsked)
		pass(2 * time.Hour)
		equal(t, h.looks("").Phase, sitting.Playing)
		h.does("ann", sitting.Back{})
		h.does("bob", sitting.Back{})
		h.does("cy", sitting.Back{})
		h.finishes()
		h.does(h.looks("").Host, sitting.Next{}) // in the next hand one may ask again
		if h.asksToEnd(h.looks("").Host) == nil {
			t.Error("nobody is asked")
		}
		h.sound()
	})
}

func TestTheHandsEndEndsTheWishToEndIt(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		wish := h.asksToEnd("ann")
		last := h.finishes()
		equal(t, last.Abandoned, false)
		equal(t, h.looks("").Ending, (*sitting.Ending)(nil))
		h.refused("bob", sitting.Vote{Number: wish.Number}, sitting.EndingOver)
		h.refused("ann", sitting.End{Sure: true}, sitting.NoHand)
		h.does("ann", sitting.Next{})
		h.refused("bob", sitting.Vote{Number: wish.Number}, sitting.EndingOver)
		other := h.asksToEnd("ann")
		h.refused("bob", sitting.Vote{Number: wish.Number}, sitting.EndingOver)
		h.does("bob", sitting.Vote{Number: other.Number, Yes: true})
		s := h.looks("")
		equal(t, []any{s.Phase, s.Last.Abandoned}, []any{sitting.Between, true})
		h.sound()
	})
}

func TestWhoeverWishesToCloseInMidHandAsksFirst(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob", "cy")
		h.refused("ann", sitting.Close{}, sitting.NotSure)
		wish := h.does("ann", sitting.Close{Sure: true}).Sight.Ending
		equal(t, wish.Close, true)
		h.does("bob", sitting.Vote{Number: wish.Number, Yes: true})
		s := h.does("cy", sitting.Vote{Number: wish.Number, Yes: true}).Sight
		equal(t, []any{s.Phase, s.Last.Abandoned, s.Deal.Hand, len(h.standings())}, []any{sitting.Ended, true, 1, 0})
		h.refused("bob", sitting.Vote{Number: wish.Number}, sitting.IsClosed)
		h.sound()
	})
}

func TestWhoHasNobodyToAskEndsTheHandAtOnce(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		who     sitting.Person
		manager bool
		before  func(*hall)
	}{
		"alone with computers": {"ann", false, func(h *hall) {
			h.does("bob", sitting.Leave{Sure: true})
			h.does("cy", sitting.Away{})
		}},
		"a manager":  {"mae", true, func(*hall) {}},
		"in between": {"ann", true, func(h *hall) { h.asksToEnd("ann") }},
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.opens("ann", openIn("channel"), "bob", "cy")
				h.does("ann", sitting.AddComputer{Level: opponent.Easy})
				h.does("ann", sitting.Start{})
				c.before(h)
				end := h.command(c.who, sitting.End{})
				end.Manager = c.manager
				_, err := h.send(end)
				wantCode(t, err, sitting.NotSure)
				end.Key, end.Do = h.key(), sitting.End{Sure: true}
				reply, err := h.send(end)
				equal(t, err, nil)
				equal(t, []any{reply.Sight.Phase, reply.Sight.Last.Abandoned}, []any{sitting.Between, true})
				reply, err = h.send(end) // a duplicate does nothing again
				equal(t, []any{err, reply.Repeated, reply.Sight.Deal.Hand}, []any{nil, true, 2})
				h.sound()
			})
		})
	}
}

// TestTheAbsentAreNotAsked has those asked leave and go away one after the other,
// and one of them come back to say no.
func TestTheAbsentAreNotAsked(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob", "cy", "dee")
		h.does("dee", sitting.Away{})
		wish := h.asksToEnd("ann")
		equal(t, wish.Waits, []engine.Seat{1, 2})
		h.does("bob", sitting.Leave{Sure: true})
		equal(t, h.looks("").Ending.Waits, []engine.Seat{2})
		h.does("dee", sitting.Vote{Number: wish.Number, Yes: true}) // who answers is back
		equal(t, h.looks("").Ending.Waits, []engine.Seat{2})
		h.does("cy", sitting.Away{}) // silence is a yes
		s := h.looks("")
		equal(t, []any{s.Phase, s.Last.Abandoned}, []any{sitting.Between, true})
		h.sound()
	})
}

func TestTheWishOfWhoLeavesIsDropped(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob", "cy")
		wish := h.asksToEnd("ann")
		h.does("ann", sitting.Leave{Sure: true})
		s := h.looks("")
		equal(t, []any{s.Phase, s.Ending, s.Host}, []any{sitting.Playing, (*sitting.Ending)(nil), sitting.Person("bob")})
		h.refused("cy", sitting.Vote{Number: wish.Number}, sitting.EndingOver)
		h.asksToEnd("bob")
		pass(24 * time.Hour)
		equal(t, h.looks("").Phase, sitting.Between)
		h.sound()
	})
}

// TestAWishToEndIsGivenLostTimeBack has the line cut and the house gone while
// people could have said no.
func TestAWishToEndIsGivenLostTimeBack(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]time.Duration{"no limit": 0, "an hour": time.Hour} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.dealsWithin(limit, "ann", "bob")
				wish := h.asksToEnd("ann")
				pass(10 * time.Minute)
				h.kill()
				pass(48 * time.Hour)
				h.start()
				pass(time.Minute)
				equal(t, h.looks("").Ending.Until, wish.Until.Add(48*time.Hour))
				h.house.Unreachable(time.Now())
				pass(48 * time.Hour)
				equal(t, h.looks("").Phase, sitting.Playing)
				h.house.Reachable()
				pass(time.Minute)
				equal(t, h.looks("").Ending.Until, wish.Until.Add(96*time.Hour))
				h.sound()
			})
		})
	}
}

func TestAHandThatWasEndedEarlyIsDealtAgain(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		seed := h.does("bob", sitting.Vote{Number: h.asksToEnd("ann").Number, Yes: true}).Sight.Last.Seed
		equal(t, h.looks("ann").Repeatable, true)
		h.does("bob", sitting.Again{})
		last := h.finishes()
		equal(t, []any{last.Seed, last.Again, last.Abandoned}, []any{seed, 1, false})
		h.does("ann", sitting.Next{})
		h.does("bob", sitting.Vote{Number: h.asksToEnd("ann").Number, Yes: true})
		before := h.looks("").Last.Dealer
		// Nobody collected, so with two the same dealer deals again.
		equal(t, h.does("ann", sitting.Next{}).Sight.View.Dealer, before)
		h.finishes()
		h.sound()
	})
}
