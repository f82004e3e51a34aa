package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/web/proxytest"
)

// TestNoRequestFailsWhileAWorkerIsAway has people click through nginx, by the recipe, at two
// workers, each of which is told to stop and killed in turn: each request of Discord's is taken by
// one of them, and no click fails but those that a killed one had taken.
func TestNoRequestFailsWhileAWorkerIsAway(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	f := newFlock(ctx, t, func(recipe string) string { return recipe })
	few := int64(10)
	if os.Getenv("BOATHOUSE_LONG") != "" {
		few = 50
	}
	under := int64(0)
	f.click(ctx, func() {
		for round := range 4 {
			f.more(ctx, 2*few)
			how := syscall.SIGTERM
			if round >= 2 {
				if failed := f.failed.Load(); round == 2 && failed > 0 {
					t.Errorf("%d of %d clicks failed, and nobody was killed", failed, f.clicks.Load())
				}
				how, under = syscall.SIGKILL, under+f.waiting.Load()
			}
			if err := f.all[round%2].stop(ctx, how); err != nil {
				t.Error(err)
			}
			f.more(ctx, few) // by the other alone
			if err := f.all[round%2].start(ctx); err != nil {
				t.Error(err)
			}
		}
		f.more(ctx, 2*few)
	})
	requests, lost := f.lost()
	for end := time.Now().Add(answerWithin); lost > 0 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) { // some may be under way
		requests, lost = f.lost()
	}
	t.Logf("%d requests; %d clicks failed, at most %d had been taken by who was killed", requests, f.failed.Load(), under)
	if requests < 100 || lost > 0 || f.failed.Load() > under {
		t.Errorf("%d of %d requests weren't taken, %d clicks failed", lost, requests, f.failed.Load())
	}
	f.end(ctx, t)
}

// TestRequestsFailWhereTheProxyDoesntGoOn is the control.
func TestRequestsFailWhereTheProxyDoesntGoOn(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	f := newFlock(ctx, t, func(recipe string) string {
		return strings.ReplaceAll(recipe, "proxy_next_upstream error timeout http_503 non_idempotent;", "proxy_next_upstream off;")
	})
	f.click(ctx, func() {
		f.more(ctx, 20)
		if err := f.all[0].stop(ctx, syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		f.more(ctx, 20)
	})
	if requests, lost := f.lost(); lost == 0 || f.failed.Load() == 0 {
		t.Errorf("all of %d requests were taken", requests)
	}
}

// A flock is people who play at four tables by way of nginx and two workers.
type flock struct {
	*pair
	tables                  [][]*clicker
	clicks, failed, waiting atomic.Int64
}

// newFlock starts workers and nginx, by the recipe as it is edited, and has hands dealt.
func newFlock(ctx context.Context, t *testing.T, edited func(recipe string) string) *flock {
	t.Helper()
	names := []string{"Ada", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hal"}
	f := &flock{pair: newPair(t, nil, names...)}
	f.start(ctx, t, proxytest.Start(t, edited(proxytest.Recipe(t, f.at()...))).HTTP)
	for i := 0; i < len(names); i += 2 {
		channel := addChannel(t, f.sim, "table-"+strings.ToLower(names[i]))
		table := []*clicker{newClicker(f.sim, names[i], channel), newClicker(f.sim, names[i+1], channel)}
		if err := errors.Join(openTable(ctx, nil, 0, table...), table[0].tap(ctx, "st")); err != nil {
			t.Fatal(err)
		}
		for _, c := range table {
			c.clocked = func(_ time.Duration, failed bool) {
				f.clicks.Add(1)
				if failed {
					f.failed.Add(1)
				}
			}
		}
		f.tables = append(f.tables, table)
	}
	return f
}

// click has everybody play while something is done.
func (f *flock) click(ctx context.Context, do func()) {
	playing, enough := context.WithCancel(ctx)
	defer enough()
	var all sync.WaitGroup
	for _, table := range f.tables {
		all.Go(func() {
			for playing.Err() == nil {
				_, err := goRound(playing, table, func(ctx context.Context, c *clicker, p press) error {
					if playing.Err() != nil {
						return errEnough
					}
					f.waiting.Add(1)
					defer f.waiting.Add(-1)
					return c.use(ctx, p)
				})
				if err != nil && playing.Err() == nil { // whoever got no answer asks for their hand
					for _, c := range table {
						_ = c.show(playing)
					}
				}
			}
		})
	}
	do()
	enough()
	all.Wait()
}

// more waits until people have clicked so often.
func (f *flock) more(ctx context.Context, n int64) {
	for end := f.clicks.Load() + n; f.clicks.Load() < end && ctx.Err() == nil; time.Sleep(5 * time.Millisecond) {
	}
}

// lost counts the requests that Discord made, and of those the ones that nobody took. What it signs
// wrongly, to see whether anybody looks, is taken as it should be when it is refused.
func (f *flock) lost() (requests, lost int) {
	for _, e := range f.sim.Wire().After(0) {
		switch {
		case e.Kind != "web":
		case e.Status == 0:
			requests++
			lost++
		case e.Status < http.StatusMultipleChoices || e.Status == http.StatusUnauthorized:
			lost--
		}
	}
	return requests, lost
}
