package postgres_test

import (
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// TestASynchronousStandbyLosesNothing has the primary of workers die for good while people play, and its standby
// take over: with a synchronous one all that was acknowledged is there. The control is one that is asynchronous and was
// cut off from the primary for a moment.
func TestASynchronousStandbyLosesNothing(t *testing.T) {
	for name, synchronous := range map[string]bool{"synchronous": true, "asynchronous": false} {
		t.Run(name, func(t *testing.T) {
			p, primary := mortalPlay(t, "", 2, 16)
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

// mortalPlay is a play of workers on a server of its own, which a standby may follow.
func mortalPlay(t *testing.T, fault string, workers, channels int) (*play, *pgtest.Server) {
	t.Helper()
	if server == nil {
		t.Skip(pgtest.ErrNone)
	}
	mortal, err := pgtest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { storagetest.Is(t, mortal.Stop(), nil) })
	address := mortal.Either(mortal.Database(t))
	db := open(t, address)
	return newPlay(t, newCrew(t, address, fault, workers), db, channels), mortal
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
