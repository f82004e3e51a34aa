package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/table"
)

// opened opens a new file with one table in it.
func opened(t *testing.T) (*DB, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rum.db")
	db, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Append(t.Context(), batch(0, "open")); err != nil {
		t.Fatal(err)
	}
	return db, path
}

// batch is one event of the one table.
func batch(from int64, key string) table.Batch {
	at := time.Date(2026, 5, 1, 18, 0, int(from), 0, time.UTC)
	return table.Batch{
		Table: "rum", Key: key, At: at, From: from, Events: []sitting.Event{sitting.Joined{Person: "pann"}},
		Head: sitting.Head{Table: "rum", Server: "1", Channel: "2", Open: true},
	}
}

// inWriter does something between two transactions' statements.
func inWriter(t *testing.T, db *DB, do func(w *writer) error) {
	t.Helper()
	if err := db.writer.queue.submit(t.Context(), func(*sqlstore.Tx) error { return do(db.writer) }); err != nil {
		t.Fatal(err)
	}
}

// A hook stands before a statement and answers in its place if it likes.
type hook struct {
	driver.StmtExecContext
	before func() error // nil: go on
	after  func() error // nil: as it went
}

func (h hook) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	if h.before != nil {
		if err := h.before(); err != nil {
			return nil, err
		}
	}
	r, err := h.StmtExecContext.ExecContext(ctx, args)
	if err == nil && h.after != nil {
		err = h.after()
	}
	return r, err
}

// driverError makes a real error of the driver, by a query that can't be prepared
// or a path that can't be opened.
func driverError(t *testing.T, path, query string) error {
	t.Helper()
	c, err := connector(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	conn, err := c.Connect(t.Context())
	if err == nil {
		defer func() { _ = conn.Close() }()
		_, err = (&sqlstore.Connection{Conn: conn}).Prepare(query)
	}
	if _, ok := sqlstore.LiteCode(err); !ok {
		t.Fatalf("no driver's error: %v", err)
	}
	return err
}

// together queues calls while the writer is busy, so that they share one
// transaction, and returns their answers.
func together(t *testing.T, db *DB, calls ...func() error) []error {
	t.Helper()
	answers := make([]error, len(calls))
	done := make(chan struct{}, len(calls))
	asked := 0
	_ = db.writer.queue.submit(t.Context(), func(*sqlstore.Tx) error {
		for i, call := range calls {
			if i < asked {
				continue // a second run, after the transaction failed
			}
			asked = i + 1
			go func() {
				answers[i] = call()
				done <- struct{}{}
			}()
			waitFor(db, i+1) // so that they queue in order
		}
		return nil
	})
	for range calls {
		<-done
	}
	return answers
}

// waitFor returns when so many jobs wait.
func waitFor(db *DB, jobs int) {
	for waiting := 0; waiting < jobs; runtime.Gosched() {
		db.writer.queue.mu.Lock()
		waiting = len(db.writer.queue.jobs)
		db.writer.queue.mu.Unlock()
	}
}

func appending(t *testing.T, db *DB, b table.Batch) func() error {
	return func() error {
		_, err := db.Append(t.Context(), b)
		return err
	}
}

func TestCallersWhoWaitTogetherShareOneTransaction(t *testing.T) {
	db, _ := opened(t)
	var commits atomic.Int64
	inWriter(t, db, func(w *writer) error {
		w.said.Commit.Exec = hook{StmtExecContext: w.said.Commit.Exec, before: func() error {
			commits.Add(1)
			return nil
		}}
		return nil
	})
	commits.Store(0)
	answers := together(t, db,
		appending(t, db, batch(1, "a")),
		appending(t, db, batch(1, "b")), // too late
		appending(t, db, batch(2, "c")),
		appending(t, db, batch(0, "a")), // again
		appending(t, db, batch(3, "")),
	)
	want := []error{nil, table.ErrConflict, nil, nil, nil}
	for i, err := range answers {
		if !errors.Is(err, want[i]) {
			t.Errorf("call %d: %v, want %v", i, err, want[i])
		}
	}
	if n := commits.Load(); n != 1 {
		t.Errorf("%d transactions, want 1", n)
	}
	l, err := db.Load(t.Context(), "rum")
	if err != nil || len(l.Events) != 4 {
		t.Errorf("%d events (%v), want 4", len(l.Events), err)
	}
	if _, err := db.Recall(t.Context(), "b"); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("the key of a conflict was kept: %v", err)
	}
}

