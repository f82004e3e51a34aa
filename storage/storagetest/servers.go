package storagetest

import (
	"errors"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// elsewhere is another server than the club.
const elsewhere sitting.Server = "100200300400500601"

func whoIsToldOfATableIsntToldAgainForADay(t *testing.T, at Place) {
	db := at(t)
	ann, bob := person(t, db, "1001", "Ann"), person(t, db, "1002", "Bob")
	opened := Start()
	due := func(s sitting.Server, opened time.Time, most int) []sitting.Person {
		t.Helper()
		all, err := db.Watchers(t.Context(), s, opened.Add(-24*time.Hour), opened, most)
		Is(t, err, nil)
		slices.Sort(all)
		return all
	}
	both := []sitting.Person{ann, bob}
	slices.Sort(both)
	for range 2 { // once more changes nothing
		Is(t, db.SetWatch(t.Context(), club, ann, true), nil)
		Is(t, db.SetWatch(t.Context(), club, bob, true), nil)
	}
	Is(t, db.SetWatch(t.Context(), club, "pnobody", true), nil)
	Equal(t, due(club, opened, 9), both)
	Equal(t, len(due(club, opened, 1)), 1)
	Equal(t, len(due(elsewhere, opened, 9)), 0)
	Is(t, db.Told(t.Context(), club, []sitting.Person{ann}, opened), nil)
	Is(t, db.Close(), nil)
	db = at(t)
	Equal(t, due(club, opened, 9), both) // of that very table
	Equal(t, due(club, opened.Add(time.Hour), 9), []sitting.Person{bob})
	Equal(t, due(club, opened.Add(24*time.Hour), 9), both)
	Is(t, db.SetWatch(t.Context(), club, bob, false), nil)
	watches, err := db.Watches(t.Context(), club, bob)
	Is(t, err, nil)
	Equal(t, watches, false)
	Is(t, db.Erase(t.Context(), ann), nil)
	Equal(t, len(due(club, opened, 9)), 0)
	Sound(t, db)
}

func whatIsSettledInAServerIsItsOwn(t *testing.T, at Place) {
	db := at(t)
	newest := func(s sitting.Server) sitting.ID {
		t.Helper()
		id, err := db.Newest(t.Context(), s)
		Is(t, err, nil)
		return id
	}
	Equal(t, newest(club), "")
	m := table.Manners{Rules: "brisk", Pace: "live", Lang: "nl", Channels: []sitting.Channel{"7", "8"}}
	for _, now := range []table.Manners{{Rules: "mixed"}, m} {
		is, err := db.ChangeManners(t.Context(), club, func(table.Manners) (table.Manners, error) { return now, nil })
		Is(t, err, nil)
		Equal(t, is, now)
	}
	refused := errors.New("refused")
	for _, server := range []sitting.Server{club, elsewhere} {
		_, err := db.ChangeManners(t.Context(), server, func(table.Manners) (table.Manners, error) { return table.Manners{Rules: "brisk"}, refused })
		Is(t, err, refused)
	}
	var all sync.WaitGroup
	for n := range 8 { // at once, and each adds to what it finds
		all.Go(func() {
			_, err := db.ChangeManners(t.Context(), "many", func(m table.Manners) (table.Manners, error) {
				m.Channels = append(m.Channels, sitting.Channel(strconv.Itoa(n)))
				return m, nil
			})
			Is(t, err, nil)
		})
	}
	all.Wait()
	many, err := db.Manners(t.Context(), "many")
	Is(t, err, nil)
	Equal(t, len(many.Channels), 8)
	rooms := OpenRooms(t, db, 2)
	Is(t, db.Close(), nil)
	db = at(t)
	for server, want := range map[sitting.Server]table.Manners{club: m, elsewhere: {}} {
		got, err := db.Manners(t.Context(), server)
		Is(t, err, nil)
		Equal(t, got, want)
	}
	Equal(t, newest(rooms[1].Head.Server), rooms[1].Head.Table)
	Sound(t, db)
}
