package postgres_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// TestTwoProcessesShareADatabase has two stores on one database bring hands to one tab at once, and claim a table
// from each other: whoever was claimed from is told so, and has stored nothing since.
func TestTwoProcessesShareADatabase(t *testing.T) {
	t.Run("straight", func(t *testing.T) { share(t, database(t)) })
	t.Run("behind a pooler", func(t *testing.T) {
		address := database(t)
		share(t, server.Pooled(t, address))
	})
}

func share(t *testing.T, address string) {
	t.Helper()
	stores := []*postgres.DB{open(t, address), open(t, address)}
	rooms := storagetest.OpenRooms(t, stores[0], 4)
	people := []sitting.Person{"pann", "pbob", "pcy", "pdee"}
	var all sync.WaitGroup
	for i, r := range rooms {
		all.Go(func() {
			for hand := range 6 { // each person against the next, so that all meet on the same balances and quarters
				b := r.Hand(hand+1, people[i], people[(i+1)%len(people)], 5)
				if _, err := stores[i%2].Append(t.Context(), b); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	storagetest.Equal(t, storagetest.Sound(t, stores[1]).Entries, 4*6*2)
	standings, err := stores[0].Standings(t.Context(), rooms[0].Head.Server)
	storagetest.Is(t, err, nil)
	for _, s := range standings {
		storagetest.Equal(t, s.Pips, int64(0)) // each lost as often as they won
	}

	r := rooms[0]
	owner := table.OwnerID(r.Head.Table)
	var stored, fenced atomic.Int64
	seq := make(chan int64, 1)
	seq <- r.Seq
	var claimed sync.WaitGroup // by both, before either appends for the first time: so one is fenced, however fast they are
	claimed.Add(len(stores))
	for _, db := range stores {
		all.Go(func() {
			for n := range 20 {
				claim, err := db.Claim(t.Context(), owner, false)
				if n == 0 {
					claimed.Done()
					claimed.Wait()
				}
				if err != nil {
					t.Error(err)
					return
				}
				mine := *r
				mine.Seq = <-seq
				b := mine.Move()
				b.Fence = claim.Fence
				_, err = db.Append(t.Context(), b)
				switch {
				case err == nil:
					stored.Add(1)
					seq <- mine.Seq
					continue
				case errors.Is(err, table.ErrFenced):
					fenced.Add(1)
					storagetest.Is(t, db.Fresh(t.Context(), owner, claim.Fence, b.From), table.ErrFenced)
				default:
					t.Error(err)
				}
				seq <- b.From
			}
		})
	}
	all.Wait()
	if fenced.Load() == 0 || stored.Load() == 0 {
		t.Errorf("%d were fenced, %d stored: the test shows nothing", fenced.Load(), stored.Load())
	}
	storagetest.Equal(t, int64(len(storagetest.Load(t, stores[0], r.Head.Table).Events)), r.Seq+stored.Load())
	storagetest.Sound(t, stores[0])
}

// TestNoCopyGivesAFenceOnceMore has an owner claimed in a database and then in a copy of it that knows nothing of that, as a standby that was
// promoted may not.
func TestNoCopyGivesAFenceOnceMore(t *testing.T) {
	t.Parallel()
	lost, promoted := open(t, database(t)), open(t, database(t))
	var last table.Fence
	for range 3 {
		for _, db := range []*postgres.DB{lost, promoted} {
			c, err := db.Claim(t.Context(), "owner", false)
			storagetest.Is(t, err, nil)
			if c.Fence <= last {
				t.Errorf("%d is given after %d", c.Fence, last)
			}
			last = c.Fence
			<-time.After(2 * time.Millisecond) // as a clock tells them apart
		}
	}
}

// TestAnEventThatIsNotTheNextIsAConflict has the server refuse an event that is said with all that follows it.
func TestAnEventThatIsNotTheNextIsAConflict(t *testing.T) {
	db := open(t, database(t))
	r := storagetest.OpenRooms(t, db, 1)[0]
	storagetest.Add(t, db, r.Move())
	was := storagetest.Load(t, db, r.Head.Table).Events
	storagetest.Is(t, db.Do(t.Context(), "INSERT INTO events SELECT nextval('event_ids'), table_id, seq + 1, at, kind, body, text_hash, hash, hash, ties FROM events ORDER BY seq DESC LIMIT 1"), nil)
	b := r.Move()
	_, err := db.Append(t.Context(), b)
	storagetest.Is(t, err, table.ErrConflict)
	_, err = db.Recall(t.Context(), b.Key)
	storagetest.Is(t, err, table.ErrNotFound)
	storagetest.Equal(t, len(storagetest.Load(t, db, r.Head.Table).Events), len(was)+1)
	storagetest.Add(t, db, storagetest.OpenRoom(t, db, 2, r.Keys).Move()) // the connection is as good as before
}

// TestTranslate numbers places, and leaves quoted text alone.
func TestTranslate(t *testing.T) {
	for said, want := range map[string]string{
		"SELECT ? + ?":  "SELECT $1 + $2",
		"SELECT ?2, ?1": "SELECT $2, $1",
		"SELECT '?' FROM e INDEXED BY some_index WHERE \"?\" = ?": "SELECT '?' FROM e WHERE \"?\" = $1",
	} {
		storagetest.Equal(t, postgres.Translate(said), want)
	}
}
