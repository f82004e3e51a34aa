package storagetest

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// whatIsLostIsListed notes two tables as lost, one of them by several and closed.
func whatIsLostIsListed(t *testing.T, at Place) {
	db := at(t)
	rooms := OpenRooms(t, db, 2)
	now := time.UnixMilli(1_700_000_000_000).UTC()
	ann, err := db.Register(t.Context(), "1001", "server", "Ann")
	Is(t, err, nil)
	open := table.Loss{At: now.Add(-time.Hour), People: []sitting.Person{ann}}
	closed := table.Loss{At: now, People: []sitting.Person{ann, "pbob"}, Results: []int64{7}}
	Is(t, db.AddLoss(t.Context(), rooms[0].Head.Table, 0, open), nil)
	Is(t, db.AddLoss(t.Context(), rooms[1].Head.Table, 0, closed), nil)
	for _, more := range []table.Loss{ // of others who know less, and later
		{At: now.Add(time.Minute), People: []sitting.Person{"pbob"}, Told: []sitting.Person{"pbob"}},
		{At: now.Add(time.Minute), Results: []int64{3}, Told: []sitting.Person{ann}},
	} {
		Is(t, db.AddLoss(t.Context(), rooms[1].Head.Table, 0, more), nil)
	}
	closed.Results, closed.Told = []int64{3, 7}, []sitting.Person{"pbob", ann}
	closing := rooms[1].Batch("", sitting.Closed{By: "phost"})
	closing.Head.Open = false
	Add(t, db, closing)
	Is(t, db.AddLoss(t.Context(), "nowhere", 0, open), table.ErrNotFound)
	Is(t, db.Close(), nil)
	db = at(t)
	held, err := db.Holdings(t.Context(), ann)
	Is(t, err, nil)
	Equal(t, held.Lost, []sitting.ID{rooms[0].Head.Table, rooms[1].Head.Table})
	open.Unfinished = true
	for since, want := range map[time.Duration]map[sitting.ID]table.Loss{
		2 * time.Hour: {rooms[0].Head.Table: open, rooms[1].Head.Table: closed},
		time.Minute:   {rooms[1].Head.Table: closed},
		0:             {},
	} {
		got, err := db.Losses(t.Context(), now.Add(-since))
		Is(t, err, nil)
		Equal(t, got, want)
	}
	Is(t, db.DropLosses(t.Context(), open.At), nil)
	got, err := db.Losses(t.Context(), time.Time{})
	Is(t, err, nil)
	Equal(t, got, map[sitting.ID]table.Loss{rooms[1].Head.Table: closed})
}
