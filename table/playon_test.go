package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// between opens a live table and plays a hand there to its end.
func (h *hall) between(people ...sitting.Person) {
	h.tb.Helper()
	open := openIn("channel")
	open.Settings.Pace, open.Settings.Turn = sitting.Live, 0
	h.opens(people[0], open, people[1:]...)
	h.does(people[0], sitting.Start{})
	h.finishes()
	pass(0)
}

// dealsAfter checks that the next hand is dealt after some more time, to the millisecond.
func (h *hall) dealsAfter(left time.Duration) {
	h.tb.Helper()
	s := h.looks("")
	equal(h.tb, s.Next, time.Now().Add(left).UTC())
	pass(left - time.Millisecond)
	equal(h.tb, h.looks("").Hand, s.Hand)
	pass(time.Millisecond)
	equal(h.tb, h.looks("").Hand, s.Hand+1)
	h.sound()
}

// waits checks that the next hand isn't dealt for a long while, and is when somebody asks.
func (h *hall) waits(who sitting.Person) {
	h.tb.Helper()
	hand := h.looks("").Hand
	equal(h.tb, h.looks("").Next, time.Time{})
	pass(24 * time.Hour)
	equal(h.tb, h.looks("").Hand, hand)
	equal(h.tb, h.does(who, sitting.Next{}).Sight.Hand, hand+1)
	h.sound()
}

func TestALiveTableDealsTheNextHandByItself(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.between("ann", "bob")
		h.dealsAfter(30 * time.Second)
		h.finishes()
		pass(0)
		h.dealsAfter(30 * time.Second)
		h.finishes()
		pass(10 * time.Second)
		h.does("bob", sitting.Next{}) // is no later for it
		equal(t, h.looks("").Hand, 4)
		pass(time.Minute)
		equal(t, h.looks("").Hand, 4)
	})
}

// TestADealComesWithTheResult has the post that seals the next hand held: the time
// counts from when it stands.
func TestADealComesWithTheResult(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		open := openIn("channel")
		open.Settings.Pace, open.Settings.Turn = sitting.Live, 0
		h.opens("ann", open, "bob")
		h.does("ann", sitting.Start{})
		hold := make(chan struct{})
		h.wall.holding(hold)
		h.finishes()
		equal(t, h.looks("").Next, time.Time{})
		pass(time.Minute)
		equal(t, h.looks("").Hand, 1)
		close(hold)
		pass(0)
		h.dealsAfter(30 * time.Second)
	})
}

func TestADealByItselfSurvivesARestart(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.between("ann", "bob")
		pass(10 * time.Second)
		h.restart()
		pass(0)
		h.dealsAfter(20 * time.Second)
	})
}

// TestAMachineThatWasOffDealsLater gives those who wait the time back; who would have
// waited long is gone.
func TestAMachineThatWasOffDealsLater(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.between("ann", "bob")
		pass(10 * time.Second)
		h.kill()
		pass(9 * time.Minute)
		h.start()
		pass(0)
		h.dealsAfter(20 * time.Second)
		h.finishes()
		pass(10 * time.Second)
		h.kill()
		pass(11 * time.Minute)
		h.start()
		pass(0)
		h.waits("bob")
	})
}

func TestNothingIsDealtToWhoCannotBeReached(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.between("ann", "bob")
		pass(10 * time.Second)
		h.house.Unreachable(time.Now())
		pass(5 * time.Minute)
		equal(t, h.looks("").Hand, 1)
		h.house.Reachable()
		pass(0)
		h.dealsAfter(20 * time.Second)
	})
}

func TestWhoeverLeavesOrIsAwayStopsTheDeal(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]sitting.Action{"leaves": sitting.Leave{}, "is away": sitting.Away{}} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.between("ann", "bob", "cy")
				pass(29 * time.Second)
				h.does("cy", do)
				h.waits("bob")
			})
		})
	}
	inHall(t, func(t *testing.T, h *hall) {
		h.between("ann", "bob")
		pass(29 * time.Second)
		h.does("bob", sitting.Leave{})
		pass(time.Hour)
		equal(t, h.looks("").Hand, 1)
		h.refused("ann", sitting.Next{}, sitting.TooFew)
	})
}

// TestQuietHoursAreNotDealtInto has them begin with the pause.
func TestQuietHoursAreNotDealtInto(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.between("ann", "bob")
		h.quiet("bob", sitting.Quiet{From: 0, To: 60, Zone: "UTC"})
		pass(0)
		h.waits("bob")
	})
}

// TestNobodyIsDealtToLongAfter has quiet hours lifted that stood in the way of a deal for hours, when
// nobody thinks of it any more.
func TestNobodyIsDealtToLongAfter(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.between("ann", "bob")
		h.quiet("bob", sitting.Quiet{From: 0, To: 60, Zone: "UTC"})
		pass(20 * time.Hour)
		h.quiet("bob", sitting.Quiet{})
		pass(time.Hour)
		equal(t, h.looks("").Hand, 1)
		equal(t, h.does("bob", sitting.Next{}).Sight.Hand, 2)
		h.sound()
	})
}

// TestOnlyALiveTableDealsByItself plays at the other paces, and at one where somebody
// hasn't had a turn.
func TestOnlyALiveTableDealsByItself(t *testing.T) {
	t.Parallel()
	for _, pace := range []sitting.Pace{sitting.Today, sitting.Slow, sitting.None} {
		inHall(t, func(_ *testing.T, h *hall) {
			open := openIn("channel")
			open.Settings.Pace, open.Settings.Turn = pace, 0
			h.opens("ann", open, "bob")
			h.does("ann", sitting.Start{})
			h.finishes()
			pass(0)
			h.waits("ann")
		})
	}
}

// TestWhoDidNothingInAHandIsNotDealtTo has a hand end in its first turn.
func TestWhoDidNothingInAHandIsNotDealtTo(t *testing.T) {
	t.Parallel()
	inHallOf(t, table.Options{
		Deck:        outAtOnce,
		FirstDealer: func(deal.Seed, string, []string, int) engine.Seat { return 0 },
	}, func(t *testing.T, h *hall) {
		open := openIn("channel")
		open.Settings.Pace, open.Settings.Turn = sitting.Live, 0
		h.opens("ann", open, "bob")
		h.does("ann", sitting.Start{})
		h.plays("bob", "draw stock")
		out, ok := engine.FindGoOut(h.looks("bob").View, engine.NoCard)
		equal(t, ok, true)
		h.does("bob", sitting.Play{Moves: []engine.Move{out}})
		pass(0)
		equal(t, h.looks("").Phase, sitting.Between)
		equal(t, h.looks("").Next, time.Time{})
	})
}

// outAtOnce gives who plays first of two the clubs from the ace to the ten, and on top
// of the stock the next two.
func outAtOnce(deal.Seed, string, []string) (deck [engine.PackSize]engine.Card) {
	var front []engine.Card
	for i := range engine.Card(10) {
		front = append(front, i, 20+i)
	}
	front = append(front, 40, 10, 11)
	used := engine.HandOf(front...)
	at := copy(deck[:], front)
	for c := range engine.Card(engine.PackSize) {
		if !used.Has(c) {
			deck[at] = c
			at++
		}
	}
	return deck
}
