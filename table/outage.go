package table

import (
	"context"
	"log/slog"
	"slices"
	"sync"
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

// outages are when people couldn't play: the house was away or asleep, or the line to
// them was cut.
type outages struct {
	now  func() time.Time
	keep Pulse // nil: nothing is kept
	log  *slog.Logger
	leap bool // a leap of the clock is no sleep

	mu     sync.Mutex
	pulse  time.Time // when the house was last known to be awake
	down   time.Time // since when people can't reach it; zero: they can
	lost   []Stretch // when nobody could play, oldest first, without overlap
	unkept []Stretch // of these, not stored yet
}

// wakeUp finds out when the house was away before it was started, unless others were
// there: who are there now and keep no time have only just come themselves. A table makes up for that
// when it is read, which may be much later.
func (o *outages) wakeUp(ctx context.Context, others bool) error {
	now := sitting.Whole(o.now())
	var last time.Time
	var lost []Stretch
	if o.keep != nil {
		var err error
		if last, err = o.keep.LastBeat(ctx); err != nil {
			return err
		}
		if lost, err = o.keep.Outages(ctx); err != nil {
			return err
		}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.pulse = now
	for _, s := range lost {
		o.lose(s)
	}
	o.unkept = nil // these are
	if !last.IsZero() && (!others || now.Sub(last) > beatEvery+leaseFor) {
		o.lose(Stretch{last, now})
	}
	return nil
}

// beat keeps the time up to which all was well, which is when the house was last
// reached while nobody can reach it, and with it what was lost before: whenever
// the house is killed, the next one finds all of it.
func (o *outages) beat(ctx context.Context) {
	o.mu.Lock()
	o.pulse = sitting.Whole(o.now())
	well := o.pulse
	if !o.down.IsZero() {
		well = o.down
	}
	lost := slices.Clone(o.unkept)
	o.mu.Unlock()
	if o.keep == nil {
		return
	}
	if err := o.keep.Beat(ctx, well, lost); err != nil {
		if ctx.Err() == nil {
			o.log.Warn("time not kept", "error", err)
		}
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.unkept = slices.Delete(o.unkept, 0, len(lost))
}

// noticeSleep counts it as lost time when the wall clock is further on than the
// house's timers, and says so: the machine was asleep, or its clock was set.
func (o *outages) noticeSleep() bool {
	now := sitting.Whole(o.now())
	o.mu.Lock()
	defer o.mu.Unlock()
	slept := !o.pulse.IsZero() && now.Sub(o.pulse) >= asleepFor
	if slept {
		if o.down.IsZero() && !o.leap {
			o.lose(Stretch{o.pulse, now})
		}
		o.pulse = now
	}
	return slept
}

// begin begins an outage, unless one is under way.
func (o *outages) begin(since time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.down.IsZero() {
		o.down = sitting.Whole(since)
	}
}

// end ends the outage under way.
func (o *outages) end() {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := sitting.Whole(o.now())
	if o.down.IsZero() {
		return
	}
	if cut := (Stretch{o.down, now}); cut.To.Sub(cut.From) >= blink {
		o.lose(cut)
	}
	o.down = time.Time{}
}

// isDown says whether players can't reach the house.
func (o *outages) isDown() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return !o.down.IsZero()
}

// lose notes a stretch of lost time. It wants the lock.
func (o *outages) lose(s Stretch) {
	if s.To.After(s.From) {
		o.lost, o.unkept = addStretch(o.lost, s), append(o.unkept, s)
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

// since lists the stretches of lost time after a moment. The one that lasts is
// made up for when it is over; only where something else has to be before, it
// counts up to now, because a turn is settled up to the moment at which it is.
func (o *outages) since(from, now time.Time) []Stretch {
	o.mu.Lock()
	defer o.mu.Unlock()
	first := len(o.lost)
	for first > 0 && o.lost[first-1].To.After(from) {
		first--
	}
	since := slices.Clone(o.lost[first:])
	if len(since) > 0 && !o.down.IsZero() && now.Sub(o.down) >= blink {
		since = addStretch(since, Stretch{o.down, now})
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
