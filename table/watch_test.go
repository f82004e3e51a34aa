package table_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestWhoWantsToKnowIsToldAsLongAsThereIsASeat has nobody told of a table at once: it takes
// Discord an hour to take the message. Meanwhile people go on.
func TestWhoWantsToKnowIsToldAsLongAsThereIsASeat(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		match sitting.Match
		seats int
		goOn  func(h *hall, zoe sitting.Person)
		told  bool
	}{
		"in the lobby":                    {goOn: func(*hall, sitting.Person) {}, told: true},
		"in its first hand":               {goOn: func(h *hall, _ sitting.Person) { h.does("ann", sitting.Start{}) }, told: true},
		"in its first hand, who has come": {goOn: func(h *hall, zoe sitting.Person) { h.does("ann", sitting.Start{}); h.does(zoe, sitting.Join{}) }},
		"when it is full":                 {seats: 2, goOn: func(h *hall, _ sitting.Person) { h.does("ann", sitting.Start{}) }},
		"in a match":                      {match: sitting.LongMatch, goOn: func(h *hall, _ sitting.Person) { h.does("ann", sitting.Start{}) }},
		"when a hand is over":             {goOn: func(h *hall, _ sitting.Person) { h.does("ann", sitting.Start{}); h.finishes() }},
		"when it is closed":               {goOn: func(h *hall, _ sitting.Person) { h.closes("ann") }},
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				open := openIn("c")
				open.Settings.Match = c.match
				if c.seats > 0 {
					open.Settings.Seats = c.seats
				}
				zoe, err := h.store.Register(context.Background(), "77", open.Server, "Zoe")
				if err == nil {
					err = h.store.SetWatch(context.Background(), open.Server, zoe, true)
				}
				if err != nil {
					t.Fatal(err)
				}
				taken := time.Now().Add(time.Hour)
				h.wall.fail = func(p table.Post) error {
					if p.Kind == table.PostOpening && time.Now().Before(taken) {
						return errors.New("Discord is busy")
					}
					return nil
				}
				opened := sitting.Whole(time.Now())
				h.opens("ann", open, "bob")
				pass(time.Second)
				c.goOn(h, zoe)
				pass(2 * time.Hour)
				told := h.wall.list(table.PostOpening)
				if (len(told) == 1) != c.told || len(told) > 1 {
					t.Fatalf("told %d times", len(told))
				}
				if c.told {
					equal(t, told[0].Post.Calls, []sitting.Person{zoe})
					// A post that is made again, after a kill, is for the same: those told of this table.
					again, err := h.store.Watchers(t.Context(), open.Server, opened.Add(-day), opened, 9)
					equal(t, []any{again, err}, []any{[]sitting.Person{zoe}, nil})
				}
				h.sound()
			})
		})
	}
}
