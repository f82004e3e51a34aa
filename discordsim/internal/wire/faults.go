package wire

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/boathouse-rum/boathouse/discordsim/internal/rules"
)

// Faults is trouble that was ordered for the bot: each order strikes once.
type Faults struct {
	mu      sync.Mutex
	rest    []*order
	held    []*order // requests that wait for another one to overtake them
	gateway []*gatewayOrder
	late    []byte // an event that waits for the next one to overtake it
}

// Trouble is what happens to one request. The zero value is nothing.
type Trouble struct {
	Files   bool            // only of a request that brings files
	Cut     Moment          // when the line breaks
	Wait    time.Duration   // before anything is done, until a later request of the same pattern is answered or so long, whether its sender waits or not
	Until   <-chan struct{} // what it waits for instead; nil: a later request
	Late    time.Duration   // how long the answer waits when it is done
	Twice   bool            // it arrives twice; the second answer is sent
	Instead *rules.Refusal  // refused with this before anything is done
	After   *rules.Refusal  // answered with this although it is done
	Body    *string         // done and answered with its status, but with this for a body
}

// Moment is when a line breaks.
type Moment int

// When a line breaks.
const (
	Never      Moment = iota
	BeforeDone        // before anything is done
	WhenDone          // when it is done, before the answer
)

type order struct {
	Trouble
	method, pattern string
	struck          chan struct{}
	overtaken       chan struct{} // of one that waits
}

// Next orders trouble for the next request with this method whose route has this path; "*" matches any. The channel is
// closed when it strikes.
func (f *Faults) Next(method, pattern string, trouble Trouble) <-chan struct{} {
	o := &order{trouble, method, pattern, make(chan struct{}), make(chan struct{})}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.rest = append(f.rest, o)
	return o.struck
}

func (o *order) matches(method, pattern string) bool {
	return (o.method == "*" || o.method == method) && (o.pattern == "*" || o.pattern == pattern)
}

// take finds the trouble for a request; people's own clients meet none.
func (f *Faults) take(r *route, files bool) *order {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.IndexFunc(f.rest, func(o *order) bool { return r.limit != limitNone && (files || !o.Files) && o.matches(r.method, r.path) })
	if i < 0 {
		return &order{}
	}
	found := f.rest[i]
	f.rest = slices.Delete(f.rest, i, i+1)
	close(found.struck)
	if found.Wait > 0 && found.Until == nil {
		f.held = append(f.held, found)
	}
	return found
}

// before does what trouble does to a request on its way in; false means that the line is down.
func (o *order) before(w http.ResponseWriter) bool {
	if o.Cut == BeforeDone {
		hangUp(w)
		return false
	}
	if o.Wait > 0 {
		until := o.Until
		if until == nil {
			until = o.overtaken
		}
		pause(context.Background(), o.Wait, until)
	}
	return true
}

// after does what trouble does to an answer on its way out; false means that the line is down.
func (o *order) after(w http.ResponseWriter, r *http.Request) bool {
	if o.Late > 0 {
		pause(r.Context(), o.Late, nil)
	}
	if o.Cut == WhenDone {
		hangUp(w)
		return false
	}
	return true
}

// overtake lets go of the waiting requests that one of a route has passed.
func (f *Faults) overtake(by *route) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.held = slices.DeleteFunc(f.held, func(o *order) bool {
		passed := o.matches(by.method, by.path)
		if passed {
			close(o.overtaken)
		}
		return passed
	})
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

// strike takes an order of a kind, if there is one.
func (f *Faults) strike(snag Snag) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	i := slices.IndexFunc(f.gateway, func(o *gatewayOrder) bool { return o.snag == snag })
	if i < 0 {
		return false
	}
	close(f.gateway[i].struck)
	f.gateway = slices.Delete(f.gateway, i, i+1)
	return true
}

// dispatched is what goes out on a line when an event is sent.
func (f *Faults) dispatched(event []byte) [][]byte {
	if f.strike(TwiceEvent) {
		return [][]byte{event, event}
	}
	if f.strike(LateEvent) {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.late = event
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if late := f.late; late != nil {
		f.late = nil
		return [][]byte{event, late}
	}
	return [][]byte{event}
}
