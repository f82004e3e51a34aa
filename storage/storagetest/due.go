package storagetest

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// due lists the tables that the file has something to do for, by name.
func due(t *testing.T, db Store) []table.Due {
	t.Helper()
	list, err := db.Due(t.Context())
	Is(t, err, nil)
	slices.SortStableFunc(list, func(a, b table.Due) int { return strings.Compare(string(a.Owner), string(b.Owner)) })
	return list
}

// past is when a table is due that has something to do at once.
func past() time.Time { return time.UnixMilli(1).UTC() }

// paid has a table owe nothing.
func paid(t *testing.T, db Store, r *Room) {
	t.Helper()
	for _, p := range Load(t, db, r.Head.Table).Owed {
		Is(t, db.Posted(t.Context(), []int64{p.ID}, r.Head.Table, 0, table.Refs{}), nil)
	}
}

func aTableIsDueWhenItsNewestBatchSaysSo(t *testing.T, at Place) {
	db := at(t)
	rooms := OpenRooms(t, db, 3)
	for _, r := range rooms {
		paid(t, db, r)
	}
	waits := rooms[0].Batch("", sitting.CameBack{})
	never := rooms[1].Batch("", sitting.CameBack{})
	closing := rooms[2].Batch("", sitting.Closed{By: "phost"})
	never.Wake, closing.Head.Open = time.Time{}, false
	for i, b := range []table.Batch{waits, never, closing} {
		Add(t, db, b)
		paid(t, db, rooms[i])
	}
	Equal(t, due(t, db), []table.Due{{Owner: "rum00000", At: waits.Wake}})
}

func aTableThatOwesIsDueAtOnceOpenOrClosed(t *testing.T, at Place) {
	db := at(t)
	r := OpenRooms(t, db, 1)[0]
	Equal(t, due(t, db), []table.Due{{Owner: "rum00000", At: Start().Add(time.Hour)}, {Owner: "rum00000", At: past()}})
	b := r.Batch("", sitting.Closed{By: "phost"})
	b.Head.Open, b.Wake = false, time.Time{}
	Add(t, db, b)
	Equal(t, due(t, db), []table.Due{{Owner: "rum00000", At: past()}})
	paid(t, db, r)
	Equal(t, len(due(t, db)), 0)
}

func tablesThatWaitForWhoseQuietHoursChangeAreDueAtOnce(t *testing.T, at Place) {
	db := at(t)
	ann := person(t, db, "1001", "Ann")
	rooms := OpenRooms(t, db, 3)
	for i, r := range rooms {
		b := r.Batch("", sitting.CameBack{})
		b.Waits = []sitting.Person{ann, "pbob", ""}[i]
		Add(t, db, b)
		paid(t, db, r)
	}
	later := due(t, db)
	waiting, err := db.SetQuiet(t.Context(), ann, sitting.Quiet{From: 1, To: 2, Zone: "UTC"})
	Is(t, err, nil)
	Equal(t, waiting, []sitting.ID{"rum00000"})
	sooner := append([]table.Due{{Owner: "rum00000", At: past()}}, later[1:]...)
	Equal(t, due(t, db), sooner)
	b := rooms[0].Batch("", sitting.CameBack{})
	b.Waits = ann
	Add(t, db, b)
	paid(t, db, rooms[0])
	Is(t, db.Erase(t.Context(), ann), nil) // their quiet hours too
	Equal(t, due(t, db), sooner)
}

func anOutageIsKeptUntilNoTableNeedsIt(t *testing.T, at Place) {
	db := at(t)
	outages := func() []table.Stretch {
		t.Helper()
		lost, err := db.Outages(t.Context())
		Is(t, err, nil)
		return lost
	}
	hour := func(n int) table.Stretch {
		from := Start().Add(time.Duration(n) * time.Hour)
		return table.Stretch{From: from, To: from.Add(time.Minute)}
	}
	rooms := OpenRooms(t, db, 2)
	moves := func(r *Room, at time.Time) {
		b := r.Batch("", sitting.CameBack{})
		b.At = at
		Add(t, db, b)
	}
	Is(t, db.Beat(t.Context(), hour(1).To, []table.Stretch{hour(1)}), nil)
	Is(t, db.Beat(t.Context(), hour(2).To, []table.Stretch{{From: hour(2).From, To: hour(2).From.Add(time.Second)}}), nil)
	Is(t, db.Beat(t.Context(), hour(2).To, []table.Stretch{hour(2)}), nil) // the same, and longer
	moves(rooms[0], Start().Add(9*time.Hour))
	moves(rooms[1], hour(1).To)
	Is(t, db.Beat(t.Context(), Start().Add(9*time.Hour), nil), nil)
	Is(t, db.Close(), nil)
	db = at(t)
	Equal(t, outages(), []table.Stretch{hour(1), hour(2)})

	moves(rooms[1], hour(2).To) // by a job that may have begun before the outage was over
	Is(t, db.Beat(t.Context(), hour(3).To, []table.Stretch{hour(3)}), nil)
	Equal(t, outages(), []table.Stretch{hour(2), hour(3)})

	b := rooms[1].Batch("", sitting.CameBack{}) // and waits for no time
	b.Wake = time.Time{}
	Add(t, db, b)
	Is(t, db.Beat(t.Context(), hour(4).To, []table.Stretch{hour(4)}), nil)
	Equal(t, len(outages()), 0)
}
