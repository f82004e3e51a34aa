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
	case table.PostDeal:
		refs.Table, refs.Deal, refs.DealHand = id, id, p.Hand
	}
	return refs, nil
}

// dealt waits until what a table waits for is posted, which nothing tells of: the seal of the next
// hand, or the last cut of a frozen one.
func dealt(tb testing.TB, house *table.House, s sitting.Sight, who sitting.Person) sitting.Sight {
	tb.Helper()
	for s.Phase == sitting.Dealing || s.Phase == sitting.Between && !s.Deal.Ready {
		time.Sleep(time.Millisecond)
		var err error
		if s, err = house.Look(context.Background(), s.ID, who); err != nil {
			tb.Fatal(err)
		}
	}
	return s
}

// BenchmarkMemoryPerTable measures the heap that an open table holds that waits in mid-hand for one
// of its four people, with a turn limit running. Each round has a house of its own, so that none
// finds the heap of another.
func BenchmarkMemoryPerTable(b *testing.B) {
	const tables = 200
	total := 0.0
	for b.Loop() {
		h := newHall(b, table.Options{Poster: quietPoster{}})
		before := heap()
		for n := range tables {
			h.dice = rand.New(rand.NewPCG(1, uint64(n)))
			do := openIn(sitting.Channel(fmt.Sprint(n)))
			do.Settings.Turn = 24 * time.Hour
			h.opens("ann", do, "bob", "cy", "dee")
			dealt(b, h.house, h.does("ann", sitting.Start{}).Sight, "ann")
			for range 60 {
				if h.onTurn() == "" {
					break
				}
				h.moves()
			}
		}
		for h.house.Stats().Owed > 0 {
			time.Sleep(time.Millisecond)
		}
		total += float64(heap()) - float64(before)
		h.kill()
	}
	b.ReportMetric(total/float64(b.N)/tables, "B/table")
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
