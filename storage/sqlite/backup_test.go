package sqlite_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

func TestBackupWhileWritingIsWhole(t *testing.T) {
	db, path := fresh(t)
	rooms := openRooms(t, db, 4)
	beside, err := sqlite.OpenReadOnly(t.Context(), path)
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
				if _, err := db.Append(t.Context(), r.Hand(1, "pann", "pbob", 3)); err != nil {
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
			add(t, again, (&room{Head: rooms[0].Head, Seq: int64(len(load(t, again, rooms[0].Head.Table).Events))}).Batch("plays on"))
			is(t, from.Backup(t.Context(), copied), fs.ErrExist)
		}
	}
	close(stop)
	writing.Wait()
	sound(t, db)
}

// TestBackupHasALogAlready: the change from one kind of journal to the other is
// the only write of a start that no log guards. Nothing but the copy is left.
func TestBackupHasALogAlready(t *testing.T) {
	db, _ := fresh(t)
	openRooms(t, db, 1)
	dir := t.TempDir()
	copied := filepath.Join(dir, "copy.db")
	is(t, db.Backup(t.Context(), copied), nil)
	content, err := os.ReadFile(copied)
	is(t, err, nil)
	const log = 2 // where SQLite writes 1 for a rollback journal
	if content[18] != log || content[19] != log {
		t.Errorf("the header says %d, %d", content[18], content[19])
	}
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 1 {
		t.Errorf("%v (%v), want the copy alone", names, err)
	}
	is(t, db.Backup(t.Context(), filepath.Join(dir, "no", "copy.db")), fs.ErrNotExist)
	names, err = os.ReadDir(dir)
	if err != nil || len(names) != 1 {
		t.Errorf("a backup that failed left %v (%v)", names, err)
	}
}

// TestABackupHasNoSession looks for one in every byte of the copy, and of the file itself, where it is.
// TestABackupBesideTheProcessIsOne has a copy named as people name it, without a folder.
func TestABackupBesideTheProcessIsOne(t *testing.T) {
	db, _ := fresh(t)
	t.Chdir(t.TempDir())
	is(t, db.Backup(t.Context(), "copy.db"), nil)
	names, err := filepath.Glob("*")
	is(t, err, nil)
	equal(t, names, []string{"copy.db"})
	is(t, open(t, "copy.db").Close(), nil)
}

func TestABackupHasNoSession(t *testing.T) {
	db, path := fresh(t)
	const session = "a session that nobody else may go on with"
	is(t, db.KeepSession(t.Context(), session), nil)
	copied := filepath.Join(t.TempDir(), "copy.db")
	is(t, db.Backup(t.Context(), copied), nil)
	is(t, db.Close(), nil)
	for file, want := range map[string]bool{copied: false, path: true} {
		content, err := os.ReadFile(file)
		is(t, err, nil)
		equal(t, bytes.Contains(content, []byte(session)), want)
	}
	text, err := open(t, copied).Session(t.Context())
	is(t, err, nil)
	equal(t, text, "")
}

// TestHandsThatAreOverAreExported has a hand played to its end at each of three tables, then a second one dealt: the
// first table is closed over it, the second plays on, and the third is closed before it is dealt.
func TestHandsThatAreOverAreExported(t *testing.T) {
	db, _ := fresh(t)
	rooms := openRooms(t, db, 3)
	first := rooms[0].Hand(1, "pann", "pbob", 86)
	add(t, db, first)
	add(t, db, rooms[1].Hand(1, "pcat", "pbob", 4))
	add(t, db, rooms[2].Hand(1, "pcat", "pbob", 4))
	var dealt table.Batch
	for _, r := range rooms[:2] {
		dealt = r.Hand(2, "pann", "pbob", 1)
		dealt.Events, dealt.Ended = dealt.Events[:3], sitting.Finish{}
		add(t, db, dealt)
		r.Seq--
	}
	closed := rooms[0].Batch("", sitting.Closed{By: "pann"})
	add(t, db, closed)
	add(t, db, rooms[2].Batch("", sitting.Closed{By: "pann"}))

	var hands []storage.Hand
	for h, err := range db.Hands(t.Context()) {
		is(t, err, nil)
		hands = append(hands, h)
	}
	equal(t, len(hands), 4)
	equal(t, hands[0], storage.Hand{
		Table: rooms[0].Head.Table, Server: rooms[0].Head.Server, Number: 1, Ended: first.At,
		Events: []engine.Event{first.Events[2].(sitting.Played).Event, first.Events[3].(sitting.Played).Event},
	})
	equal(t, hands[1], storage.Hand{
		Table: rooms[0].Head.Table, Server: rooms[0].Head.Server, Number: 2, Ended: closed.At,
		Events: []engine.Event{dealt.Events[2].(sitting.Played).Event},
	})
	for i, r := range rooms[1:] {
		equal(t, hands[2+i].Table, r.Head.Table)
		equal(t, hands[2+i].Number, 1)
	}
	for _, err := range db.Hands(t.Context()) {
		is(t, err, nil)
		break
	}
	for _, err := range db.Entries(t.Context()) {
		is(t, err, nil)
		break
	}
}
