package commands

import (
	"sync"
	"time"
)

// A recurring fault would fill the log: it is told at once, and then once a minute for as long as
// it goes on, with how often it was met since. What is met within that minute has one id, which the
// log has.
type recurring struct {
	tell func(id string, times int, why error)

	mu   sync.Mutex
	id   string // empty: it wasn't met in the last minute
	more int    // times since it was told
	why  error  // the last time
	last time.Time
}

func newRecurring(tell func(id string, times int, why error)) *recurring {
	return &recurring{tell: tell}
}

// note counts one, and returns the id under which the log has it.
func (r *recurring) note(why error) (id string) {
	r.mu.Lock()
	r.why, r.last = why, time.Now()
	if id = r.id; id != "" {
		r.more++
		r.mu.Unlock()
		return id
	}
	id = faultID()
	r.id = id
	r.mu.Unlock()
	r.tell(id, 1, why)
	time.AfterFunc(sumEvery, r.sum)
	return id
}

// sum tells what was counted in a minute.
func (r *recurring) sum() {
	r.mu.Lock()
	id, n, why := r.id, r.more, r.why
	if r.more = 0; n == 0 {
		r.id = ""
	}
	r.mu.Unlock()
	if n > 0 {
		r.tell(id, n, why)
		time.AfterFunc(sumEvery, r.sum)
	}
}

// within says whether it was met in a time until now.
func (r *recurring) within(d time.Duration) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.last.IsZero() && time.Since(r.last) < d
}
