package sqlite_test

import (
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

func TestQuietHoursAreKeptAndErased(t *testing.T) {
	db, path := fresh(t)
	ann := person(t, db, "1001", "Ann")
	quiet := func() sitting.Quiet {
		t.Helper()
		q, err := db.Quiet(t.Context(), ann)
		is(t, err, nil)
		return q
	}
	equal(t, quiet(), sitting.Quiet{})
	night := sitting.Quiet{From: 22 * 60, To: 7 * 60, Zone: "America/Sao_Paulo"}
	set := func(q sitting.Quiet) {
		t.Helper()
		_, err := db.SetQuiet(t.Context(), ann, q)
		is(t, err, nil)
	}
	set(sitting.Quiet{From: 1, To: 2, Zone: "UTC"})
	set(night)
	equal(t, quiet(), night)
	is(t, db.Close(), nil)
	db = open(t, path)
	equal(t, quiet(), night)
	set(sitting.Quiet{})
	equal(t, quiet(), sitting.Quiet{})

	set(night)
	is(t, db.Erase(t.Context(), ann), nil)
	equal(t, quiet(), sitting.Quiet{})
	if inFiles(t, path, "America/Sao_Paulo") {
		t.Error("an erased person's zone is still in the files")
	}
}

func TestAHandDealtAgainHasItsOwnHeadAndRecord(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	first := add(t, db, r.Hand(1, "pann", "pbob", 86))
	turned := r.Hand(1, "pbob", "pann", 12)
	turned.Ended.Hand.Again = 1
	turned.Events = turned.Events[1:] // no seed of its own
	turned.Events[0] = sitting.HandStarted{Hand: 1, Interaction: "2", Again: 1, Tab: true}
	r.Seq--
	second := add(t, db, turned)
	equal(t, load(t, db, r.Head.Table).Heads, map[sitting.HandKey]string{{Hand: 1}: first.TabHead, {Hand: 1, Again: 1}: second.TabHead})
	var ids []string
	for h, err := range db.Hands(t.Context()) {
		is(t, err, nil)
		ids = append(ids, h.ID())
	}
	equal(t, ids, []string{"rum00000-1", "rum00000-1-again1"})
	var of []tab.Source
	for e, err := range db.Entries(t.Context()) {
		is(t, err, nil)
		of = append(of, e.Source)
	}
	dealt, again := tab.Hand{Table: "rum00000", Number: 1}, tab.Hand{Table: "rum00000", Number: 1, Again: 1}
	equal(t, of, []tab.Source{dealt, dealt, again, again})
	sound(t, db)
}

func TestWhatWasTakenBackIsNoPartOfAHand(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	b := r.Hand(1, "pann", "pbob", 86)
	dealt, won := b.Events[2], b.Events[3]
	drew := sitting.Played{Event: engine.Drew{Seat: 1, Source: engine.FromStock, Cards: []engine.Card{1, 2}}}
	discard := func(c engine.Card) sitting.Event { return sitting.Played{Event: engine.Discarded{Seat: 1, Card: c}} }
	b.Events = append(b.Events[:3:3], drew, discard(1), sitting.TakebackAsked{Seat: 1}, sitting.TookBack{Seat: 1}, discard(2), won)
	add(t, db, b)
	for h, err := range db.Hands(t.Context()) {
		is(t, err, nil)
		var want []engine.Event
		for _, e := range []sitting.Event{dealt, drew, discard(2), won} {
			want = append(want, e.(sitting.Played).Event)
		}
		equal(t, h.Events, want)
	}
}
