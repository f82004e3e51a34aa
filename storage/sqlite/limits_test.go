package sqlite_test

import (
	"errors"
	"testing"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestOldTablesCountToo brings up a file in which nobody had noted who opened what.
func TestOldTablesCountToo(t *testing.T) {
	db := open(t, old(t, "testdata/v2.sql"))
	_, err := db.Append(t.Context(), storagetest.Opening(9, "phost", "1", table.Limits{Person: 2}))
	var no *sitting.Refusal
	if !errors.As(err, &no) || no.Code != sitting.OwnTables || len(no.Channels) != 2 {
		t.Error(err)
	}
	add(t, db, storagetest.Opening(9, "phost", "1", table.Limits{Person: 3}))
}

// TestAnUnreadableTableKeepsNoFileFromOpening: what is wrong with its first event
// is for a check to find, not for a migration to end on.
func TestAnUnreadableTableKeepsNoFileFromOpening(t *testing.T) {
	path := old(t, "testdata/v2.sql")
	tamper(t, path, "UPDATE events SET body = x'7b' WHERE table_id = 1 AND seq = 1")
	db := open(t, path)
	mustFind(t, found(t, path), storage.Finding{Code: storage.EventUnread, Table: "rum00000", Seq: 1})
	add(t, db, storagetest.Opening(9, "phost", "1", table.Limits{Person: 2}))
}
