package sqlite

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
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
	connection
	queue *queue
	said  statements
	heads map[sitting.ID]head // of open tables, as stored; forgotten whenever a transaction fails
	last  int64               // the newest event's id; -1 when forgotten
	hash  storage.Hasher
	posts int64 // the newest post's number
	wiped bool  // something was erased that the write-ahead log may still hold
	pages int   // about how many are in the write-ahead log
	watch *watch
	gone  bool          // the file is no longer where it was
	fault error         // why the file can't be trusted any more; set before lost is closed
	lost  chan struct{} // closed when the file can't be trusted any more
}

// head is where a table's chain of events ends.
type head struct {
	id   int64 // of the row in tables
	seq  int64
	hash storage.Digest
	open bool
}

// statements are all that the writer ever says to the file.
type statements struct {
	begin, commit, rollback, save, release, undo       *statement
	checkpoint, wipe, hurry, patient                   *statement
	addKey, findKey                                    *statement
	addTable, findTable, moveTable, openTable          *statement
	ownTables, serverTables                            *statement
	addEvent, lastEvent, addText                       *statement
	countOpening, addPost, dropPost, setRefs           *statement
	stays, setSum, findPerson, saltPerson              *statement
	addEntry, moveTab, lastEntry                       *statement
	addBalance, addQuarter                             *statement
	setPerson, dropPerson, dropTexts, dropText, secret *statement
	setName, dropNames                                 *statement
	setQuiet, dropQuiet, rouse                         *statement
	beat, addOutage, dropOutages                       *statement
}

