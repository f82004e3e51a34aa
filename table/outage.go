package table

import (
	"context"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// beatEvery is how often the house keeps the time: a house that was killed was
// away for this much less than it believes.
const beatEvery = 15 * time.Second

// asleepFor is how late a beat must be for the machine to have been asleep.
const asleepFor = 2 * maxNap

// blink is how long the line to the players may be cut without a turn being given
// the time back: Discord has bots connect anew now and then, which takes a moment,
// and writing that down at every table would be worth more than the moment.
const blink = 5 * time.Second

// wakeUp finds out when the house was away before it was started. A table makes
// up for that when it is read, which may be much later.
func (h *House) wakeUp(ctx context.Context) error {
	now := sitting.Whole(h.opt.Now())
	var last time.Time
	var lost []Stretch
	if h.opt.Pulse != nil {
		var err error
		if last, err = h.opt.Pulse.LastBeat(ctx); err != nil {
			return err
		}
		if lost, err = h.opt.Pulse.Outages(ctx); err != nil {
			return err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pulse = now
	for _, s := range lost {
		h.lose(s)
	}
	h.unkept = nil // these are
	if !last.IsZero() {
		h.lose(Stretch{last, now})
	}
	return nil
}

// beatUntil keeps the time until ctx is done.
func (h *House) beatUntil(ctx context.Context) {
	every := time.NewTicker(beatEvery)
	defer every.Stop()
	for {
		h.noticeSleep()
		h.beat(ctx)
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// beat keeps the time up to which all was well, which is when the house was last
// reached while nobody can reach it, and with it what was lost before: whenever
// the house is killed, the next one finds all of it.
func (h *House) beat(ctx context.Context) {
	h.mu.Lock()
	h.pulse = sitting.Whole(h.opt.Now())
	well := h.pulse
	if !h.down.IsZero() {
		well = h.down
	}
	lost := slices.Clone(h.unkept)
	h.mu.Unlock()
	if h.opt.Pulse == nil {
		return
	}
	if err := h.opt.Pulse.Beat(ctx, well, lost); err != nil {
		if ctx.Err() == nil {
			h.opt.Log.Warn("time not kept", "error", err)
		}
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.unkept = slices.Delete(h.unkept, 0, len(lost))
}

// noticeSleep counts it as lost time when the wall clock is further on than the
// house's timers: the machine was asleep, or its clock was set.
func (h *House) noticeSleep() {
	now := sitting.Whole(h.opt.Now())
	h.mu.Lock()
	slept := !h.pulse.IsZero() && now.Sub(h.pulse) >= asleepFor
	if slept {
		if h.down.IsZero() {
			h.lose(Stretch{h.pulse, now})
		}
		h.pulse = now
	}
	h.mu.Unlock()
	if slept {
		h.ringAll()
	}
}

// Unreachable says that players have not been able to reach the house since a
// moment, and can't until [House.Reachable] is called: no turn ends meanwhile, and
// the time doesn't count. Only the first of several calls matters.
func (h *House) Unreachable(since time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.down.IsZero() {
		h.down = sitting.Whole(since)
	}
}

// Reachable says that players can reach the house again.
func (h *House) Reachable() {
	h.mu.Lock()
	now := sitting.Whole(h.opt.Now())
	if !h.down.IsZero() {
		if cut := (Stretch{h.down, now}); cut.To.Sub(cut.From) >= blink {
			h.lose(cut)
		}
		h.down = time.Time{}
	}
	for id := range h.held {
		h.alarm.add(id, now)
		h.ringBell(id)
	}
	clear(h.held)
	h.mu.Unlock()
	h.ringAll()
}

// isDown says whether players can't reach the house.
func (h *House) isDown() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.down.IsZero()
}

// lose notes a stretch of lost time. It wants the lock.
func (h *House) lose(s Stretch) {
	if s.To.After(s.From) {
		h.lost, h.unkept = addStretch(h.lost, s), append(h.unkept, s)
	}
}

// addStretch adds the newest of some stretches, made one with those it touches.
func addStretch(to []Stretch, s Stretch) []Stretch {
	to = slices.DeleteFunc(to, func(old Stretch) bool {
		if old.To.Before(s.From) || old.From.After(s.To) { // which a clock that was set back brings about
			return false
		}
		if old.From.Before(s.From) {
			s.From = old.From
		}
		if old.To.After(s.To) {
			s.To = old.To
		}
		return true
	})
	return append(to, s)
}

// settle gives the turn under way, if it is a person's with a limit, back what it
// lost of its time. It is done whenever a table is read, and those in memory are
// rung when an outage is over, so a table whose newest event is younger than an
// outage has made up for it.
func (h *House) settle(ctx context.Context, r *room) error {
	since, limited := r.state.LimitedSince()
	if !limited {
		return nil
	}
	now := sitting.Whole(h.opt.Now())
	clock := r.clock(now)
	var lost time.Duration
	for _, l := range h.lostSince(since, now) {
		lost += clock.Counted(r.state, l.From, l.To)
	}
	if lost = lost.Truncate(time.Millisecond); lost <= 0 {
		return nil
	}
	_, err := h.commit(ctx, r, "", "", []sitting.Event{sitting.TimeLost{For: lost}})
	return err
}

// lostSince lists the stretches of lost time after a moment. The one that lasts is
// made up for when it is over; only where something else has to be before, it
// counts up to now, because a turn is settled up to the moment at which it is.
func (h *House) lostSince(from, now time.Time) []Stretch {
	h.mu.Lock()
	defer h.mu.Unlock()
	first := len(h.lost)
	for first > 0 && h.lost[first-1].To.After(from) {
		first--
	}
	since := slices.Clone(h.lost[first:])
	if len(since) > 0 && !h.down.IsZero() && now.Sub(h.down) >= blink {
		since = addStretch(since, Stretch{h.down, now})
	}
	for i := range since {
		if since[i].From.Before(from) {
			since[i].From = from
		}
		if since[i].To.After(now) {
			since[i].To = now
		}
	}
	return since
}
