package table_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// stackedDeck gives ann, who plays first of three, three aces and three twos.
// The others get nothing that fits.
func stackedDeck(deal.Seed, string, []string) [engine.PackSize]engine.Card {
	front := "AC KS 9S AD KH 3S AH JS 7S 2C QD 5S 2D TH 8C 2H 9C 6S 5D 4C 7H"
	var deck [engine.PackSize]engine.Card
	var used engine.Hand
	n := 0
	put := func(c engine.Card) {
		deck[n] = c
		n++
		used = used.Add(c)
	}
	for text := range strings.FieldsSeq(front) {
		c, err := engine.ParseCard(text)
		if err != nil {
			panic(err)
		}
		put(c)
	}
	for c := range engine.Card(engine.PackSize) {
		if !used.Has(c) {
			put(c)
		}
	}
	return deck
}

// inDealtHall deals a known hand: ann, bob and cy sit, ann plays first.
func inDealtHall(t *testing.T, limit time.Duration, test func(*testing.T, *hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{
			Deck:        stackedDeck,
			FirstDealer: func(deal.Seed, string, []string, int) engine.Seat { return 2 },
		})
		h.dealsWithin(limit, "ann", "bob", "cy")
		equal(t, h.onTurn(), sitting.Person("ann"))
		test(t, h)
	})
}

// plays has a person make moves, each given as its text.
func (h *hall) plays(who sitting.Person, texts ...string) table.Reply {
	h.tb.Helper()
	var moves []engine.Move
	for _, text := range texts {
		m, err := engine.ParseMove(text)
		if err != nil {
			h.tb.Fatal(err)
		}
		moves = append(moves, m)
	}
	return h.does(who, sitting.Play{Moves: moves})
}

// annPlays has ann draw, meld three aces and end her turn, all after twenty minutes.
func (h *hall) annPlays() {
	h.tb.Helper()
	pass(20 * time.Minute)
	h.plays("ann", "draw stock")
	h.plays("ann", "meld AC AD AH")
	h.plays("ann", "discard 5D")
}

func TestADiscardComesBackWhenEverybodyAgrees(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		pass(20 * time.Minute)
		h.plays("ann", "draw stock")
		h.plays("ann", "meld AC AD AH")
		before := h.looks("ann")
		h.plays("ann", "discard 5D")
		equal(t, h.looks("ann").MayTakeBack, true)
		equal(t, h.looks("bob").MayTakeBack, false)

		asked := h.does("ann", sitting.TakeBack{}).Sight
		wish := &sitting.Takeback{Seat: 0, Cards: engine.HandOf(card(t, "5D")), Discard: true, Waits: []engine.Seat{1, 2}, Asked: asked.Takeback.Asked}
		equal(t, asked.Takeback, wish)
		equal(t, h.looks("").Takeback, wish)
		pass(5 * time.Minute)
		half := h.does("bob", sitting.Agree{Yes: true}).Sight
		wish.Waits = []engine.Seat{2}
		equal(t, half.Takeback, wish)
		equal(t, half.View.Turn, engine.Seat(1))
		h.restart()
		h.does("cy", sitting.Agree{Yes: true})

		after := h.looks("ann")
		equal(t, after.View, before.View)
		equal(t, after.Takeback, (*sitting.Takeback)(nil))
		equal(t, after.Deadline, time.Now().Add(40*time.Minute).UTC())
		log := after.Log
		equal(t, log[len(log)-2:], []engine.PublicEvent{
			{Kind: engine.SawDiscard, Seat: 0, Cards: []engine.Card{card(t, "5D")}, Discard: engine.NoCard},
			{Kind: engine.SawTakeback, Seat: 0, Cards: []engine.Card{card(t, "5D")}, Discard: engine.NoCard},
		})
		h.plays("ann", "discard 2C")
	})
}

