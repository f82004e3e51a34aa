package storagetest

import (
	"bytes"
	"encoding/hex"
	"errors"
	"regexp"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// club is the server of these tests.
const club sitting.Server = "100200300400500600"

func person(tb testing.TB, db Store, user, name string) sitting.Person {
	tb.Helper()
	p, err := db.Register(tb.Context(), user, club, name)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func thePulseIsTheLastBeat(t *testing.T, at Place) {
	db := at(t)
	last := func() time.Time {
		t.Helper()
		at, err := db.LastBeat(t.Context())
		Is(t, err, nil)
		return at
	}
	Equal(t, last(), time.Time{})
	Is(t, db.Beat(t.Context(), Start().Add(time.Hour), nil), nil)
	Is(t, db.Beat(t.Context(), Start(), nil), nil)
	Is(t, db.Close(), nil)
	db = at(t)
	Equal(t, last(), Start())
}

func personHasOnePseudonym(t *testing.T, at Place) {
	db := at(t)
	ann := person(t, db, "1001", "Ann")
	bob := person(t, db, "1002", "Ann")
	if ann == bob || !regexp.MustCompile(`^p[a-z2-7]{16}$`).MatchString(string(ann)) {
		t.Errorf("pseudonyms %q and %q", ann, bob)
	}
	Equal(t, person(t, db, "1001", "Ann"), ann)
	Equal(t, person(t, db, "1001", "Ann of the boathouse"), ann)
	Is(t, db.Close(), nil)

	db = at(t)
	known, err := db.Known(t.Context(), club, []sitting.Person{bob, "pnobody", ann})
	Is(t, err, nil)
	Equal(t, known, []table.Known{
		{Person: bob, User: "1002", Name: "Ann"}, {Person: "pnobody"}, {Person: ann, User: "1001", Name: "Ann of the boathouse"},
	})
}

func aLanguageIsKeptWithWhatWasDoneInIt(t *testing.T, at Place) {
	db := at(t)
	ann, bob := person(t, db, "1001", "Ann"), person(t, db, "1002", "Bob")
	kept := func(p sitting.Person) string {
		t.Helper()
		k, err := db.Kept(t.Context(), p)
		Is(t, err, nil)
		return k.Lang
	}
	r := OpenRooms(t, db, 1)[0]
	says := func(p sitting.Person, lang string) table.Batch {
		b := r.Move()
		b.By, b.Lang = p, lang
		return b
	}
	Equal(t, kept(ann), "")
	Add(t, db, says(ann, "fr"))
	Add(t, db, r.Move())
	Equal(t, []string{kept(ann), kept(bob)}, []string{"fr", ""})
	Add(t, db, says(ann, "pt-BR"))
	late := says(ann, "nl")
	late.From--
	_, err := db.Append(t.Context(), late)
	Is(t, err, table.ErrConflict)
	Is(t, db.Close(), nil)
	db = at(t)
	Equal(t, kept(ann), "pt-BR")
	Is(t, db.Erase(t.Context(), ann), nil)
	Equal(t, []string{kept(ann), kept("pnobody")}, []string{"", ""})
}

func settingsAreKeptUntilOthersAre(t *testing.T, at Place) {
	db := at(t)
	ann := person(t, db, "1001", "Ann")
	set := func(p sitting.Person, before string, now table.Kept) bool {
		done, err := db.SetPrefs(t.Context(), p, before, now)
		Is(t, err, nil)
		return done
	}
	before := ""
	lang := ""
	for _, now := range []table.Kept{{Prefs: "11"}, {Prefs: "1201", Lang: "fr"}, {Prefs: "11"}, {Lang: "nl"}} {
		Equal(t, set(ann, "other than those", table.Kept{Prefs: "22", Lang: "de"}), false)
		Equal(t, set(ann, before, now), true)
		before = now.Prefs
		if now.Lang != "" {
			lang = now.Lang
		}
		Is(t, db.Close(), nil)
		db = at(t)
		k, err := db.Kept(t.Context(), ann)
		Is(t, err, nil)
		Equal(t, k, table.Kept{Prefs: now.Prefs, Lang: lang})
	}
	Equal(t, set("pnobody", "", table.Kept{Prefs: "11", Lang: "fr"}), false)
	k, err := db.Kept(t.Context(), "pnobody")
	Is(t, err, nil)
	Equal(t, k, table.Kept{})
	Sound(t, db)
}

func secretIsMadeOnce(t *testing.T, at Place) {
	db := at(t)
	one, err := db.Secret(t.Context(), "custom-id")
	Is(t, err, nil)
	two, err := db.Secret(t.Context(), "other")
	Is(t, err, nil)
	if len(one) != 32 || bytes.Equal(one, two) {
		t.Errorf("secrets %x and %x", one, two)
	}
	Is(t, db.Close(), nil)
	db = at(t)
	again, err := db.Secret(t.Context(), "custom-id")
	Is(t, err, nil)
	Equal(t, again, one)
}

func itIsKeptForOneApplication(t *testing.T, at Place) {
	db := at(t)
	is := func(ask string, want string) {
		t.Helper()
		got, err := db.Application(t.Context())
		if ask != "" {
			got, err = db.BeginFor(t.Context(), ask)
		}
		Is(t, err, nil)
		Equal(t, got, want)
	}
	is("", "")
	is("1", "1")
	is("2", "1")
	Is(t, db.KeepFor(t.Context(), "3"), nil)
	Is(t, db.Close(), nil)
	db = at(t)
	is("", "3")
	is("1", "3")
	Sound(t, db)
}

func theSessionIsTheOneKeptLast(t *testing.T, at Place) {
	db := at(t)
	is := func(want string) {
		t.Helper()
		text, err := db.Session(t.Context())
		Is(t, err, nil)
		Equal(t, text, want)
	}
	is("")
	Is(t, db.KeepSession(t.Context(), "one"), nil)
	Is(t, db.KeepSession(t.Context(), "two"), nil)
	is("two")
	Is(t, db.Close(), nil)
	db = at(t)
	is("two")
	Sound(t, db)
}

func booksAddUp(t *testing.T, at Place) {
	db := at(t)
	rooms := OpenRooms(t, db, 2)
	first := Add(t, db, rooms[0].Hand(1, "pann", "pbob", 86))
	second := Add(t, db, rooms[1].Hand(1, "pcat", "pann", 40))
	third := Add(t, db, rooms[0].Hand(2, "pbob", "pann", 86))
	fourth := Add(t, db, rooms[0].Hand(3, "pbob", "pcat", 7))
	none := Add(t, db, rooms[0].Hand(4, "pbob", "pcat", 0))
	elsewhere := rooms[1].Hand(2, "pann", "pbob", 1000)
	elsewhere.Head.Server = "another"
	Add(t, db, elsewhere)

	balances, err := db.Balances(t.Context(), rooms[0].Head.Server, "pann")
	Is(t, err, nil)
	Equal(t, balances, []tab.Entry{{Person: "pann", Other: "pcat", Pips: 40}})
	balances, err = db.Balances(t.Context(), rooms[0].Head.Server, "pcat")
	Is(t, err, nil)
	Equal(t, balances, []tab.Entry{{Person: "pcat", Other: "pbob", Pips: 7}, {Person: "pcat", Other: "pann", Pips: -40}})
	standings, err := db.Standings(t.Context(), rooms[0].Head.Server)
	Is(t, err, nil)
	Equal(t, standings, []tab.Standing{{Person: "pann", Pips: 40}, {Person: "pbob", Pips: -7}, {Person: "pcat", Pips: -33}})

	Equal(t, none.TabHead, "")
	heads := map[sitting.HandKey]string{{Hand: 1}: first.TabHead, {Hand: 2}: third.TabHead, {Hand: 3}: fourth.TabHead}
	Equal(t, Load(t, db, rooms[0].Head.Table).Heads, heads)
	var rows []tab.Entry
	var last string
	for e, err := range db.Entries(t.Context()) {
		Is(t, err, nil)
		if e.Server == rooms[0].Head.Server {
			rows, last = append(rows, e.Entry), e.Hash
		}
	}
	Equal(t, last, fourth.TabHead)
	Equal(t, len(rows), 8)
	Is(t, tab.Check(rows), nil)
	if raw, err := hex.DecodeString(second.TabHead); err != nil || len(raw) != 32 {
		t.Errorf("head of the tab %q", second.TabHead)
	}
}

func debtThatIsNoneIsRefused(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	before := Load(t, db, r.Head.Table)
	_, err := db.Append(t.Context(), r.Hand(1, "pann", "pann", 5))
	var fault *tab.Fault
	if !errors.As(err, &fault) {
		t.Errorf("error %v, want a *tab.Fault", err)
	}
	Equal(t, Load(t, db, r.Head.Table), before)
}
