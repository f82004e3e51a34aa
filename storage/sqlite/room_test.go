package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// The store is all that table asks for.
var (
	_ table.Store    = (*sqlite.DB)(nil)
	_ table.Registry = (*sqlite.DB)(nil)
	_ table.Books    = (*sqlite.DB)(nil)
	_ table.Habits   = (*sqlite.DB)(nil)
	_ table.Pulse    = (*sqlite.DB)(nil)
)

func open(tb testing.TB, path string) *sqlite.DB {
	tb.Helper()
	db, err := sqlite.Open(tb.Context(), path, sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := db.Close(); err != nil {
			tb.Error(err)
		}
	})
	return db
}

// A room is a table as a caller of the store knows it.
type room struct {
	head sitting.Head
	seq  int64
	keys *atomic.Int64 // shared, as the ids of interactions are
}

// firstKey has the length of an interaction's id.
const firstKey = 1300400500600700800

var start = time.Date(2026, 5, 1, 18, 0, 0, 0, time.UTC)

func openRoom(tb testing.TB, db *sqlite.DB, n int, keys *atomic.Int64) *room {
	tb.Helper()
	r := &room{keys: keys, head: sitting.Head{
		Table: sitting.ID(fmt.Sprintf("rum%05d", n)), Server: "100200300400500600",
		Channel: sitting.Channel(fmt.Sprintf("%d", 1300400500600700800+n)), Open: true,
	}}
	_, err := db.Append(tb.Context(), r.batch("", sitting.Opened{
		Server: r.head.Server, Channel: r.head.Channel, Lang: "en", Host: "phost",
		Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4},
	}))
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// batch is the room's next.
func (r *room) batch(key string, events ...sitting.Event) table.Batch {
	b := table.Batch{
		Table: r.head.Table, Key: key, At: start.Add(time.Duration(r.seq) * time.Second),
		From: r.seq, Events: events, Head: r.head,
	}
	r.seq += int64(len(events))
	b.Wake = b.At.Add(time.Hour)
	b.Owes = []table.Post{{Kind: table.PostTable, Seq: r.seq}}
	return b
}

// move is a batch of one move.
func (r *room) move() table.Batch {
	return r.batch(strconv.FormatInt(firstKey+r.keys.Add(1), 10), sitting.Played{Event: engine.Discarded{Seat: 1, Card: 8}})
}

// fresh opens a new file.
func fresh(tb testing.TB) (*sqlite.DB, string) {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "rum.db")
	return open(tb, path), path
}

// rooms opens n tables.
func openRooms(tb testing.TB, db *sqlite.DB, n int) []*room {
	tb.Helper()
	var keys atomic.Int64
	rooms := make([]*room, n)
	for i := range rooms {
		rooms[i] = openRoom(tb, db, i, &keys)
	}
	return rooms
}

// add appends a batch that must be taken.
func add(tb testing.TB, db *sqlite.DB, b table.Batch) table.Receipt {
	tb.Helper()
	r, err := db.Append(tb.Context(), b)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func load(tb testing.TB, db interface {
	Load(context.Context, sitting.ID) (table.Log, error)
}, id sitting.ID) table.Log {
	tb.Helper()
	l, err := db.Load(tb.Context(), id)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// sound checks the whole file and returns what was looked at. The batches of
// these tests are made up: no rule leads to most of their events, and nothing more
// is wrong with them.
func sound(tb testing.TB, db interface {
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

func equal[T any](tb testing.TB, got, want T) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Errorf("got (+), want (-):\n%s", diff)
	}
}

// is checks which error came back.
func is(tb testing.TB, got, want error) {
	tb.Helper()
	if !errors.Is(got, want) {
		tb.Errorf("error %v, want %v", got, want)
	}
}

// hand is a batch with a hand that p lost to q by some pips.
func (r *room) hand(number int, p, q sitting.Person, pips int64) table.Batch {
	won := engine.Won{Seat: 1}
	won.Payments[0] = engine.Pips(pips)
	b := r.batch("", sitting.Committed{Hand: number}, sitting.HandStarted{Hand: number, Interaction: "1"},
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