func card(t *testing.T, text string) engine.Card {
	t.Helper()
	c, err := engine.ParseCard(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPlaysComeBackOneByOneButNoDraw(t *testing.T) {
	t.Parallel()
	inDealtHall(t, 0, func(t *testing.T, h *hall) {
		h.does("bob", sitting.Away{})
		h.does("cy", sitting.Away{})
		dealt := h.looks("ann")
		h.refused("ann", sitting.TakeBack{}, sitting.NothingToTakeBack)
		h.plays("ann", "draw stock")
		drawn := h.looks("ann")
		h.refused("ann", sitting.TakeBack{}, sitting.NothingToTakeBack)
		h.plays("ann", "meld AC AD AH")
		h.plays("ann", "meld 2C 2D 2H")
		melded := h.looks("ann")
		h.plays("ann", "discard 5D")
		h.does("ann", sitting.TakeBack{}) // nobody else is there to ask
		equal(t, h.looks("ann").View, melded.View)
		h.does("ann", sitting.TakeBack{})
		h.does("ann", sitting.TakeBack{})
		equal(t, h.looks("ann").View, drawn.View)
		h.refused("ann", sitting.TakeBack{}, sitting.NothingToTakeBack)
		equal(t, len(h.looks("ann").Log), len(dealt.Log)+7)
	})
}

func TestOneNoEndsTheWishForGood(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		h.annPlays()
		before := h.looks("")
		h.does("ann", sitting.TakeBack{})
		h.does("bob", sitting.Agree{Yes: true})
		h.does("cy", sitting.Agree{Yes: false})
		s := h.looks("ann")
		equal(t, s.Takeback, (*sitting.Takeback)(nil))
		equal(t, s.MayTakeBack, false)
		equal(t, s.View.Turn, before.View.Turn)
		equal(t, s.Version, before.Version)
		h.refused("ann", sitting.TakeBack{}, sitting.TakebackOver)
		h.refused("bob", sitting.Agree{Yes: true}, sitting.TakebackOver)
	})
}

func TestWhoIsToMoveMayJustDraw(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		h.annPlays()
		h.does("ann", sitting.TakeBack{})
		drawn := h.looks("bob").Version
		draw := h.command("bob", sitting.Play{Moves: []engine.Move{engine.Draw{}}})
		draw.Version = drawn // from before or during the wish: it is no news to a hand
		if _, err := h.send(draw); err != nil {
			t.Fatal(err)
		}
		equal(t, h.looks("").Takeback, (*sitting.Takeback)(nil))
		h.refused("cy", sitting.Agree{Yes: true}, sitting.TakebackOver)
		h.refused("ann", sitting.TakeBack{}, sitting.NothingToTakeBack)
	})
}

func TestOnlyWhoIsAskedAnswers(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		h.annPlays()
		h.does("dee", sitting.Join{})
		h.refused("bob", sitting.TakeBack{}, sitting.NothingToTakeBack)
		h.refused("eve", sitting.TakeBack{}, sitting.NotSeated)
		h.does("ann", sitting.TakeBack{})
		h.refused("ann", sitting.Agree{Yes: true}, sitting.NotAsked)
		h.refused("dee", sitting.Agree{Yes: true}, sitting.NotAsked)
		h.refused("eve", sitting.Agree{Yes: true}, sitting.NotSeated)
	})
}

func TestASecondTapOnAWishDoesNothing(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		h.annPlays()
		version := h.looks("ann").Version
		tap := func(who sitting.Person, do sitting.Action) error {
			c := h.command(who, do)
			c.Version = version
			_, err := h.send(c)
			return err
		}
		for range 2 {
			equal(t, tap("ann", sitting.TakeBack{}), nil)
		}
		seq := h.looks("").Seq
		for range 2 {
			equal(t, tap("bob", sitting.Agree{Yes: true}), nil)
		}
		equal(t, h.looks("").Seq, seq+1)
		equal(t, tap("cy", sitting.Agree{Yes: true}), nil)
		wantCode(t, tap("cy", sitting.Agree{Yes: true}), sitting.Stale)
		wantCode(t, tap("ann", sitting.TakeBack{}), sitting.Stale) // it would be the meld now
		equal(t, h.looks("").View.Phase, engine.ToPlay)
	})
}

func TestWhoGoesAwayIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		h.annPlays()
		h.does("ann", sitting.TakeBack{})
		h.does("bob", sitting.Agree{Yes: true})
		h.does("cy", sitting.Away{})
		s := h.looks("ann")
		equal(t, s.View.Turn, s.Me)
		equal(t, s.View.Hand.Has(card(t, "5D")), true)
	})
}

func TestAWishGoesWithWhoseItWas(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		h.annPlays()
		h.does("ann", sitting.TakeBack{})
		h.does("ann", sitting.Leave{Sure: true})
		equal(t, h.looks("").Takeback, (*sitting.Takeback)(nil))
		h.refused("bob", sitting.Agree{Yes: true}, sitting.TakebackOver)
		h.plays("bob", "draw stock")
	})
}

func TestATurnThatComesBackHasAMinuteAtLeast(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		pass(59*time.Minute + 50*time.Second)
		h.plays("ann", "draw stock", "discard 5D")
		h.does("ann", sitting.TakeBack{})
		h.does("bob", sitting.Agree{Yes: true})
		h.does("cy", sitting.Agree{Yes: true})
		reminded := len(h.reminders(time.Now()))
		h.endsAfter(time.Minute)
		equal(t, len(h.reminders(time.Now())), reminded)
	})
}

