package commands

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// TestWhoAnotherProcessErasesIsNobody has two processes remember somebody whom one of them erases: with the other they
// are somebody new at once, and once that has been told to forget nobody is called by their name. The control is one that
// takes itself to be alone.
func TestWhoAnotherProcessErasesIsNobody(t *testing.T) {
	for name, shared := range map[string]bool{"shared": true, "alone": false} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			db, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "rum.db"), sqlite.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			one, other := newPeople(db, true), newPeople(db, shared)
			who := func(p *people) sitting.Person {
				t.Helper()
				id, err := p.register(ctx, "42", "7", "Ada")
				if err != nil {
					t.Fatal(err)
				}
				return id
			}
			called := func(id sitting.Person) string {
				t.Helper()
				all, err := other.all(ctx, "42", []sitting.Person{id})
				if err != nil {
					t.Fatal(err)
				}
				return all[id].Name
			}
			was := who(one)
			if who(other) != was || called(was) != "Ada" {
				t.Fatal("nobody is remembered: the test shows nothing")
			}
			one.hide(was)
			if err := db.Erase(ctx, was); err != nil {
				t.Fatal(err)
			}
			if is := who(other); (is != was) != shared {
				t.Errorf("%s acts as %s", was, is)
			}
			if called(was) != "Ada" {
				t.Error("the name was forgotten before that was told: the test shows nothing")
			}
			other.forget()
			if called(was) != "" {
				t.Error("who was erased is called by their name")
			}
		})
	}
}

// TestWhatWasAskedBeforeIsntRememberedAfter has somebody forgotten while the store is asked who they are.
func TestWhatWasAskedBeforeIsntRememberedAfter(t *testing.T) {
	p := newPeople(nil, true)
	before := p.times
	p.forget()
	p.keep(before, "42", table.Known{Person: "p", User: "7", Name: "Ada"})
	if p.known.Len()+p.byUser.Len() != 0 {
		t.Error("somebody is remembered")
	}
	p.keep(p.times, "42", table.Known{Person: "p", User: "7", Name: "Ada"})
	if p.known.Len() != 1 || p.byUser.Len() != 1 {
		t.Error("nobody is remembered")
	}
}

// TestANameIsStoredAgainAfterAServerWasLeft has the bot leave a server, and erase what people are called there, while the store
// is asked who somebody is; the bot comes back and they act again under the same name.
func TestANameIsStoredAgainAfterAServerWasLeft(t *testing.T) {
	ctx := t.Context()
	db, err := sqlite.Open(ctx, filepath.Join(t.TempDir(), "rum.db"), sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	leaving := &crossedRegistry{DB: db}
	p := newPeople(leaving, false)
	id, err := p.register(ctx, "42", "7", "Ada")
	if err != nil {
		t.Fatal(err)
	}
	p.forget() // so that the next question goes to the store
	leaving.meanwhile = func() {
		if err := db.EraseServer(ctx, "42"); err != nil {
			t.Error(err)
		}
		p.leave("42")
	}
	if all, err := p.all(ctx, "42", []sitting.Person{id}); err != nil || all[id].Name != "Ada" {
		t.Fatalf("%v %v: the question was not under way, so the test shows nothing", all, err)
	}
	if p.known.Len() != 0 {
		t.Error("a name that was erased is remembered")
	}
	if _, err := p.register(ctx, "42", "7", "Ada"); err != nil {
		t.Fatal(err)
	}
	if known, err := db.Known(ctx, "42", []sitting.Person{id}); err != nil || known[0].Name != "Ada" {
		t.Errorf("stored is %v %v", known, err)
	}
}

// crossedRegistry has something happen once, after the store has said who people are.
type crossedRegistry struct {
	*sqlite.DB
	meanwhile func()
}

func (c *crossedRegistry) Known(ctx context.Context, s sitting.Server, people []sitting.Person) ([]table.Known, error) {
	known, err := c.DB.Known(ctx, s, people)
	if f := c.meanwhile; f != nil {
		c.meanwhile = nil
		f()
	}
	return known, err
}
