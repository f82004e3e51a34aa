package sqlite_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
)

// TestWhatPeopleMayDoLeavesFilesWhole erases, forgets, posts and opens again:
// what the program does itself is never taken for an edit.
func TestWhatPeopleMayDoLeavesFilesWhole(t *testing.T) {
	path := games(t)
	db := open(t, path)
	p := newParty(t, db) // everybody is known by now
	p.keys = 10_000
	first, err := db.Find(t.Context(), "2001", "")
	is(t, err, nil)
	for step, do := range []func(){
		func() { is(t, db.Erase(t.Context(), p.who["bob"]), nil) },
		func() { p.does(first.Table, "ann", sitting.AddComputer{}) },
		func() { p.posted(first.Table, 0) },
		func() {
			_, err := db.Register(t.Context(), "701", "1001", "bob")
			is(t, err, nil)
		},
		func() {
			_, err := db.Secret(t.Context(), "another")
			is(t, err, nil)
		},
		func() { is(t, db.Erase(t.Context(), p.who["ann"]), nil) },
	} {
		do()
		if wrong := found(t, path); len(wrong) > 0 {
			t.Fatalf("after step %d: %+v", step, wrong)
		}
	}
	is(t, db.Close(), nil)
	is(t, open(t, path).Close(), nil)
	if wrong := found(t, path); len(wrong) > 0 {
		t.Errorf("after another opening: %+v", wrong)
	}
}

// TestOldGamesAreWhole brings files up in which people played under earlier
// versions of the program: their games hold, and who they were before there were
// ties is tied by the next event that names them.
func TestOldGamesAreWhole(t *testing.T) {
	files, err := filepath.Glob("testdata/games-v*.sql")
	if err != nil || len(files) != 2 {
		t.Fatalf("%d old files: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			path := old(t, file)
			db := open(t, path)
			f, err := db.Check(t.Context())
			is(t, err, nil)
			if len(f.Wrong) > 0 || f.Hands < 3 || f.Entries == 0 || f.Untied != f.People || f.People != 4 {
				t.Fatalf("%+v", f)
			}
			p := newParty(t, db)
			p.keys = 10_000
			p.opens("1003", "2009", "ann", "bob")
			f, err = db.Check(t.Context())
			is(t, err, nil)
			if len(f.Wrong) > 0 || f.Untied != 2 {
				t.Errorf("played on: %+v", f)
			}
			// Who is tied can't be untied, though everybody was untied once.
			is(t, db.Close(), nil)
			tamper(t, path, "UPDATE people SET salt = NULL WHERE user = '700'")
			mustFind(t, found(t, path), storage.Finding{Code: storage.PersonChanged})
			tamper(t, path, "UPDATE entries SET pips = 2 * pips", rechained)
			mustFind(t, found(t, path), storage.Finding{Code: storage.DebtChanged})
		})
	}
}

// TestCheckBesideAWriter checks a file that is being written all the time: each
// check sees one moment, and all is well then.
func TestCheckBesideAWriter(t *testing.T) {
	path := games(t)
	db := open(t, path)
	p := newParty(t, db)
	p.keys = 10_000
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			id := p.opens("1001", sitting.Channel(fmt.Sprint(3000+n)), "ann", "bob")
			p.does(id, "ann", sitting.Start{})
			p.plays(id, -1)
			p.posted(id, n%4)
		}
	}()
	before := 0
	for range 5 {
		f, err := db.Check(t.Context())
		is(t, err, nil)
		if len(f.Wrong) > 0 {
			t.Errorf("%d events: %+v", f.Events, f.Wrong)
		}
		if f.Events > before {
			before = f.Events
		}
	}
	close(stop)
	<-ended
	if n := len(found(t, path)); n > 0 || before < 200 {
		t.Errorf("%d findings at the end, %d events", n, before)
	}
}
