package storagetest

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// whoHasLeftIsKeptUntilTheyAreBack has a person leave, be missed once more, come back and be told.
func whoHasLeftIsKeptUntilTheyAreBack(t *testing.T, at Place) {
	db := at(t)
	ann, bob := person(t, db, "1001", "Ann"), person(t, db, "1002", "Bob")
	first := time.UnixMilli(1_700_000_000_000).UTC()
	later := first.Add(time.Hour)
	is := func(p sitting.Person, want table.Departure) {
		t.Helper()
		got, err := db.Departure(t.Context(), club, p)
		Is(t, err, nil)
		Equal(t, got, want)
	}
	is(ann, table.Departure{})
	Is(t, db.Departed(t.Context(), club, ann, first), nil)
	Is(t, db.Departed(t.Context(), club, ann, later), nil)
	Is(t, db.Departed(t.Context(), club, "pnobody", first), nil)
	Is(t, db.Departed(t.Context(), "elsewhere", ann, later), nil)
	Is(t, db.Welcomed(t.Context(), club, ann), nil) // who isn't back
	Is(t, db.Close(), nil)
	db = at(t)
	is(ann, table.Departure{Since: first, Untold: first})
	is(bob, table.Departure{})
	is("pnobody", table.Departure{})
	Is(t, db.Returned(t.Context(), club, ann), nil)
	Is(t, db.Returned(t.Context(), club, bob), nil)
	is(ann, table.Departure{Untold: first})
	Is(t, db.Departed(t.Context(), club, ann, later), nil)
	is(ann, table.Departure{Since: later, Untold: first})
	Is(t, db.Returned(t.Context(), club, ann), nil)
	Is(t, db.Welcomed(t.Context(), club, ann), nil)
	is(ann, table.Departure{})
	Is(t, db.Departed(t.Context(), club, ann, later), nil)
	Is(t, db.Erase(t.Context(), ann), nil)
	is(ann, table.Departure{})
	gone, err := db.Departure(t.Context(), "elsewhere", ann)
	Is(t, err, nil)
	Equal(t, gone, table.Departure{})
}

// noDebtToWhoIsBackIsWrittenOff has the creditor come back between the reading of the books and
// what is stored on them.
func noDebtToWhoIsBackIsWrittenOff(t *testing.T, at Place) {
	db := at(t)
	ann, bob := person(t, db, "1001", "Ann"), person(t, db, "1002", "Bob")
	r := OpenRooms(t, db, 1)[0]
	Add(t, db, r.Hand(1, bob, ann, 86))
	server, left := r.Head.Server, time.UnixMilli(1_700_000_000_000).UTC()
	now := left.Add(tab.LongGone * time.Millisecond)
	Is(t, db.Departed(t.Context(), server, ann, left), nil)
	var p tab.Proposal
	deed := func(by sitting.Person, do tab.Request, from int64) table.Deed {
		t.Helper()
		read, err := db.Books(t.Context(), server, bob, ann, tab.Release{})
		Is(t, err, nil)
		read.Books.Manager = true
		events, err := tab.Decide(p, by, do, read.Books, now.UnixMilli())
		Is(t, err, nil)
		d := table.Deed{
			Proposal: "9rel", Server: server, At: now, From: from, Events: events, After: p, Read: read.Tab, By: by,
			Key: string(by) + now.String(),
		}
		for _, e := range events {
			d.After = tab.Apply(d.After, e)
		}
		if d.After.Stage == tab.Confirmed {
			d.Lines = d.After.Lines("9rel", nil)
		}
		return d
	}
	claim, err := db.Claim(t.Context(), "9rel", false)
	Is(t, err, nil)
	asks := deed(bob, tab.Propose{Tab: string(server), Change: tab.Release{}, With: ann}, 0)
	asks.Fence = claim.Fence
	_, err = db.Agree(t.Context(), asks)
	Is(t, err, nil)
	p, now = asks.After, now.Add(time.Hour)
	yes := deed("pmae", tab.Confirm{}, 1)
	yes.Fence = claim.Fence
	Is(t, db.Returned(t.Context(), server, ann), nil)
	_, err = db.Agree(t.Context(), yes)
	Is(t, err, table.ErrConflict)
	lapses := deed("pmae", tab.Confirm{}, 1)
	lapses.Fence = claim.Fence
	Equal(t, lapses.After.Stage, tab.Lapsed)
	_, err = db.Agree(t.Context(), lapses)
	Is(t, err, nil)
	owed, err := db.Balances(t.Context(), server, ann)
	Is(t, err, nil)
	Equal(t, owed, []tab.Entry{{Person: ann, Other: bob, Pips: 86}})
}