func TestFullDiskChangesNothing(t *testing.T) {
	db, path := opened(t)
	before, err := db.Load(t.Context(), "rum")
	if err != nil {
		t.Fatal(err)
	}
	var pages [1]driver.Value
	limit := func(query string) {
		inWriter(t, db, func(w *writer) error {
			s, err := w.Prepare(query)
			if err != nil {
				return err
			}
			_, err = s.Row(pages[:])
			return err
		})
	}
	limit("PRAGMA page_count")
	limit(fmt.Sprintf("PRAGMA max_page_count = %d", pages[0]))
	big := batch(1, "big")
	for range 500 {
		big.Events = append(big.Events, big.Events[0])
	}
	small := batch(1, "small")
	answers := together(t, db, appending(t, db, big), appending(t, db, small))
	var full *storage.FullError
	if !errors.As(answers[0], &full) || !errors.Is(answers[0], table.ErrFull) {
		t.Errorf("on a full disk: %v, want a FullError", answers[0])
	}
	if answers[1] != nil {
		t.Errorf("what still had room was lost with what had none: %v", answers[1])
	}
	if _, err := db.Recall(t.Context(), "big"); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("the key was kept: %v", err)
	}
	after, err := db.Load(t.Context(), "rum")
	if err != nil || len(after.Events) != len(before.Events)+1 {
		t.Errorf("%d events (%v), want %d", len(after.Events), err, len(before.Events)+1)
	}

	limit("PRAGMA max_page_count = 1000000") // room again
	big.From = 2
	if _, err := db.Append(t.Context(), big); err != nil {
		t.Errorf("with room again: %v", err)
	}
	mustBeSound(t, db, path)
}

// TestWhatTheFileRefusesHarmsNoOther has the writer believe something of a table
// that isn't so: the file refuses the event, its caller is told of another writer,
// and what shared the transaction is stored.
func TestWhatTheFileRefusesHarmsNoOther(t *testing.T) {
	db, path := opened(t)
	inWriter(t, db, func(w *writer) error {
		h := w.heads["rum"]
		h.Seq = 5
		w.heads["rum"] = h
		return nil
	})
	other := batch(0, "other")
	other.Table, other.Head.Table, other.Head.Channel = "other", "other", "3"
	answers := together(t, db, appending(t, db, batch(5, "a")), appending(t, db, other), appending(t, db, batch(1, "b")))
	for i, want := range []error{table.ErrConflict, nil, nil} {
		if !errors.Is(answers[i], want) {
			t.Errorf("call %d: %v, want %v", i, answers[i], want)
		}
	}
	if _, err := db.Recall(t.Context(), "a"); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("the key of what was refused was kept: %v", err)
	}
	mustBeSound(t, db, path)
}

func TestFailedCommitIsLookedUp(t *testing.T) {
	db, path := opened(t)
	busy := driverError(t, path, "SELECT nonsense FROM nowhere") // neither full nor fatal
	var armed atomic.Bool
	inWriter(t, db, func(w *writer) error {
		w.said.Commit.Exec = hook{StmtExecContext: w.said.Commit.Exec, after: func() error {
			if armed.CompareAndSwap(true, false) {
				return busy
			}
			return nil
		}}
		return nil
	})
	armed.Store(true)
	r, err := db.Append(t.Context(), batch(1, "k"))
	if err != nil || r.To != 2 {
		t.Errorf("a commit that failed though it was stored: %+v, %v", r, err)
	}
	mustBeSound(t, db, path)
}

func TestLostDiskEndsTheStore(t *testing.T) {
	db, path := opened(t)
	lost := driverError(t, filepath.Join(path, "no", "directory"), "SELECT 1")
	var armed atomic.Bool
	inWriter(t, db, func(w *writer) error {
		w.said.Commit.Exec = hook{StmtExecContext: w.said.Commit.Exec, before: func() error {
			if armed.Load() {
				return lost
			}
			return nil
		}}
		return nil
	})
	armed.Store(true)
	select {
	case <-db.writer.lost:
		t.Fatal("lost before anything failed")
	default:
	}
	answers := together(t, db, appending(t, db, batch(1, "k")), appending(t, db, batch(2, "l")))
	answers = append(answers, appending(t, db, batch(3, "m"))(), db.Erase(t.Context(), "pann"))
	for i, err := range answers {
		if !sqlstore.IsFatal(err) {
			t.Errorf("call %d: %v, want a FatalError", i, err)
		}
	}
	<-db.writer.lost
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	db, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	mustBeSound(t, db, path)
}

