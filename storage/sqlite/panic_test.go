package sqlite

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
	"github.com/boathouse-rum/boathouse/table"
)

// TestAChangeThatPanicsCostsItsCallerOnly has changes panic before and after they wrote something,
// alone and in one transaction with others, which are stored.
func TestAChangeThatPanicsCostsItsCallerOnly(t *testing.T) {
	t.Parallel()
	for _, bare := range []bool{false, true} {
		for _, wrote := range []bool{false, true} {
			db, _ := opened(t)
			breaks := func(w *sqlstore.Tx) error {
				if wrote {
					w.Wrote = bare
					if head, is, err := db.writer.Find("rum"); err == nil && is {
						head.Seq = 99
						db.writer.Moved("rum", head)
					}
				}
				panic("9♣") // which no log may hear of
			}
			hold, held := make(chan struct{}), make(chan struct{})
			var all sync.WaitGroup
			all.Go(func() { // so that those after it share a transaction
				_ = db.writer.queue.submit(t.Context(), func(*sqlstore.Tx) error { close(held); <-hold; return nil })
			})
			<-held
			var broke, stored error
			all.Go(func() { broke = db.writer.queue.submitJob(t.Context(), bare, breaks) })
			all.Go(func() { _, stored = db.Append(t.Context(), batch(1, "join")) })
			close(hold)
			all.Wait()
			if !errors.Is(broke, table.ErrPanicked) || strings.Contains(broke.Error(), "9♣") || !strings.Contains(broke.Error(), "panic_test.go") {
				t.Errorf("bare %v, wrote %v: %v", bare, wrote, broke)
			}
			if stored != nil {
				t.Errorf("bare %v, wrote %v: beside it: %v", bare, wrote, stored)
			}
			if _, err := db.Append(t.Context(), batch(2, "next")); err != nil {
				t.Errorf("bare %v, wrote %v: after it: %v", bare, wrote, err)
			}
			if log, err := db.Load(t.Context(), "rum"); err != nil || len(log.Events) != 3 {
				t.Errorf("%d events, %v", len(log.Events), err)
			}
		}
	}
}

// TestAWriterThatPanicsTellsWhoeverWaits has the writer itself panic, beside any change: the file
// isn't trusted any more, and nobody waits for ever.
func TestAWriterThatPanicsTellsWhoeverWaits(t *testing.T) {
	t.Parallel()
	db, _ := opened(t)
	err := db.writer.queue.submit(t.Context(), func(*sqlstore.Tx) error { db.writer.watch = nil; return nil })
	if !sqlstore.IsFatal(err) || !errors.Is(err, table.ErrPanicked) {
		t.Error(err)
	}
	_, err = db.Append(t.Context(), batch(1, "join"))
	if !sqlstore.IsFatal(err) || !errors.Is(err, table.ErrPanicked) {
		t.Error(err)
	}
	if err := db.Watch(t.Context()); !sqlstore.IsFatal(err) {
		t.Error(err)
	}
}
