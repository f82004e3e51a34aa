package table_test

import (
	"context"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// dealings lists the hands as they were dealt at the table.
func (h *hall) dealings() []engine.State {
	h.tb.Helper()
	var dealt []engine.State
	for _, e := range h.log().Events {
		if p, ok := e.(sitting.Played); ok {
			if d, ok := p.Event.(engine.Dealt); ok {
				dealt = append(dealt, engine.Replay([]engine.Event{d}))
			}
		}
	}
	return dealt
}

func TestTheSameDealAgainGoesRoundTheSeats(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob", "cy")
		first := h.finishes()
		h.does("bob", sitting.Cut{Word: "herring"})
		before := h.looks("bob")
		equal(t, before.Repeatable, true)
		books := h.standings()
		for k := 1; k <= 3; k++ {
			s := h.does("bob", sitting.Again{}).Sight
			equal(t, []any{s.Phase, s.Hand, s.Again, s.OnTab, s.Repeatable}, []any{sitting.Playing, 1, k, false, false})
			equal(t, s.Deal.Commitment, first.Commitment)
			last := h.finishes()
			equal(t, []any{last.Hand, last.Again, last.OnTab, last.TabHead}, []any{1, k, false, ""})
			equal(t, []any{last.Commitment, last.Seed, last.Cuts}, []any{first.Commitment, first.Seed, first.Cuts})
			h.restart()
			equal(t, h.looks("").Last, last)
		}
		dealt := h.dealings()
		for k := 1; k <= 3; k++ {
			equal(t, dealt[k].Dealer, (dealt[0].Dealer+engine.Seat(k))%3)
			for at := range 3 {
				equal(t, dealt[k].Hands[(at+k)%3], dealt[0].Hands[at])
			}
		}
		equal(t, h.standings(), books)

		// What comes next is as if nothing had come between.
		after := h.looks("bob")
		equal(t, after.Deal, before.Deal)
		s := h.does("ann", sitting.Next{}).Sight
		equal(t, []any{s.Hand, s.Again, s.OnTab}, []any{2, 0, true})
		equal(t, s.Deal.Cuts, []sitting.GivenCut{{By: "bob", Word: "herring"}})
		equal(t, s.View.Dealer, (dealt[0].Dealer+1)%3)
		equal(t, len(h.wall.list(table.PostCommitment)), 1)
	})
}

func TestTheNextDealerIsWhoWouldHaveDealt(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		turned := 0
		for range 8 {
			first := h.finishes()
			fresh := h.dealings()
			want := engine.NextDealer(2, fresh[len(fresh)-1].Dealer, first.Result)
			h.does("bob", sitting.Again{})
			if again := h.finishes(); again.Result.Winner != first.Result.Winner {
				turned++
			}
			equal(t, h.does("ann", sitting.Next{}).Sight.View.Dealer, want)
		}
		if turned == 0 {
			t.Error("the same seat won each time: the test shows nothing")
		}
	})
}

// TestADealAgainCountsNowhere plays one deal over and over, which everybody can read in its proof:
// neither tab nor records nor scores move, and nothing is told of how it went.
func TestADealAgainCountsNowhere(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		first := h.finishes()
		books, plays, scores := h.standings(), h.record("ann"), h.looks("").Scores
		for range 5 {
			equal(t, h.does("ann", sitting.Again{}).Sight.OnTab, false)
			last := h.finishes()
			equal(t, []any{last.OnTab, last.TabHead, last.Story, len(last.Debts()), len(last.Plays())}, []any{false, "", sitting.Story{}, 0, 0})
			equal(t, last.Outcome(), tab.Outcome{})
			equal(t, h.looks("").Scores, scores)
		}
		equal(t, h.standings(), books)
		equal(t, h.record("ann"), plays)
		proof, err := h.house.Proof(t.Context(), h.id, 1)
		equal(t, err, nil)
		equal(t, proof.Fair.Commitment, first.Commitment)
		equal(t, deal.Verify(proof.Fair), nil)
		h.sound()
	})
}

// record lists the hands on somebody's record.
func (h *hall) record(p sitting.Person) []tab.Play {
	h.tb.Helper()
	all, err := h.store.Plays(context.Background(), "server", p)
	if err != nil {
		h.tb.Fatal(err)
	}
	return all
}

