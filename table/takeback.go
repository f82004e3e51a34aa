package table

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// patience is how long computers wait for people to answer a wish.
const patience = time.Minute

// leastBack is the least time that a turn has which comes back with its discard.
const leastBack = time.Minute

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
	at     time.Time
	agreed []engine.Seat
}

// step notes a play of the hand for taking it back. Somebody's draw ends all
// that, because cards have been seen; so does the end of the hand.
func (s *state) step(e engine.Event, before engine.State, at time.Time) {
	s.wish, s.denied = nil, false
	switch e.(type) {
	case engine.Melded, engine.LaidOff, engine.Discarded:
		s.steps = append(s.steps, step{before.Turn, before, at, s.since, s.left, s.reminded})
	case engine.Dealt, engine.Drew, engine.WentOut, engine.Won, engine.Blocked:
		if s.steps = s.steps[:0]; !s.blind { // other states share the space
			s.steps = nil
		}
	}
}

// newest returns the play that could be taken back; nil without one.
func (s *state) newest() *step {
	if s.phase != Playing || len(s.steps) == 0 {
		return nil
	}
	return &s.steps[len(s.steps)-1]
}

// mayTakeBack says why a seat may not ask to take something back; 0 if it may.
func (s *state) mayTakeBack(at engine.Seat) Code {
	newest := s.newest()
	switch {
	case newest == nil || at == engine.Nobody || newest.seat != at:
		return NothingToTakeBack
	case s.denied || s.wish != nil:
		return TakebackOver
	}
	return 0
}

func (s *state) decideTakeBack(c Command) ([]Event, error) {
	at := s.seatOf(c.By)
	code := s.mayTakeBack(at)
	switch {
	case !s.sits(c.By):
		return nil, &Refusal{Code: NotSeated}
	case s.stale(c):
		return nil, &Refusal{Code: Stale}
	case s.wish != nil && s.wish.seat == at:
		return nil, nil
	case code != 0:
		return nil, &Refusal{Code: code}
	case s.restless(c.By):
		return nil, &Refusal{Code: Restless}
	}
	return []Event{TakebackAsked{at}}, nil
}

func (s *state) decideAgree(c Command, do Agree) ([]Event, error) {
	at := s.seatOf(c.By)
	switch {
	case !s.sits(c.By):
		return nil, &Refusal{Code: NotSeated}
	case s.stale(c):
		return nil, &Refusal{Code: Stale}
	case s.wish == nil:
		return nil, &Refusal{Code: TakebackOver}
	case at == engine.Nobody || at == s.wish.seat:
		return nil, &Refusal{Code: NotAsked}
	case do.Yes && slices.Contains(s.wish.agreed, at):
		return nil, nil
	}
	return []Event{TakebackAnswered{Seat: at, Yes: do.Yes}}, nil
}

// waitsFor lists the people present who haven't agreed to the open wish.
func (s *state) waitsFor() []engine.Seat {
	var waits []engine.Seat
	for i := range s.seats {
		at := engine.Seat(i)
		if at != s.wish.seat && !s.byComputer(at) && !slices.Contains(s.wish.agreed, at) {
			waits = append(waits, at)
		}
	}
	return waits
}

// tookBack fulfils the open wish. A discard's turn goes on with the time it had
// left, and a little at least.
func (s *state) tookBack(habits map[Person]*hours) TookBack {
	e := TookBack{Seat: s.wish.seat}
	newest := s.newest()
	if newest.before.Turn != s.game.Turn && s.settings.Turn > 0 {
		used := s.clockOf(e.Seat, habits).between(newest.since, newest.at)
		e.Left = max(toWhole(newest.left-used), leastBack)
	}
	return e
}

// answer folds what a person says to a wish.
func (s *state) answer(e TakebackAnswered, at time.Time) {
	if !e.Yes {
		s.endWish(at)
		return
	}
	asked := *s.wish
	asked.agreed = append(slices.Clip(asked.agreed), e.Seat)
	s.wish = &asked
}

// endWish ends a wish in vain. The computers that waited for it begin anew.
func (s *state) endWish(at time.Time) {
	s.wish, s.denied, s.acted = nil, true, at
}

// takeBack folds that a play was taken back. The log keeps the play.
func (s *state) takeBack(e TookBack, at time.Time) {
	newest := s.steps[len(s.steps)-1]
	if !s.blind {
		s.log = append(s.log, engine.PublicEvent{
			Kind: engine.SawTakeback, Seat: e.Seat, Cards: s.returning(&newest).Cards(), Discard: engine.NoCard,
		})
	}
	ended := newest.before.Turn != s.game.Turn
	s.game, s.steps = newest.before, slices.Clip(s.steps[:len(s.steps)-1])
	s.wish, s.denied = nil, false
	if !ended {
		s.version, s.acted = s.seq, at
		return
	}
	s.begin(Playing, at)
	s.left, s.reminded = e.Left, newest.reminded
}

// returning is what a play took from the hand.
func (s *state) returning(p *step) engine.Hand {
	return p.before.Hands[p.seat] &^ s.game.Hands[p.seat]
}

// takeback returns the open wish as all see it; nil without one.
func (s *state) takeback() *Takeback {
	if s.wish == nil {
		return nil
	}
	newest := s.newest()
	return &Takeback{
		Seat: s.wish.seat, Cards: s.returning(newest),
		Discard: newest.before.Turn != s.game.Turn, Waits: s.waitsFor(),
	}
}
