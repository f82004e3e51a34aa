package sqlite_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/boathouse-rum/boathouse/storage/sqlite"
)

// BenchmarkAppend measures durable appends: a key, one event, the head with a
// new wake, one owed post. Each caller has a table of its own.
func BenchmarkAppend(b *testing.B) {
	for _, callers := range []int{1, 64} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			db := open(b, filepath.Join(b.TempDir(), "rum.db"))
			rooms := make([]*room, callers)
			var keys atomic.Int64
			for i := range rooms {
				rooms[i] = openRoom(b, db, i, &keys)
			}
			appendAll(b, db, rooms)
		})
	}
}

// appendAll shares b.N appends out among the callers of the rooms.
func appendAll(b *testing.B, db *sqlite.DB, rooms []*room) {
	var left atomic.Int64
	left.Store(int64(b.N))
	faults := make(chan error, len(rooms))
	b.ReportAllocs()
	b.ResetTimer()
	for _, r := range rooms {
		go func() {
			for left.Add(-1) >= 0 {
				if _, err := db.Append(b.Context(), r.Move()); err != nil {
					faults <- err
					return
				}
			}
			faults <- nil
		}()
	}
	for range rooms {
		if err := <-faults; err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

// BenchmarkRawFsync is what the disk can do: one page written to the end of a
// file and brought to the disk.
func BenchmarkRawFsync(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "raw"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	page := make([]byte, 4096)
	b.ResetTimer()
	for range b.N {
		if _, err := f.Write(page); err != nil {
			b.Fatal(err)
		}
		if err := f.Sync(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "fsyncs/s")
}
