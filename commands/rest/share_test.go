package rest_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/boathouse-rum/boathouse/commands/rest"
)

// busy has a process make more calls than ever may be made, for ever.
func busy(t *testing.T, c *census, to rest.Budget, who string, with ...func(*rest.Options, *way)) *process {
	t.Helper()
	p := startProcess(t, c, to, who, with...)
	p.flood(t, 2*rest.DefaultRate)
	return p
}

// rates tells how many calls a second of each process come in, within one call or two.
func rates(c *census, all ...*process) []int {
	const seconds = 30
	n := make([]int, len(all))
	for i, p := range all {
		n[i] = -c.count(p.who)
	}
	time.Sleep(seconds * time.Second)
	for i, p := range all {
		n[i] = (n[i] + c.count(p.who)) / seconds
	}
	return n
}

// TestOneThatComesLateHasItsPart has a process use all there is when another comes that wants as much, a third that makes
// a call now and then, and the second end.
func TestOneThatComesLateHasItsPart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, m := &census{}, &memory{}
		first := busy(t, c, m, "first")
		time.Sleep(5 * time.Second)
		if got := rates(c, first); got[0] < 48 {
			t.Errorf("alone it makes %d calls a second", got[0])
		}
		second := busy(t, c, m, "second")
		time.Sleep(4 * time.Second)
		if got := rates(c, first, second); got[0] < 23 || got[1] < 23 {
			t.Errorf("of two that want all they have %d", got)
		}
		idle := startProcess(t, c, m, "idle")
		time.Sleep(4 * time.Second)
		for range 10 {
			from := time.Now()
			if err := idle.edit(t.Context()); err != nil || time.Since(from) > 0 {
				t.Errorf("who makes a call now and then waited %v for it: %v", time.Since(from), err)
			}
			time.Sleep(2 * time.Second)
		}
		if got := rates(c, first, second); got[0] < 22 || got[1] < 22 {
			t.Errorf("beside one that makes no calls two have %d", got)
		}
		second.leave()
		idle.leave()
		time.Sleep(4 * time.Second)
		if got := rates(c, first); got[0] < 48 {
			t.Errorf("alone again it makes %d calls a second", got[0])
		}
		if n := c.busiest(); n > rest.DefaultRate {
			t.Errorf("%d in a second", n)
		}
	})
}

// TestOneAloneAsksNobody has a process without others make half of the calls that it may while the budget is away: nothing waits.
// The rest, which is left for others, it has within a moment.
func TestOneAloneAsksNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, n := range []int{rest.DefaultRate / 2, rest.DefaultRate} {
			c, m := &census{}, &memory{}
			p := startProcess(t, c, m, "alone")
			synctest.Wait()
			if n < rest.DefaultRate {
				p.way.off.Store(true)
			}
			time.Sleep(time.Second / 2)
			from := time.Now()
			var all sync.WaitGroup
			for range n {
				all.Go(func() {
					if err := p.edit(rest.For(t.Context(), rest.KindCall)); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if took := time.Since(from); took > 100*time.Millisecond || n < rest.DefaultRate && took > 0 {
				t.Errorf("%d at once took %v", n, took)
			}
			p.leave()
		}
	})
}

// TestOneAloneHasRoomForWhatGivesWay has a process alone make what others needn't give way to, some at once, as many in a second as leave
// a fifth free.
func TestOneAloneHasRoomForWhatGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const atOnce = 5
		c, m := &census{}, &memory{}
		p := startProcess(t, c, m, "alone")
		time.Sleep(time.Second)
		spare := hello()
		spare.Spare = true
		var left atomic.Int64
		for range 30 * 35 / atOnce { // 35 a second, for half a minute
			for range atOnce {
				p.calls.Go(func() {
					if _, err := p.EditMessage(p.ctx, "5", "9", spare); errors.Is(err, rest.ErrNoRoom) {
						left.Add(1)
					} else if err != nil {
						t.Error(err)
					}
				})
			}
			time.Sleep(time.Second * atOnce / 35)
		}
		p.calls.Wait()
		if n := left.Load(); n > 0 {
			t.Errorf("%d were left off", n)
		}
	})
}

