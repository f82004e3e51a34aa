package rest

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

const (
	drawEvery = time.Second
	drawSoon  = 100 * time.Millisecond // at the soonest after the last time
	drawTime  = 2 * time.Second        // an ask without an answer is given up
)

// Share keeps this process's part of the budget up to date until ctx is done, and gives it back: no call with the bot's
// token is made before it runs or after it. Without a budget it waits for the end.
func (c *Client) Share(ctx context.Context) error {
	if c.budget == nil {
		<-ctx.Done()
		return nil
	}
	defer c.giveBack(context.WithoutCancel(ctx))
	for well := true; ; {
		soon, err := c.draw(ctx, false)
		if err != nil && well && ctx.Err() == nil { // once, until it is well again
			c.log.WarnContext(ctx, "no part of the requests to Discord", slog.String("error", err.Error()))
		}
		well = err == nil
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(drawSoon):
		}
		if soon {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-c.limits.bot.part.stir:
		case <-time.After(drawEvery - drawSoon):
		}
	}
}

// draw asks for places, and says whether to ask again soon.
func (c *Client) draw(ctx context.Context, leaves bool) (soon bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, drawTime)
	defer cancel()
	from := time.Now()
	a := c.limits.bot.ask(from, leaves)
	a.refused = c.guard.tell(from)
	var given atomic.Pointer[lot] // it may be changed once more when nobody waits any longer
	err = c.budget.ChangeBudget(ctx, func(now time.Time, text string) string {
		all := readLedger(text)
		l := all.draw(now, c.name, a)
		given.Store(&l)
		return all.text()
	})
	if err != nil {
		return false, err
	}
	now, l := time.Now(), given.Load()
	c.guard.hear(l.refused, now)
	return c.limits.bot.grant(*l, a, from, now), nil
}

// giveBack lets others have the places at once. Where that fails they have them when the lease is over.
func (c *Client) giveBack(ctx context.Context) {
	if _, err := c.draw(ctx, true); err != nil {
		c.log.WarnContext(ctx, "part of the requests to Discord not given back", slog.String("error", err.Error()))
	}
}

// A part is what this process has of a budget that it shares.
type part struct {
	until   time.Time // its lease, by this process's clock; over before the budget's is
	rate    int       // places of all
	due     int       // of them to this process
	told    int       // it wanted when it asked last
	most    int       // calls in a second, as it was set
	turn    int64     // of its asks
	lowered int       // times, as it was told last
	heard   time.Time // until when Discord wants no calls, since there were too many; zero: that is told, or wasn't heard
	knew    int       // of lowered, when it heard that
	left    bool
	stir    chan struct{} // has one thing in it while there is something to ask for
}

// sharing makes a turnstile one of several, without places at first.
func sharing(rate int) *turnstile {
	t := newTurnstile(0)
	t.part = &part{most: rate, stir: make(chan struct{}, 1)}
	return t
}

// wants is how many places would let all through that are here, with room for who comes and for what gives way to them. It wants the lock.
func (t *turnstile) wants() int {
	busy := len(t.taken) + t.waits()
	if busy == 0 {
		return 0
	}
	return busy + max((busy+1)/2, 2)
}

// beg has places asked for where more are wanted than there are, if that helps. It wants the lock.
func (t *turnstile) beg() {
	if p := t.part; p != nil && p.due >= p.told && t.wants() > max(p.told, t.Places) {
		p.wake()
	}
}

// hear has it told to all that Discord wants no calls for a while, since there were too many. It wants the lock.
func (t *turnstile) hear(until time.Time) {
	if p := t.part; p != nil {
		p.heard, p.knew = later(p.heard, until), p.lowered
		p.wake()
	}
}

func (p *part) wake() {
	select {
	case p.stir <- struct{}{}:
	default: // it will be asked for already
	}
}

// ask is what there is to say before places are given. One who leaves lets nobody through from here on.
func (t *turnstile) ask(now time.Time, leaves bool) ask {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free(now)
	p := t.part
	if leaves {
		p.until, p.left = now, true
	}
	p.turn++
	select {
	case <-p.stir:
	default:
	}
	p.told = t.wants()
	return ask{
		turn: p.turn, rate: p.most, holds: max(t.here(now), len(t.taken)), wants: p.told, leaves: leaves,
		heard: p.heard, quiet: max(p.heard.Sub(now), 0), lowered: p.knew,
	}
}

// grant takes in what an ask brought that was made at from, and says whether to ask again soon: others are to give
// places back to this process, or it is to them.
func (t *turnstile) grant(l lot, a ask, from, now time.Time) (soon bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p := t.part
	if p.left {
		return false
	}
	p.rate, p.due, p.lowered, p.until = l.rate, l.due, l.lowered, from.Add(leased)
	t.most = l.places
	if p.heard.Equal(a.heard) {
		p.heard, t.Places = time.Time{}, t.most // what it had lowered by itself is lowered for all
	}
	t.Places = min(t.Places, t.most)
	t.quiet = later(t.quiet, now.Add(l.quiet))
	t.admit(now)
	t.beg()
	return l.places < l.due || l.places < a.holds
}
