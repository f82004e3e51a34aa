package postgres_test

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

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