// TestWhatADeadProcessHadComesBack kills one that had all there is, at once followed by another; and one that had little to do.
func TestWhatADeadProcessHadComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, m := &census{}, &memory{}
		first := busy(t, c, m, "first")
		time.Sleep(5 * time.Second)
		first.die()
		from := time.Now()
		second := startProcess(t, c, m, "second")
		if err := second.edit(t.Context()); err != nil {
			t.Error(err)
		}
		if took := time.Since(from); took < 5*time.Second || took > 9*time.Second {
			t.Errorf("the places of who had all came back after %v", took)
		}
		time.Sleep(time.Minute)
		second.die()
		from = time.Now()
		third := startProcess(t, c, m, "third")
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if err := third.edit(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(from); took > 100*time.Millisecond {
			t.Errorf("after one that had little to do the next waits %v for ten", took)
		}
		if n := c.busiest(); n > rest.DefaultRate {
			t.Errorf("%d in a second", n)
		}
	})
}

// A slow budget is one whose answers take so long.
type slow struct {
	rest.Budget
	answer time.Duration
}

func (s slow) ChangeBudget(ctx context.Context, change func(now time.Time, text string) string) error {
	err := s.Budget.ChangeBudget(ctx, change)
	time.Sleep(s.answer)
	return err
}

// TestWhoCantReachTheBudgetFallsSilent takes the budget away from one process: its lease counts from before it asked last. Its
// answers to interactions go on, and all of it when the budget is back; meanwhile another has what it had.
func TestWhoCantReachTheBudgetFallsSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const answer = 1900 * time.Millisecond
		c, m := &census{}, &memory{}
		p := busy(t, c, slow{m, answer}, "cut off")
		other := busy(t, c, m, "other")
		time.Sleep(20 * time.Second)
		for asks := p.way.asks.Load(); asks == p.way.asks.Load(); { // until it has asked just now
			time.Sleep(10 * time.Millisecond)
		}
		p.way.off.Store(true)
		time.Sleep(5 * time.Second)
		n := c.count("cut off")
		if p.Line().Places != 0 {
			t.Errorf("it still has %d places", p.Line().Places)
		}
		if _, err := p.Respond(t.Context(), "3", ixToken, hello(), false); err != nil {
			t.Errorf("an answer: %v", err)
		}
		time.Sleep(5 * time.Second)
		if now := c.count("cut off"); now != n+1 { // the answer
			t.Errorf("it made %d calls without a part", now-n-1)
		}
		if got := rates(c, other); got[0] < 48 {
			t.Errorf("the other has only %d", got)
		}
		p.way.off.Store(false)
		time.Sleep(8 * time.Second)
		if got := rates(c, p, other); got[0] < 22 || got[1] < 22 {
			t.Errorf("back again, they have %d", got)
		}
	})
}

// A tardy budget keeps an ask, to do it once more later, as a server does with what a pause held up.
type tardy struct {
	*memory
	kept atomic.Pointer[func(now time.Time, text string) string] // nil: it keeps the next
}

func (d *tardy) ChangeBudget(ctx context.Context, change func(now time.Time, text string) string) error {
	d.kept.CompareAndSwap(nil, &change)
	return d.memory.ChangeBudget(ctx, change)
}

// again does what was kept, and says whether that changes anything.
func (d *tardy) again() (changes bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return (*d.kept.Load())(time.Now(), d.text) != d.text
}

// TestAnAskThatComesLateChangesNothing has one that was made before a process had much to do be done after that. The control
// is its newest, which does change what there is.
func TestAnAskThatComesLateChangesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := &tardy{memory: &memory{}}
		busy(t, &census{}, late, "busy")
		time.Sleep(10 * time.Second)
		if late.again() {
			t.Error("it changes what there is")
		}
		late.kept.Store(nil)
		time.Sleep(time.Second)
		if !late.again() {
			t.Error("the newest ask changes nothing either: this test sees nothing")
		}
	})
}

