package main

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"
)

// answerPace is how many moves people make in a second in BenchmarkAnswer, and answerMoves how many they make.
const answerPace, answerMoves = 300, 3000

// BenchmarkAnswer has people at 32 tables make 300 moves a second whatever becomes of them, and reports how long their answers take, from
// when somebody meant to click until their client has it: with the whole bot and its file, the Discord and the people on one machine.
func BenchmarkAnswer(b *testing.B) {
	b.Run("http", func(b *testing.B) { benchAnswers(b, freePort(b)) })
	b.Run("gateway", func(b *testing.B) { benchAnswers(b, "") })
}

func benchAnswers(b *testing.B, at string) {
	b.Helper()
	pairs := benchTables(b, at)
	var took []time.Duration
	b.ResetTimer()
	for range b.N {
		took = append(took, paced(b, pairs)...)
	}
	b.StopTimer()
	slices.Sort(took)
	of := func(part float64) float64 {
		return float64(took[int(part*float64(len(took)-1))]) / float64(time.Millisecond)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(of(.5), "p50-ms")
	b.ReportMetric(of(.99), "p99-ms")
	b.ReportMetric(of(1), "worst-ms")
}

// paced has moves made at the pace and says how long each took from when it was due.
func paced(b *testing.B, pairs [][]*clicker) []time.Duration {
	b.Helper()
	due := make(chan time.Time, answerMoves) // nobody waits for who is slow
	go func() {
		defer close(due)
		tick := time.NewTicker(time.Second / answerPace)
		defer tick.Stop()
		for begun, i := time.Now(), 0; i < answerMoves; i++ {
			at := begun.Add(time.Duration(i) * time.Second / answerPace)
			for time.Now().Before(at) {
				<-tick.C
			}
			due <- at
		}
	}()
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	for _, pair := range pairs {
		all.Go(func() {
			for {
				_, err := goRound(b.Context(), pair, func(ctx context.Context, c *clicker, p press) error {
					at, more := <-due
					if !more {
						return errEnough
					}
					err := c.use(ctx, p)
					mu.Lock()
					defer mu.Unlock()
					took = append(took, time.Since(at))
					return err
				})
				switch {
				case err == errEnough: //nolint:errorlint // our own value
					return
				case err != nil && !errors.Is(err, errGone): // another message has come in the place of the one that was clicked
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return took
}