func TestComputersWaitForAWishButNotForEver(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHall(t, table.Options{Deck: stackedDeck, FirstDealer: func(deal.Seed, string, []string, int) engine.Seat { return 2 }})
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("cy", sitting.Join{})
		h.does("ann", sitting.Start{})
		h.plays("ann", "draw stock", "discard 5D")
		pass(delay - time.Millisecond)
		h.does("ann", sitting.TakeBack{})
		asked := h.looks("")
		pass(time.Minute - time.Millisecond)
		equal(t, h.looks(""), asked)
		pass(time.Millisecond)
		equal(t, h.looks("").Takeback, (*sitting.Takeback)(nil))
		equal(t, h.looks("").Version, asked.Version)
		h.refused("ann", sitting.TakeBack{}, sitting.TakebackOver)
		pass(delay - time.Millisecond)
		equal(t, h.looks("").Version, asked.Version)
		pass(time.Millisecond)
		equal(t, h.looks("").View.Phase, engine.ToPlay)
	})
}

func TestWhatEndedAHandStays(t *testing.T) {
	t.Parallel()
	inDealtHall(t, 0, func(t *testing.T, h *hall) {
		h.finishes()
		for _, p := range []sitting.Person{"ann", "bob", "cy"} {
			equal(t, h.looks(p).MayTakeBack, false)
			h.refused(p, sitting.TakeBack{}, sitting.NothingToTakeBack)
		}
	})
}

// TestAHandWithTakebacksIsRecordedAsItCounts takes every third play back, where it may.
func TestAHandWithTakebacksIsRecordedAsItCounts(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		taken := 0
		for plays := 0; h.looks("").Phase == sitting.Playing; plays++ {
			who := h.onTurn()
			h.moves()
			if s := h.looks(who); plays%3 == 0 && s.MayTakeBack {
				h.does(who, sitting.TakeBack{})
				for _, at := range h.looks("").Takeback.Waits {
					h.does(s.Seats[at].Person, sitting.Agree{Yes: true})
				}
				taken++
			}
			equal(t, table.StateOf(t, h.house, h.id), table.ReplayOf(h.id, h.log()))
		}
		record, err := h.house.Record(t.Context(), h.id, 1)
		equal(t, err, nil)
		// The control: with what was taken back it is no hand.
		var all []engine.Event
		for _, e := range h.log().Events {
			if p, ok := e.(sitting.Played); ok {
				all = append(all, p.Event)
			}
		}
		equal(t, engine.Referee(engine.MakeRecord(record.ID, record.Players, all)).OK, false)
		if verdict := engine.Referee(record); !verdict.OK || taken < 3 {
			t.Errorf("%d taken back: %+v", taken, verdict)
		}
		for hand, err := range h.store.Hands(t.Context()) {
			equal(t, err, nil)
			equal(t, engine.MakeRecord(record.ID, record.Players, hand.Events).Moves, record.Moves)
		}
	})
}

func TestAWishSurvivesARestart(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		h.annPlays()
		h.does("ann", sitting.TakeBack{})
		h.does("bob", sitting.Agree{Yes: true})
		was, seen := table.StateOf(t, h.house, h.id), h.looks("cy")
		h.restart()
		equal(t, table.StateOf(t, h.house, h.id), was)
		equal(t, h.looks("cy"), seen)
		h.does("cy", sitting.Agree{Yes: true})
		equal(t, h.onTurn(), sitting.Person("ann"))
	})
}

func TestTheTakebackOfAMeldInATurnLeavesItsClock(t *testing.T) {
	t.Parallel()
	inDealtHall(t, time.Hour, func(t *testing.T, h *hall) {
		end := h.looks("ann").Deadline
		pass(10 * time.Minute)
		h.plays("ann", "draw stock", "meld AC AD AH")
		h.does("ann", sitting.TakeBack{})
		h.does("bob", sitting.Agree{Yes: true})
		h.does("cy", sitting.Agree{Yes: true})
		equal(t, h.looks("ann").Deadline, end)
		var no *engine.Refusal
		if _, err := h.send(h.command("bob", sitting.Play{Moves: []engine.Move{engine.Draw{}}})); !errors.As(err, &no) {
			t.Errorf("bob plays in ann's turn: %v", err)
		}
		h.plays("ann", "meld AC AD AH", "discard 5D")
	})
}
