package storagetest

import (
	"errors"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// oneOpenTableAloneAPerson opens tables without a channel: one a person at once, neither
// counted nor limited, and found by whose they are.
func oneOpenTableAloneAPerson(t *testing.T, at Place) {
	db := at(t)
	alone := func(n int, opener sitting.Person) table.Batch {
		b := Opening(n, opener, "", table.Limits{Person: 1, Server: 1})
		opened := b.Events[0].(sitting.Opened)
		opened.Channel, b.Head.Channel = "", ""
		b.Events[0] = opened
		return b
	}
	owns := func(p sitting.Person, want sitting.ID, open bool) {
		t.Helper()
		head, err := db.Own(t.Context(), p)
		if want == "" {
			Is(t, err, table.ErrNotFound)
			return
		}
		Is(t, err, nil)
		Equal(t, head, sitting.Head{Table: want, Open: open})
	}
	owns("pann", "", false)
	first := Add(t, db, alone(1, "pann"))
	if _, err := db.Append(t.Context(), alone(2, "pann")); !errors.Is(err, table.ErrChannelTaken) {
		t.Fatalf("a second one: %v", err)
	}
	Add(t, db, alone(3, "pbob"))
	Add(t, db, Opening(4, "pann", "1", table.Limits{Person: 1, Server: 1}))
	owns("pann", first.Table, true)
	closing := alone(1, "pann")
	closing.Key, closing.From, closing.Events = "close", 1, []sitting.Event{sitting.Closed{By: "pann"}}
	closing.Head.Open, closing.Wake = false, time.Time{}
	Add(t, db, closing)
	owns("pann", first.Table, false)
	next := Add(t, db, alone(2, "pann"))
	owns("pann", next.Table, true)
	if found := Sound(t, db); found.Tables != 4 {
		t.Errorf("%d tables", found.Tables)
	}
}
