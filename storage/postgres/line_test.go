package postgres_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// named opens a store of a worker of that name.
func named(t *testing.T, address, worker string) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), address, postgres.Options{Worker: worker})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// TestOneHasTheLine has processes ask for the line: one has it until it gives it back or its time is over, and the session
// at Discord is that one's alone.
func TestOneHasTheLine(t *testing.T) {
	address := database(t)
	a, b := named(t, address, "a"), named(t, address, "b")
	holds := func(db *postgres.DB, lease time.Duration, want string) {
		t.Helper()
		other, err := db.HoldLine(t.Context(), lease)
		storagetest.Is(t, err, nil)
		if other, _, _ = strings.Cut(other, "."); other != want {
			t.Errorf("it is %q who has it, not %q", other, want)
		}
	}
	storagetest.Is(t, a.KeepSession(t.Context(), "nobody's"), nil)
	holds(a, time.Minute, "")
	holds(a, time.Minute, "")
	holds(b, time.Minute, "a")
	storagetest.Is(t, b.KeepSession(t.Context(), "b's"), table.ErrFenced)
	storagetest.Is(t, b.LeaveLine(t.Context()), nil)
	holds(b, time.Minute, "a")
	storagetest.Is(t, a.KeepSession(t.Context(), "a's"), nil)
	storagetest.Is(t, a.LeaveLine(t.Context()), nil)
	holds(b, time.Minute, "")
	holds(a, time.Minute, "b")
	storagetest.Is(t, a.KeepSession(t.Context(), "a's once more"), table.ErrFenced)
	kept, err := b.Session(t.Context())
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, kept, "a's")

	holds(b, time.Millisecond, "") // its own, for less
	for end := time.Now().Add(10 * time.Second); ; {
		other, err := a.HoldLine(t.Context(), time.Minute)
		storagetest.Is(t, err, nil)
		if other == "" {
			break
		}
		if time.Now().After(end) {
			t.Fatal("what is over stays")
		}
	}
	holds(b, time.Minute, "a")
}

// TestOnlyOneOfManyGetsTheLine has many ask at once for a line that nobody has.
func TestOnlyOneOfManyGetsTheLine(t *testing.T) {
	for range 2 {
		address := database(t)
		var all sync.WaitGroup
		got := make(chan string, 8)
		for range cap(got) {
			db := named(t, address, "w")
			all.Go(func() {
				other, err := db.HoldLine(t.Context(), time.Minute)
				if err != nil {
					t.Error(err)
				}
				got <- other
			})
		}
		all.Wait()
		close(got)
		winners := 0
		for other := range got {
			if other == "" {
				winners++
			}
		}
		storagetest.Equal(t, winners, 1)
	}
}

// TestTheServersClock is the machine's here, which both run on.
func TestTheServersClock(t *testing.T) {
	db := named(t, database(t), "a")
	before := time.Now().Truncate(time.Millisecond)
	at, err := db.Clock(t.Context())
	if after := time.Now(); err != nil || at.Before(before) || at.After(after) {
		t.Errorf("%v, not from %v to %v: %v", at, before, after, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Clock(t.Context()); err == nil || errors.Is(err, table.ErrFenced) {
		t.Error(err)
	}
}

// TestAWorkerIsHeardWhateverPeopleAsk has people keep all connections of a worker busy, which renews its lease, adopts, asks for its part
// of what may be sent, and has the line to Discord, all the same. The control is one of them, who waits.
func TestAWorkerIsHeardWhateverPeopleAsk(t *testing.T) {
	t.Parallel()
	address := database(t)
	db, err := postgres.Open(t.Context(), address, postgres.Options{Worker: "busy", Connections: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	asking, done := context.WithCancel(t.Context())
	var people sync.WaitGroup
	defer people.Wait()
	defer done()
	for range 2 {
		people.Go(func() { _, _ = db.Words(asking, "SELECT 'busy' FROM pg_sleep(60)") })
	}
	soon, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	watch := open(t, address)
	until(t, "two who ask", func() bool {
		busy, err := watch.Words(soon, "SELECT 'one' FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(60)' AND pid <> pg_backend_pid()")
		return err == nil && len(busy) == 2
	})
	_, err = db.Renew(soon, time.Second)
	storagetest.Is(t, err, nil)
	_, err = db.Adopt(soon, time.Now(), 1)
	storagetest.Is(t, err, nil)
	_, err = db.Changes(soon)
	storagetest.Is(t, err, nil)
	storagetest.Is(t, db.ChangeBudget(soon, func(time.Time, string) string { return "" }), nil)
	_, err = db.HoldLine(soon, time.Second)
	storagetest.Is(t, err, nil)
	short, cut := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cut()
	if _, err := db.Words(short, "SELECT 'late'"); err == nil {
		t.Error("somebody else is answered too: they aren't busy")
	}
}

// TestALeaseThatNobodyTookKeepsNobodyWaiting writes leases into the line and beside a table that
// run until the year 292 million.
func TestALeaseThatNobodyTookKeepsNobodyWaiting(t *testing.T) {
	address := database(t)
	a := named(t, address, "a")
	room := storagetest.OpenRooms(t, a, 1)[0]
	owner := table.OwnerID(room.Head.Table)
	for _, query := range []string{
		"INSERT INTO line (one, worker, until) VALUES (1, 'ghost', 9223372036854775807)",
		"INSERT INTO workers (name, address, until) VALUES ('ghost', 'nowhere', 9223372036854775807)",
		"UPDATE tables SET wake = 1",
		"INSERT INTO heads (owner, epoch, worker) VALUES ('" + string(owner) + "', 1, 'ghost') ON CONFLICT (owner) DO UPDATE SET worker = 'ghost'",
	} {
		storagetest.Is(t, a.Do(t.Context(), query), nil)
	}
	other, err := a.HoldLine(t.Context(), time.Minute)
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, other, "")
	storagetest.Is(t, a.KeepSession(t.Context(), "a's"), nil)
	there, err := a.Renew(t.Context(), time.Minute)
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, len(there), 1)
	_, err = a.Claim(t.Context(), owner, true)
	storagetest.Is(t, err, nil)
	storagetest.Is(t, a.Do(t.Context(), "UPDATE heads SET worker = 'ghost'"), nil)
	given, err := a.Adopt(t.Context(), time.Now(), 9)
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, given, []table.OwnerID{owner})
}
