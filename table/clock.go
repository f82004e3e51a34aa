package table

import (
	"context"
	"errors"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// maxNap is the longest that a timer runs before the wall clock is looked at
// again: a machine that slept, or whose clock was set, is late by this at most.
const maxNap = time.Minute

// A table rests after a job of its own failed, longer each time: one that can't be
// read mustn't fill the log, and one that could be written to soon again must go on.
const (
	firstRest = 5 * time.Second
	longRest  = 5 * time.Minute
)

// ringers is how many tables are rung at once. Those that wait for the disk
// together share its time; those that were due when the house started fill no memory.
const ringers = 64

// longTurn is the least turn limit whose clock stands still in quiet hours.
const longTurn = 24 * time.Hour

// A duty is what a table does by itself.
type duty uint8

const (
	waitsForPeople duty = iota
	movesComputer
	dropsWish   // that computers have waited for long enough
	callsPerson // whose ping quiet hours held back
	remindsPerson
	sendsAway
)

// ofPerson says whether a duty ends or shortens what a person waits for: none is
// done while people can't reach the house.
func (d duty) ofPerson() bool { return d >= callsPerson }

// next returns what a table in a state does by itself next, and when.
func (h *House) next(r *room, s *state) (duty, time.Time) {
	switch {
	case s.phase != Playing || s.paused():
		return waitsForPeople, time.Time{}
	case s.byPerson():
		return r.nextOfPerson(s, h.opt.Now())
	case s.wish != nil:
		return dropsWish, s.wish.at.Add(patience)
	}
	return movesComputer, s.acted.Add(h.opt.ComputerDelay)
}

// nextOfPerson returns what a table does by itself next while it waits for a
// person to move. What comes no earlier than the end of their turn isn't done.
func (r *room) nextOfPerson(s *state, now time.Time) (duty, time.Time) {
	next, at := waitsForPeople, r.deadline(s)
	if !at.IsZero() {
		next = sendsAway
		if !now.Before(at) {
			return next, at
		}
	}
	if remind := r.remindAt(s); !remind.IsZero() && remind.Before(at) {
		next, at = remindsPerson, remind
	}
	if call := r.callAt(s); !call.IsZero() && (at.IsZero() || call.Before(at)) {
		next, at = callsPerson, call
	}
	return next, at
}

// deadline returns when the turn under way, a person's, ends; zero without a limit.
func (r *room) deadline(s *state) time.Time {
	if s.settings.Turn == 0 {
		return time.Time{}
	}
	return s.clockOf(s.game.Turn, r.habits).after(s.since, s.left)
}

// remindAt returns when the person whose turn it is hears that half of its time
// is over. Zero: never.
func (r *room) remindAt(s *state) time.Time {
	if s.settings.Turn == 0 || s.reminded {
		return time.Time{}
	}
	half := s.clockOf(s.game.Turn, r.habits).after(s.since, s.left-s.settings.Turn/2)
	return r.idleAt(s, half)
}

// callAt returns when the person whose turn it is hears of it whose quiet hours
// it began in. Zero: never.
func (r *room) callAt(s *state) time.Time {
	morning := r.habits[s.seats[s.game.Turn].Person].until(s.since)
	if s.called || !morning.After(s.since) {
		return time.Time{}
	}
	return r.idleAt(s, morning)
}

// idleAt returns the first moment from another on when the person whose turn it
// is may be told something: not while they are about, nor in their quiet hours.
func (r *room) idleAt(s *state, at time.Time) time.Time {
	p := s.seats[s.game.Turn].Person
	if idle := r.actedAt(p).Add(pingAfter); at.Before(idle) {
		at = idle
	}
	return r.habits[p].until(toStored(at))
}

// clockOf returns the quiet hours in which the clock of a seat stands still.
func (s *state) clockOf(at engine.Seat, habits map[Person]*hours) *hours {
	if s.settings.Turn < longTurn {
		return nil
	}
	return habits[s.seats[at].Person]
}

// setClock has the table rung when it next has something to do by itself. A
// thought that isn't finished rings it by itself, and so does the end of a time in
// which nobody could reach it.
func (h *House) setClock(r *room) {
	what, due := h.next(r, &r.state)
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case !r.loaded && r.failures == 0: // not read: the alarm knows better
		return
	case r.failures > 0:
		h.alarm.add(r.id, h.opt.Now().Add(restAfter(r.failures)))
	case what.ofPerson() && !h.down.IsZero():
		h.held[r.id] = true
		h.alarm.set(r.id, time.Time{})
	case what == movesComputer && !r.thought.isReady():
		h.alarm.set(r.id, time.Time{})
	default:
		h.alarm.set(r.id, due)
	}
	h.ringBell(r.id)
}

