package sqlite_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// due lists the tables that the file has something to do for, by name.
func due(t *testing.T, db *sqlite.DB) []table.Due {
	t.Helper()
	list, err := db.Due(t.Context())
	is(t, err, nil)
	slices.SortStableFunc(list, func(a, b table.Due) int { return strings.Compare(string(a.Owner), string(b.Owner)) })
	return list
}

// past is when a table is due that has something to do at once.
var past = time.UnixMilli(1).UTC() //nolint:gochecknoglobals // a constant

// paid has a table owe nothing.
func paid(t *testing.T, db *sqlite.DB, r *room) {
	t.Helper()
	for _, p := range load(t, db, r.head.Table).Owed {
		is(t, db.Posted(t.Context(), []int64{p.ID}, r.head.Table, table.Refs{}), nil)
	}
}

func TestATableIsDueWhenItsNewestBatchSaysSo(t *testing.T) {
	db, _ := fresh(t)
	rooms := openRooms(t, db, 3)
	for _, r := range rooms {
		paid(t, db, r)
	}
	waits := rooms[0].batch("", sitting.CameBack{})
	never := rooms[1].batch("", sitting.CameBack{})
	closing := rooms[2].batch("", sitting.Closed{By: "phost"})
	never.Wake, closing.Head.Open = time.Time{}, false
	for i, b := range []table.Batch{waits, never, closing} {
		add(t, db, b)
		paid(t, db, rooms[i])
	}
	equal(t, due(t, db), []table.Due{{Owner: "rum00000", At: waits.Wake}})
}

func TestATableThatOwesIsDueAtOnceOpenOrClosed(t *testing.T) {
	db, _ := fresh(t)
	r := openRooms(t, db, 1)[0]
	equal(t, due(t, db), []table.Due{{Owner: "rum00000", At: start.Add(time.Hour)}, {Owner: "rum00000", At: past}})
	b := r.batch("", sitting.Closed{By: "phost"})
	b.Head.Open, b.Wake = false, time.Time{}
	add(t, db, b)
	equal(t, due(t, db), []table.Due{{Owner: "rum00000", At: past}})
	paid(t, db, r)
	equal(t, len(due(t, db)), 0)
}

func TestTablesThatWaitForWhoseQuietHoursChangeAreDueAtOnce(t *testing.T) {
	db, _ := fresh(t)
	ann := person(t, db, "1001", "Ann")
	rooms := openRooms(t, db, 3)
	for i, r := range rooms {
		b := r.batch("", sitting.CameBack{})
		b.Waits = []sitting.Person{ann, "pbob", ""}[i]
		add(t, db, b)
		paid(t, db, r)
	}
	later := due(t, db)
	waiting, err := db.SetQuiet(t.Context(), ann, sitting.Quiet{From: 1, To: 2, Zone: "UTC"})
	is(t, err, nil)
	equal(t, waiting, []sitting.ID{"rum00000"})
	sooner := append([]table.Due{{Owner: "rum00000", At: past}}, later[1:]...)
	equal(t, due(t, db), sooner)
	b := rooms[0].batch("", sitting.CameBack{})
	b.Waits = ann
	add(t, db, b)
	paid(t, db, rooms[0])
	is(t, db.Erase(t.Context(), ann), nil) // their quiet hours too
	equal(t, due(t, db), sooner)
}

func TestAnOutageIsKeptUntilNoTableNeedsIt(t *testing.T) {
	db, path := fresh(t)
	outages := func() []table.Stretch {
		t.Helper()
		lost, err := db.Outages(t.Context())
		is(t, err, nil)
		return lost
	}
	hour := func(n int) table.Stretch {
		from := start.Add(time.Duration(n) * time.Hour)
		return table.Stretch{From: from, To: from.Add(time.Minute)}
	}
	rooms := openRooms(t, db, 2)
	moves := func(r *room, at time.Time) {
		b := r.batch("", sitting.CameBack{})
		b.At = at
		add(t, db, b)
	}
	is(t, db.Beat(t.Context(), hour(1).To, []table.Stretch{hour(1)}), nil)
	is(t, db.Beat(t.Context(), hour(2).To, []table.Stretch{{From: hour(2).From, To: hour(2).From.Add(time.Second)}}), nil)
	is(t, db.Beat(t.Context(), hour(2).To, []table.Stretch{hour(2)}), nil) // the same, and longer
	moves(rooms[0], start.Add(9*time.Hour))
	moves(rooms[1], hour(1).To)
	is(t, db.Beat(t.Context(), start.Add(9*time.Hour), nil), nil)
	is(t, db.Close(), nil)
	db = open(t, path)
	equal(t, outages(), []table.Stretch{hour(1), hour(2)})

	moves(rooms[1], hour(2).To) // by a job that may have begun before the outage was over
	is(t, db.Beat(t.Context(), hour(3).To, []table.Stretch{hour(3)}), nil)
	equal(t, outages(), []table.Stretch{hour(2), hour(3)})

	b := rooms[1].batch("", sitting.CameBack{}) // and waits for no time
	b.Wake = time.Time{}
	add(t, db, b)
	is(t, db.Beat(t.Context(), hour(4).To, []table.Stretch{hour(4)}), nil)
	equal(t, len(outages()), 0)
}
