package table

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// beatEvery is how often the house keeps the time: a house that was killed was
// away for this much less than it believes.
const beatEvery = 15 * time.Second

// beatAgain is how soon it tries again to keep it.
const beatAgain = time.Second

// asleepFor is how late a beat must be for the machine to have been asleep.
const asleepFor = 2 * maxNap

// blink is how long people may be unable to play without a turn being given
// the time back: Discord has bots connect anew now and then, which takes a moment,
// and writing that down at every table would be worth more than the moment.
const blink = 5 * time.Second

// A cut is why people can't play though the house is awake.
type cut uint8

const (
	lineCut  cut = 1 << iota // they can't reach it
	storeCut                 // it can't keep what they do
)

// outages are when people couldn't play: the house was away or asleep, the line to
// them was cut, or the store was.
type outages struct {
	now  func() time.Time
	keep Pulse // nil: nothing is kept
	leap bool  // a leap of the clock is no sleep

	shared bool // others keep the time there, too

	mu     sync.Mutex
	pulse  time.Time // when the house was last known to be awake
	kept   time.Time // when the store last took it
	down   time.Time // since when people can't play; zero: they can
	cuts   cut       // why they can't
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
	o.pulse, o.kept = now, now
	for _, s := range lost {
		o.lose(s)
	}
	o.unkept = nil // these are
	if !last.IsZero() && (!others || now.Sub(last) > beatEvery+leaseFor) {
		o.lose(Stretch{last, now})
	}
	return nil
}

// beat keeps the time up to which all was well, which is when people could last
// play while they can't, and with it what was lost before: whenever
// the house is killed, the next one finds all of it. alone: others could play while this house could store nothing, as it can by this.
func (o *outages) beat(ctx context.Context, alone bool) error {
	o.mu.Lock()
	now := sitting.Whole(o.now())
	o.pulse = now
	well := o.pulse
	if !o.down.IsZero() && !(alone && o.cuts == storeCut) {
		well = o.down
	}
	lost := slices.Clone(o.unkept)
	o.mu.Unlock()
	if o.keep == nil {
		return nil
	}
	if err := o.keep.Beat(ctx, well, lost); err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.kept, o.unkept = now, slices.Delete(o.unkept, 0, len(lost))
	return nil
}

// lastKept is when a beat was last kept.
func (o *outages) lastKept() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.kept
}

// othersCould says whether others kept the time while this house couldn't, until now, and lost none: it was cut off alone, and people could play.
func (o *outages) othersCould(ctx context.Context) (bool, error) {
	o.mu.Lock()
	asks, kept := o.shared && o.cuts&storeCut != 0, o.kept
	o.mu.Unlock()
	if !asks {
		return false, nil
	}
	last, err := o.keep.LastBeat(ctx)
	if err != nil || last.Sub(kept) <= beatEvery || o.now().Sub(last) > beatEvery+blink {
		return false, err
	}
	lost, err := o.keep.Outages(ctx)
	return err == nil && !slices.ContainsFunc(lost, func(s Stretch) bool { return s.To.After(kept) }), err
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

// begin begins an outage, or lets there be one more reason for the one under way, and says whether there was none of that kind.
func (o *outages) begin(c cut, since time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cuts&c != 0 {
		return false
	}
	if since = sitting.Whole(since); o.down.IsZero() || since.Before(o.down) {
		o.down = since
	}
	o.cuts |= c
	return true
}

// end takes a reason away, and with the last the outage under way is over; without counts nothing was lost. It says whether there was
// that reason.
func (o *outages) end(c cut, counts bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cuts&c == 0 {
		return false
	}
	if o.cuts &^= c; o.cuts != 0 {
		return true
	}
	if lost := (Stretch{o.down, sitting.Whole(o.now())}); counts && lost.To.Sub(lost.From) >= blink {
		o.lose(lost)
	}
	o.down = time.Time{}
	return true
}

// isDown says whether people can't play.
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
