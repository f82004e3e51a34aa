//go:build unix

package sqlite_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/table"
)

// The size in MB of the file that BenchmarkCheck reads, and where it is kept
// from one run to the next.
const (
	benchSize = "BOATHOUSE_CHECK_MB"
	benchFile = "BOATHOUSE_CHECK_FILE"
)

// atOnce is how many tables are played at once: their events lie between each
// other's, as they do where many people play.
const atOnce = 1000

// BenchmarkCheck measures a check of a file of many tables, on as many cores as
// GOMAXPROCS says, by the time of the processor.
func BenchmarkCheck(b *testing.B) {
	path := playedBig(b)
	r, err := sqlite.OpenReadOnly(b.Context(), path)
	is(b, err, nil)
	defer func() { _ = r.Close() }()
	var f storage.Findings
	stop, peak := make(chan struct{}), make(chan uint64)
	go watchHeap(stop, peak)
	before := cpuTime(b)
	b.ResetTimer()
	for range b.N {
		if f, err = r.Check(b.Context()); err != nil || len(f.Wrong) > 0 {
			b.Fatalf("%v, %d wrong: %+v", err, len(f.Wrong)+f.More, f.Wrong[:min(len(f.Wrong), 5)])
		}
	}
	b.StopTimer()
	spent := cpuTime(b) - before
	close(stop)
	info, err := os.Stat(path)
	is(b, err, nil)
	b.ReportMetric(float64(b.N*f.Events)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(b.N*f.Events)/spent.Seconds(), "events/cpu-s")
	b.ReportMetric(float64(<-peak)/1e6, "MB-heap")
	b.ReportMetric(float64(info.Size())/1e6, "MB-file")
	b.ReportMetric(float64(f.Events), "events")
	b.ReportMetric(float64(f.Keys), "keys")
	b.ReportMetric(float64(f.Tables), "tables")
}

// watchHeap gives the largest heap in use that it saw.
func watchHeap(stop chan struct{}, peak chan uint64) {
	most := uint64(0)
	for tick := time.NewTicker(200 * time.Millisecond); ; {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		most = max(most, m.HeapInuse)
		select {
		case <-tick.C:
		case <-stop:
			peak <- most
			return
		}
	}
}

// cpuTime is what this process has used of the processors.
func cpuTime(tb testing.TB) time.Duration {
	tb.Helper()
	var u syscall.Rusage
	is(tb, syscall.Getrusage(syscall.RUSAGE_SELF, &u), nil)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// playedBig gives a file of finished and open tables of the size asked for, 4 MB
// by default.
func playedBig(tb testing.TB) string {
	tb.Helper()
	size := 4.0
	if s := os.Getenv(benchSize); s != "" {
		var err error
		size, err = strconv.ParseFloat(s, 64)
		is(tb, err, nil)
	}
	path := os.Getenv(benchFile)
	if path == "" {
		path = filepath.Join(tb.TempDir(), "big.db")
	}
	if _, err := os.Stat(path); err == nil {
		return path
	}
	db, err := sqlite.Open(tb.Context(), path, sqlite.Options{})
	is(tb, err, nil)
	house := table.New(table.Options{Store: db, Poster: noPosts{}, Seeds: rand.Reader, Gather: -1})
	running, stop := context.WithCancel(tb.Context())
	ended := make(chan error, 1)
	go func() { ended <- house.Run(running) }()
	var full atomic.Bool
	var all sync.WaitGroup
	for n := range atOnce {
		all.Go(func() {
			for round := 0; !full.Load(); round++ {
				playTable(tb, db, house, n, round, &full)
				if info, err := os.Stat(path); err != nil || float64(info.Size()) >= size*1e6 {
					full.Store(true)
				}
			}
		})
	}
	all.Wait()
	stop()
	if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
		tb.Error(err)
	}
	is(tb, db.Close(), nil)
	return path
}

