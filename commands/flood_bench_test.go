package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands"
	"github.com/boathouse-rum/boathouse/table"
)

// BenchmarkFlood has one person send 1,666 things a second, and others ask for
// help meanwhile. What counts is what is stored, how long the others wait, and
// what it takes of memory; a run lasts as long as the flood does. Once without
// limits and once with those of the settings.
func BenchmarkFlood(b *testing.B) {
	slash := func(user int, channel, command string) string {
		return fmt.Sprintf(`{"member":{"user":{"id":"%d","username":"x"},"permissions":"0"},"channel_id":%q,"data":%s}`, user, channel, command)
	}
	for _, f := range []struct {
		name string
		n    int
		what func(i int) string
	}{
		{"words", 20_000, func(i int) string {
			return slash(7, "3", fmt.Sprintf(`{"name":"cut","options":[{"type":3,"name":"word","value":"w%d"}]}`, i))
		}},
		{"comes", 4000, func(i int) string {
			return slash(8, "3", fmt.Sprintf(`{"name":"rum","options":[{"type":1,"name":%q}]}`, []string{"join", "leave"}[i%2]))
		}},
		{"opens", 1000, func(i int) string {
			return slash(8, fmt.Sprint(5000+i), `{"name":"rum","options":[{"type":1,"name":"new"}]}`)
		}},
		{"typing", 20_000, func(int) string {
			return `{"type":4,"data":{"name":"draw","options":[{"type":3,"name":"from","value":"s","focused":true}]}}`
		}},
	} {
		for _, pace := range []int{0, 4} {
			b.Run(fmt.Sprintf("%s/pace=%d", f.name, pace), func(b *testing.B) {
				for range b.N {
					benchFlood(b, pace, f.n, f.what)
				}
			})
		}
	}
}

// heard takes what the bot sends and knows when each interaction was answered.
type heard struct {
	mu sync.Mutex
	at map[string]time.Time
}

func (h *heard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // what can't be read is no answer
	if parts := strings.Split(r.URL.Path, "/"); strings.HasSuffix(r.URL.Path, "/callback") {
		h.mu.Lock()
		h.at[parts[len(parts)-3]] = time.Now()
		h.mu.Unlock()
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write([]byte(`{"id":"900","resource":{"message":{"id":"900"}}}`)) // the client notices
}

func benchFlood(b *testing.B, pace, n int, what func(int) string) {
	b.Helper()
	ears := &heard{at: make(map[string]time.Time)}
	h := newBareAt(b, ears, limits(pace), func(o *commands.DoorOptions) { o.Pace = pace })
	seq := func() int64 {
		s, err := h.house.Peek(b.Context(), h.table, "")
		if err != nil {
			b.Fatal(err)
		}
		return s.Seq
	}
	before, asked := seq(), make(map[string]time.Time)
	var heap, goroutines uint64
	sample := func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		heap = max(heap, m.HeapAlloc)
		goroutines = max(goroutines, uint64(runtime.NumGoroutine()))
	}
	runtime.GC()
	start := time.Now()
	for i := range n {
		<-time.After(time.Until(start.Add(time.Duration(i) * time.Second / 1666)))
		h.Handle(json.RawMessage(created(i, what(i))))
		if i%40 == 0 { // the others, each only now and then
			id := 1_000_000 + i
			change := fmt.Sprintf(`{"member":{"user":{"id":"%d","username":"y"},"permissions":"0"},"data":{"name":"rum","options":[{"type":1,"name":"help"}]}}`, 100+i/40%50)
			asked[fmt.Sprint(1000+id)] = time.Now()
			h.Handle(json.RawMessage(created(id, change)))
			sample()
		}
	}
	sent := time.Since(start)
	ctx, cancel := context.WithTimeout(b.Context(), 2*time.Minute)
	defer cancel()
	if err := h.Close(ctx); err != nil {
		b.Fatal(err)
	}
	var waits []time.Duration
	for id, at := range asked {
		if answered, ok := ears.at[id]; ok {
			waits = append(waits, answered.Sub(at))
		}
	}
	slices.Sort(waits)
	found, err := h.db.Check(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(seq()-before), "events")
	b.ReportMetric(float64(found.Tables), "tables")
	b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "others-ms")
	b.ReportMetric(float64(waits[len(waits)-1].Microseconds())/1000, "others-most-ms")
	b.ReportMetric(float64(len(asked)-len(waits)), "unanswered")
	b.ReportMetric(float64(heap)/1e6, "heap-MB")
	b.ReportMetric(float64(goroutines), "goroutines")
	b.ReportMetric(sent.Seconds(), "s")
}

// limits are those of the settings, or none.
func limits(pace int) table.Limits {
	if pace == 0 {
		return table.Limits{}
	}
	return table.Limits{Person: 3, Server: 25}
}
