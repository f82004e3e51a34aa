package storagetest

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

func storedTableReadsBackWhole(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	opened := sitting.Opened{
		Server: r.Head.Server, Channel: r.Head.Channel, Host: "phost",
		Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4, Lang: "en"},
	}
	events := []sitting.Event{
		sitting.Joined{Person: "pann"},
		sitting.CutGiven{By: "pann", Word: "ahoy | ☸"},
		sitting.CutGiven{By: "pbob", Word: ""},
		sitting.Played{Event: engine.Discarded{Seat: 1, Card: 51}},
	}
	b := r.Batch("k1", events...)
	there := table.Address{Channel: "9", Person: "pann"}
	b.Owes = []table.Post{{Kind: table.PostCommitment, Hand: 1, Seq: 2}, {Kind: table.PostTable, Seq: 5}, {Kind: table.PostPing, To: there, Seq: 5}}
	before := Load(t, db, r.Head.Table).Owed
	got := Add(t, db, b)

	first := got.Owed[0].ID
	Equal(t, got, table.Receipt{Table: "rum00000", From: 1, To: 5, Owed: []table.Post{
		{ID: first, Kind: table.PostCommitment, Hand: 1, Seq: 2}, {ID: first + 1, Kind: table.PostTable, Seq: 5},
		{ID: first + 2, Kind: table.PostPing, To: there, Seq: 5},
	}})
	recalled, err := db.Recall(t.Context(), "k1")
	Is(t, err, nil)
	Equal(t, recalled, got)
	want := table.Log{
		Head: r.Head, Events: append([]sitting.Event{opened}, events...),
		At:   []time.Time{Start(), b.At, b.At, b.At, b.At},
		Owed: append(before, got.Owed...),
	}
	Equal(t, Load(t, db, r.Head.Table), want)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again := at(t)
	Equal(t, Load(t, again, r.Head.Table), want)
	Sound(t, again)
}

func sameKeyGivesFirstReceipt(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	b := r.Batch("k1", sitting.Joined{Person: "pann"})
	first := Add(t, db, b)
	again := first
	again.Repeated = true
	before := Load(t, db, r.Head.Table)

	Equal(t, Add(t, db, b), again)
	later := r.Batch("k1", sitting.Joined{Person: "pbob"})
	Equal(t, Add(t, db, later), again)
	elsewhere := table.Batch{Table: "another", Key: "k1", At: Start(), Events: before.Events[:1], Head: r.Head}
	Equal(t, Add(t, db, elsewhere), again)

	Equal(t, Load(t, db, r.Head.Table), before)
	recalled, err := db.Recall(t.Context(), "k1")
	Equal(t, recalled, first)
	Is(t, err, nil)
	_, err = db.Recall(t.Context(), "k2")
	Is(t, err, table.ErrNotFound)

	Is(t, db.Close(), nil)
	db = at(t)
	Equal(t, Add(t, db, b), again)
}

func conflictChangesNothing(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	before := Load(t, db, r.Head.Table)
	for _, from := range []int64{-1, 0, 2, 100} {
		b := r.Hand(1, "pann", "pbob", 5)
		b.From, b.Key = from, "k"
		_, err := db.Append(t.Context(), b)
		Is(t, err, table.ErrConflict)
	}
	b := r.Batch("k")
	b.Table, b.From = "unknown", 3
	_, err := db.Append(t.Context(), b)
	Is(t, err, table.ErrConflict)

	Equal(t, Load(t, db, r.Head.Table), before)
	_, err = db.Recall(t.Context(), "k")
	Is(t, err, table.ErrNotFound)
	Equal(t, Sound(t, db), storage.Findings{Tables: 1, Events: 1})
}

func oneOpenTableAChannel(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	second := table.Batch{
		Table: "second", Key: "k2", At: Start(), Head: r.Head, Wake: Start().Add(time.Hour),
		Events: Load(t, db, r.Head.Table).Events[:1],
	}
	second.Head.Table = "second"
	_, err := db.Append(t.Context(), second)
	Is(t, err, table.ErrChannelTaken)
	_, err = db.Load(t.Context(), "second")
	Is(t, err, table.ErrNotFound)
	_, err = db.Recall(t.Context(), "k2")
	Is(t, err, table.ErrNotFound)

	closing := r.Batch("", sitting.Closed{By: "phost"})
	closing.Head.Open, closing.Wake, closing.Owes = false, time.Time{}, nil
	Add(t, db, closing)
	opened := Load(t, db, r.Head.Table).Owed[0]
	Is(t, db.Posted(t.Context(), []int64{opened.ID}, r.Head.Table, 0, table.Refs{}), nil)
	Add(t, db, second)

	newest, err := db.Find(t.Context(), r.Head.Channel, "")
	Equal(t, newest, second.Head)
	Is(t, err, nil)
	closed := r.Head
	closed.Open = false
	before, err := db.Find(t.Context(), r.Head.Channel, newest.Table)
	Equal(t, before, closed)
	Is(t, err, nil)
	for channel, of := range map[sitting.Channel]sitting.ID{"nowhere": "", r.Head.Channel: r.Head.Table} {
		_, err = db.Find(t.Context(), channel, of)
		Is(t, err, table.ErrNotFound)
	}
	Equal(t, Load(t, db, r.Head.Table).Head, closed)

	third := r.Batch("", sitting.CameBack{})
	third.Head.Open = false
	Add(t, db, third) // a closed table may still be written to, as by a late job
	Sound(t, db)
}

