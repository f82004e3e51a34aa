package table

import (
	"container/heap"
	"time"
)

// An alarm knows when owners next do something by themselves, in memory or not:
// one entry an owner, none for one that waits for somebody. An entry that is
// too early does no harm, since an owner that is rung looks at its own clock; one
// that is too late would. The zero value is empty.
type alarm struct {
	soonest []*entry // a heap
	of      map[OwnerID]*entry
}

type entry struct {
	id    OwnerID
	at    time.Time
	place int // in the heap
}

// set has an owner rung at a time in place of any other; the zero time is never.
func (a *alarm) set(id OwnerID, at time.Time) {
	e := a.of[id]
	switch {
	case at.IsZero() && e == nil:
	case at.IsZero():
		heap.Remove((*byTime)(a), e.place)
	case e == nil:
		if a.of == nil {
			a.of = make(map[OwnerID]*entry)
		}
		heap.Push((*byTime)(a), &entry{id: id, at: at})
	default:
		e.at = at
		heap.Fix((*byTime)(a), e.place)
	}
}

// add has an owner rung at a time unless it is rung earlier.
func (a *alarm) add(id OwnerID, at time.Time) {
	if e := a.of[id]; e == nil || at.Before(e.at) {
		a.set(id, at)
	}
}

// next returns what is due first, and when; ok is false when nothing is.
func (a *alarm) next() (id OwnerID, at time.Time, ok bool) {
	if len(a.soonest) == 0 {
		return "", time.Time{}, false
	}
	return a.soonest[0].id, a.soonest[0].at, true
}

// An owner rests after something of its own failed, longer each time: one that can't
// be read mustn't fill the log, and one that could be written to soon again must go on.
const (
	firstRest = 5 * time.Second
	longRest  = 5 * time.Minute
)

// restAfter returns how long an owner rests after so many failures in a row.
func restAfter(failures int) time.Duration {
	rest := firstRest
	for ; failures > 1 && rest < longRest; failures-- {
		rest *= 2
	}
	return min(rest, longRest)
}

// setClock has an owner rung when it next has something to do by itself.
func (h *runner) setClock(r *place, s stand) {
	h.mu.Lock()
	defer h.mu.Unlock()
	r.stand = s
	if s.amiss {
		r.failures = max(r.failures, 1, r.lame)
	}
	switch {
	case r.failures > 0:
		h.alarm.add(r.id, h.now().Add(restAfter(r.failures)))
	case s.unread: // the alarm knows better
		return
	case s.held:
		h.held[r.id] = true
		h.alarm.set(r.id, time.Time{})
	default:
		h.alarm.set(r.id, s.wake)
	}
	h.ringBell(r.id)
}

// ringBell has the alarm looked at again if an owner is now the first to be rung.
// It wants the lock.
func (h *runner) ringBell(id OwnerID) {
	if first, _, _ := h.alarm.next(); first != id {
		return
	}
	select {
	case h.bell <- struct{}{}:
	default:
	}
}

// byTime is an alarm as package heap wants it.
type byTime alarm

func (b *byTime) Len() int           { return len(b.soonest) }
func (b *byTime) Less(i, j int) bool { return b.soonest[i].at.Before(b.soonest[j].at) }

func (b *byTime) Swap(i, j int) {
	b.soonest[i], b.soonest[j] = b.soonest[j], b.soonest[i]
	b.soonest[i].place, b.soonest[j].place = i, j
}

func (b *byTime) Push(x any) {
	e := x.(*entry)
	e.place = len(b.soonest)
	b.soonest, b.of[e.id] = append(b.soonest, e), e
}

func (b *byTime) Pop() any {
	last := len(b.soonest) - 1
	e := b.soonest[last]
	b.soonest[last] = nil
	b.soonest = b.soonest[:last]
	delete(b.of, e.id)
	return e
}