// newWriter prepares the writer of a file that has the program's version. The
// connection is its own from now on, whatever comes of it.
func newWriter(conn driver.Conn) (*writer, error) {
	w := &writer{connection: connection{conn: conn}, queue: newQueue(), lost: make(chan struct{})}
	w.forget()
	for _, p := range []struct {
		to    **statement
		query string
	}{
		{&w.said.begin, "BEGIN IMMEDIATE"},
		{&w.said.commit, "COMMIT"},
		{&w.said.rollback, "ROLLBACK"},
		{&w.said.save, "SAVEPOINT job"},
		{&w.said.release, "RELEASE job"},
		{&w.said.undo, "ROLLBACK TO job"},
		{&w.said.checkpoint, "PRAGMA wal_checkpoint(PASSIVE)"},
		{&w.said.wipe, "PRAGMA wal_checkpoint(TRUNCATE)"},
		{&w.said.hurry, "PRAGMA busy_timeout = 0"},
		{&w.said.patient, fmt.Sprintf("PRAGMA busy_timeout = %d", busyTimeout.Milliseconds())},
		{&w.said.addKey, "INSERT INTO keys (key, table_name, from_seq, to_seq, owed, tab_head, tied) VALUES (?, ?, ?, ?, ?, ?, 1) ON CONFLICT (key) DO NOTHING"},
		{&w.said.findKey, "SELECT table_name, from_seq, to_seq, owed, tab_head FROM keys WHERE key = ?"},
		{&w.said.addTable, "INSERT INTO tables (name, server, channel, open, seq, wake, opener) VALUES (?, ?, ?, ?, 0, 0, ?)"},
		{&w.said.ownTables, "SELECT count(*), group_concat(channel, ' ') FROM tables WHERE opener = ? AND open = 1 AND id <> ?"},
		{&w.said.serverTables, "SELECT count(*) FROM tables WHERE server = ? AND open = 1 AND id <> ?"},
		{&w.said.findTable, "SELECT id, seq, open FROM tables WHERE name = ?"},
		{&w.said.moveTable, "UPDATE tables SET seq = ?, moved = ?, wake = ?, waits = ?, posts = posts + ? WHERE id = ?"},
		{&w.said.openTable, "UPDATE tables SET open = ? WHERE id = ?"},
		{&w.said.addEvent, "INSERT INTO events (id, table_id, seq, at, kind, body, text_hash, ties, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&w.said.lastEvent, "SELECT (SELECT coalesce(max(id), 0) FROM events), (SELECT hash FROM events WHERE table_id = ? AND seq = ?)"},
		{&w.said.addText, "INSERT INTO texts (table_id, seq, author, salt, body) VALUES (?, ?, ?, ?, ?)"},
		{&w.said.countOpening, "UPDATE openings SET count = count + 1 RETURNING count"},
		{&w.said.stays, "SELECT " + stays},
		{&w.said.setSum, "UPDATE openings SET sum = ?"},
		{&w.said.findPerson, "SELECT user, salt FROM people WHERE person = ?"},
		{&w.said.saltPerson, "UPDATE people SET salt = ? WHERE person = ?"},
		{&w.said.addPost, "INSERT INTO outbox (id, table_id, kind, hand, seq) VALUES (?, ?, ?, ?, ?)"},
		{&w.said.dropPost, "DELETE FROM outbox WHERE id = ? AND table_id = ?"},
		{&w.said.setRefs, "INSERT INTO refs (table_id, body, done) VALUES (?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET body = excluded.body, done = done + excluded.done"},
		{&w.said.addEntry, "INSERT INTO entries (server, seq, at, layout, kind, table_id, hand, again, ref, person, other, pips, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&w.said.addBalance, "INSERT INTO balances (server, person, other, pips) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET pips = pips + excluded.pips"},
		{&w.said.addQuarter, addQuarter},
		{&w.said.moveTab, "INSERT INTO tabs (server, entries) VALUES (?, ?) ON CONFLICT (server) DO UPDATE SET entries = excluded.entries"},
		{&w.said.lastEntry, "SELECT seq, hash FROM entries WHERE server = ? ORDER BY seq DESC LIMIT 1"},
		{&w.said.setPerson, "INSERT INTO people (person, user) VALUES (?, ?) ON CONFLICT (user) DO UPDATE SET user = user RETURNING person"},
		{&w.said.setName, "INSERT INTO names (person, server, name) VALUES (?, ?, ?) ON CONFLICT (person, server) DO UPDATE SET name = excluded.name"},
		{&w.said.dropNames, "DELETE FROM names WHERE person = ?"},
		{&w.said.dropPerson, "DELETE FROM people WHERE person = ?"},
		{&w.said.dropTexts, "DELETE FROM texts WHERE author = ?"},
		{&w.said.dropText, "DELETE FROM texts WHERE table_id = (SELECT id FROM tables WHERE name = ?) AND seq = ?"},
		{&w.said.setQuiet, "INSERT INTO quiet (person, start, stop, zone) VALUES (?, ?, ?, ?) ON CONFLICT (person) DO UPDATE SET start = excluded.start, stop = excluded.stop, zone = excluded.zone"},
		{&w.said.dropQuiet, "DELETE FROM quiet WHERE person = ?"},
		{&w.said.rouse, fmt.Sprintf("UPDATE tables SET wake = %d WHERE open = 1 AND wake <> 0 AND (waits = ? OR waits IS NULL)", storage.Woken)},
		{&w.said.addOutage, "INSERT INTO outages (start, stop) VALUES (?, ?) ON CONFLICT (start) DO UPDATE SET stop = max(stop, excluded.stop)"},
		{&w.said.dropOutages, "DELETE FROM outages WHERE stop < (SELECT coalesce(min(moved), ?1) FROM tables WHERE open = 1 AND wake <> 0) - ?2"},
		{&w.said.beat, "INSERT INTO pulse (one, at) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET at = excluded.at"},
		{&w.said.secret, "INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = value RETURNING value"},
	} {
		s, err := w.prepare(p.query)
		if err != nil {
			return nil, clean(err, w.close)
		}
		*p.to = s
	}
	return w, nil
}

// serve does jobs until the queue is closed and empty, or the file is lost.
func (w *writer) serve() {
	var jobs []*job
	for {
		jobs = w.queue.wait(jobs[:0], most)
		if len(jobs) == 0 {
			return
		}
		var err error
		if jobs, err = w.store(jobs); isFatal(err) {
			w.lose(err)
			return
		}
		clear(jobs)
	}
}

// store does jobs and answers each, and returns them with those that came in
// meanwhile and were done too. After a fatal error nothing more may be stored.
func (w *writer) store(jobs []*job) ([]*job, error) {
	jobs, err := w.transact(jobs, most)
	switch {
	case isFatal(err):
		fail(jobs, err)
	case err != nil:
		err = w.oneByOne(jobs)
	}
	w.pages += len(jobs) + groupPages
	due := err == nil && w.pages >= logPages
	if due && w.wiped { // who erases something is answered when it is gone
		if due, err = false, w.bringIn(); isFatal(err) {
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

// transact stores jobs in one transaction, each in a savepoint of its own, and
// returns them with those that came in before the commit, limit at most. After
// an error nothing of them is stored, unless it is fatal or of the commit.
func (w *writer) transact(jobs []*job, limit int) ([]*job, error) {
	if _, err := w.said.begin.run(); err != nil {
		return jobs, w.giveUp(err)
	}
	for i := 0; i < len(jobs); i++ {
		if err := w.attempt(jobs[i]); err != nil {
			return jobs, w.giveUp(err)
		}
		if i == len(jobs)-1 {
			jobs = w.queue.take(jobs, limit)
		}
	}
	if _, err := w.said.commit.run(); err != nil {
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
	for i, j := range jobs {
		_, err := w.transact(jobs[i:i+1:i+1], 1)
		if err != nil && !isFatal(err) {
			_, err = w.transact(jobs[i:i+1:i+1], 1)
		}
		if isFatal(err) {
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
	if _, err := w.said.save.run(); err != nil {
		return err
	}
	if j.err = j.do(w); j.err != nil {
		if _, isDriver := sqliteCode(j.err); isDriver {
			return j.err
		}
		if _, err := w.said.undo.run(); err != nil {
			return err
		}
	}
	_, err := w.said.release.run()
	return err
}

// giveUp ends a transaction that failed and sorts its error.
func (w *writer) giveUp(err error) error {
	_, _ = w.said.rollback.run() // an error says that the driver has done so itself
	w.forget()
	return sorted(err)
}

// forget drops what the writer believes of the file.
func (w *writer) forget() {
	w.heads = make(map[sitting.ID]head)
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
		_, err := w.said.checkpoint.row(dest[:])
		return sorted(err)
	}
	if _, err := w.said.hurry.run(); err != nil {
		return sorted(err)
	}
	_, err := w.said.wipe.row(dest[:])
	if busy, _ := dest[0].(int64); err == nil && busy == 0 {
		w.wiped = false
	}
	_, back := w.said.patient.run()
	return sorted(errors.Join(err, back))
}
