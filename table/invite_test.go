package table_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestPeopleAreCalledToATableOnce asks two, then a third while one hasn't answered yet.
func TestPeopleAreCalledToATableOnce(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		h.does("ann", sitting.Invite{People: []sitting.Person{"bob", "cy"}})
		pass(0)
		calls := h.wall.list(table.PostInvite)
		equal(t, len(calls), 1)
		equal(t, calls[0].Post.Calls, []sitting.Person{"bob", "cy"})
		h.does("bob", sitting.Respond{})
		h.restart()
		h.does("ann", sitting.Invite{People: []sitting.Person{"dee"}})
		pass(time.Hour)
		calls = h.wall.list(table.PostInvite)
		equal(t, len(calls), 2)
		equal(t, calls[1].Post.Calls, []sitting.Person{"dee"})
		open := func() (open []sitting.Person) {
			for _, i := range h.looks("").Invited {
				if i.Open {
					open = append(open, i.Person)
				}
			}
			return open
		}
		equal(t, open(), []sitting.Person{"cy", "dee"})
		h.does("cy", sitting.Respond{Yes: true})
		equal(t, open(), []sitting.Person{"dee"})
		h.does("ann", sitting.Start{})
		equal(t, len(open()), 0)
		// Who comes late has a seat from the next hand on, and who has left may be asked again.
		h.does("dee", sitting.Respond{Yes: true})
		h.does("dee", sitting.Leave{Sure: true})
		h.does("ann", sitting.Invite{People: []sitting.Person{"dee"}})
		pass(0)
		equal(t, len(h.wall.list(table.PostInvite)), 3)
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		h.does("ann", sitting.AddComputer{Level: opponent.Easy})
		equal(t, len(open()), 0) // every seat is taken
		h.sound()
	})
}

// TestNobodyIsCalledToATableInTheirQuietHours asks one in them, and one who isn't.
func TestNobodyIsCalledToATableInTheirQuietHours(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.opens("ann", openIn("c"))
		now := time.Now().UTC()
		minute := now.Hour()*60 + now.Minute()
		h.quiet("bob", sitting.Quiet{From: minute, To: (minute + 120) % (24 * 60), Zone: "UTC"})
		h.does("ann", sitting.Invite{People: []sitting.Person{"bob"}})
		pass(time.Hour)
		equal(t, len(h.wall.list(table.PostInvite)), 0)
		pass(90 * time.Minute)
		equal(t, len(h.wall.list(table.PostInvite)), 1)
		h.sound()
	})
}
