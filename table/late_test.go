package table_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestALateEditIsWrittenOver has an edit that got no answer arrive after what came
// later was written: of the house itself, and of one that was killed meanwhile.
func TestALateEditIsWrittenOver(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]func(*hall){
		"a lost answer": func(*hall) {},
		"a kill":        func(h *hall) { h.dies(); h.start() },
	} {
		t.Run(name, func(t *testing.T) {
			inHall(t, func(t *testing.T, h *hall) {
				h.opens("ann", openIn("c"))
				pass(0)
				var mu sync.Mutex
				var shown []int // seats taken, as the message showed them one after the other
				lost := true
				h.wall.showing(func(p posted) error {
					mu.Lock()
					defer mu.Unlock()
					if p.Post.Kind != table.PostTable {
						return nil
					}
					seats := len(p.Seen.Seats)
					if lost {
						lost = false
						time.AfterFunc(5*time.Second, func() {
							mu.Lock()
							defer mu.Unlock()
							shown = append(shown, seats)
						})
						return errors.New("no answer")
					}
					shown = append(shown, seats)
					return nil
				})
				h.does("bob", sitting.Join{})
				pass(0)
				h.does("cy", sitting.Join{})
				cut(h)
				pass(time.Minute)
				mu.Lock()
				defer mu.Unlock()
				if !slices.Contains(shown, 2) || shown[len(shown)-1] != 3 {
					t.Errorf("the message showed %v seats taken", shown)
				}
				equal(t, len(h.log().Owed), 0)
			})
		})
	}
}

// TestATableThatACallBecameIsWrittenOver has the poster say of a call that an older edit may arrive after it.
func TestATableThatACallBecameIsWrittenOver(t *testing.T) {
	t.Parallel()
	inHall(t, func(t *testing.T, h *hall) {
		h.wall.mu.Lock()
		h.wall.late = table.PostPing
		h.wall.mu.Unlock()
		h.deals("ann", "bob")
		pass(2 * time.Minute)
		for who := h.onTurn(); h.onTurn() == who; {
			h.moves()
		}
		pass(time.Minute)
		pings, tables := h.wall.list(table.PostPing), h.wall.list(table.PostTable)
		last := len(pings) - 1
		if last < 0 || len(tables) == 0 || tables[len(tables)-1].At.Sub(pings[last].At) != 10*time.Second {
			t.Errorf("called %d times; the table was written %d times", len(pings), len(tables))
		}
	})
}
