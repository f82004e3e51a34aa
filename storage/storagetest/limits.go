package storagetest

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Opening is a batch that opens a table in a channel of its own.
func Opening(n int, opener sitting.Person, server sitting.Server, most table.Limits) table.Batch {
	head := sitting.Head{Table: sitting.ID(fmt.Sprintf("rum%05d", n)), Server: server, Channel: sitting.Channel(fmt.Sprint(n)), Open: true}
	return table.Batch{
		Table: head.Table, Key: fmt.Sprint("open", n), At: Start(), Head: head, Wake: Start().Add(time.Hour), Limits: most,
		Events: []sitting.Event{sitting.Opened{
			Server: server, Channel: head.Channel, Host: opener, Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Lang: "en"},
		}},
	}
}

// opensAtOnce opens many tables at the same moment: so many are opened, and the rest
// are refused with a code.
func opensAtOnce(most table.Limits, of func(n int) (sitting.Person, sitting.Server), want int, code sitting.Code) func(t *testing.T, at Place) {
	return func(t *testing.T, at Place) {
		db := at(t)
		var all sync.WaitGroup
		answers := make(chan error, tries)
		for n := range tries {
			all.Go(func() {
				opener, server := of(n)
				_, err := db.Append(t.Context(), Opening(n, opener, server, most))
				answers <- err
			})
		}
		all.Wait()
		close(answers)
		opened := 0
		for err := range answers {
			var no *sitting.Refusal
			switch {
			case err == nil:
				opened++
			case !errors.As(err, &no) || no.Code != code:
				t.Fatal(err)
			}
		}
		if stored := Sound(t, db).Tables; opened != want || stored != want {
			t.Errorf("%d were opened and %d are stored, want %d", opened, stored, want)
		}
	}
}

const tries = 200 // of opening a table

// byOne is one person in many servers, inOne are many people in one.
func byOne(n int) (sitting.Person, sitting.Server) { return "pann", sitting.Server(fmt.Sprint(n)) }
func inOne(n int) (sitting.Person, sitting.Server) { return sitting.Person(fmt.Sprint("p", n)), "1" }

// aTableRefusedLeavesNothing tries one too many, and then the same key again
// when there is room.
func aTableRefusedLeavesNothing(t *testing.T, at Place) {
	db := at(t)
	one := table.Limits{Person: 1}
	Add(t, db, Opening(1, "pann", "1", one))
	_, err := db.Append(t.Context(), Opening(2, "pann", "1", one))
	var no *sitting.Refusal
	if !errors.As(err, &no) || no.Most != 1 || !slices.Equal(no.Channels, []sitting.Channel{"1"}) {
		t.Fatal(err)
	}
	if _, err := db.Recall(t.Context(), "open2"); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("the key is stored: %v", err)
	}
	closing := Opening(1, "pann", "1", one)
	closing.Key, closing.From, closing.Events = "close", 1, []sitting.Event{sitting.Closed{By: "pann"}}
	closing.Head.Open, closing.Wake = false, time.Time{}
	Add(t, db, closing)
	Add(t, db, Opening(2, "pann", "1", one))
	r := Add(t, db, Opening(2, "pann", "1", one)) // again: what it was, not one too many
	if !r.Repeated {
		t.Errorf("%+v", r)
	}
	Equal(t, Sound(t, db), storage.Findings{Tables: 2, Events: 3})
}
