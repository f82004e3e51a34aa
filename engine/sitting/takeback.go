package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// patience is how long computers wait for people to answer a wish.
const patience = time.Minute

// leastBack is the least time that a turn has which comes back with its discard.
const leastBack = time.Minute

// takebacks are what can be taken back, and the wish to do so.
type takebacks struct {
	steps  []step // the plays of one turn that can be taken back, until somebody draws
	denied bool   // the newest of them was asked back in vain
	wish   *wish  // to take the newest of them back; nil: none is open
}

// A step is a play that can be taken back, and what it takes to do so.
type step struct {
	seat     engine.Seat
	before   engine.State
	at       time.Time     // when it was made
	since    time.Time     // of the turn it was made in
	left     time.Duration // the same
	reminded bool          // the same
}

// A wish is that of a seat to take its newest play back. It is never changed in place.
type wish struct {
	seat   engine.Seat
	number int64 // of the event that asked
	at     time.Time
	agreed []engine.Seat
	called bool // those who are asked were called
}

// newest returns the play that could be taken back; nil without one.
func (t *takebacks) newest() *step {
	if len(t.steps) == 0 {
		return nil
	}
	return &t.steps[len(t.steps)-1]
}

// may says why a seat may not ask to take something back; 0 if it may.
func (t *takebacks) may(at engine.Seat) Code {
	newest := t.newest()
	switch {
	case newest == nil || at == engine.Nobody || newest.seat != at:
		return NothingToTakeBack
	case t.denied || t.wish != nil:
		return TakebackOver
	}
	return 0
}

// waits lists the people present who haven't agreed to the open wish.
func (t *takebacks) waits(seats *seating) []engine.Seat {
	asked := seats.present(seats.hand[t.wish.seat].Person)
	return slices.DeleteFunc(asked, func(at engine.Seat) bool { return slices.Contains(t.wish.agreed, at) })
}

// agree notes that a person agrees to the open wish.
func (t *takebacks) agree(at engine.Seat) {
	asked := *t.wish
	asked.agreed = append(slices.Clip(asked.agreed), at)
	t.wish = &asked
}

// call notes that those were called whom the open wish asks.
func (t *takebacks) call() {
	asked := *t.wish
	asked.called = true
	t.wish = &asked
}

// open returns the open wish as all see it; nil without one.
func (t *takebacks) open(game *engine.State, seats *seating) *Takeback {
	if t.wish == nil {
		return nil
	}
	newest := t.newest()
	return &Takeback{
		Seat: t.wish.seat, Asked: t.wish.number, Cards: newest.returning(game),
		Discard: newest.before.Turn != game.Turn, Waits: t.waits(seats),
	}
}

// returning is what a play took from the hand, as the game stands.
func (p *step) returning(game *engine.State) engine.Hand {
	return p.before.Hands[p.seat] &^ game.Hands[p.seat]
}

// keepStep notes a play of the hand for taking it back. Somebody's draw ends all
// that, because cards have been seen; so does the end of the hand.
func (s *State) keepStep(e engine.Event, before engine.State, at time.Time) {
	t := &s.takebacks
	t.wish, t.denied = nil, false
	switch e.(type) {
	case engine.Melded, engine.LaidOff, engine.Discarded:
		t.steps = append(t.steps, step{before.Turn, before, at, s.since, s.left, s.reminded})
	case engine.Dealt, engine.Drew, engine.WentOut, engine.Won, engine.Blocked:
		if t.steps = t.steps[:0]; !s.blind { // other states share the space
			t.steps = nil
		}
	}
}

// endWish ends a wish in vain. The computers that waited for it begin anew.
func (s *State) endWish(at time.Time) {
	s.takebacks.wish, s.takebacks.denied, s.acted = nil, true, at
}

// takeBack folds that a play was taken back. The log keeps the play.
func (s *State) takeBack(e TookBack, at time.Time) {
	steps := s.takebacks.steps
	newest := steps[len(steps)-1]
	if !s.blind {
		s.log.addTakeback(e.Seat, newest.returning(&s.game))
	}
	ended := newest.before.Turn != s.game.Turn
	s.game = newest.before
	s.takebacks = takebacks{steps: slices.Clip(steps[:len(steps)-1])}
	if !ended {
		s.version, s.acted = s.seq, at
		return
	}
	s.begin(Playing, at)
	s.left, s.reminded = e.Left, newest.reminded
}
