package postgres_test

import (
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
