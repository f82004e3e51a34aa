package table

import (
	"context"
	"slices"
	"time"
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

// A stretch is a time in which nobody could play: the house was not running, its
// machine slept, or the line to the players was cut.
type stretch struct{ from, to time.Time }

// wakeUp finds out how long the house was away before it was started. It doesn't
// beat: until every table has made up for that time, the next house must find it too.
func (h *House) wakeUp(ctx context.Context) error {
	now := toStored(h.opt.Now())
	var last time.Time
	if h.opt.Pulse != nil {
		var err error
		if last, err = h.opt.Pulse.LastBeat(ctx); err != nil {
			return err
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.pulse = now
	if !last.IsZero() {
		h.lose(stretch{last, now})
	}
	return nil
}

// beatUntil keeps the time until ctx is done.
func (h *House) beatUntil(ctx context.Context) {
	every := time.NewTicker(beatEvery)
	defer every.Stop()
	for {
		if !h.noticeSleep() { // else the tables make up for it first
			h.beat(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
	}
}

// beat keeps the time up to which all was well: while nobody can reach the
// house, that is when it was last reached.
func (h *House) beat(ctx context.Context) {
	h.mu.Lock()
	h.pulse = toStored(h.opt.Now())
	well := h.pulse
	if !h.down.IsZero() {
		well = h.down
	}
	h.mu.Unlock()
	if h.opt.Pulse == nil {
		return
	}
	if err := h.opt.Pulse.Beat(ctx, well); err != nil && ctx.Err() == nil {
		h.opt.Log.Warn("time not kept", "error", err)
	}
}

// noticeSleep counts it as lost time when the wall clock is further on than the
// house's timers: the machine was asleep, or its clock was set.
func (h *House) noticeSleep() bool {
	now := toStored(h.opt.Now())
	h.mu.Lock()
	slept := !h.pulse.IsZero() && now.Sub(h.pulse) >= asleepFor
	if slept {
		if h.down.IsZero() {
			h.lose(stretch{h.pulse, now})
		}
		h.pulse = now
	}
	h.mu.Unlock()
	if slept {
		h.ringAll()
	}
	return slept
}

// Unreachable says that players have not been able to reach the house since a
// moment, and can't until [House.Reachable] is called: no turn ends meanwhile, and
// the time doesn't count. Only the first of several calls matters.
func (h *House) Unreachable(since time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.down.IsZero() {
		h.down = toStored(since)
	}
}

// Reachable says that players can reach the house again.
func (h *House) Reachable() {
	h.mu.Lock()
	if !h.down.IsZero() {
		if cut := (stretch{h.down, toStored(h.opt.Now())}); cut.to.Sub(cut.from) >= blink {
			h.lose(cut)
		}
		h.down = time.Time{}
	}
	h.mu.Unlock()
	h.ringAll()
}

// isDown says whether players can't reach the house.
func (h *House) isDown() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.down.IsZero()
}

// lose adds a stretch of lost time, made one with those it touches, and drops
// those too old for any turn. It wants the lock.
func (h *House) lose(s stretch) {
	if !s.to.After(s.from) {
		return
	}
	h.lost = slices.DeleteFunc(h.lost, func(old stretch) bool {
		touches := !old.to.Before(s.from)
		if touches && old.from.Before(s.from) {
			s.from = old.from
		}
		return touches || s.to.Sub(old.to) > MaxTurn
	})
	h.lost = append(h.lost, s)
}

// ringAll has every table see to its clock.
func (h *House) ringAll() {
	for _, id := range h.tables() {
		h.ring(id)
	}
}

// settle gives the turn under way, if it is a person's with a limit, back what it
// lost of its time.
func (h *House) settle(ctx context.Context, r *room) error {
	s := &r.state
	if !s.byPerson() || s.settings.Turn == 0 {
		return nil
	}
	from := s.since
	if s.settled.After(from) {
		from = s.settled
	}
	clock := s.clockOf(s.game.Turn, r.habits)
	var lost time.Duration
	h.mu.Lock()
	for _, l := range h.lost {
		if l.from.Before(from) {
			l.from = from
		}
		lost += clock.between(l.from, l.to)
	}
	h.mu.Unlock()
	if lost = toWhole(lost); lost <= 0 {
		return nil
	}
	_, err := h.commit(ctx, r, "", "", []Event{TimeLost{lost}})
	return err
}
