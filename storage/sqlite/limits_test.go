package sqlite_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// opening is a batch that opens a table in a channel of its own.
func opening(n int, opener sitting.Person, server sitting.Server, most table.Limits) table.Batch {
	head := sitting.Head{Table: sitting.ID(fmt.Sprintf("rum%05d", n)), Server: server, Channel: sitting.Channel(fmt.Sprint(n)), Open: true}
	return table.Batch{
		Table: head.Table, Key: fmt.Sprint("open", n), At: start, Head: head, Limits: most,
		Events: []sitting.Event{sitting.Opened{
			Server: server, Channel: head.Channel, Lang: "en", Host: opener, Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4},
		}},
	}
}

// TestTablesOpenedAtOnceKeepTheLimit opens many at the same moment, of one person
// in many servers and of many people in one.
func TestTablesOpenedAtOnceKeepTheLimit(t *testing.T) {
	const tries = 200
	for name, c := range map[string]struct {
		most table.Limits
		of   func(n int) (sitting.Person, sitting.Server)
		want int
		code sitting.Code
	}{
		"a person": {table.Limits{Person: 3}, func(n int) (sitting.Person, sitting.Server) { return "pann", sitting.Server(fmt.Sprint(n)) }, 3, sitting.OwnTables},
		"a server": {table.Limits{Person: 3, Server: 25}, func(n int) (sitting.Person, sitting.Server) { return sitting.Person(fmt.Sprint("p", n)), "1" }, 25, sitting.ServerTables},
		"none":     {table.Limits{}, func(int) (sitting.Person, sitting.Server) { return "pann", "1" }, tries, 0},
	} {
		t.Run(name, func(t *testing.T) {
			db, _ := fresh(t)
			var all sync.WaitGroup
			answers := make(chan error, tries)
			for n := range tries {
				all.Go(func() {
					opener, server := c.of(n)
					_, err := db.Append(t.Context(), opening(n, opener, server, c.most))
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
				case !errors.As(err, &no) || no.Code != c.code:
					t.Fatal(err)
				}
			}
			if stored := sound(t, db).Tables; opened != c.want || stored != c.want {
				t.Errorf("%d were opened and %d are stored, want %d", opened, stored, c.want)
			}
		})
	}
}

// TestATableRefusedLeavesNothing tries one too many, and then the same key again
// when there is room.
func TestATableRefusedLeavesNothing(t *testing.T) {
	db, _ := fresh(t)
	one := table.Limits{Person: 1}
	add(t, db, opening(1, "pann", "1", one))
	_, err := db.Append(t.Context(), opening(2, "pann", "1", one))
	var no *sitting.Refusal
	if !errors.As(err, &no) || no.Most != 1 || !slices.Equal(no.Channels, []sitting.Channel{"1"}) {
		t.Fatal(err)
	}
	if _, err := db.Recall(t.Context(), "open2"); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("the key is stored: %v", err)
	}
	closing := opening(1, "pann", "1", one)
	closing.Key, closing.From, closing.Events, closing.Head.Open = "close", 1, []sitting.Event{sitting.Closed{By: "pann"}}, false
	add(t, db, closing)
	add(t, db, opening(2, "pann", "1", one))
	r := add(t, db, opening(2, "pann", "1", one)) // again: what it was, not one too many
	if !r.Repeated {
		t.Errorf("%+v", r)
	}
	equal(t, sound(t, db), storage.Findings{Tables: 2, Events: 3})
}

// TestOldTablesCountToo brings up a file in which nobody had noted who opened what.
func TestOldTablesCountToo(t *testing.T) {
	db := open(t, old(t, "testdata/v2.sql"))
	_, err := db.Append(t.Context(), opening(9, "phost", "1", table.Limits{Person: 2}))
	var no *sitting.Refusal
	if !errors.As(err, &no) || no.Code != sitting.OwnTables || len(no.Channels) != 2 {
		t.Error(err)
	}
	add(t, db, opening(9, "phost", "1", table.Limits{Person: 3}))
}

// TestAnUnreadableTableKeepsNoFileFromOpening: what is wrong with its first event
// is for a check to find, not for a migration to end on.
func TestAnUnreadableTableKeepsNoFileFromOpening(t *testing.T) {
	path := old(t, "testdata/v2.sql")
	tamper(t, path, "UPDATE events SET body = x'7b' WHERE table_id = 1 AND seq = 1")
	db := open(t, path)
	mustFind(t, found(t, path), storage.Finding{Code: storage.EventUnread, Table: "rum00000", Seq: 1})
	add(t, db, opening(9, "phost", "1", table.Limits{Person: 2}))
}
