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

// retryAfter is how long a table rests after a job of its own failed.
const retryAfter = 5 * time.Second

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
	if idle := r.active[p].Add(pingAfter); at.Before(idle) {
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

// setClock has the table woken when it next has something to do by itself. A
// thought that isn't finished wakes it by itself, and so does the end of a time
// in which nobody could reach it.
func (h *House) setClock(r *room) {
	if !h.isRunning() {
		return
	}
	now := h.opt.Now()
	what, due := h.next(r, &r.state)
	switch {
	case r.failed:
		due = now.Add(retryAfter)
	case what == movesComputer && !r.thought.isReady(), what.ofPerson() && h.isDown():
		due = time.Time{}
	}
	if due.IsZero() {
		if r.timer != nil {
			r.timer.Stop()
		}
		return
	}
	// Never zero: under testing/synctest such a timer fires on the caller's thread,
	// beside those that are firing already, and the race detector can't stand that.
	nap := min(max(due.Sub(now), time.Nanosecond), maxNap)
	if r.timer == nil {
		id := r.id
		r.timer = time.AfterFunc(nap, func() { h.ring(id) })
		return
	}
	r.timer.Reset(nap)
}

// isRunning says whether clocks and posts run.
func (h *House) isRunning() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.running && !h.stopping
}

// ring queues the table's own job; nobody waits for its outcome.
func (h *House) ring(id ID) {
	h.enqueue(id, &job{verb: "clock", ctx: context.Background(), do: h.tick, done: make(chan outcome, 1)})
}

// tick does what a table does by itself, if it is time.
func (h *House) tick(ctx context.Context, r *room) (Reply, error) {
	h.noticeSleep()
	if err := r.load(ctx); err != nil {
		r.failed = true
		return Reply{}, h.fault(r, "clock", "", err)
	}
	r.failed = false
	err := h.settle(ctx, r)
	if err == nil {
		err = h.doDuty(ctx, r)
	}
	if errors.Is(err, ErrConflict) {
		h.count.conflicts.Add(1)
		return Reply{}, nil
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
			r.failed = true
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
