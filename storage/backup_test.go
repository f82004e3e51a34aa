package storage_test

import (
	"context"
	"io/fs"
	"path/filepath"
	"sync"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

func TestBackupWhileWritingIsWhole(t *testing.T) {
	db, path := fresh(t)
	rooms := openRooms(t, db, 4)
	beside, err := storage.OpenReadOnly(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = beside.Close() }()
	stop := make(chan struct{})
	var writing sync.WaitGroup
	for _, r := range rooms {
		writing.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := db.Append(t.Context(), r.hand(1, "pann", "pbob", 3)); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for range 4 {
		for _, from := range []interface {
			Backup(context.Context, string) error
		}{db, beside} {
			copied := filepath.Join(t.TempDir(), "copy.db")
			if err := from.Backup(t.Context(), copied); err != nil {
				t.Fatal(err)
			}
			again := open(t, copied)
			f := sound(t, again)
			if f.Events != 4+2*f.Entries {
				t.Errorf("half a batch was copied: %+v", f)
			}
			add(t, again, (&room{head: rooms[0].head, seq: int64(len(load(t, again, rooms[0].head.Table).Events))}).batch("plays on"))
			is(t, from.Backup(t.Context(), copied), fs.ErrExist)
		}
	}
	close(stop)
	writing.Wait()
	sound(t, db)
}

func TestFinishedHandsAreExported(t *testing.T) {
	db, _ := fresh(t)
	rooms := openRooms(t, db, 2)
	first := rooms[0].hand(1, "pann", "pbob", 86)
	add(t, db, first)
	add(t, db, rooms[1].hand(1, "pcat", "pbob", 4))
	underWay := rooms[0].hand(2, "pann", "pbob", 1)
	underWay.Events, underWay.Debts = underWay.Events[:3], nil
	add(t, db, underWay)
	rooms[0].seq--
	add(t, db, rooms[0].batch("", table.Closed{By: "pann"}))

	var hands []storage.Hand
	for h, err := range db.Hands(t.Context()) {
		is(t, err, nil)
		hands = append(hands, h)
	}
	equal(t, len(hands), 2)
	equal(t, hands[0], storage.Hand{
		Table: rooms[0].head.Table, Server: rooms[0].head.Server, Number: 1, Ended: first.At,
		Events: []engine.Event{first.Events[2].(table.Played).Event, first.Events[3].(table.Played).Event},
	})
	for _, err := range db.Hands(t.Context()) {
		is(t, err, nil)
		break
	}
	for _, err := range db.Entries(t.Context()) {
		is(t, err, nil)
		break
	}
}
