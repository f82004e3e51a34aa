package table_test

import (
	"errors"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestAnOfferThatRefusesIsWithdrawn kills the house between the opening of a table and the edit of
// the closed one before it. Whoever takes the closed table's offer is refused, and it goes then.
func TestAnOfferThatRefusesIsWithdrawn(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.Start{})
		pass(time.Minute) // in which the table is shown
		h.closes("ann")
		pass(0)
		closed := h.id
		h.wall.failing(func(p table.Post) error {
			if p.Kind == table.PostTable {
				return errors.New("the house is killed first")
			}
			return nil
		})
		h.opens("cy", openIn("c"))
		pass(0)
		h.dies()
		h.wall.failing(nil)
		h.start()
		pass(time.Minute)
		equal(t, h.withdrawn(closed), 0)
		h.refused("bob", sitting.Open{Server: "server", Channel: "c", Like: closed}, sitting.ChannelTaken)
		pass(time.Minute)
		equal(t, h.withdrawn(closed), 1)
		h.refused("bob", sitting.Open{Server: "server", Channel: "c", Like: closed}, sitting.ChannelTaken)
		pass(time.Minute)
		equal(t, h.withdrawn(closed), 1)
	})
}

// TestATableThatWasReplacedOffersNoOtherAfterAKill kills the house before it has marked what it made
// of a closed table since another was opened: it makes that once more.
func TestATableThatWasReplacedOffersNoOtherAfterAKill(t *testing.T) {
	t.Parallel()
	inFaultyHall(t, func(t *testing.T, h *hall, faulty *faultyStore) {
		h.opens("ann", openIn("c"), "bob")
		h.does("ann", sitting.Start{})
		pass(time.Minute) // in which the table is shown
		h.closes("ann")
		faulty.marks(100)
		pass(0)
		closed := h.id
		h.opens("cy", openIn("c"))
		pass(0)
		h.dies()
		faulty.marks(0)
		before := len(h.wall.list(table.PostTable))
		h.start()
		pass(time.Minute)
		for _, p := range h.wall.list(table.PostTable)[before:] {
			if p.Seen.ID == closed && !p.Seen.Replaced {
				t.Error("the closed table offers another once more")
			}
		}
		equal(t, h.withdrawn(closed) > 0, true)
	})
}

// TestAnOldMessageIsClearedAwayAfterARestart has one be left when the house ends, with nothing owed:
// whoever looks at the table next has it posted once more, which clears the message away.
func TestAnOldMessageIsClearedAwayAfterARestart(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"), "bob")
		pass(time.Minute)
		refs := h.log().Refs
		refs.Left = []table.Before{{Message: "old"}}
		equal(t, h.store.Posted(t.Context(), nil, h.id, 0, refs), nil)
		before := len(h.wall.list(table.PostTable))
		h.restart()
		h.looks("ann")
		pass(time.Minute)
		equal(t, len(h.wall.list(table.PostTable)) > before, true)
	})
}

// TestARepeatedOpeningWithdrawsNoOtherOffer has Discord deliver an opening once more, when its
// table is closed, and when another was opened after it.
func TestARepeatedOpeningWithdrawsNoOtherOffer(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		opening := h.command("ann", openIn("c"))
		var tables []sitting.ID
		for _, c := range []sitting.Command{opening, h.command("ann", openIn("c"))} {
			reply, err := h.send(c)
			equal(t, err, nil)
			h.id = reply.Sight.ID
			tables = append(tables, h.id)
			h.does("bob", sitting.Join{})
			h.does("ann", sitting.Start{})
			pass(time.Minute)
			h.closes("ann")
			pass(time.Minute)
			again, err := h.send(opening)
			equal(t, err, nil)
			equal(t, again.Sight.ID, tables[0])
			pass(time.Minute)
			equal(t, h.withdrawn(h.id), 0)
		}
		equal(t, h.withdrawn(tables[0]), 1)
	})
}

// withdrawn counts how often a closed table was shown without an offer of another like it.
func (h *hall) withdrawn(id sitting.ID) (n int) {
	for _, p := range h.wall.list(table.PostTable) {
		if p.Seen.ID == id && p.Seen.Replaced {
			n++
		}
	}
	return n
}
