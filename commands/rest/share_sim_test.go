package rest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// A memory is a budget without a database.
type memory struct {
	mu   sync.Mutex
	text string
}

func (m *memory) ChangeBudget(_ context.Context, change func(now time.Time, text string) string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.text = change(time.Now(), m.text)
	return nil
}

// A way is how one process reaches a budget.
type way struct {
	to   rest.Budget
	off  atomic.Bool
	asks atomic.Int64 // that went on their way

	mu   sync.Mutex
	dice *rand.Rand // nil: it is a short one
}

var errAway = errors.New("the budget is away")

func (w *way) roll(n int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.dice.IntN(n)
}

// ChangeBudget takes a while where there are dice. Now and then nobody hears of what was done, and now and then it is done
// long after that.
func (w *way) ChangeBudget(ctx context.Context, change func(now time.Time, text string) string) error {
	if w.off.Load() {
		return errAway
	}
	w.asks.Add(1)
	if w.dice == nil {
		return w.to.ChangeBudget(ctx, change)
	}
	time.Sleep(time.Duration(w.roll(30)) * time.Millisecond)
	var err error
	switch w.roll(20) {
	case 0:
		time.AfterFunc(time.Duration(w.roll(4000))*time.Millisecond, func() { _ = w.to.ChangeBudget(context.Background(), change) })
		err = errAway
	case 1:
		err = errors.Join(w.to.ChangeBudget(ctx, change), errAway)
	default:
		err = w.to.ChangeBudget(ctx, change)
	}
	time.Sleep(time.Duration(w.roll(30)) * time.Millisecond)
	return err
}

// A census counts requests where they come in.
type census struct {
	mu     sync.Mutex
	came   []time.Time
	by     map[string]int                             // by what the process is called
	dice   *rand.Rand                                 // nil: they are there at once
	answer func(who string) (status int, body string) // nil: all is well
}

// A leg is the way of one process to the census.
type leg struct {
	*census
	who string
}

func (l leg) RoundTrip(r *http.Request) (*http.Response, error) {
	l.travel()
	l.mu.Lock()
	l.came = append(l.came, time.Now())
	if l.by == nil {
		l.by = make(map[string]int)
	}
	l.by[l.who]++
	l.mu.Unlock()
	status, body := http.StatusOK, `{"id":"9","channel_id":"5"}`
	if l.answer != nil {
		status, body = l.answer(l.who)
	}
	l.travel()
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func (c *census) travel() {
	if c.dice == nil {
		return
	}
	c.mu.Lock()
	d := time.Duration(c.dice.IntN(800)) * time.Millisecond
	c.mu.Unlock()
	time.Sleep(d)
}

// count is how many requests of a process came in so far.
func (c *census) count(who string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.by[who]
}

// forget begins to count anew.
func (c *census) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.came = nil
}

// busiest is how many came in within the second that had most.
func (c *census) busiest() (most int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	slices.SortFunc(c.came, time.Time.Compare)
	first := 0
	for i, at := range c.came {
		for at.Sub(c.came[first]) >= time.Second {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// A process is one of several with one token.
type process struct {
	*rest.Client
	way   *way
	who   string
	quit  context.CancelFunc // of its calls
	ctx   context.Context
	calls sync.WaitGroup
	leave func() // ends it as a deploy does
}

// startProcess starts one. To be alone is to have no budget.
func startProcess(t *testing.T, c *census, to rest.Budget, who string, with ...func(*rest.Options, *way)) *process {
	t.Helper()
	p := &process{who: who, way: &way{to: to}}
	o := rest.Options{API: "http://discord.test/api", Token: botToken, Transport: leg{c, who}}
	if to != nil {
		o.Budget = p.way
	}
	for _, change := range with {
		change(&o, p.way)
	}
	p.Client = rest.New(o)
	p.ctx, p.quit = context.WithCancel(t.Context())
	sharing, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := p.Share(sharing); err != nil {
			t.Error(err)
		}
	}()
	p.leave = sync.OnceFunc(func() {
		p.quit()
		p.calls.Wait()
		stop()
		<-ended
	})
	t.Cleanup(p.leave)
	return p
}

// die ends it without a word: none of its calls leaves any more, and nothing is given back.
func (p *process) die() {
	p.way.off.Store(true)
	p.leave()
}

// edit makes a call.
func (p *process) edit(ctx context.Context) error {
	_, err := p.EditMessage(ctx, "5", "9", hello())
	return err
}

// flood makes calls, so many at once, until it ends.
func (p *process) flood(t *testing.T, calls int) {
	for range calls {
		p.calls.Go(func() {
			for p.ctx.Err() == nil {
				if err := p.edit(p.ctx); err != nil && p.ctx.Err() == nil {
					t.Error(err)
					return
				}
			}
		})
	}
}

// throng has processes come and go for two minutes, by fits and starts, and tells how many calls came in the busiest second, and in all. Each
// has a way of its own to the budget and to Discord, of any length.
func throng(t *testing.T, seed uint64, shared bool) (busiest, all int) {
	synctest.Test(t, func(t *testing.T) {
		dice := rand.New(rand.NewPCG(seed, 1))
		c := &census{dice: rand.New(rand.NewPCG(seed, 2))}
		var m rest.Budget
		if shared {
			m = &memory{}
		}
		start := func(n int) *process {
			p := startProcess(t, c, m, fmt.Sprint(n), func(_ *rest.Options, w *way) { w.dice = rand.New(rand.NewPCG(seed, uint64(n)+10)) })
			p.flood(t, dice.IntN(100))
			return p
		}
		there := []*process{start(0), start(1), start(2)}
		for n := range 30 {
			time.Sleep(time.Duration(dice.IntN(8000)) * time.Millisecond)
			i := dice.IntN(len(there))
			switch p := there[i]; dice.IntN(5) {
			case 0:
				p.die()
				there[i] = start(n + 3)
			case 1:
				p.leave()
				there[i] = start(n + 3)
			case 2:
				p.way.off.Store(true)
			case 3:
				p.way.off.Store(false)
			case 4:
				p.flood(t, dice.IntN(100))
			}
		}
		for _, p := range there {
			p.leave()
		}
		busiest, all = c.busiest(), len(c.came)
	})
	return busiest, all
}

// TestProcessesTogetherKeepToTheRate counts each second, wherever it begins. The control is processes that know nothing of each other.
func TestProcessesTogetherKeepToTheRate(t *testing.T) {
	for seed := range uint64(10) {
		busiest, all := throng(t, seed, true)
		if busiest > rest.DefaultRate || all < 1000 {
			t.Errorf("seed %d: %d in a second, %d in all", seed, busiest, all)
		}
	}
	if busiest, _ := throng(t, 0, false); busiest <= rest.DefaultRate {
		t.Errorf("without a budget there were %d in a second: this test sees nothing", busiest)
	}
}
