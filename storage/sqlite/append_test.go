package sqlite_test

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

func TestStoredTableReadsBackWhole(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	opened := sitting.Opened{
		Server: r.head.Server, Channel: r.head.Channel, Lang: "en", Host: "phost",
		Settings: sitting.Settings{Rules: engine.Boathouse.Rules(), Seats: 4},
	}
	events := []sitting.Event{
		sitting.Joined{Person: "pann"},
		sitting.CutGiven{By: "pann", Word: "ahoy | ☸"},
		sitting.CutGiven{By: "pbob", Word: ""},
		sitting.Played{Event: engine.Discarded{Seat: 1, Card: 51}},
	}
	b := r.batch("k1", events...)
	b.Owes = []table.Post{{Kind: table.PostCommitment, Hand: 1, Seq: 2}, {Kind: table.PostTable, Seq: 5}}
	got := add(t, db, b)

	first := got.Owed[0].ID
	equal(t, got, table.Receipt{Table: "rum00000", From: 1, To: 5, Owed: []table.Post{
		{ID: first, Kind: table.PostCommitment, Hand: 1, Seq: 2}, {ID: first + 1, Kind: table.PostTable, Seq: 5},
	}})
	want := table.Log{
		Head: r.head, Events: append([]sitting.Event{opened}, events...),
		At:   []time.Time{start, b.At, b.At, b.At, b.At},
		Owed: append([]table.Post{{ID: first - 1, Kind: table.PostTable, Seq: 1}}, got.Owed...),
	}
	equal(t, load(t, db, r.head.Table), want)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	equal(t, load(t, again, r.head.Table), want)
	sound(t, again)
}

func TestSameKeyGivesFirstReceipt(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	b := r.batch("k1", sitting.Joined{Person: "pann"})
	first := add(t, db, b)
	again := first
	again.Repeated = true
	before := load(t, db, r.head.Table)

	equal(t, add(t, db, b), again)
	later := r.batch("k1", sitting.Joined{Person: "pbob"})
	equal(t, add(t, db, later), again)
	elsewhere := table.Batch{Table: "another", Key: "k1", At: start, Events: before.Events[:1], Head: r.head}
	equal(t, add(t, db, elsewhere), again)

	equal(t, load(t, db, r.head.Table), before)
	recalled, err := db.Recall(t.Context(), "k1")
	equal(t, recalled, first)
	is(t, err, nil)
	_, err = db.Recall(t.Context(), "k2")
	is(t, err, table.ErrNotFound)

	is(t, db.Close(), nil)
	db = open(t, path)
	equal(t, add(t, db, b), again)
}

func TestConflictChangesNothing(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	before := load(t, db, r.head.Table)
	for _, from := range []int64{-1, 0, 2, 100} {
		b := r.hand(1, "pann", "pbob", 5)
		b.From, b.Key = from, "k"
		_, err := db.Append(t.Context(), b)
		is(t, err, table.ErrConflict)
	}
	b := r.batch("k")
	b.Table, b.From = "unknown", 3
	_, err := db.Append(t.Context(), b)
	is(t, err, table.ErrConflict)

	equal(t, load(t, db, r.head.Table), before)
	_, err = db.Recall(t.Context(), "k")
	is(t, err, table.ErrNotFound)
	equal(t, sound(t, db), storage.Findings{Tables: 1, Events: 1})
}

func TestOneOpenTableAChannel(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	second := table.Batch{
		Table: "second", Key: "k2", At: start, Head: r.head,
		Events: load(t, db, r.head.Table).Events[:1],
	}
	second.Head.Table = "second"
	_, err := db.Append(t.Context(), second)
	is(t, err, table.ErrChannelTaken)
	_, err = db.Load(t.Context(), "second")
	is(t, err, table.ErrNotFound)
	_, err = db.Recall(t.Context(), "k2")
	is(t, err, table.ErrNotFound)

	closing := r.batch("", sitting.Closed{By: "phost"})
	closing.Head.Open, closing.Wake, closing.Owes = false, time.Time{}, nil
	add(t, db, closing)
	opened := load(t, db, r.head.Table).Owed[0]
	is(t, db.Posted(t.Context(), []int64{opened.ID}, r.head.Table, table.Refs{}), nil)
	add(t, db, second)

	newest, err := db.Find(t.Context(), r.head.Channel, "")
	equal(t, newest, second.Head)
	is(t, err, nil)
	closed := r.head
	closed.Open = false
	before, err := db.Find(t.Context(), r.head.Channel, newest.Table)
	equal(t, before, closed)
	is(t, err, nil)
	for channel, of := range map[sitting.Channel]sitting.ID{"nowhere": "", r.head.Channel: r.head.Table} {
		_, err = db.Find(t.Context(), channel, of)
		is(t, err, table.ErrNotFound)
	}
	equal(t, load(t, db, r.head.Table).Head, closed)

	third := r.batch("", sitting.CameBack{})
	third.Head.Open = false
	add(t, db, third) // a closed table may still be written to, as by a late job
	sound(t, db)
}

