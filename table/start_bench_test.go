package table_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// A copier is a store that notes what it is given, by table.
type copier struct {
	table.Store
	mu    sync.Mutex
	books map[sitting.ID]*table.Batch // all of a table's batches in one
}

func (c *copier) Append(ctx context.Context, b table.Batch) (table.Receipt, error) {
	c.mu.Lock()
	whole := c.books[b.Table]
	if whole == nil {
		whole = &table.Batch{Table: b.Table}
		c.books[b.Table] = whole
	}
	whole.Events = append(whole.Events, b.Events...)
	whole.At, whole.Wake, whole.Head = b.At, b.Wake, b.Head
	c.mu.Unlock()
	return c.Store.Append(ctx, b)
}

// plays has a house play tables on a file of their own, each by its dice, with a
// limit of a day and a hand under way at the end, and returns what was stored of each.
func plays(tb testing.TB, tables, hands int) []*table.Batch {
	tb.Helper()
	return playsAt(tb, filepath.Join(tb.TempDir(), "played.db"), tables, hands)
}

// playsAt plays them on a file of a name.
func playsAt(tb testing.TB, path string, tables, hands int) []*table.Batch {
	tb.Helper()
	db, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	books := &copier{Store: db, books: make(map[sitting.ID]*table.Batch)}
	own := &hall{tb: tb, keys: 1, house: table.New(table.Options{Store: books, Poster: quietPoster{}, Seeds: newSeeds(3), Gather: -1})}
	running, stop := context.WithCancel(tb.Context())
	ended := make(chan error, 1)
	go func() { ended <- own.house.Run(running) }()
	for n := range tables {
		own.dice = rand.New(rand.NewPCG(1, uint64(n)))
		do := openIn(sitting.Channel(fmt.Sprint("played ", n)))
		do.Settings.Turn = 24 * time.Hour
		own.opens("ann", do, "bob", "cy", "dee")
		s := dealt(tb, own.house, own.does("ann", sitting.Start{}).Sight, "ann")
		for s.Hand <= hands || len(s.Log) < 40 {
			if s.Phase != sitting.Playing {
				if s.Hand > hands {
					break
				}
				s = dealt(tb, own.house, own.does("ann", sitting.Next{}).Sight, "ann")
				continue
			}
			s = dealt(tb, own.house, own.clicks(s).Sight, "ann")
		}
	}
	stop()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		tb.Fatal(err)
	}
	if err := db.Close(); err != nil {
		tb.Fatal(err)
	}
	var all []*table.Batch
	for _, b := range books.books {
		all = append(all, b)
	}
	return all
}

// fills writes n open tables to a new file, each as one of those that were played.
func fills(tb testing.TB, n int, played []*table.Batch) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "boathouse.db")
	db, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	next := make(chan int)
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for n := range next {
				b := *played[n%len(played)]
				b.Table = sitting.ID(fmt.Sprintf("t%07d", n))
				b.Head.Table, b.Head.Channel = b.Table, sitting.Channel(fmt.Sprint(n))
				if _, err := db.Append(context.Background(), b); err != nil {
					tb.Error(err)
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
	if err := db.Beat(context.Background(), time.Now(), nil); err != nil {
		tb.Fatal(err)
	}
	if err := db.Close(); err != nil {
		tb.Fatal(err)
	}
	return path
}

// BenchmarkStart measures how long a house takes to resume open tables, each in
// mid-hand with a turn limit running, from the opening of the file, and what heap it holds then.
func BenchmarkStart(b *testing.B) {
	for _, size := range []struct{ tables, hands int }{{10_000, 1}, {100_000, 0}} { // played to the end before
		b.Run(fmt.Sprintf("tables=%d", size.tables), func(b *testing.B) {
			path := fills(b, size.tables, plays(b, 20, size.hands))
			for b.Loop() {
				before := heap()
				begun := time.Now()
				db, err := sqlite.Open(context.Background(), path, sqlite.Options{})
				if err != nil {
					b.Fatal(err)
				}
				house := table.New(table.Options{Store: db, Poster: quietPoster{}, Seeds: newSeeds(1), Habits: db, Pulse: db})
				ctx, quit := context.WithCancel(context.Background())
				ended := make(chan error, 1)
				go func() { ended <- house.Run(ctx) }()
				for !house.Stats().Resumed {
					runtime.Gosched()
				}
				b.ReportMetric(float64(time.Since(begun).Milliseconds()), "ms/start")
				b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
				quit()
				if err := <-ended; err != nil {
					b.Error(err)
				}
				if err := db.Close(); err != nil {
					b.Error(err)
				}
			}
		})
	}
}

// BenchmarkLoad measures how long it takes to read a table that is not in memory, from the question
// to the answer, by how many hands it has had: from its checkpoint, and from its first event where
// it has none.
func BenchmarkLoad(b *testing.B) {
	sizes := []int{60, 500}
	if os.Getenv("BOATHOUSE_LONG") != "" {
		sizes = append(sizes, 5000) // a quarter of an hour to play
	}
	for _, hands := range sizes {
		path := filepath.Join(b.TempDir(), "played.db")
		played := playsAt(b, path, 1, hands)[0]
		b.Run(fmt.Sprintf("hands=%d/checkpoint", hands), func(b *testing.B) { benchLoad(b, path, played.Table) })
		path = fills(b, 1, []*table.Batch{played})
		b.Run(fmt.Sprintf("hands=%d/events", hands), func(b *testing.B) { benchLoad(b, path, "t0000000") })
	}
}

func benchLoad(b *testing.B, path string, id sitting.ID) {
	b.Helper()
	db, err := sqlite.Open(context.Background(), path, sqlite.Options{})
	if err != nil {
		b.Fatal(err)
	}
	log, err := db.Resume(context.Background(), id)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		house := table.New(table.Options{Store: db, Poster: quietPoster{}, Seeds: newSeeds(1), Habits: db})
		if _, err := house.Look(context.Background(), id, "ann"); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(log.Events)), "events")
	if err := db.Close(); err != nil {
		b.Error(err)
	}
}
