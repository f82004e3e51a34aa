package discordsim

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Faults orders trouble for the bot: each order strikes once.
type Faults struct {
	server *Server

	mu      sync.Mutex
	rest    []*order
	held    []*order // reordered requests that wait for another one to overtake them
	gateway []*gatewayOrder
	late    *outgoing // an event that waits for the next one to overtake it
}

// FaultKind is what happens to a request.
type FaultKind int

// What can happen to a request.
const (
	None            FaultKind = iota
	Slow                      // the answer comes Delay late
	Drop                      // the line breaks before anything is done
	DropAfterEffect           // the line breaks when it is done, before the answer
	Duplicate                 // the request arrives twice; the second answer is sent
	Reorder                   // the request waits until a later one of the same pattern is answered, at most Delay or 5 s
	Status429                 // refused with RetryAfter, Global or not
	StatusBefore              // refused with Status before anything is done
	StatusAfter               // answered with Status although it is done
	OtherBody                 // done and answered with its status, but with Body for a body
)

// Fault is one order for REST.
type Fault struct {
	Kind       FaultKind
	Delay      time.Duration // of Slow and Reorder
	RetryAfter time.Duration // of Status429
	Global     bool          // of Status429
	Status     int           // of StatusBefore and StatusAfter
	Body       string        // of OtherBody; "" is none at all
}

type order struct {
	Fault
	method, pattern string
	struck          chan struct{}
	overtaken       chan struct{} // of a reordered request
	owner           *Faults
}

// Next orders a fault for the next request with this method whose route has this path, written as in the OpenAPI file
// ("/channels/{channel_id}/messages"); "*" matches any. The channel is closed when it strikes.
func (f *Faults) Next(method, pattern string, fault Fault) <-chan struct{} {
	o := &order{fault, method, pattern, make(chan struct{}), make(chan struct{}), f}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rest = append(f.rest, o)
	return o.struck
}

func (o *order) matches(r *route) bool {
	return (o.method == "*" || o.method == r.method) && (o.pattern == "*" || o.pattern == r.path)
}

// take finds the fault for a request; people's own clients meet none.
func (f *Faults) take(r *route) *order {
	f.mu.Lock()
	defer f.mu.Unlock()
	var found *order
	i := slices.IndexFunc(f.rest, func(o *order) bool { return r.limit != limitNone && o.matches(r) })
	if i >= 0 {
		found = f.rest[i]
		f.rest = slices.Delete(f.rest, i, i+1)
		close(found.struck)
		if found.Kind == Reorder {
			f.held = append(f.held, found)
			return found
		}
	} else {
		found = &order{owner: f}
	}
	found.method, found.pattern = r.method, r.path
	return found
}

// before does what a fault does to a request on its way in; false means that the line is down.
func (o *order) before(ctx context.Context, w http.ResponseWriter) bool {
	switch o.Kind {
	case Drop:
		hangUp(w)
		return false
	case Reorder:
		wait := o.Delay
		if wait == 0 {
			wait = 5 * time.Second
		}
		pause(ctx, wait, o.overtaken)
	case None, Slow, DropAfterEffect, Duplicate, Status429, StatusBefore, StatusAfter, OtherBody:
	}
	return true
}

// after does what a fault does to an answer on its way out; false means that the line is down.
func (o *order) after(ctx context.Context, w http.ResponseWriter) bool {
	switch o.Kind {
	case Slow:
		pause(ctx, o.Delay, nil)
	case DropAfterEffect:
		hangUp(w)
		return false
	case None, Drop, Duplicate, Reorder, Status429, StatusBefore, StatusAfter, OtherBody:
	}
	if o.Kind != Reorder {
		o.owner.overtake(o)
	}
	return true
}

// overtake lets go of the held requests that a finished one has passed.
func (f *Faults) overtake(by *order) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.held = slices.DeleteFunc(f.held, func(o *order) bool {
		passed := o.matches(&route{method: by.method, path: by.pattern})
		if passed {
			close(o.overtaken)
		}
		return passed
	})
}

func (o *order) answersBefore() bool { return o.Kind == Status429 || o.Kind == StatusBefore }

func (o *order) answersAfter() bool { return o.Kind == StatusAfter }

func (o *order) refusal() *rules.Refusal {
	if o.Kind == Status429 {
		scope := "user"
		if o.Global {
			scope = "global"
		}
		return tooMany(o.RetryAfter, o.Global, scope)
	}
	return refuseStatus(o.Status)
}

func pause(ctx context.Context, d time.Duration, until <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-until:
	case <-ctx.Done():
	}
}

// hangUp breaks the line without an answer.
func hangUp(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_ = conn.Close() // the break is the point
	}
}
