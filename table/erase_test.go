package table_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// knows makes a name a person's in the file.
func (h *hall) knows(user string) sitting.Person {
	h.tb.Helper()
	p, err := h.store.Register(context.Background(), user, "server", "Ann Unforgettable")
	if err != nil {
		h.tb.Fatal(err)
	}
	return p
}

// TestAnErasureThatIsBrokenOffGoesOn erases somebody who plays at one table, is host of
// another, waits at a third and is asked to a fourth. The disk fails at each step, and the process dies of it: whoever
// is asked again goes on, nobody's seat is left to nobody, and the books are whole.
func TestAnErasureThatIsBrokenOffGoesOn(t *testing.T) {
	t.Parallel()
	const tables = 4
	for steps := range tables + 1 {
		synctest.Test(t, func(t *testing.T) {
			faulty := &faultyStore{}
			h := newHall(t, table.Options{Store: faulty})
			ann := h.knows("1001")
			h.deals(ann, "bob", "cy")
			playing := h.id
			h.opens("eve", openIn("third"), "fay")
			h.does("eve", sitting.Start{})
			h.does(ann, sitting.Join{})
			waiting := h.id
			h.opens("gus", openIn("fourth"), "hal")
			h.does("gus", sitting.Invite{People: []sitting.Person{ann}})
			asked := h.id
			h.opens(ann, openIn("side"), "dee")
			hosting := h.id

			left := steps
			var before func(b table.Batch) error
			before = func(b table.Batch) error {
				faulty.fails(before, nil)
				if b.Key != "" { // computers and clocks play on
					left--
				}
				if left < 0 {
					return errors.New("the disk is gone")
				}
				return nil
			}
			faulty.fails(before, nil)
			err := h.house.Erase(t.Context(), ann, "first", false)
			if (err == nil) != (steps == tables) {
				t.Fatalf("%d steps: %v", steps, err)
			}
			h.dies()
			faulty.fails(nil, nil)
			h.start()
			if steps < tables {
				if still, err := h.store.Person(t.Context(), "1001"); err != nil || still != ann {
					t.Fatalf("%q is forgotten before she got up: %v", ann, err)
				}
				if err := h.house.Erase(t.Context(), ann, "second", false); err != nil {
					t.Fatal(err)
				}
			}
			if who, err := h.store.Person(t.Context(), "1001"); err != nil || who != "" {
				t.Errorf("%q is known still: %v", who, err)
			}
			for _, id := range []sitting.ID{playing, waiting, hosting} {
				h.id = id
				s := h.looks("")
				mine := func(t sitting.Sitter) bool { return t.Person == ann && !t.Leaving }
				if s.Host == ann || slices.ContainsFunc(slices.Concat(s.Seats, s.Waiting), mine) {
					t.Errorf("%s: ann sits: host %s, %+v, %+v", id, s.Host, s.Seats, s.Waiting)
				}
			}
			h.id = asked
			if s := h.looks(""); len(s.Invited) != 1 || s.Invited[0].Open {
				t.Errorf("she is asked still: %+v", s.Invited)
			}
			h.id = playing
			last := h.finishes()
			for at, sitter := range last.Seats {
				if pips := last.Result.Payments[at]; sitter.Person == ann && pips > 0 && last.Result.Winner != engine.Nobody {
					owes := false
					for _, s := range h.standings() {
						owes = owes || s.Person == ann && s.Pips == -int64(pips)
					}
					if !owes {
						t.Errorf("what she owes is gone: %+v", h.standings())
					}
				}
			}
			h.sound()
		})
	}
}

// TestWhoIsErasedIsSeatedNowhereAgain: a rematch has no seat for them.
func TestWhoIsErasedIsSeatedNowhereAgain(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		ann := h.knows("1001")
		h.opens("bob", openIn("channel"), ann, "cy")
		h.does("bob", sitting.Close{})
		if err := h.house.Erase(t.Context(), ann, "now", false); err != nil {
			t.Fatal(err)
		}
		do := openIn("channel")
		do.Like, do.Gone = h.id, []sitting.Person{ann}
		reply, err := h.send(sitting.Command{Key: h.key(), By: "bob", Do: do})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, people(reply.Sight.Seats), []sitting.Person{"bob", "cy"})
	})
}
