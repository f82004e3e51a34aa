package rest

import (
	"context"
	"slices"
	"time"
)

type placeKey struct{}

// From says of the calls made with the context that it returns in which place they began, such as a
// server: calls of one kind go in turns of their places. Without it they begin in one place that
// has no name.
func From(ctx context.Context, place string) context.Context {
	return context.WithValue(ctx, placeKey{}, place)
}

// A queue is the calls of one kind that wait: those of one place in their order, and the places in
// turns, so that many calls of one place hold no other's up.
type queue struct {
	turns []string // the places that have calls
	calls map[string][]*waiter
	n     int
}

// add has a call wait behind those of its place that came before it.
func (q *queue) add(w *waiter) {
	of := q.calls[w.place]
	if len(of) == 0 {
		q.turns = append(q.turns, w.place)
	}
	at := len(of)
	for at > 0 && w.since.Before(of[at-1].since) {
		at--
	}
	if q.calls == nil {
		q.calls = make(map[string][]*waiter)
	}
	q.calls[w.place] = slices.Insert(of, at, w)
	q.n++
}

// next takes the call whose turn it is. There must be one.
func (q *queue) next() *waiter {
	place := q.turns[0]
	w := q.calls[place][0]
	q.remove(w)
	if len(q.calls[place]) > 0 {
		q.turns = append(q.turns[1:], place)
	}
	return w
}

// remove takes a call that may wait no more.
func (q *queue) remove(w *waiter) {
	of := q.calls[w.place]
	at := slices.Index(of, w)
	if at < 0 {
		return
	}
	q.n--
	if of = slices.Delete(of, at, at+1); len(of) > 0 {
		q.calls[w.place] = of
		return
	}
	delete(q.calls, w.place)
	q.turns = slices.DeleteFunc(q.turns, func(place string) bool { return place == w.place })
}

// since is when the call came that has waited longest. There must be one.
func (q *queue) since() time.Time {
	var oldest time.Time
	for _, place := range q.turns {
		if first := q.calls[place][0].since; oldest.IsZero() || first.Before(oldest) {
			oldest = first
		}
	}
	return oldest
}
