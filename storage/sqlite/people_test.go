package sqlite_test

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
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

func TestPersonHasOnePseudonym(t *testing.T) {
	db, path := fresh(t)
	ann := person(t, db, "1001", "Ann")
	bob := person(t, db, "1002", "Ann")
	if ann == bob || !regexp.MustCompile(`^p[a-z2-7]{16}$`).MatchString(string(ann)) {
		t.Errorf("pseudonyms %q and %q", ann, bob)
	}
	equal(t, person(t, db, "1001", "Ann"), ann)
	equal(t, person(t, db, "1001", "Ann of the boathouse"), ann)
	is(t, db.Close(), nil)

	db = open(t, path)
	known, err := db.Known(t.Context(), club, []sitting.Person{bob, "pnobody", ann})
	is(t, err, nil)
	equal(t, known, []table.Known{
		{Person: bob, User: "1002", Name: "Ann"}, {Person: "pnobody"}, {Person: ann, User: "1001", Name: "Ann of the boathouse"},
	})
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
	add(t, db, r.batch("", sitting.CutGiven{By: ann, Word: "rememberthisword"}, sitting.CutGiven{By: bob, Word: "ahoy"}))
	add(t, db, r.hand(1, ann, bob, 86))
	before := load(t, db, r.head.Table)
	standings, err := db.Standings(t.Context(), r.head.Server)
	is(t, err, nil)
	traces := []string{"424242424242424242", "Annabella Unforgettable", "rememberthisword"}
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
	equal(t, load(t, db, r.head.Table), want)
	after, err := db.Standings(t.Context(), r.head.Server)
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
	add(t, db, r.batch("", sitting.CutGiven{By: "pann", Word: "rememberthisword"}, sitting.CutGiven{By: "pann", Word: "ahoy"}))
	is(t, db.EraseText(t.Context(), r.head.Table, 2), nil)
	is(t, db.EraseText(t.Context(), r.head.Table, 99), nil)
	is(t, db.EraseText(t.Context(), "unknown", 2), nil)
	equal(t, load(t, db, r.head.Table).Events[1:], []sitting.Event{sitting.CutGiven{By: "pann"}, sitting.CutGiven{By: "pann", Word: "ahoy"}})
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

func TestSecretIsMadeOnce(t *testing.T) {
	db, path := fresh(t)
	one, err := db.Secret(t.Context(), "custom-id")
	is(t, err, nil)
	two, err := db.Secret(t.Context(), "other")
	is(t, err, nil)
	if len(one) != 32 || bytes.Equal(one, two) {
		t.Errorf("secrets %x and %x", one, two)
	}
	is(t, db.Close(), nil)
	db = open(t, path)
	again, err := db.Secret(t.Context(), "custom-id")
	is(t, err, nil)
	equal(t, again, one)
}

func TestBooksAddUp(t *testing.T) {
	db, _ := fresh(t)
	rooms := openRooms(t, db, 2)
	first := add(t, db, rooms[0].hand(1, "pann", "pbob", 86))
	second := add(t, db, rooms[1].hand(1, "pcat", "pann", 40))
	third := add(t, db, rooms[0].hand(2, "pbob", "pann", 86))
	fourth := add(t, db, rooms[0].hand(3, "pbob", "pcat", 7))
	none := add(t, db, rooms[0].hand(4, "pbob", "pcat", 0))
	elsewhere := rooms[1].hand(2, "pann", "pbob", 1000)
	elsewhere.Head.Server = "another"
	add(t, db, elsewhere)

	balances, err := db.Balances(t.Context(), rooms[0].head.Server, "pann")
	is(t, err, nil)
	equal(t, balances, []tab.Entry{{Person: "pann", Other: "pcat", Pips: 40}})
	balances, err = db.Balances(t.Context(), rooms[0].head.Server, "pcat")
	is(t, err, nil)
	equal(t, balances, []tab.Entry{{Person: "pcat", Other: "pbob", Pips: 7}, {Person: "pcat", Other: "pann", Pips: -40}})
	standings, err := db.Standings(t.Context(), rooms[0].head.Server)
	is(t, err, nil)
	equal(t, standings, []tab.Standing{{Person: "pann", Pips: 40}, {Person: "pbob", Pips: -7}, {Person: "pcat", Pips: -33}})

	equal(t, none.TabHead, "")
	heads := map[sitting.HandKey]string{{Hand: 1}: first.TabHead, {Hand: 2}: third.TabHead, {Hand: 3}: fourth.TabHead}
	equal(t, load(t, db, rooms[0].head.Table).Heads, heads)
	var rows []tab.Entry
	var last string
	for e, err := range db.Entries(t.Context()) {
		is(t, err, nil)
		if e.Server == rooms[0].head.Server {
			rows, last = append(rows, e.Entry), e.Hash
		}
	}
	equal(t, last, fourth.TabHead)
	equal(t, len(rows), 8)
	is(t, tab.Check(rows), nil)
	if raw, err := hex.DecodeString(second.TabHead); err != nil || len(raw) != 32 {
		t.Errorf("head of the tab %q", second.TabHead)
	}
}

func TestDebtThatIsNoneIsRefused(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	before := load(t, db, r.head.Table)
	_, err := db.Append(t.Context(), r.hand(1, "pann", "pann", 5))
	var fault *tab.Fault
	if !asFault(err, &fault) {
		t.Errorf("error %v, want a *tab.Fault", err)
	}
	equal(t, load(t, db, r.head.Table), before)
}
