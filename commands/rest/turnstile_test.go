package rest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// A line is many calls at once, and the order in which they came through.
type line struct {
	client *rest.Client
	all    sync.WaitGroup
	mu     sync.Mutex
	came   []string
}

func (l *line) join(ctx context.Context, k rest.Kind, n int) {
	for i := range n {
		l.all.Go(func() {
			if _, err := l.client.EditMessage(rest.For(ctx, k), fmt.Sprint(k, i), "9", hello()); err == nil {
				l.mu.Lock()
				defer l.mu.Unlock()
				l.came = append(l.came, k.String())
			}
		})
		synctest.Wait()
	}
}

// TestCallsGoByWhatTheyAreFor has more calls wait than may go: the later they came the more they matter. Four of five go by
// what they are for, the fifth is the one that has waited longest.
func TestCallsGoByWhatTheyAreFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) }, func(o *rest.Options) { o.Rate = 5 })
		l := &line{client: c}
		l.join(t.Context(), rest.KindTidy, 5) // these go at once
		for _, k := range []rest.Kind{rest.KindTable, rest.KindCall, rest.KindSeal, rest.KindResult} {
			time.Sleep(time.Millisecond)
			l.join(t.Context(), k, 5)
		}
		l.all.Wait()
		want := "[[tidy tidy tidy tidy tidy] [result result result result table] [result seal seal seal table] [call call seal seal table] [call call call table table]]"
		var seconds [][]string // in which nobody knows who was first
		for second := range slices.Chunk(l.came, 5) {
			slices.Sort(second)
			seconds = append(seconds, second)
		}
		if got := fmt.Sprint(seconds); got != want {
			t.Errorf("came\n%s, want\n%s", got, want)
		}
	})
}

// TestNobodyWaitsForEver has calls of people take every place there is, for ever; an edit of a table comes through.
func TestNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) { ok(w) }, func(o *rest.Options) { o.Rate = 10 })
		ctx, stop := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() {
				for ctx.Err() == nil {
					_, _ = c.EditMessage(rest.For(ctx, rest.KindCall), fmt.Sprint(i), "9", hello()) // it is stopped
				}
			})
		}
		synctest.Wait()
		start := time.Now()
		if _, err := c.EditMessage(rest.For(ctx, rest.KindTable), "table", "9", hello()); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took < time.Second || took > time.Minute {
			t.Errorf("the table waited %v behind a hundred who call", took)
		}
		stop()
		all.Wait()
	})
}

// A crossing is the way to Discord, on which each request takes another time before it counts, and the answer too.
type crossing struct {
	mu    sync.Mutex
	dice  *rand.Rand
	count window
}

func (x *crossing) cross(most time.Duration) {
	x.mu.Lock()
	d := time.Duration(x.dice.Int64N(int64(most)))
	x.mu.Unlock()
	time.Sleep(d)
}

// overrun sends many calls to a Discord that takes fifty in a second from the first, and says how many were too many.
func overrun(t *testing.T, rate int) (over int) {
	synctest.Test(t, func(t *testing.T) {
		x := &crossing{dice: rand.New(rand.NewPCG(1, 2)), count: window{limit: rest.DefaultRate, every: time.Second}}
		c, _ := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			x.cross(1500 * time.Millisecond)
			x.mu.Lock()
			now := time.Now()
			if now.Sub(x.count.start) >= x.count.every {
				x.count.start, x.count.count = now, 0
			}
			if x.count.count++; x.count.count > x.count.limit {
				x.count.over++
			}
			x.mu.Unlock()
			x.cross(1500 * time.Millisecond)
			ok(w)
		}, func(o *rest.Options) { o.Rate = rate })
		var all sync.WaitGroup
		for i := range 500 {
			all.Go(func() {
				if _, err := c.EditMessage(t.Context(), fmt.Sprint(i), "9", hello()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		over = x.count.over
	})
	return over
}

// TestNoSecondHasTooManyHoweverLongTheyTravel sends calls whose times under way differ by more than the second that counts.
// The control is a bot that knows no limit.
func TestNoSecondHasTooManyHoweverLongTheyTravel(t *testing.T) {
	if n := overrun(t, 0); n > 0 {
		t.Errorf("%d were too many", n)
	}
	if n := overrun(t, 1000); n == 0 {
		t.Error("nothing was too much for a bot without a limit: this test sees nothing")
	}
}

// TestTooManyHalvesTheRateForAWhile has Discord say once, to all that are under way, that the bot makes too many calls.
func TestTooManyHalvesTheRateForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		c, d := inMemory(t, func(_ int, w http.ResponseWriter, _ request) {
			if time.Since(start) > 0 {
				ok(w)
				return
			}
			w.Header().Set("X-RateLimit-Global", "true")
			refuse(w, http.StatusTooManyRequests, `{"message":"all of you","retry_after":1.0,"global":true}`)
		}, func(o *rest.Options) { o.Rate = 20 })
		inASecond := func() int {
			before := len(d.requests())
			var all sync.WaitGroup
			for i := range 100 {
				all.Go(func() {
					ctx, stop := context.WithTimeout(t.Context(), 3*time.Second/2)
					defer stop()
					_, _ = c.EditMessage(ctx, fmt.Sprint(i), "9", hello()) // most are too late
				})
			}
			all.Wait()
			time.Sleep(5 * time.Second)
			return (len(d.requests()) - before) / 2 // in the first moment and after a second
		}
		inASecond() // in which all who are sent at first are refused
		for i, want := range []int{10, 20} {
			if got := inASecond(); got != want {
				t.Errorf("round %d: %d in a second, want %d", i, got, want)
			}
			time.Sleep(time.Minute)
		}
	})
}
