package storagetest

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// A Room is a table as a caller of the store knows it.
type Room struct {
	Head sitting.Head
	Seq  int64         // events stored
	Keys *atomic.Int64 // shared, as the ids of interactions are
}

// FirstKey has the length of an interaction's id.
const FirstKey = 1300400500600700800

// Start is when rooms are opened.
func Start() time.Time { return time.Date(2026, 5, 1, 18, 0, 0, 0, time.UTC) }

// OpenRoom opens a table of which nobody but the store knows anything.
func OpenRoom(tb testing.TB, db table.Store, n int, keys *atomic.Int64) *Room {
	tb.Helper()
	r := &Room{Keys: keys, Head: sitting.Head{
		Table: sitting.ID(fmt.Sprintf("rum%05d", n)), Server: "100200300400500600",
		Channel: sitting.Channel(fmt.Sprintf("%d", 1300400500600700800+n)), Open: true,
	}}
	_, err := db.Append(tb.Context(), r.Batch("", sitting.Opened{
		Server: r.Head.Server, Channel: r.Head.Channel, Host: "phost",
		Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Lang: "en"},
	}))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// Batch is the room's next.
func (r *Room) Batch(key string, events ...sitting.Event) table.Batch {
	b := table.Batch{
		Table: r.Head.Table, Key: key, At: Start().Add(time.Duration(r.Seq) * time.Second),
		From: r.Seq, Events: events, Head: r.Head,
	}
	r.Seq += int64(len(events))
	b.Wake = b.At.Add(time.Hour)
	b.Owes = []table.Post{{Kind: table.PostTable, Seq: r.Seq}}
	return b
}

// Move is a batch of one move.
func (r *Room) Move() table.Batch {
	return r.Batch(strconv.FormatInt(FirstKey+r.Keys.Add(1), 10), sitting.Played{Event: engine.Discarded{Seat: 1, Card: 8}})
}

// OpenRooms opens n tables.
func OpenRooms(tb testing.TB, db table.Store, n int) []*Room {
	tb.Helper()
	var keys atomic.Int64
	rooms := make([]*Room, n)
	for i := range rooms {
		rooms[i] = OpenRoom(tb, db, i, &keys)
	}
	return rooms
}

// Add appends a batch that must be taken.
func Add(tb testing.TB, db table.Store, b table.Batch) table.Receipt {
	tb.Helper()
	r, err := db.Append(tb.Context(), b)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// Load reads a table that must be there.
func Load(tb testing.TB, db interface {
	Load(context.Context, sitting.ID) (table.Log, error)
}, id sitting.ID) table.Log {
	tb.Helper()
	l, err := db.Load(tb.Context(), id)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// Sound checks all of a store and returns what was looked at. The batches of
// these tests are made up: no rule leads to most of their events, and nothing more
// is wrong with them.
func Sound(tb testing.TB, db interface {
	Check(context.Context) (storage.Findings, error)
}) storage.Findings {
	tb.Helper()
	f, err := db.Check(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	for _, w := range f.Wrong {
		if w.Code != storage.CourseBroken {
			tb.Errorf("%s: %+v", w.Code, w)
		}
	}
	return storage.Findings{Tables: f.Tables, Events: f.Events, Texts: f.Texts, Entries: f.Entries}
}

// Equal compares two values.
func Equal[T any](tb testing.TB, got, want T) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Errorf("got (+), want (-):\n%s", diff)
	}
}

// Is checks which error came back.
func Is(tb testing.TB, got, want error) {
	tb.Helper()
	if !errors.Is(got, want) {
		tb.Errorf("error %v, want %v", got, want)
	}
}

// Hand is a batch with a hand that p lost to q by some pips.
func (r *Room) Hand(number int, p, q sitting.Person, pips int64) table.Batch {
	won := engine.Won{Seat: 1}
	won.Payments[0] = engine.Pips(pips)
	b := r.Batch("", sitting.Committed{Hand: number}, sitting.HandStarted{Hand: number, Interaction: "1"},
		sitting.Played{Event: engine.Dealt{Rules: engine.Boathouse.Rules(), Players: 2, Deck: deck()}}, sitting.Played{Event: won})
	b.Ended = sitting.Finish{
		Hand: sitting.HandKey{Hand: number}, Debts: []tab.Debt{{From: p, To: q, Pips: pips}},
		Outcome: tab.Outcome{People: []sitting.Person{p, q}, Winner: q},
	}
	return b
}

func deck() (d [engine.PackSize]engine.Card) {
	for i := range d {
		d[i] = engine.Card(i)
	}
	return d
}
