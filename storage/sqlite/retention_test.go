package sqlite_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// TestKeysAreLetGoAndNothingElse lets keys of long ago go, in more than one transaction; what is left is sound at each step, and a key that
// is deleted beyond that is missed.
func TestKeysAreLetGoAndNothingElse(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	var keys []string
	begin := time.Now()
	for i := range 1200 {
		b := r.Batch(fmt.Sprintf("90000000000%06d", i), sitting.CutGiven{By: "pann", Word: "ahoy"})
		b.At = begin.Add(time.Duration(i) * time.Minute).Truncate(time.Millisecond)
		keys = append(keys, b.Key)
		add(t, db, b)
	}
	before := sound(t, db)
	for _, upTo := range []int{1, 1, 1100} {
		is(t, db.DropKeys(t.Context(), begin.Add(time.Duration(upTo)*time.Minute)), nil)
		for i, key := range keys {
			_, err := db.Recall(t.Context(), key)
			if gone := err != nil; gone != (i < upTo) {
				t.Fatalf("up to %d: key %d: %v", upTo, i, err)
			}
		}
		after := sound(t, db)
		before.Keys = after.Keys
		equal(t, after, before)
	}
	tamper(t, path, "DELETE FROM keys WHERE key = '"+keys[1150]+"'")
	if found, err := db.Check(t.Context()); err != nil || len(found.Wrong) == 0 {
		t.Errorf("a key that was deleted isn't missed: %v", err)
	}
}

// TestWhatIsKeptForAServerAloneGoesWithIt erases a server; another has what it had, and hands and tab stay.
func TestWhatIsKeptForAServerAloneGoesWithIt(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	ann, bob := person(t, db, "1001", "Annabella Unforgettable"), person(t, db, "1002", "Bob")
	_, err := db.Register(t.Context(), "1001", "other", "Annie Elsewhere")
	is(t, err, nil)
	add(t, db, r.Batch("", sitting.CutGiven{By: ann, Word: "rememberthisword"}))
	add(t, db, r.Hand(1, ann, bob, 86))
	is(t, db.Posted(t.Context(), nil, r.Head.Table, 0, table.Refs{Table: "77777777777777777"}), nil)
	is(t, db.SetWatch(t.Context(), club, ann, true), nil)
	is(t, db.SetWatch(t.Context(), "other", ann, true), nil)
	left := table.Departure{Since: time.UnixMilli(1_700_000_000_000).UTC()}
	left.Untold = left.Since
	is(t, db.Departed(t.Context(), club, ann, left.Since), nil)
	is(t, db.Departed(t.Context(), "other", ann, left.Since), nil)
	_, err = db.ChangeManners(t.Context(), club, func(table.Manners) (table.Manners, error) { return table.Manners{Pace: "unforgettablepace"}, nil })
	is(t, err, nil)
	c, err := db.ChangeCalendar(t.Context(), club, func(table.Calendar) (table.Calendar, time.Time, error) {
		return table.Calendar{Channel: "55555555555555555"}, time.Time{}, nil
	})
	is(t, err, nil)
	begin := time.UnixMilli(0).UTC()
	is(t, db.EndSeasons(t.Context(), club, c, []table.Span{{From: begin, To: begin.Add(time.Hour)}}, time.Time{}), nil)
	standings, err := db.Standings(t.Context(), club)
	is(t, err, nil)
	sound(t, db)
	traces := []string{"Annabella Unforgettable", "rememberthisword", "77777777777777777", "unforgettablepace", "55555555555555555"}
	for _, trace := range traces {
		if !inFiles(t, path, trace) {
			t.Errorf("%q was never in the files: the test shows nothing", trace)
		}
	}
	now := time.Now().Truncate(time.Millisecond)
	is(t, db.Absent(t.Context(), club, now), nil)
	is(t, db.Absent(t.Context(), club, now.Add(time.Minute)), nil) // the first one stays
	gone := now.Add(time.Hour).UTC()
	is(t, db.Gone(t.Context(), club, gone), nil)
	is(t, db.Gone(t.Context(), club, now.Add(2*time.Hour)), nil) // likewise
	away, err := db.Absences(t.Context())
	is(t, err, nil)
	equal(t, away, []table.Absence{{Server: club, Since: gone, Gone: true}})
	for server, want := range map[sitting.Server]table.Absence{club: away[0], "other": {}} {
		got, begun, err := db.Absence(t.Context(), server)
		is(t, err, nil)
		equal(t, got, want)
		equal(t, begun.IsZero(), want.Server == "")
	}
	for isGone, want := range map[bool][]sitting.Server{false: {"other"}, true: {club}} {
		kept, err := db.ServersKept(t.Context(), isGone)
		is(t, err, nil)
		equal(t, kept, want)
	}
	is(t, db.Present(t.Context(), club), nil)
	kept, err := db.ServersKept(t.Context(), false)
	is(t, err, nil)
	equal(t, kept, []sitting.Server{club, "other"})
	is(t, db.Absent(t.Context(), club, now), nil)
	is(t, db.Gone(t.Context(), club, now), nil)
	open, err := db.OpenIn(t.Context(), club)
	is(t, err, nil)
	equal(t, open, []table.OwnerID{table.OwnerID(r.Head.Table)})
	is(t, db.EraseServer(t.Context(), club), nil)
	kept, err = db.ServersKept(t.Context(), true)
	is(t, err, nil)
	equal(t, len(kept), 1)                                                                           // its table is open
	is(t, db.Posted(t.Context(), nil, r.Head.Table, 0, table.Refs{Table: "77777777777777777"}), nil) // a post that was under way
	for _, trace := range traces {
		if inFiles(t, path, trace) {
			t.Errorf("%q is still in the files", trace)
		}
	}
	sound(t, db)
	after, err := db.Standings(t.Context(), club)
	is(t, err, nil)
	equal(t, after, standings)
	known, err := db.Known(t.Context(), "other", []sitting.Person{ann})
	is(t, err, nil)
	equal(t, known, []table.Known{{Person: ann, User: "1001", Name: "Annie Elsewhere"}})
	for server, want := range map[sitting.Server]table.Departure{club: {}, "other": left} {
		got, err := db.Departure(t.Context(), server, ann)
		is(t, err, nil)
		equal(t, got, want)
	}
	watches, err := db.Watches(t.Context(), "other", ann)
	is(t, err, nil)
	equal(t, watches, true)
	is(t, db.Present(t.Context(), club), nil)
	is(t, db.Posted(t.Context(), nil, r.Head.Table, 0, table.Refs{Table: "77777777777777777"}), nil)
	equal(t, load(t, db, r.Head.Table).Refs.Table, "77777777777777777")
}