// posted waits until what a table waits for is posted, which nothing tells of: the seal of the next
// hand, or the last cut of a frozen one.
func posted(tb testing.TB, house *table.House, s sitting.Sight, who sitting.Person) sitting.Sight {
	for s.Phase == sitting.Dealing || s.Phase == sitting.Between && !s.Deal.Ready {
		time.Sleep(time.Millisecond)
		now, err := house.Look(context.Background(), s.ID, who)
		if err != nil {
			tb.Error(err)
			return s
		}
		s = now
	}
	return s
}

// playTable has two to four people play some hands and close, most of the time.
func playTable(tb testing.TB, db *sqlite.DB, house *table.House, n, round int, full *atomic.Bool) {
	ctx := context.Background()
	dice := mathrand.New(mathrand.NewPCG(uint64(n), uint64(round)))
	people := make([]sitting.Person, 2+n%3)
	for i := range people {
		p, err := db.Register(ctx, fmt.Sprintf("90000000000%04d%02d", n, i), "1", "Somebody")
		if err != nil {
			tb.Error(err)
			return
		}
		people[i] = p
	}
	keys := int64(n)<<40 + int64(round)<<20
	do := func(id sitting.ID, by sitting.Person, a sitting.Action) (sitting.Sight, bool) {
		keys++
		reply, err := house.Do(ctx, sitting.Command{Key: strconv.FormatInt(firstKey+keys, 10), Table: id, By: by, Manager: true, Do: a})
		if err != nil {
			tb.Errorf("%T: %v", a, err)
		}
		return reply.Sight, err == nil
	}
	set := sitting.Settings{Rules: engine.Presets()[n%4].Rules(), Seats: 4, Lang: "en"}
	s, ok := do("", people[0], sitting.Open{
		Server: sitting.Server(fmt.Sprintf("1002003004005%03d", n%40)), Channel: sitting.Channel(fmt.Sprintf("13004005006%05d", n)), Settings: set,
	})
	for _, p := range people[1:] {
		if ok {
			_, ok = do(s.ID, p, sitting.Join{})
		}
	}
	for hand := 0; ok && hand < 5 && !full.Load(); hand++ {
		s = posted(tb, house, s, people[0])
		if s, ok = do(s.ID, people[hand%len(people)], sitting.Cut{Word: fmt.Sprint("word ", hand)}); ok {
			s, ok = do(s.ID, people[0], sitting.Start{})
		}
		s = posted(tb, house, s, people[0])
		for ok && s.Phase == sitting.Playing && !full.Load() {
			by := s.Seats[s.View.Turn].Person
			if s.Me != s.View.Turn {
				var err error
				if s, err = house.Look(ctx, s.ID, by); err != nil {
					tb.Error(err)
					return
				}
			}
			s, ok = do(s.ID, by, sitting.Play{Moves: []engine.Move{opponent.Choose(opponent.Easy, s.View, s.Log, dice, opponent.Budget{})}})
		}
	}
	if ok && (!full.Load() || n%10 > 0) {
		do(s.ID, people[0], sitting.Close{Sure: true})
	}
}

// BenchmarkReadRows is the floor under BenchmarkCheck: SQLite's rows of events
// and keys read and dropped, as the driver gives them.
func BenchmarkReadRows(b *testing.B) {
	path := playedBig(b)
	db := raw(b, path)
	events := 0
	before := cpuTime(b)
	b.ResetTimer()
	for range b.N {
		for i, query := range []string{
			"SELECT id, table_id, seq, at, kind, body, text_hash, ties, prev, hash FROM events",
			"SELECT key, table_name, from_seq, to_seq, owed, tab_head FROM keys",
		} {
			rows, err := db.QueryContext(b.Context(), query)
			is(b, err, nil)
			for rows.Next() {
				if i == 0 {
					events++
				}
			}
			is(b, rows.Err(), nil)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(events)/(cpuTime(b)-before).Seconds(), "events/cpu-s")
}
