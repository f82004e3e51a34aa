package table

import (
	"container/heap"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// An alarm knows when tables next do something by themselves, in memory or not:
// one entry a table, none for a table that waits for somebody. An entry that is
// too early does no harm, since a table that is rung looks at its own clock; one
// that is too late would. The zero value is empty.
type alarm struct {
	soonest []*entry // a heap
	of      map[sitting.ID]*entry
}

type entry struct {
	id    sitting.ID
	at    time.Time
	place int // in the heap
}

// set has a table rung at a time in place of any other; the zero time is never.
func (a *alarm) set(id sitting.ID, at time.Time) {
	e := a.of[id]
	switch {
	case at.IsZero() && e == nil:
	case at.IsZero():
		heap.Remove((*byTime)(a), e.place)
	case e == nil:
		if a.of == nil {
			a.of = make(map[sitting.ID]*entry)
		}
		heap.Push((*byTime)(a), &entry{id: id, at: at})
	default:
		e.at = at
		heap.Fix((*byTime)(a), e.place)
	}
}

// add has a table rung at a time unless it is rung earlier.
func (a *alarm) add(id sitting.ID, at time.Time) {
	if e := a.of[id]; e == nil || at.Before(e.at) {
		a.set(id, at)
	}
}

// next returns what is due first, and when; ok is false when nothing is.
func (a *alarm) next() (id sitting.ID, at time.Time, ok bool) {
	if len(a.soonest) == 0 {
		return "", time.Time{}, false
	}
	return a.soonest[0].id, a.soonest[0].at, true
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
