package postgres_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/sqlite"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
	"github.com/boathouse-rum/boathouse/table"
)

// BenchmarkAppend measures durable appends as package sqlite's does, of a server and of a file in turn.
func BenchmarkAppend(b *testing.B) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprintf("server/callers=%d", callers), func(b *testing.B) { appends(b, open(b, database(b)), callers) })
		b.Run(fmt.Sprintf("file/callers=%d", callers), func(b *testing.B) {
			db, err := sqlite.Open(b.Context(), filepath.Join(b.TempDir(), "rum.db"), sqlite.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = db.Close() }()
			appends(b, db, callers)
		})
	}
}

// appends shares b.N appends out among callers, each with a table of its own.
func appends(b *testing.B, db table.Store, callers int) {
	rooms := storagetest.OpenRooms(b, db, callers)
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	var all sync.WaitGroup
	for _, r := range rooms {
		all.Go(func() {
			for left.Add(-1) >= 0 {
				if _, err := db.Append(b.Context(), r.Move()); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

// benched is how many tables are played at.
const benched = 64

// BenchmarkCommands measures commands at 64 tables of one house, from the asking to the answer, with the posts that they
// owe beside it, and what a command leaves on the disk: of a server and of a file in turn.
func BenchmarkCommands(b *testing.B) {
	b.Run("server", func(b *testing.B) {
		db := open(b, database(b))
		commands(b, localCrew(b, db, db), db, map[string]func() float64{
			"B/command":     func() float64 { return number(b, db, "pg_database_size(current_database())") },
			"WAL-B/command": func() float64 { return number(b, db, "pg_current_wal_insert_lsn() - '0/0'") },
		})
	})
	b.Run("file", func(b *testing.B) {
		path := filepath.Join(b.TempDir(), "rum.db")
		db, err := sqlite.Open(b.Context(), path, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { storagetest.Is(b, db.Close(), nil) })
		copies := 0
		commands(b, localCrew(b, db, db), db, map[string]func() float64{
			"B/command": func() float64 { // of a copy, since a part of the file is in its log
				copies++
				to := fmt.Sprint(path, copies)
				from, err := sqlite.OpenReadOnly(b.Context(), path)
				if err != nil {
					b.Fatal(err)
				}
				storagetest.Is(b, errors.Join(from.Backup(b.Context(), to), from.Close()), nil)
				is, err := os.Stat(to)
				storagetest.Is(b, err, nil)
				return float64(is.Size())
			},
		})
	})
}

// BenchmarkWorkers measures the same through one, two and four workers, each a process, on one server. They, the server and
// whoever asks share this machine.
func BenchmarkWorkers(b *testing.B) {
	for _, workers := range []int{1, 2, 4} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			address := database(b)
			commands(b, newCrew(b, address, "", workers), open(b, address), nil)
		})
	}
}

// localCrew is one house in this process.
func localCrew(b *testing.B, store table.Store, habits table.Habits) *crew {
	b.Helper()
	h := table.New(table.Options{Store: store, Habits: habits, Poster: wall{}, Seeds: rand.Reader})
	running, quit := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- h.Run(running) }()
	b.Cleanup(func() {
		quit()
		storagetest.Is(b, <-ended, nil)
	})
	return &crew{all: []*mate{nil}, local: &Desk{house: h}}
}

// commands has people ask until b.N commands were taken, once cards are on most tables.
func commands(b *testing.B, c *crew, r registry, sizes map[string]func() float64) {
	b.Helper()
	p := newPlay(b, c, r, benched)
	p.begin()
	p.until(b, 8*benched)
	before := make(map[string]float64)
	for unit, size := range sizes {
		before[unit] = size()
	}
	from := p.taken.Load()
	b.ResetTimer()
	p.until(b, from+int64(b.N))
	took, taken := b.Elapsed(), float64(p.taken.Load()-from)
	b.StopTimer()
	p.end()
	for what, how := range p.first {
		b.Errorf("%s: %s", what, how)
	}
	b.ReportMetric(taken/took.Seconds(), "commands/s")
	for unit, size := range sizes {
		b.ReportMetric((size()-before[unit])/float64(p.taken.Load()-from), unit)
	}
}

// number is what a server answers with a number.
func number(b *testing.B, db *postgres.DB, what string) float64 {
	b.Helper()
	words, err := db.Words(b.Context(), "SELECT ("+what+")::text")
	storagetest.Is(b, err, nil)
	n, err := strconv.ParseFloat(strings.Join(words, ""), 64)
	storagetest.Is(b, err, nil)
	return n
}
