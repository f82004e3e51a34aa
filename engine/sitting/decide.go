package sitting

import (
	"fmt"

	"github.com/boathouse-rum/boathouse/engine"
)

// Decide says what a command makes happen: the events of it, none when it asks
// for what is so already. It changes nothing. A command not taken comes back as
// a [*Refusal] or an [*engine.Refusal]. What the events bring about by themselves
// is for [Follow].
func Decide(s State, c Command, d Dealer) ([]Event, error) {
	h := hearing{s: &s, c: c, dealer: d}
	_, opens := c.Do.(Open)
	switch {
	case opens:
	case s.phase == 0:
		return nil, &Refusal{Code: NoTable}
	case s.phase == Ended:
		return nil, &Refusal{Code: IsClosed}
	}
	switch do := c.Do.(type) {
	case Open:
		return h.open(do)
	case Join:
		return h.join()
	case Leave:
		return h.leave(do)
	case AddComputer:
		return h.addComputer(do)
	case Remove:
		return h.remove(do)
	case SetSettings:
		return h.setSettings(do)
	case Start:
		return h.start()
	case Next:
		return h.next()
	case Again:
		return h.again(do)
	case Cut:
		return h.cut(do)
	case Play:
		return h.play(do)
	case TakeBack:
		return h.takeBack()
	case Agree:
		return h.agree(do)
	case Close:
		return h.close(do)
	case Away:
		return h.away()
	case Back:
		return nil, nil
	}
	panic(fmt.Sprintf("sitting: a command without a verb: %T", c.Do))
}

// Return gives back the seat of who asks for something while they are away,
// whatever becomes of what they ask; nil when they aren't, or want to be.
func Return(s State, c Command) Event {
	if _, goes := c.Do.(Away); goes || !s.seats.isAway(c.By) {
		return nil
	}
	return CameBack{s.seats.place(c.By)}
}

// Move makes moves for the seat of a computer, all or none. Its error is an
// [*engine.Refusal].
func Move(s State, at engine.Seat, moves []engine.Move) ([]Event, error) {
	var events []Event
	game := s.game
	for _, m := range moves {
		made, err := engine.Decide(game, at, m)
		if err != nil {
			return nil, err
		}
		for _, e := range made {
			game = engine.Apply(game, e)
			events = append(events, Played{e})
		}
	}
	return events, nil
}

// A hearing is a command about to be decided on a state.
type hearing struct {
	s      *State
	c      Command
	dealer Dealer
}

// hosts says whether the caller has the host's rights.
func (h *hearing) hosts() bool { return h.c.Manager || h.c.By == h.s.host }

// sits says whether the caller has a seat, in this hand or from the next on.
func (h *hearing) sits() bool { return h.s.seats.sits(h.c.By) }

// stale says whether the command was drawn for an older state.
func (h *hearing) stale() bool { return h.c.Version != 0 && h.c.Version != h.s.version }
