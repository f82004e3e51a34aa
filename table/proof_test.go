package table_test

import (
	"encoding/json"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/sitting"
)

func TestEveryDealCanBeProvedAfterItsHand(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.Cut{Word: "gale"})
		_, err := h.house.Proof(t.Context(), h.id, 0)
		wantCode(t, err, sitting.NoSuchHand)
		h.does("ann", sitting.Start{})
		during, err := h.house.Proof(t.Context(), h.id, 0)
		equal(t, err, nil)
		equal(t, during, sitting.Proof{Deal: h.looks("").Deal, Dealt: true})
		_, err = h.house.Record(t.Context(), h.id, 1)
		wantCode(t, err, sitting.HandUnderWay)
		h.finishes()
		h.does("ann", sitting.Next{})
		h.closes("ann")
		for hand := 1; hand <= 2; hand++ {
			proof, err := h.house.Proof(t.Context(), h.id, hand)
			equal(t, err, nil)
			equal(t, proof.Over, true)
			equal(t, deal.Verify(proof.Fair), nil)
			record, err := h.house.Record(t.Context(), h.id, hand)
			equal(t, err, nil)
			text, err := json.Marshal(record)
			equal(t, err, nil)
			back, err := engine.ParseRecord(text)
			equal(t, err, nil)
			equal(t, engine.Referee(back).OK, true)
			equal(t, record.Result == nil, hand == 2)
		}
		_, err = h.house.Proof(t.Context(), h.id, 3)
		wantCode(t, err, sitting.NoSuchHand)
		_, err = h.house.Record(t.Context(), h.id, 3)
		wantCode(t, err, sitting.NoSuchHand)
		_, err = h.house.Proof(t.Context(), "nowhere", 1)
		wantCode(t, err, sitting.NoTable)
	})
}

// TestADealThatIsPlayedOnceMoreIsProvedAfterIt asks for the deck between a hand, the same deal again and its end.
func TestADealThatIsPlayedOnceMoreIsProvedAfterIt(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob")
		proof := func() sitting.Proof {
			t.Helper()
			p, err := h.house.Proof(t.Context(), h.id, 1)
			equal(t, err, nil)
			return p
		}
		h.finishes()
		before := proof()
		equal(t, before.Over, true)
		h.does("ann", sitting.Again{})
		equal(t, proof(), sitting.Proof{Deal: before.Deal, Dealt: true})
		h.finishes()
		equal(t, proof(), before)
	})
}

func TestTheFirstDealerIsDrawnByTheFairDeal(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.deals("ann", "bob", "cy")
		h.closes("ann")
		proof, err := h.house.Proof(t.Context(), h.id, 1)
		equal(t, err, nil)
		fair := proof.Fair
		equal(t, h.looks("").View.Dealer, deal.FirstDealer(fair.Seed, fair.Commitment, fair.Cuts, 3))
	})
}
