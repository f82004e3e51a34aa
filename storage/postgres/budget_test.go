package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
	"github.com/boathouse-rum/boathouse/storage/postgres"
	"github.com/boathouse-rum/boathouse/storage/postgres/pgtest"
	"github.com/boathouse-rum/boathouse/storage/storagetest"
)

// TestTheBudgetIsChangedByOneAtATime has stores count in it all at once, straight and behind a pooler. The control reads and
// writes in two steps.
func TestTheBudgetIsChangedByOneAtATime(t *testing.T) {
	const stores, times = 4, 30
	add := func(text string) string {
		n, _ := strconv.Atoi(text) // "" is 0
		return strconv.Itoa(n + 1)
	}
	count := func(t *testing.T, address string, change func(*postgres.DB) error) string {
		var dbs [stores]*postgres.DB
		for i := range dbs {
			dbs[i] = open(t, address)
		}
		var all sync.WaitGroup
		for _, db := range dbs {
			all.Go(func() {
				for range times {
					storagetest.Is(t, change(db), nil)
				}
			})
		}
		all.Wait()
		text, err := open(t, address).Words(t.Context(), "SELECT body FROM budget")
		storagetest.Is(t, err, nil)
		return text[0]
	}
	once := func(db *postgres.DB) error {
		return db.ChangeBudget(t.Context(), func(_ time.Time, text string) string { return add(text) })
	}
	t.Run("straight", func(t *testing.T) {
		storagetest.Equal(t, count(t, database(t), once), strconv.Itoa(stores*times))
	})
	t.Run("behind a pooler", func(t *testing.T) {
		address := database(t)
		storagetest.Equal(t, count(t, server.Pooled(t, address), once), strconv.Itoa(stores*times))
	})
	t.Run("control", func(t *testing.T) {
		for range 20 { // whether two meet is chance
			if n := count(t, database(t), func(db *postgres.DB) error {
				text, err := db.Words(t.Context(), "SELECT body FROM budget")
				return errors.Join(err, db.Do(t.Context(), "UPDATE budget SET body = '"+add(text[0])+"'"))
			}); n != strconv.Itoa(stores*times) {
				return
			}
		}
		t.Error("nothing is lost in two steps either: this test sees nothing")
	})
}

// TestTheBudgetsClockIsTheServers holds it against the server's own. What is given up in the midst is as it was.
func TestTheBudgetsClockIsTheServers(t *testing.T) {
	db := open(t, database(t))
	at := func() time.Time {
		text, err := db.Words(t.Context(), "SELECT now_ms()::text")
		storagetest.Is(t, err, nil)
		ms, err := strconv.ParseInt(text[0], 10, 64)
		storagetest.Is(t, err, nil)
		return time.UnixMilli(ms)
	}
	before := at()
	var began time.Time
	storagetest.Is(t, db.ChangeBudget(t.Context(), func(now time.Time, _ string) string {
		began = now
		return "x"
	}), nil)
	if after := at(); began.Before(before) || began.After(after) {
		t.Errorf("%v isn't between %v and %v", began, before, after)
	}
	gone, cancel := context.WithCancel(t.Context())
	if err := db.ChangeBudget(gone, func(time.Time, string) string { cancel(); return "y" }); err == nil {
		t.Error("whoever gave up is told that it was done")
	}
	text, err := db.Words(t.Context(), "SELECT body FROM budget")
	storagetest.Is(t, err, nil)
	storagetest.Equal(t, text[0], "x")
}

// A till is a Discord that counts when requests come in, each after another time.
type till struct {
	mu   sync.Mutex
	came []time.Time
}