// postedTouchesNoOtherTable names a table that isn't there, and posts of
// another one.
func postedTouchesNoOtherTable(t *testing.T, at Place) {
	db := at(t)
	rooms := OpenRooms(t, db, 2)
	one, two := rooms[0].Head.Table, rooms[1].Head.Table
	refs := table.Refs{Table: "55"}
	Is(t, db.Posted(t.Context(), nil, one, 0, refs), nil)
	before := []table.Log{Load(t, db, one), Load(t, db, two)}

	owed := []int64{before[0].Owed[0].ID}
	Is(t, db.Posted(t.Context(), owed, "unknown", 0, table.Refs{Table: "66"}), table.ErrNotFound)
	Equal(t, []table.Log{Load(t, db, one), Load(t, db, two)}, before)

	Is(t, db.Posted(t.Context(), owed, two, 0, refs), nil)
	before[1].Refs = refs
	Equal(t, []table.Log{Load(t, db, one), Load(t, db, two)}, before)
	Sound(t, db)
}

func postsAreOwedUntilPosted(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	one := Add(t, db, r.Move()).Owed[0]
	two := Add(t, db, r.Move()).Owed[0]
	refs := table.Refs{Table: "55", TablePosted: Start(), Seal: "56", SealHand: 1, PingSeq: 3}
	opened := Load(t, db, r.Head.Table).Owed[0]
	Is(t, db.Posted(t.Context(), []int64{opened.ID, one.ID, one.ID, 12}, r.Head.Table, 0, refs), nil)

	l := Load(t, db, r.Head.Table)
	Equal(t, l.Owed, []table.Post{two})
	Equal(t, l.Refs, refs)
	Is(t, db.Posted(t.Context(), nil, "unknown", 0, refs), table.ErrNotFound)

	Is(t, db.Posted(t.Context(), []int64{two.ID}, r.Head.Table, 0, refs), nil)
	Is(t, db.Close(), nil)
	db = at(t)
	if next := Add(t, db, r.Move()).Owed[0]; next.ID <= two.ID {
		t.Errorf("post %d after %d: a number came back after a restart", next.ID, two.ID)
	}
}

// callerWhoLeavesIsNeverLiedTo cancels callers at every moment: who was told
// of their context has stored nothing.
func callerWhoLeavesIsNeverLiedTo(t *testing.T, at Place) {
	db := at(t)
	rooms := OpenRooms(t, db, 16)
	var left, stored int
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, r := range rooms {
		all.Go(func() {
			for range 50 {
				ctx, cancel := context.WithCancel(t.Context())
				b := r.Move()
				go cancel()
				_, err := db.Append(ctx, b)
				_, recalled := db.Recall(t.Context(), b.Key)
				mu.Lock()
				switch {
				case err == nil:
					stored++
					Is(t, recalled, nil)
				default:
					left++
					Is(t, err, context.Canceled)
					Is(t, recalled, table.ErrNotFound)
					r.Seq = b.From
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if left == 0 || stored == 0 {
		t.Errorf("%d left, %d stored: the test shows nothing", left, stored)
	}
	Sound(t, db)
}

func callersAtOnce(t *testing.T, at Place) {
	db := at(t)
	rooms := OpenRooms(t, db, 4)
	const callers, each = 8, 15
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() {
			r := rooms[i%len(rooms)]
			for range each {
				mine := *r
				for {
					l, err := db.Load(t.Context(), r.Head.Table)
					if err != nil {
						t.Error(err)
						return
					}
					mine.Seq = int64(len(l.Events))
					_, err = db.Append(t.Context(), mine.Move())
					if errors.Is(err, table.ErrConflict) {
						continue
					}
					if err != nil {
						t.Error(err)
						return
					}
					break
				}
			}
		})
	}
	all.Wait()
	Equal(t, Sound(t, db), storage.Findings{Tables: 4, Events: 4 + callers*each})
}

func closedStoreTakesNothing(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	Is(t, db.Close(), nil)
	_, err := db.Append(t.Context(), r.Move())
	Is(t, err, storage.ErrClosed)
}