// TestAWriterThatHangsIsNotAlive: it doesn't answer; one that works does, and so does one that has ended.
func TestAWriterThatHangsIsNotAlive(t *testing.T) {
	db, _ := opened(t)
	busy, free := make(chan struct{}), make(chan struct{})
	go func() {
		_ = db.writer.queue.submit(t.Context(), func(*sqlstore.Tx) error { close(busy); <-free; return nil })
	}()
	<-busy
	ctx, stop := context.WithCancel(t.Context())
	asked := make(chan error, 1)
	go func() { asked <- db.Alive(ctx) }()
	waitFor(db, 1)
	stop()
	if err := <-asked; !errors.Is(err, context.Canceled) {
		t.Errorf("a writer that hangs answered %v", err)
	}
	close(free)
	if err := db.Alive(t.Context()); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
	if err := db.Alive(t.Context()); !errors.Is(err, storage.ErrClosed) {
		t.Errorf("a closed file answered %v", err)
	}
}

// TestLostDiskStoresNothingMore has a job wait when the disk fails, and the disk
// work again after that: nobody may know what it still holds.
func TestLostDiskStoresNothingMore(t *testing.T) {
	db, path := opened(t)
	lost := driverError(t, filepath.Join(path, "no", "directory"), "SELECT 1")
	var armed atomic.Bool
	waiting := make(chan error, 1)
	inWriter(t, db, func(w *writer) error {
		w.said.Commit.Exec = hook{StmtExecContext: w.said.Commit.Exec, before: func() error {
			if !armed.CompareAndSwap(true, false) {
				return nil
			}
			go func() { waiting <- appending(t, db, batch(1, "waiting"))() }()
			waitFor(db, 1)
			return lost
		}}
		return nil
	})
	armed.Store(true)
	answers := []error{appending(t, db, batch(1, "first"))(), <-waiting, appending(t, db, batch(1, "later"))()}
	for i, err := range answers {
		if !sqlstore.IsFatal(err) {
			t.Errorf("call %d: %v, want a FatalError", i, err)
		}
	}
	<-db.served
	l, err := db.Load(t.Context(), "rum")
	if err != nil || len(l.Events) != 1 {
		t.Errorf("%d events (%v), want 1", len(l.Events), err)
	}
}

// TestWhatIsNotGoneIsNotCalledErased loses the disk between the commit and the
// emptying of the log.
func TestWhatIsNotGoneIsNotCalledErased(t *testing.T) {
	db, path := opened(t)
	lost := driverError(t, filepath.Join(path, "no", "directory"), "SELECT 1")
	inWriter(t, db, func(w *writer) error {
		w.said.Hurry.Exec = hook{StmtExecContext: w.said.Hurry.Exec, before: func() error { return lost }}
		return nil
	})
	if err := db.Erase(t.Context(), "pann"); !sqlstore.IsFatal(err) {
		t.Errorf("%v, want a FatalError", err)
	}
}

// TestUnwatchedFileLosesWhatItAcknowledged is the control of the watch.
func TestUnwatchedFileLosesWhatItAcknowledged(t *testing.T) {
	db, path := opened(t)
	inWriter(t, db, func(w *writer) error {
		w.watch = &watch{path: path}
		return nil
	})
	for _, ending := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(path + ending); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.Append(t.Context(), batch(1, "k")); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Recall(t.Context(), "k"); !errors.Is(err, table.ErrNotFound) {
		t.Errorf("%v: the watch is needed for nothing", err)
	}
}

func TestManyCallersShareSeveralTransactions(t *testing.T) {
	db, _ := opened(t)
	var commits atomic.Int64
	inWriter(t, db, func(w *writer) error {
		stored := w.last // one event a job
		w.said.Commit.Exec = hook{StmtExecContext: w.said.Commit.Exec, before: func() error {
			if n := w.last - stored; n > most {
				t.Errorf("%d jobs in one transaction, at most %d are meant to be", n, most)
			}
			stored = w.last
			commits.Add(1)
			return nil
		}}
		return nil
	})
	commits.Store(0)
	calls := make([]func() error, 2*most+88)
	for i := range calls {
		calls[i] = appending(t, db, batch(int64(i+1), ""))
	}
	for i, err := range together(t, db, calls...) {
		if err != nil {
			t.Fatalf("call %d: %v", i, err)
		}
	}
	if n := commits.Load(); n != 3 {
		t.Errorf("%d transactions, want 3", n)
	}
}

func mustBeSound(t *testing.T, db *DB, path string) {
	t.Helper()
	f, err := db.Check(t.Context())
	made := func(w storage.Finding) bool { return w.Code == storage.CourseBroken } // no rule leads to these tests' events
	if wrong := slices.DeleteFunc(f.Wrong, made); err != nil || len(wrong) > 0 {
		t.Errorf("%s: %v %+v", path, err, wrong)
	}
}