// TestPostedTouchesNoOtherTable names a table that isn't there, and posts of
// another one.
func TestPostedTouchesNoOtherTable(t *testing.T) {
	db, _ := fresh(t)
	rooms := openRooms(t, db, 2)
	one, two := rooms[0].head.Table, rooms[1].head.Table
	refs := table.Refs{Table: "55"}
	is(t, db.Posted(t.Context(), nil, one, refs), nil)
	before := []table.Log{load(t, db, one), load(t, db, two)}

	owed := []int64{before[0].Owed[0].ID}
	is(t, db.Posted(t.Context(), owed, "unknown", table.Refs{Table: "66"}), table.ErrNotFound)
	equal(t, []table.Log{load(t, db, one), load(t, db, two)}, before)

	is(t, db.Posted(t.Context(), owed, two, refs), nil)
	before[1].Refs = refs
	equal(t, []table.Log{load(t, db, one), load(t, db, two)}, before)
	sound(t, db)
}

func TestPostsAreOwedUntilPosted(t *testing.T) {
	db, path := fresh(t)
	r := openRooms(t, db, 1)[0]
	one := add(t, db, r.move()).Owed[0]
	two := add(t, db, r.move()).Owed[0]
	refs := table.Refs{Table: "55", TablePosted: start, Commitments: map[int]string{1: "56"}, PingSeq: 3}
	opened := load(t, db, r.head.Table).Owed[0]
	is(t, db.Posted(t.Context(), []int64{opened.ID, one.ID, one.ID, 12}, r.head.Table, refs), nil)

	l := load(t, db, r.head.Table)
	equal(t, l.Owed, []table.Post{two})
	equal(t, l.Refs, refs)
	is(t, db.Posted(t.Context(), nil, "unknown", refs), table.ErrNotFound)

	is(t, db.Posted(t.Context(), []int64{two.ID}, r.head.Table, refs), nil)
	is(t, db.Close(), nil)
	db = open(t, path)
	if next := add(t, db, r.move()).Owed[0]; next.ID <= two.ID {
		t.Errorf("post %d after %d: a number came back after a restart", next.ID, two.ID)
	}
}

// TestCallerWhoLeavesIsNeverLiedTo cancels callers at every moment: who was told
// of their context has stored nothing.
func TestCallerWhoLeavesIsNeverLiedTo(t *testing.T) {
	db, _ := fresh(t)
	rooms := openRooms(t, db, 16)
	var left, stored int
	var mu sync.Mutex
	var all sync.WaitGroup
	for _, r := range rooms {
		all.Go(func() {
			for range 50 {
				ctx, cancel := context.WithCancel(t.Context())
				b := r.move()
				go cancel()
				_, err := db.Append(ctx, b)
				_, recalled := db.Recall(t.Context(), b.Key)
				mu.Lock()
				switch {
				case err == nil:
					stored++
					is(t, recalled, nil)
				default:
					left++
					is(t, err, context.Canceled)
					is(t, recalled, table.ErrNotFound)
					r.seq = b.From
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if left == 0 || stored == 0 {
		t.Errorf("%d left, %d stored: the test shows nothing", left, stored)
	}
	sound(t, db)
}

func TestCallersAtOnce(t *testing.T) {
	db, _ := fresh(t)
	rooms := openRooms(t, db, 4)
	const callers, each = 8, 15
	var all sync.WaitGroup
	for i := range callers {
		all.Go(func() {
			r := rooms[i%len(rooms)]
			for range each {
				mine := *r
				for {
					l, err := db.Load(t.Context(), r.head.Table)
					if err != nil {
						t.Error(err)
						return
					}
					mine.seq = int64(len(l.Events))
					_, err = db.Append(t.Context(), mine.move())
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
	equal(t, sound(t, db), storage.Findings{Tables: 4, Events: 4 + callers*each})
}

func TestClosedStoreTakesNothing(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	is(t, db.Close(), nil)
	_, err := db.Append(t.Context(), r.move())
	is(t, err, storage.ErrClosed)
}
