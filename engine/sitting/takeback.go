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
	plays    int           // events of the hand before it
	log      handLog       // with it
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
		Seat: t.wish.seat, Asked: t.wish.number, Cards: newest.moved(game), Draw: newest.draws(),
		Discard: newest.ended(game), Waits: t.waits(seats),
	}
}

// draws says whether the play is a draw.
func (p *step) draws() bool { return p.before.Phase == engine.ToDraw }

// ended says whether the play was the last of its turn.
func (p *step) ended(game *engine.State) bool { return p.before.Turns != game.Turns }

// moved is what a play took from the hand, or a draw into it, as the game stands.
func (p *step) moved(game *engine.State) engine.Hand {
	if p.draws() {
		return game.Hands[p.seat] &^ p.before.Hands[p.seat]
	}
	return p.before.Hands[p.seat] &^ game.Hands[p.seat]
}

// keepStep notes a play of the hand for taking it back. A draw ends that for what was played before
// it, and so does the end of the hand. A draw that showed nobody a card of the stock can be taken
// back itself. Who plays alone takes the turns of computers back along with their own discard.
func (s *State) keepStep(e engine.Event, before engine.State, at time.Time) {
	t := &s.takebacks
	t.wish, t.denied = nil, false
	ends, keeps := true, false
	switch e := e.(type) {
	case engine.Melded, engine.LaidOff, engine.Discarded:
		ends, keeps = false, true
	case engine.Drew:
		keeps = e.Source == engine.FromDiscard
	case engine.Dealt, engine.WentOut, engine.Won, engine.Blocked:
	}
	if s.alone() && s.game.Phase != engine.Over && s.seats.byComputer(before.Turn) {
		return
	}
	if ends {
		if t.steps = t.steps[:0]; !s.blind { // other states share the space
			t.steps = nil
		}
	}
	if keeps {
		t.steps = append(t.steps, step{before.Turn, before, s.plays - 1, s.log, at, s.since, s.left, s.reminded})
	}
}

// backPastOthers says whether taking the newest play back undoes turns of computers as well.
func (s *State) backPastOthers() bool {
	newest := s.takebacks.newest()
	return newest != nil && s.plays > newest.plays+1
}

// endWish ends a wish in vain. The computers that waited for it begin anew.
func (s *State) endWish(at time.Time) {
	s.takebacks.wish, s.takebacks.denied, s.acted = nil, true, at
}

// takeBack folds that a play was taken back. The log keeps the play.
func (s *State) takeBack(e TookBack, at time.Time) {
	steps := s.takebacks.steps
	newest := steps[len(steps)-1]
	s.retaken = s.retaken || s.backPastOthers()
	if !s.blind {
		if s.backPastOthers() { // nobody saw these turns but the one who plays alone
			s.log = newest.log.shared()
		}
		s.log.addTakeback(e.Seat, newest.moved(&s.game), newest.draws())
	}
	ended := newest.ended(&s.game)
	s.game, s.plays = newest.before, newest.plays
	s.takebacks = takebacks{steps: slices.Clip(steps[:len(steps)-1])}
	if !ended {
		s.version, s.acted = s.seq, at
		return
	}
	s.begin(Playing, at)
	s.left, s.reminded = e.Left, newest.reminded
}
