package table_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A quietPoster posts nowhere, and says where that stands.
type quietPoster struct{}

func (quietPoster) Post(_ context.Context, _ table.Peeker, p table.Post, _ sitting.Sight, refs table.Refs) (table.Refs, error) {
	switch id := strconv.FormatInt(p.ID, 10); p.Kind { //nolint:exhaustive // the others seal nothing
	case table.PostCommitment:
		refs.Seal, refs.SealHand = id, p.Hand
	case table.PostResult:
		refs.Result, refs.ResultHand = id, p.Hand
	}
	return refs, nil
}

// BenchmarkMemoryPerTable measures the heap that an open table holds that waits
// in mid-hand for one of its four people, with a turn limit running.
func BenchmarkMemoryPerTable(b *testing.B) {
	h := newHall(b, table.Options{Poster: quietPoster{}})
	const tables = 200
	round := 0
	for b.Loop() {
		round++
		before := heap()
		for n := range tables {
			h.dice = rand.New(rand.NewPCG(1, uint64(n)))
			do := openIn(sitting.Channel(fmt.Sprint(round, " ", n)))
			do.Settings.Turn = 24 * time.Hour
			h.opens("ann", do, "bob", "cy", "dee")
			h.does("ann", sitting.Start{})
			for range 60 {
				if h.onTurn() == "" {
					break
				}
				h.moves()
			}
		}
		for h.house.Stats().Owed > 0 {
			runtime.Gosched()
		}
		b.ReportMetric(float64(heap()-before)/tables, "B/table")
	}
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkClicks measures durable moves, from the command to its answer, at one
// table and at 64.
func BenchmarkClicks(b *testing.B) {
	for _, tables := range []int{1, 64} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			h := newHall(b, table.Options{Poster: quietPoster{}})
			var left, clicks atomic.Int64
			left.Store(int64(b.N))
			var all sync.WaitGroup
			b.ResetTimer()
			for n := range tables {
				all.Go(func() {
					own := *h
					own.dice = rand.New(rand.NewPCG(5, uint64(n)))
					own.keys = n * 1_000_000_000
					own.opens("ann", openIn(sitting.Channel(fmt.Sprint(n))), "bob")
					reply := own.does("ann", sitting.Start{})
					for left.Add(-1) >= 0 {
						reply = own.clicks(reply.Sight)
						clicks.Add(1)
					}
				})
			}
			all.Wait()
			b.ReportMetric(float64(clicks.Load())/b.Elapsed().Seconds(), "clicks/s")
		})
	}
}

// clicks makes the next click of a table of two, given either's sight.
func (h *hall) clicks(s sitting.Sight) table.Reply {
	if s.Phase != sitting.Playing {
		return h.does("ann", sitting.Next{})
	}
	who := s.Seats[s.View.Turn].Person
	if s.Me != s.View.Turn {
		s = h.looks(who)
	}
	move := opponent.Choose(opponent.Easy, s.View, s.Log, h.dice, opponent.Budget{})
	return h.does(who, sitting.Play{Moves: []engine.Move{move}})
}