func TestEachTurningHasARecordOfItsOwn(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		h.finishes()
		h.does("ann", sitting.Again{})
		h.finishes()
		h.does("ann", sitting.Again{})
		h.finishes()
		h.does("ann", sitting.Next{})
		h.finishes()
		var ids []string
		for hand, err := range h.store.Hands(t.Context()) {
			equal(t, err, nil)
			ids = append(ids, hand.ID())
			record := engine.MakeRecord(hand.ID(), []string{"p0", "p1"}, hand.Events)
			equal(t, engine.Referee(record).OK, true)
		}
		id := string(h.id)
		equal(t, ids, []string{id + "-1", id + "-1-again1", id + "-1-again2", id + "-2"})
		found, err := h.store.Check(t.Context())
		equal(t, err, nil)
		equal(t, len(found.Wrong), 0)
	})
}

func TestADealAgainWantsTheSameSeats(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.refused("ann", sitting.Again{}, sitting.NothingToRepeat)
		h.does("ann", sitting.Start{})
		h.refused("ann", sitting.Again{}, sitting.HandUnderWay)
		h.finishes()
		h.refused("eve", sitting.Again{}, sitting.NotSeated)
		h.does("cy", sitting.Join{})
		h.refused("ann", sitting.Again{}, sitting.SeatsChanged)
		h.does("cy", sitting.Leave{})
		h.does("ann", sitting.Again{})
		h.finishes()
		h.does("bob", sitting.Leave{})
		h.does("bob", sitting.Join{})
		h.refused("ann", sitting.Again{}, sitting.SeatsChanged)
		h.does("ann", sitting.Next{})
		h.closes("ann")
		h.refused("ann", sitting.Again{}, sitting.IsClosed)
	})
}

func TestADealAgainIsByTheRulesOfThatHand(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		h.finishes()
		set := settings()
		set.Rules = engine.Concealed.Rules()
		h.does("ann", sitting.SetSettings{Settings: set})
		equal(t, h.does("ann", sitting.Again{}).Sight.View.Rules, engine.Boathouse.Rules())
		h.finishes()
		equal(t, h.does("ann", sitting.Next{}).Sight.View.Rules, engine.Concealed.Rules())
	})
}

func TestWhenTheOnlyPersonsLeaveADealOffTheTabItIsNotPlayedOut(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		h.finishes()
		h.does("ann", sitting.Again{})
		h.does("ann", sitting.Leave{Sure: true})
		h.does("bob", sitting.Leave{Sure: true})
		s := h.looks("")
		equal(t, s.Phase, sitting.Ended)
		equal(t, []any{s.Last.Again, s.Last.Abandoned}, []any{1, true})
		_, err := h.house.Record(t.Context(), h.id, 1)
		equal(t, err, nil)
	})
}

func TestARematchSeatsWhoStayed(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		do := openIn("channel")
		do.Settings.Level, do.Settings.NoHints = opponent.Hard, true
		h.opens("ann", do, "bob", "cy")
		h.does("ann", sitting.AddComputer{Level: opponent.Normal})
		h.does("ann", sitting.Start{})
		h.finishes()
		h.does("bob", sitting.Leave{})
		first := h.id
		again := openIn("channel")
		again.Like = first
		h.refused("cy", again, sitting.ChannelTaken)
		h.does("ann", sitting.Close{})
		h.refused("eve", again, sitting.NeverSat)
		elsewhere := again
		elsewhere.Channel = "elsewhere"
		h.refused("cy", elsewhere, sitting.NoTable)
		elsewhere.Like = "nowhere"
		h.refused("cy", elsewhere, sitting.NoTable)

		c := h.command("cy", again)
		firsts, replies := h.sendAll(c)
		equal(t, firsts, 1)
		s := replies[0].Sight
		equal(t, s.ID == first, false)
		h.id = s.ID
		h.seals(replies[0])
		s = h.looks("cy")
		equal(t, []any{s.Phase, s.Host, s.Hand, s.Deal.Hand}, []any{sitting.Lobby, sitting.Person("cy"), 0, 0})
		equal(t, s.Seats, []sitting.Sitter{{Person: "cy"}, {Computer: opponent.Nemo}, {Person: "ann"}})
		equal(t, s.Settings, do.Settings)
		h.restart()
		equal(t, h.looks("cy"), s)
		h.does("cy", sitting.Start{})
	})
}

func TestWhoLeftMayHaveARematchToo(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		do := openIn("channel")
		do.Settings.Seats = 2
		h.opens("ann", do, "bob")
		h.does("ann", sitting.Start{})
		h.finishes()
		h.does("bob", sitting.Leave{})
		h.does("cy", sitting.Join{})
		h.does("ann", sitting.Close{})
		do.Like = h.id
		h.opens("bob", do)
		equal(t, people(h.looks("").Seats), []sitting.Person{"bob", "ann"})
	})
}
