package sqlite

import (
	"database/sql/driver"
	"errors"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// most is how many jobs share a transaction at most, so that the first of them
// never waits long for the last.
const most = 256

// logPages is about how many pages go into the write-ahead log before it is
// brought into the database. A log of 8 MB is written over and over again, which
// disks do faster than making a file longer.
const logPages = 2000

// groupPages is about how many pages a transaction writes besides one for each job.
const groupPages = 4

// A writer is the one goroutine that changes the file. It takes whatever waits
// and stores it in one transaction: callers that wait together share the wait
// for the disk, and a lone caller waits for nobody.
type writer struct {
	*sqlstore.Tx
	queue   *queue
	said    statements
	heads   map[sitting.ID]sqlstore.Head // of open tables, as stored; forgotten whenever a transaction fails
	under   []*job                       // taken and not answered yet, or answered last
	saves   bool                         // the job under way can be undone alone
	careful bool                         // every job is to be one that can
	last    int64                        // the newest event's id; -1 when forgotten
	next    int64                        // what it is once the job under way is stored
	wiped   bool                         // something was erased that the write-ahead log may still hold
	pages   int                          // about how many are in the write-ahead log
	watch   *watch
	gone    bool          // the file is no longer where it was
	fault   error         // why the file can't be trusted any more; set before lost is closed
	lost    chan struct{} // closed when the file can't be trusted any more
}

func newWriter() *writer {
	w := &writer{queue: newQueue(), lost: make(chan struct{})}
	w.forget()
	return w
}

// prepare readies the writer of a file that has the program's version. The connection
// is its own from now on, whatever comes of it.
func (w *writer) prepare(conn driver.Conn, store *sqlstore.Store) (err error) {
	if w.Tx, err = store.NewTx(conn, w); err != nil {
		return err
	}
	if err := sqlstore.PrepareAll(&w.said, w.Prepare); err != nil {
		return sqlstore.Clean(err, w.Close)
	}
	return nil
}

// serve does jobs until the queue is closed and empty, or the file is lost. After a panic beside
// any job nobody knows what is stored.
func (w *writer) serve() {
	var jobs []*job
	defer func() {
		if caught := recover(); caught != nil {
			err := &storage.FatalError{Err: storage.NewPanicError(caught)}
			w.lose(err)
			w.under = slices.DeleteFunc(w.under, (*job).isAnswered)
			fail(w.under, err)
			answer(w.under)
		}
	}()
	for {
		jobs = w.queue.wait(jobs[:0], most)
		if len(jobs) == 0 {
			return
		}
		var err error
		if jobs, err = w.store(jobs); sqlstore.IsFatal(err) {
			w.lose(err)
			return
		}
		clear(jobs)
	}
}

// store does jobs and answers each, and returns them with those that came in
// meanwhile and were done too. After a fatal error nothing more may be stored.
func (w *writer) store(jobs []*job) ([]*job, error) {
	w.under = jobs
	jobs, err := w.transact(jobs, most)
	switch {
	case sqlstore.IsFatal(err):
		fail(jobs, err)
	case err != nil:
		err = w.oneByOne(jobs)
	}
	w.pages += len(jobs) + groupPages
	due := err == nil && w.pages >= logPages
	if due && w.wiped { // who erases something is answered when it is gone
		if due, err = false, w.bringIn(); sqlstore.IsFatal(err) {
			fail(jobs, err)
		}
	}
	answer(jobs)
	if due {
		err = w.bringIn()
	}
	return jobs, err
}

// fail gives jobs the error as their answer.
func fail(jobs []*job, err error) {
	for _, j := range jobs {
		j.err = err
	}
}

// answer lets the callers of jobs go on.
func answer(jobs []*job) {
	for _, j := range jobs {
		close(j.done)
	}
}

// transact stores jobs in one transaction, each that may have to be undone alone in
// a savepoint of its own, and returns them with those that came in before the commit, limit at most. After
// an error nothing of them is stored, unless it is fatal or of the commit.
func (w *writer) transact(jobs []*job, limit int) ([]*job, error) {
	if _, err := w.said.Begin.Run(); err != nil {
		return jobs, w.giveUp(err)
	}
	for i := 0; i < len(jobs); i++ {
		if err := w.attempt(jobs[i]); err != nil {
			return jobs, w.giveUp(err)
		}
		if i == len(jobs)-1 {
			jobs = w.queue.take(jobs, limit)
			if limit > 1 { // else it is one of those known
				w.under = jobs
			}
		}
	}
	if _, err := w.said.Commit.Run(); err != nil {
		return jobs, w.giveUp(err)
	}
	return jobs, w.guard()
}

// oneByOne stores jobs whose shared transaction failed, so that what only one of
// them can't have doesn't harm the others. Each is tried twice, because a commit
// that failed is not a "no": a job that was stored after all finds its key then.
// It returns only an error that is fatal, which is also the answer of the jobs
// not yet done.
func (w *writer) oneByOne(jobs []*job) error {
	w.careful = true
	defer func() { w.careful = false }()
	for i, j := range jobs {
		_, err := w.transact(jobs[i:i+1:i+1], 1)
		if err != nil && !sqlstore.IsFatal(err) {
			_, err = w.transact(jobs[i:i+1:i+1], 1)
		}
		if sqlstore.IsFatal(err) {
			fail(jobs[i:], err)
			return err
		}
		if err != nil {
			j.err = err
		}
	}
	return nil
}

// attempt does one job of a transaction. What the job refuses is its own
// answer; an error is the transaction's.
func (w *writer) attempt(j *job) error {
	w.saves, w.Wrote = !j.bare || w.careful, false
	if w.saves {
		if _, err := w.said.Save.Run(); err != nil {
			return err
		}
	}
	if j.err = w.Try(j.do); j.err != nil {
		var panicked *storage.PanicError
		broken := errors.As(j.err, &panicked)
		if broken { // it may have said where the events end
			w.forget()
		}
		if _, isDriver := sqlstore.LiteCode(j.err); isDriver || (w.Wrote || broken) && !w.saves {
			return j.err
		}
		if w.saves {
			if _, err := w.said.Undo.Run(); err != nil {
				return err
			}
		}
	}
	if !w.saves {
		return nil
	}
	_, err := w.said.Release.Run()
	return err
}

// giveUp ends a transaction that failed and sorts its error.
func (w *writer) giveUp(err error) error {
	_, _ = w.said.Rollback.Run() // an error says that the driver has done so itself
	w.forget()
	return sqlstore.Sorted(err)
}

// forget drops what the writer believes of the file.
func (w *writer) forget() {
	w.heads = make(map[sitting.ID]sqlstore.Head)
	w.last = -1
}

// lose ends the writer: the file can't be trusted any more, so whoever waits,
// and whoever asks from now on, is told so.
func (w *writer) lose(err error) {
	w.queue.close(err)
	w.fault = err
	close(w.lost)
	for jobs := w.queue.take(nil, most); len(jobs) > 0; jobs = w.queue.take(jobs[:0], most) {
		fail(jobs, err)
		answer(jobs)
	}
}

// bringIn moves the write-ahead log into the database. After something was
// erased it empties the log too, as soon as no reader needs it.
func (w *writer) bringIn() error {
	w.pages = 0
	var dest [3]driver.Value // whether it was held up, pages in the log, pages brought in
	if !w.wiped {
		_, err := w.said.Checkpoint.Row(dest[:])
		return sqlstore.Sorted(err)
	}
	if _, err := w.said.Hurry.Run(); err != nil {
		return sqlstore.Sorted(err)
	}
	_, err := w.said.Wipe.Row(dest[:])
	if busy, _ := dest[0].(int64); err == nil && busy == 0 {
		w.wiped = false
	}
	_, back := w.said.Patient.Run()
	return sqlstore.Sorted(errors.Join(err, back))
}
