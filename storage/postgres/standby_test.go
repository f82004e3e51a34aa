package postgres_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestASynchronousStandbyLosesNothing has the primary of workers die for good while people play, and its standby
// take over: with a synchronous one all that was acknowledged is there. The control is one that is asynchronous and was
// cut off from the primary for a moment.
func TestASynchronousStandbyLosesNothing(t *testing.T) {
	t.Parallel()
	for name, synchronous := range map[string]bool{"synchronous": true, "asynchronous": false} {
		t.Run(name, func(t *testing.T) {
			p, primary := mortalPlay(t, 2, 16)
			standby, err := primary.Standby(t.Context(), synchronous)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { storagetest.Is(t, standby.Stop(), nil) })
			p.begin()
			p.until(t, 100)
			if !synchronous {
				storagetest.Is(t, standby.CutOff(t.Context()), nil)
				p.until(t, p.taken.Load()+200)
				p.end() // or people would wait for tables that are as they were
			}
			storagetest.Is(t, primary.Lose(), nil)
			storagetest.Is(t, standby.Promote(), nil)
			if synchronous {
				p.until(t, p.taken.Load()+100)
				p.end()
			}
			wrong := p.account(t)
			if synchronous {
				storagetest.Equal(t, wrong, map[string]int{})
			} else if wrong["lost"] == 0 {
				t.Errorf("nothing was found lost: %v", wrong)
			}
		})
	}
}

// TestNothingIsAcknowledgedThatTheStandbyHasNot cuts a synchronous standby off amid an append, and then the append from
// the server, which has stored it by itself: whoever asks whether it is stored waits for the standby, and when that is
// promoted it isn't. The control is who asks as a reader.
func TestNothingIsAcknowledgedThatTheStandbyHasNot(t *testing.T) {
	t.Parallel()
	primary := pgtest.Mortal(t)
	address := primary.Either(primary.Database(t))
	db := open(t, address)
	r := storagetest.OpenRooms(t, db, 1)[0]
	standby, err := primary.Standby(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { storagetest.Is(t, standby.Stop(), nil) })
	kept, lost := r.Move(), r.Move()
	storagetest.Add(t, db, kept)
	storagetest.Is(t, standby.CutOff(t.Context()), nil)

	appended := make(chan error, 1)
	go func() {
		_, err := db.Append(context.Background(), lost)
		appended <- err
	}()
	cut := "" // the process that is ended; it goes some time after it is told to
	until(t, "an append waits for the standby, and its next try", func() bool {
		waiting, err := db.Words(t.Context(), "SELECT pid::text FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND backend_type = 'client backend'")
		if err != nil || len(waiting) == 0 {
			return false
		}
		if cut == "" && db.Do(t.Context(), "SELECT pg_terminate_backend("+waiting[0]+")") == nil {
			cut = waiting[0]
		}
		return cut != "" && !slices.Contains(waiting, cut)
	})
	_, err = db.Reader.Recall(t.Context(), lost.Key)
	storagetest.Is(t, err, nil)
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := db.Recall(short, lost.Key); err == nil || errors.Is(err, table.ErrNotFound) {
		t.Errorf("what the standby hasn't is acknowledged, or denied: %v", err)
	}
	select {
	case err := <-appended:
		t.Errorf("what the standby hasn't is acknowledged: %v", err)
	default:
	}
	storagetest.Is(t, primary.Lose(), nil)
	storagetest.Is(t, standby.Promote(), nil)
	storagetest.Is(t, <-appended, nil) // it is made again there
	for _, b := range []table.Batch{kept, lost} {
		_, err := db.Recall(t.Context(), b.Key)
		storagetest.Is(t, err, nil)
	}
	storagetest.Equal(t, len(storagetest.Load(t, db, r.Head.Table).Events), int(r.Seq))
}

// mortalPlay is a play of workers on a server of its own, which a standby may follow.
func mortalPlay(t *testing.T, workers, channels int) (*play, *pgtest.Server) {
	t.Helper()
	primary := pgtest.Mortal(t)
	address := primary.Either(primary.Database(t))
	db := open(t, address)
	return newPlay(t, newCrew(t, address, "", workers), db, channels).watched(db), primary
}

// until waits until so many commands were acknowledged.
func (p *play) until(t testing.TB, commands int64) {
	t.Helper()
	for last, since := p.taken.Load(), time.Now(); p.taken.Load() < commands; <-time.After(breath) {
		if is := p.taken.Load(); is > last {
			last, since = is, time.Now()
		}
		if time.Since(since) > askedIn {
			t.Fatalf("nothing goes on after %d commands", last)
		}
	}
}