// restAfter returns how long a table rests after so many failures in a row.
func restAfter(failures int) time.Duration {
	rest := firstRest
	for ; failures > 1 && rest < longRest; failures-- {
		rest *= 2
	}
	return min(rest, longRest)
}

// ringBell has the alarm looked at again if a table is now the first to be rung.
// It wants the lock.
func (h *House) ringBell(id ID) {
	if first, _, _ := h.alarm.next(); first != id {
		return
	}
	select {
	case h.bell <- struct{}{}:
	default:
	}
}

// setAlarm sets the alarm for the tables that the store has, of which none is
// read, and has those that were read before the house ran see to their clocks.
func (h *House) setAlarm(ctx context.Context) error {
	due, err := h.opt.Store.Due(ctx)
	if err != nil {
		return err
	}
	h.mu.Lock()
	for _, d := range due {
		h.alarm.add(d.Table, d.At)
	}
	h.mu.Unlock()
	h.ringAll()
	return nil
}

// keepTime rings tables when their time comes, until ctx is done.
func (h *House) keepTime(ctx context.Context) {
	under := make(chan struct{}, ringers)
	nap := time.NewTimer(maxNap)
	defer nap.Stop()
	for {
		h.noticeSleep()
		id, wait := h.nextDue()
		if id != "" {
			select {
			case under <- struct{}{}:
			case <-ctx.Done():
				return
			}
			h.work.Go(func() {
				h.ring(id)
				<-under
			})
			continue
		}
		nap.Reset(wait)
		select {
		case <-nap.C:
		case <-h.bell:
		case <-ctx.Done():
			return
		}
	}
}

// nextDue takes a table that is due off the alarm, or says how long to wait.
func (h *House) nextDue() (ID, time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	id, at, ok := h.alarm.next()
	if !ok {
		return "", maxNap
	}
	if wait := at.Sub(h.opt.Now()); wait > 0 {
		return "", min(wait, maxNap)
	}
	h.alarm.set(id, time.Time{})
	return id, 0
}

// isRunning says whether clocks and posts run.
func (h *House) isRunning() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.running && !h.stopping
}

// ring has a table do its own job, and returns when it is done. What becomes of it
// is logged there.
func (h *House) ring(id ID) {
	_, _ = h.ask(context.Background(), id, "clock", "", h.tick)
}

// ringAll has every table in memory do its own job; nobody waits for the outcome.
// It doesn't go by the alarm, which a job under way may be about to set anew.
func (h *House) ringAll() {
	for _, id := range h.tables() {
		h.enqueue(id, &job{verb: "clock", ctx: context.Background(), do: h.tick, done: make(chan outcome, 1)})
	}
}

// tick does what a table does by itself, if it is time.
func (h *House) tick(ctx context.Context, r *room) (Reply, error) {
	failures := r.failures
	err := r.load(ctx)
	if err == nil {
		err = h.settle(ctx, r)
	}
	if err == nil {
		err = h.doDuty(ctx, r)
	}
	switch {
	case err == nil:
		r.failures = 0
	case errors.Is(err, ErrConflict):
		h.count.conflicts.Add(1)
		return Reply{}, nil
	default:
		r.failures = failures + 1
	}
	return Reply{}, h.fault(r, "clock", "", err)
}

// doDuty does the next duty of a table if it is time.
func (h *House) doDuty(ctx context.Context, r *room) error {
	what, due := h.next(r, &r.state)
	if due.IsZero() || h.opt.Now().Before(due) || what.ofPerson() && h.isDown() {
		return nil
	}
	at := r.state.game.Turn
	var events []Event
	switch what {
	case waitsForPeople:
	case movesComputer:
		if !r.thought.isReady() {
			return nil
		}
		var err error
		if events, err = h.computerMove(r); err != nil {
			return err
		}
		h.count.computerMoves.Add(1)
	case dropsWish:
		events = []Event{TakebackLapsed{r.state.wish.seat}}
	case callsPerson:
		events = []Event{Called{at}}
	case remindsPerson:
		events = []Event{Reminded{at}}
	case sendsAway:
		events = []Event{WentAway{at}}
	}
	_, err := h.commit(ctx, r, "", "", events)
	return err
}