// tooMany has Discord say once, to one process, that the bot makes too many calls; it tells the rates of two after that, at
// once and minutes later.
func tooMany(t *testing.T, shared bool) (soon, later [2]rest.Line, after int) {
	synctest.Test(t, func(t *testing.T) {
		var said sync.Once
		c := &census{}
		c.answer = func(who string) (status int, body string) {
			status, body = http.StatusOK, `{"id":"9","channel_id":"5"}`
			if who == "hears" {
				said.Do(func() {
					status, body = http.StatusTooManyRequests, `{"message":"all of you","retry_after":4.0,"global":true}`
				})
			}
			return status, body
		}
		m := &memory{}
		other := busy(t, c, m, "other")
		time.Sleep(10 * time.Second)
		if !shared {
			m = &memory{}
		}
		hears := startProcess(t, c, m, "hears")
		go func() { _ = hears.edit(t.Context()) }()
		for c.count("hears") == 0 {
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(1100 * time.Millisecond)
		before := c.count("other")
		time.Sleep(2800 * time.Millisecond)
		after = c.count("other") - before
		time.Sleep(2 * time.Second)
		soon = [2]rest.Line{hears.Line(), other.Line()}
		time.Sleep(time.Minute)
		later = [2]rest.Line{hears.Line(), other.Line()}
	})
	return soon, later, after
}

// TestTooManyIsHeardByOneAndKeptByAll: nobody makes a call meanwhile, and all together make half as many for a while. The
// control is a process that hears of it from nobody.
func TestTooManyIsHeardByOneAndKeptByAll(t *testing.T) {
	soon, later, after := tooMany(t, true)
	if soon[0].Rate != 25 || soon[1].Rate != 25 || soon[0].Places+soon[1].Places > 25 || later[0].Rate != 50 || later[1].Rate != 50 || after != 0 {
		t.Errorf("%d more calls, then %+v, then %+v", after, soon, later)
	}
	if soon, _, after := tooMany(t, false); soon[1].Rate != 50 || after == 0 {
		t.Errorf("each with a budget of its own: %d more calls, then %+v: this test sees nothing", after, soon)
	}
}

// TestTooManyHeardBySeveralIsOneTime: as it is for one process that several of its calls are told so.
func TestTooManyHeardBySeveralIsOneTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now().Add(10 * time.Second)
		c := &census{answer: func(string) (int, string) {
			if time.Now().Before(start) || time.Since(start) > 500*time.Millisecond {
				return http.StatusOK, `{"id":"9","channel_id":"5"}`
			}
			return http.StatusTooManyRequests, `{"message":"all of you","retry_after":2.0,"global":true}`
		}}
		m := &memory{}
		all := []*process{busy(t, c, m, "0"), busy(t, c, m, "1"), busy(t, c, m, "2")}
		time.Sleep(20 * time.Second)
		for _, p := range all {
			if l := p.Line(); l.Rate != rest.DefaultRate/2 || l.Refused < 3 {
				t.Errorf("%+v", l)
			}
		}
	})
}

