package storagetest

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

func aTableIsResumedFromItsCheckpoint(t *testing.T, at Place) {
	db := at(t)
	ann, bob := person(t, db, "1001", "Ann"), person(t, db, "1002", "Bob")
	head := sitting.Head{Table: "rum00000", Server: club, Channel: "1300400500600700800", Open: true}
	e := NewEvening(t, head, []sitting.Person{ann, bob}, 0, false, rand.New(rand.NewPCG(1, 2)))
	for n := range 3 {
		b, _ := e.Hand(Start().Add(time.Duration(n) * time.Minute))
		Add(t, db, b)
	}
	// Nothing is left out that isn't in the checkpoint.
	log := resume(t, db, head.Table)
	whole := Load(t, db, head.Table)
	Equal(t, []any{log.From(), len(log.Events), log.Head, log.Refs}, []any{int64(len(whole.Events)), 0, whole.Head, whole.Refs})
	resumes(t, db, head.Table)
	last := sitting.Replay(head.Table, whole.Events, whole.At)
	key := last.Last().Key()
	Equal(t, log.Heads[key], whole.Heads[key])
	for of := range log.Heads {
		Equal(t, of, key)
	}
	// A word is given and erased, and one that was there before is erased too.
	word := table.Batch{
		Table: head.Table, At: Start().Add(time.Hour), From: log.From(), Events: []sitting.Event{sitting.CutGiven{By: ann, Word: "galeforce"}},
		Head: head, Wake: Start().Add(2 * time.Hour),
	}
	Add(t, db, word)
	Equal(t, len(resume(t, db, head.Table).Events), 1)
	state := resumes(t, db, head.Table)
	word.From, word.Events = word.From+1, []sitting.Event{sitting.CutGiven{By: bob, Word: "anchorage"}}
	after := sitting.Apply(state, word.Events[0], word.At)
	next, _ := after.Checkpoint()
	word.Checkpoint = &next
	Add(t, db, word)
	Equal(t, len(resume(t, db, head.Table).Events), 0)
	Is(t, db.Erase(t.Context(), ann), nil)
	erased := resumes(t, db, head.Table)
	for _, cut := range sitting.Watch(erased, nil).Deal.Cuts {
		Equal(t, cut.Word == "", cut.By == ann)
	}
	Sound(t, db)
	Is(t, db.Close(), nil)
	db = at(t)
	resumes(t, db, head.Table)
	Sound(t, db)
}

func resume(tb testing.TB, db table.Store, id sitting.ID) table.Log {
	tb.Helper()
	log, err := db.Resume(tb.Context(), id)
	Is(tb, err, nil)
	if log.Checkpoint == nil {
		tb.Fatal("no checkpoint")
	}
	return log
}

// resumes demands that a table is the same from its checkpoint on as from its first event on.
func resumes(tb testing.TB, db table.Store, id sitting.ID) sitting.State {
	tb.Helper()
	log, whole := resume(tb, db, id), Load(tb, db, id)
	s, err := sitting.Restore(id, *log.Checkpoint, log.Texts)
	Is(tb, err, nil)
	for i, e := range log.Events {
		s = sitting.Apply(s, e, log.At[i])
	}
	want := sitting.Replay(id, whole.Events, whole.At)
	got, _ := s.Checkpoint()
	is, _ := want.Checkpoint()
	Equal(tb, got, is)
	Equal(tb, sitting.Watch(s, nil), sitting.Watch(want, nil))
	return s
}