func (c *till) RoundTrip(r *http.Request) (*http.Response, error) {
	time.Sleep(rand.N(200 * time.Millisecond))
	c.count()
	time.Sleep(rand.N(200 * time.Millisecond))
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"id":"9","channel_id":"5"}`)), Request: r}, nil
}

func (c *till) count() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.came = append(c.came, time.Now())
}

// between is how many came in a stretch of time, and in its busiest second.
func (c *till) between(from, to time.Time) (all, busiest int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortFunc(c.came, time.Time.Compare)
	first := 0
	for i, at := range c.came {
		for at.Sub(c.came[first]) >= time.Second {
			first++
		}
		busiest = max(busiest, i-first+1)
		if at.After(from) && at.Before(to) {
			all++
		}
	}
	return all, busiest
}

// nowhere is the address of a till.
const nowhere = "http://discord.test/api"

// A caller makes calls, more than it may.
type caller struct {
	*rest.Client
	dead atomic.Bool // it says nothing more to the database
	stop func()
}

// calls has a client on a store make calls; db nil: it shares with nobody.
func calls(t *testing.T, by http.RoundTripper, api string, db *postgres.DB) *caller {
	t.Helper()
	p := &caller{}
	o := rest.Options{API: api, Token: "t", Transport: by}
	if db != nil {
		o.Budget = mayDie{db, &p.dead}
	}
	p.Client = rest.New(o)
	ctx, stop := context.WithCancel(context.Background())
	sharing, end := context.WithCancel(context.Background())
	var calls, share sync.WaitGroup
	share.Go(func() { storagetest.Is(t, p.Share(sharing), nil) })
	for range 80 {
		calls.Go(func() {
			for ctx.Err() == nil {
				_, _ = p.EditMessage(ctx, "5", "9", rest.Payload{Body: map[string]string{"content": "x"}}) // at the end it is given up
			}
		})
	}
	p.stop = sync.OnceFunc(func() {
		stop()
		calls.Wait()
		end()
		share.Wait()
	})
	t.Cleanup(p.stop)
	return p
}

// die ends a caller that gives nothing back.
func (p *caller) die() {
	p.dead.Store(true)
	p.stop()
}

// mayDie is the way to a store of somebody who may be dead.
type mayDie struct {
	*postgres.DB
	dead *atomic.Bool
}

func (m mayDie) ChangeBudget(ctx context.Context, change func(now time.Time, text string) string) error {
	if m.dead.Load() {
		return errPaused
	}
	return m.DB.ChangeBudget(ctx, change)
}

// TestStoresTogetherKeepToTheRate has four processes want all there is, one of them die and one come late, straight and behind
// a pooler: no second has more than fifty, and most of what may be is used. The control is processes that share nothing.
func TestStoresTogetherKeepToTheRate(t *testing.T) {
	t.Parallel()
	keep := func(t *testing.T, address string) {
		c := &till{}
		all := []*caller{calls(t, c, nowhere, open(t, address)), calls(t, c, nowhere, open(t, address)), calls(t, c, nowhere, open(t, address))}
		third := func() bool {
			return !slices.ContainsFunc(all, func(p *caller) bool { return p.Line().Places < rest.DefaultRate/3 })
		}
		until(t, "each has a third", third)
		all[0].die()
		all[0] = calls(t, c, nowhere, open(t, address))
		until(t, "each has a third again", third)
		from := time.Now()
		time.Sleep(2 * time.Second) // is what is measured
		to := time.Now()
		for _, p := range all {
			p.stop()
		}
		n, busiest := c.between(from, to)
		if busiest > rest.DefaultRate || n < rest.DefaultRate {
			t.Errorf("%d in the busiest second, %d in two", busiest, n)
		}
	}
	t.Run("straight", func(t *testing.T) { keep(t, database(t)) })
	t.Run("behind a pooler", func(t *testing.T) {
		address := database(t)
		keep(t, server.Pooled(t, address))
	})
	t.Run("control", func(t *testing.T) {
		c := &till{}
		for range 3 {
			calls(t, c, nowhere, nil)
		}
		until(t, "there are too many", func() bool {
			_, busiest := c.between(time.Time{}, time.Now())
			return busiest > rest.DefaultRate
		})
	})
}

// TestWithoutTheDatabaseThereAreNoCallsForLong ends the server under two processes, and starts it again: what they had they
// have until their leases are over, and again when it is back.
func TestWithoutTheDatabaseThereAreNoCallsForLong(t *testing.T) {
	t.Parallel()
	brittle := pgtest.Mortal(t)
	address, c := brittle.Database(t), &till{}
	var all []*caller
	for n := range 2 {
		db, err := postgres.Open(t.Context(), address, postgres.Options{Worker: fmt.Sprint(n)})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		all = append(all, calls(t, c, nowhere, db))
	}
	until(t, "both have their part", func() bool { return all[0].Line().Places > 20 && all[1].Line().Places > 20 })
	storagetest.Is(t, brittle.Kill(), nil)
	killed := time.Now()
	until(t, "neither has a part", func() bool { return all[0].Line().Places+all[1].Line().Places == 0 })
	over := time.Now()
	if took := over.Sub(killed); took < 3*time.Second {
		t.Errorf("the parts were over after %v", took)
	}
	time.Sleep(3 * time.Second) // is what is measured
	if n, _ := c.between(over.Add(time.Second), time.Now()); n > 0 {
		t.Errorf("%d calls without a part", n)
	}
	storagetest.Is(t, brittle.Launch(), nil)
	until(t, "both have their part again", func() bool { return all[0].Line().Places > 20 && all[1].Line().Places > 20 })
	for _, p := range all {
		p.stop()
	}
	if _, busiest := c.between(time.Time{}, time.Now()); busiest > rest.DefaultRate {
		t.Errorf("%d in the busiest second", busiest)
	}
}