// TestACallThatAPauseHeldUpIsNotMadeAfterwards has the process stand still while a call is let through: for long, and for less
// than a call counts, until its lease is over.
func TestACallThatAPauseHeldUpIsNotMadeAfterwards(t *testing.T) {
	for after, pause := range map[string]time.Duration{"1.0": 20 * time.Second, "4.0": 5500 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			var said sync.Once
			c := &census{answer: func(string) (status int, body string) {
				status, body = http.StatusOK, `{"id":"9","channel_id":"5"}`
				said.Do(func() {
					status, body = http.StatusTooManyRequests, `{"message":"all of you","retry_after":`+after+`,"global":true}`
				})
				return status, body
			}}
			p := startProcess(t, c, &memory{}, "paused", func(o *rest.Options, _ *way) {
				o.Held = func(string, time.Time) { time.Sleep(pause) }
			})
			var all sync.WaitGroup
			defer all.Wait()
			all.Go(func() { _ = p.edit(t.Context()) })
			time.Sleep(time.Second / 2) // it was told that there were too many, and waits
			p.way.off.Store(true)
			time.Sleep(25 * time.Second)
			if n := c.count("paused"); n != 1 {
				t.Errorf("%d calls, of which one had a part", n)
			}
			p.way.off.Store(false)
			time.Sleep(2 * time.Second)
			if n := c.count("paused"); n != 2 {
				t.Errorf("%d calls", n)
			}
		})
	}
}

// TestRefusedRequestsAreCountedTogether has three processes refused as often as each alone may be, and one of them die. The
// control is without a budget.
func TestRefusedRequestsAreCountedTogether(t *testing.T) {
	for _, shared := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			c := &census{answer: func(string) (int, string) {
				return http.StatusForbidden, `{"code":50013,"message":"Missing Permissions"}`
			}}
			var m rest.Budget
			if shared {
				m = &memory{}
			}
			var all []*process
			for i := range 3 {
				p := startProcess(t, c, m, fmt.Sprint(i))
				all = append(all, p)
				for range 200 {
					_ = p.edit(t.Context()) // it is refused
				}
			}
			time.Sleep(2 * time.Second)
			for _, p := range all {
				if err := p.edit(t.Context()); errors.Is(err, rest.ErrTooManyInvalid) != shared {
					t.Errorf("shared %t, %d refused: %v", shared, p.Line().Refused, err)
				}
			}
			if !shared {
				return
			}
			if n := all[0].Line().Refused; n != len(c.came) {
				t.Errorf("%d were refused, and %d are counted", len(c.came), n)
			}
			all[2].die()
			time.Sleep(8 * time.Minute)
			if err := all[0].edit(t.Context()); !errors.Is(err, rest.ErrTooManyInvalid) {
				t.Errorf("those of a dead process aren't counted: %v", err)
			}
			time.Sleep(4 * time.Minute)
			if err := all[0].edit(t.Context()); errors.Is(err, rest.ErrTooManyInvalid) {
				t.Errorf("after ten minutes they still are: %v", err)
			}
		})
	}
}

// TestTheLeastRateIsTheRateOfAll has processes that were set to different rates, and one with a text that none can read.
func TestTheLeastRateIsTheRateOfAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, m := &census{}, &memory{text: "{"}
		rate := func(n int) func(*rest.Options, *way) { return func(o *rest.Options, _ *way) { o.Rate = n } }
		busy(t, c, m, "forty", rate(40))
		least := busy(t, c, m, "twenty", rate(20))
		time.Sleep(10 * time.Second)
		c.forget()
		time.Sleep(10 * time.Second)
		if n := c.busiest(); n != 20 {
			t.Errorf("%d in a second beside one that wants no more than 20", n)
		}
		least.leave()
		time.Sleep(10 * time.Second)
		c.forget()
		time.Sleep(10 * time.Second)
		if n := c.busiest(); n != 40 {
			t.Errorf("%d in a second without it", n)
		}
	})
}

// TestWhereThereAreFewerPlacesThanProcessesNobodyWaitsForEver: they have them by turns.
func TestWhereThereAreFewerPlacesThanProcessesNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, m := &census{}, &memory{}
		var all []*process
		for i := range 7 {
			all = append(all, busy(t, c, m, fmt.Sprint(i), func(o *rest.Options, _ *way) { o.Rate = 3 }))
		}
		time.Sleep(3 * time.Minute)
		for _, p := range all {
			if n := c.count(p.who); n < 40 {
				t.Errorf("process %s made %d calls", p.who, n)
			}
		}
		if n := c.busiest(); n > 3 {
			t.Errorf("%d in a second", n)
		}
	})
}
