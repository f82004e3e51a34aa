package commands

import (
	"sync"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// traces know how far each person's play had come when they were last here, so
// that who was away can be told what a computer played since. They are lost with
// the process: then the welcome is without it.
type traces struct {
	mu sync.Mutex
	by *simplelru.LRU[holder, trace]
}

// A trace is how many events a seat's own play had in a hand.
type trace struct{ hand, again, plays int }

// maxTraces bounds what is remembered.
const maxTraces = 10_000

func newTraces() traces { return traces{by: newest[holder, trace](maxTraces)} }

// noted learns what a person sees who is here.
func (t *traces) noted(p sitting.Person, s *sitting.Sight) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.by.Add(holder{s.ID, p}, trace{s.Hand, s.Again, len(playsOf(s))})
}

// since lists the plays of a person's seat that they haven't seen yet.
func (t *traces) since(p sitting.Person, s *sitting.Sight) []engine.PublicEvent {
	t.mu.Lock()
	last, known := t.by.Get(holder{s.ID, p})
	t.mu.Unlock()
	plays := playsOf(s)
	switch {
	case !known:
		return nil
	case last.hand != s.Hand || last.again != s.Again:
		return plays
	}
	return plays[min(last.plays, len(plays)):]
}

// playsOf lists the events of the viewer's own seat in the hand.
func playsOf(s *sitting.Sight) []engine.PublicEvent {
	var own []engine.PublicEvent
	for _, e := range s.Log {
		if e.Seat == s.Me && s.Me != engine.Nobody && e.Kind != engine.SawBlock {
			own = append(own, e)
		}
	}
	return own
}
