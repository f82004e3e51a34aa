package sqlite_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// club is the server of these tests.
const club sitting.Server = "100200300400500600"

func person(tb testing.TB, db *sqlite.DB, user, name string) sitting.Person {
	tb.Helper()
	p, err := db.Register(tb.Context(), user, club, name)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestNamesAreKeptByServer(t *testing.T) {
	const other sitting.Server = "200300400500600700"
	db, path := fresh(t)
	ann := person(t, db, "1001", "Ann of the club")
	there, err := db.Register(t.Context(), "1001", other, "Ann of the yard")
	is(t, err, nil)
	equal(t, there, ann)
	bob, err := db.Register(t.Context(), "1002", other, "")
	is(t, err, nil)
	is(t, db.Close(), nil)

	db = open(t, path)
	for server, want := range map[sitting.Server]string{club: "Ann of the club", other: "Ann of the yard", "elsewhere": ""} {
		known, err := db.Known(t.Context(), server, []sitting.Person{ann, bob})
		is(t, err, nil)
		equal(t, known, []table.Known{{Person: ann, User: "1001", Name: want}, {Person: bob, User: "1002"}})
	}
	is(t, db.Erase(t.Context(), ann), nil)
	for _, name := range []string{"Ann of the club", "Ann of the yard"} {
		if inFiles(t, path, name) {
			t.Errorf("%q is still in the files", name)
		}
	}
	equal(t, sound(t, db), storage.Findings{})
}

// TestOnlyAFreshNameIsWritten counts the changes of the file: there is none for
// who looks and for a name that is known.
func TestOnlyAFreshNameIsWritten(t *testing.T) {
	db, path := fresh(t)
	ann := person(t, db, "1001", "Ann")
	watch := raw(t, path)
	version := func() (n int) {
		t.Helper()
		is(t, watch.QueryRowContext(t.Context(), "PRAGMA data_version").Scan(&n), nil)
		return n
	}
	before := version()
	for user, want := range map[string]sitting.Person{"1001": ann, "1002": ""} {
		p, err := db.Person(t.Context(), user)
		is(t, err, nil)
		equal(t, p, want)
	}
	for _, name := range []string{"Ann", ""} {
		equal(t, person(t, db, "1001", name), ann)
	}
	if n := version(); n != before {
		t.Errorf("%d changes for nothing", n-before)
	}
	person(t, db, "1001", "Annie")
	if version() == before {
		t.Error("a new name isn't seen to be written: the test shows nothing")
	}
}

// TestANameOfAnUnknownServerIsForgotten opens a file of the time when a person had
// one name for all servers.
func TestANameOfAnUnknownServerIsForgotten(t *testing.T) {
	fresh(t)
	script, err := os.ReadFile("testdata/v2.sql")
	is(t, err, nil)
	path := filepath.Join(t.TempDir(), "old.db")
	old := raw(t, path)
	for _, query := range []string{string(script), "INSERT INTO people (person, user, name) VALUES ('pann', '1001', 'Ann Unforgettable')"} {
		_, err := old.ExecContext(t.Context(), query)
		is(t, err, nil)
	}
	is(t, old.Close(), nil)
	db := open(t, path)
	known, err := db.Known(t.Context(), club, []sitting.Person{"pann"})
	is(t, err, nil)
	equal(t, known, []table.Known{{Person: "pann", User: "1001"}})
	equal(t, person(t, db, "1001", "Ann"), "pann")
	is(t, db.Close(), nil)
	if inFiles(t, path, "Unforgettable") {
		t.Error("the name is still in the file")
	}
}

// TestErasedPersonLeavesBooksWhole erases a person: nothing in the files beside
// the pseudonym is left of them, and games, hashes and sums are as they were.
func TestErasedPersonLeavesBooksWhole(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	ann, bob := person(t, db, "424242424242424242", "Annabella Unforgettable"), person(t, db, "1002", "Bob")
	words := r.Batch("", sitting.CutGiven{By: ann, Word: "rememberthisword"}, sitting.CutGiven{By: bob, Word: "ahoy"})
	words.By, words.Lang = ann, "x-unforgettable"
	add(t, db, words)
	_, err := db.SetPrefs(t.Context(), ann, "", table.Kept{Prefs: "1unforgettableprefs"})
	is(t, err, nil)
	add(t, db, r.Hand(1, ann, bob, 86))
	before := load(t, db, r.Head.Table)
	standings, err := db.Standings(t.Context(), r.Head.Server)
	is(t, err, nil)
	traces := []string{"424242424242424242", "Annabella Unforgettable", "rememberthisword", "x-unforgettable", "1unforgettableprefs"}
	for _, trace := range traces {
		if !inFiles(t, path, trace) {
			t.Errorf("%q was never in the files: the test shows nothing", trace)
		}
	}

	is(t, db.Erase(t.Context(), ann), nil)
	is(t, db.Erase(t.Context(), "pnobody"), nil)
	known, err := db.Known(t.Context(), club, []sitting.Person{ann, bob})
	is(t, err, nil)
	equal(t, known, []table.Known{{Person: ann}, {Person: bob, User: "1002", Name: "Bob"}})
	want := before
	want.Events = append([]sitting.Event{}, before.Events...)
	want.Events[1] = sitting.CutGiven{By: ann}
	equal(t, load(t, db, r.Head.Table), want)
	after, err := db.Standings(t.Context(), r.Head.Server)
	is(t, err, nil)
	equal(t, after, standings)
	equal(t, sound(t, db), storage.Findings{Tables: 1, Events: 7, Texts: 1, Entries: 2})
	if back := person(t, db, "424242424242424242", "Ann"); back == ann {
		t.Error("who comes back has the erased pseudonym")
	}
	is(t, db.Erase(t.Context(), person(t, db, "424242424242424242", "Ann")), nil)
	for _, trace := range traces {
		if inFiles(t, path, trace) {
			t.Errorf("%q is still in the files", trace)
		}
	}
}

func TestErasedTextLeavesChainWhole(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	add(t, db, r.Batch("", sitting.CutGiven{By: "pann", Word: "rememberthisword"}))
	next := r.Batch("", sitting.CutGiven{By: "pann", Word: "ahoy"})
	next.Erase = 2
	add(t, db, next)
	equal(t, load(t, db, r.Head.Table).Events[1:], []sitting.Event{sitting.CutGiven{By: "pann"}, sitting.CutGiven{By: "pann", Word: "ahoy"}})
	equal(t, sound(t, db), storage.Findings{Tables: 1, Events: 3, Texts: 1})
	if inFiles(t, path, "rememberthisword") {
		t.Error("the text is still in the files")
	}
}

// inFiles looks for a text in the database and its log. The files are read once
// the store has done what it does after an answer.
func inFiles(tb testing.TB, path, text string) bool {
	tb.Helper()
	names, err := filepath.Glob(path + "*")
	if err != nil || len(names) == 0 {
		tb.Fatalf("no files at %s: %v", path, err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		if bytes.Contains(content, []byte(text)) {
			return true
		}
	}
	return false
}
