package table_test

import (
	"errors"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// openAlone is a wish to play alone against so many computers.
func openAlone(computers int) sitting.Open {
	open := sitting.Open{Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 1 + computers, Pace: sitting.None, Lang: "en"}}
	for range computers {
		open.Against = append(open.Against, opponent.Easy)
	}
	return open
}

// sealsAlone brings the seal of the next hand to who plays alone, and deals it.
func (h *hall) sealsAlone(who sitting.Person, message string) sitting.Sight {
	h.tb.Helper()
	s := h.does(who, sitting.Start{}).Sight
	equal(h.tb.(*testing.T), s.Phase, sitting.Dealing)
	if _, err := h.house.Seal(h.tb.Context(), h.id, who, s.Deal.Hand, message); err != nil {
		h.tb.Fatal(err)
	}
	if _, err := h.house.Seal(h.tb.Context(), h.id, who, s.Deal.Hand, "later"); err != nil {
		h.tb.Fatal(err)
	}
	s, err := h.house.Settle(h.tb.Context(), h.id, who)
	if err != nil {
		h.tb.Fatal(err)
	}
	return s
}

func TestWhoPlaysAloneOwesNobodyAPost(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.id = h.does("ann", openAlone(2)).Sight.ID
		for hand := 1; hand <= 3; hand++ {
			s := h.sealsAlone("ann", "message")
			begun := time.Now()
			for s.Phase == sitting.Playing {
				if s.View.Turn != s.Me {
					t.Fatal("settled in a computer's turn")
				}
				h.does("ann", sitting.Play{Moves: []engine.Move{h.choice(s)}})
				var err error
				if s, err = h.house.Settle(t.Context(), h.id, "ann"); err != nil {
					t.Fatal(err)
				}
			}
			if slept := time.Since(begun); slept > 0 { // the clock of the test stands while anybody works
				t.Errorf("computers were waited for: %s", slept)
			}
			proof, err := h.house.Proof(t.Context(), h.id, hand)
			if err != nil {
				t.Fatal(err)
			}
			equal(t, proof.Fair.Cuts, []string{"message"})
			equal(t, deal.Verify(proof.Fair), nil)
		}
		equal(t, len(h.wall.all()), 0)
		equal(t, len(h.standings()), 0)
		h.restart()
		h.sound()
	})
}

func TestOnePersonHasOneTableAlone(t *testing.T) {
	t.Parallel()
	inHallOf(t, table.Options{Limits: table.Limits{Person: 1, Server: 1}}, func(t *testing.T, h *hall) {
		h.id = h.does("ann", openAlone(1)).Sight.ID
		if reply := h.refused("ann", openAlone(2), sitting.ChannelTaken); reply.Sight.ID != h.id {
			t.Errorf("shown %q", reply.Sight.ID)
		}
		// It isn't counted among the others, nor they with it.
		h.does("ann", openIn("c1"))
		h.refused("ann", openIn("c2"), sitting.OwnTables)
		own := func() sitting.ID {
			id, err := h.house.Own(t.Context(), "ann")
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		equal(t, own(), h.id)
		if _, err := h.house.Own(t.Context(), "bob"); err == nil {
			t.Error("bob has one")
		}
		h.does("bob", openAlone(1))
		h.does("ann", sitting.Close{})
		next := h.does("ann", openAlone(1)).Sight.ID
		equal(t, own(), next)
		turns, err := h.house.Turns(t.Context(), "ann")
		equal(t, []any{len(turns), err}, []any{0, nil})
		h.sound()
	})
}

func TestATableAloneClosesAfterAWeekAndItsSeedIsErased(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.id = h.does("ann", openAlone(1)).Sight.ID
		h.sealsAlone("ann", "message")
		h.restart()
		pass(7*day - time.Millisecond)
		equal(t, h.watches().Phase, sitting.Playing)
		pass(time.Millisecond)
		equal(t, h.watches().Phase, sitting.Ended)
		h.id = h.does("ann", openAlone(1)).Sight.ID
		h.does("ann", sitting.Start{}) // sealed, and never dealt
		pass(7 * day)
		equal(t, h.watches().Phase, sitting.Ended)
		proof, err := h.house.Proof(t.Context(), h.id, 1)
		equal(t, []any{proof.Gone, err}, []any{true, nil})
		h.sound()
	})
}

func TestAnotherSealsNothing(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		before := h.watches()
		s, err := h.house.Seal(t.Context(), h.id, "ann", before.Deal.Hand+1, "message")
		equal(t, []any{s.Deal.Seal, err}, []any{before.Deal.Seal, nil})
		_, err = h.house.Seal(t.Context(), "nothing2", "ann", 1, "message")
		var no *sitting.Refusal
		if !errors.As(err, &no) || no.Code != sitting.NoTable {
			t.Error(err)
		}
		h.sound()
	})
}

// TestWhoPlaysAloneBeforeTheClocksRunWaitsForTheComputers has somebody be dealt a hand while the
// house starts, in which a computer plays first.
func TestWhoPlaysAloneBeforeTheClocksRunWaitsForTheComputers(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.dies()
		h.opt.FirstDealer = func(deal.Seed, string, []string, int) engine.Seat { return 0 }
		h.pulse.waits(time.Second)
		h.start()
		h.id = h.does("ann", openAlone(1)).Sight.ID
		if s := h.sealsAlone("ann", "message"); s.View.Turn != s.Me {
			t.Error("settled in the computer's turn")
		}
	})
}
