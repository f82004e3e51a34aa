package sqlite

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// A job is one caller's change. Its do runs in the writer's goroutine, inside a
// transaction; it may run again after the first was rolled back, so it sets what
// it hands back and never adds to it. An error of do undoes this job alone,
// unless it is the driver's.
type job struct {
	do    func(*sqlstore.Tx) error
	bare  bool // it sets Wrote, and refuses nothing any more then: it needs no savepoint
	state atomic.Uint32
	done  chan struct{}
	err   error
}

// isAnswered says whether the job's caller goes on. It is asked by whoever answers.
func (j *job) isAnswered() bool {
	if j == nil { // and forgotten
		return true
	}
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

// The states of a job. The writer takes it or its caller withdraws it, whoever
// is first: so a caller who stops waiting knows that nothing was stored, and a
// job once taken is always waited for.
const (
	jobWaiting uint32 = iota
	jobTaken
	jobWithdrawn
)

// A queue holds the jobs that wait for the writer.
type queue struct {
	mu     sync.Mutex
	jobs   []*job
	closed error         // why no more jobs are taken
	bell   chan struct{} // holds a token while there may be something to do
}

func newQueue() *queue { return &queue{bell: make(chan struct{}, 1)} }

// submit has the writer do a job that may have to be undone.
func (q *queue) submit(ctx context.Context, do func(*sqlstore.Tx) error) error {
	return q.submitJob(ctx, false, do)
}

// submitJob has the writer do a job and returns when it is on the disk, or not at
// all, as a [sqlstore.Changer] does.
func (q *queue) submitJob(ctx context.Context, bare bool, do func(*sqlstore.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{do: do, bare: bare, done: make(chan struct{})}
	if err := q.put(j); err != nil {
		return err
	}
	select {
	case <-j.done:
	case <-ctx.Done():
		if j.state.CompareAndSwap(jobWaiting, jobWithdrawn) {
			return ctx.Err()
		}
		<-j.done
	}
	return j.err
}

func (q *queue) put(j *job) error {
	q.mu.Lock()
	if q.closed != nil {
		q.mu.Unlock()
		return q.closed
	}
	q.jobs = append(q.jobs, j)
	q.mu.Unlock()
	q.ring()
	return nil
}

func (q *queue) ring() {
	select {
	case q.bell <- struct{}{}:
	default:
	}
}

// wait blocks until there are jobs and adds them to jobs, up to limit in all; it
// adds none when the queue is closed and empty.
func (q *queue) wait(jobs []*job, limit int) []*job {
	for {
		closed := q.isClosed() // before the look, so that no job slips in between
		if more := q.take(jobs, limit); len(more) > len(jobs) || closed {
			return more
		}
		<-q.bell
	}
}

// take adds the jobs that have waited longest to jobs, up to limit in all, those
// withdrawn left out. If it adds fewer, none waits any more.
func (q *queue) take(jobs []*job, limit int) []*job {
	q.mu.Lock()
	defer q.mu.Unlock()
	seen := 0
	for ; seen < len(q.jobs) && len(jobs) < limit; seen++ {
		if j := q.jobs[seen]; j.state.CompareAndSwap(jobWaiting, jobTaken) {
			jobs = append(jobs, j)
		}
	}
	q.jobs = slices.Delete(q.jobs, 0, seen)
	return jobs
}

func (q *queue) isClosed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.closed != nil
}

// close lets no more jobs in; why is what their callers are told.
func (q *queue) close(why error) {
	q.mu.Lock()
	if q.closed == nil {
		q.closed = why
	}
	q.mu.Unlock()
	q.ring()
}
