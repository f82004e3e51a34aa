package sitting

import (
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// OwnTurns are the turns of a hand that is over which one person played themselves, as
// they saw them then.
type OwnTurns struct {
	Result *HandResult
	Seat   engine.Seat // that they had; Nobody if they sat elsewhere, or not at all
	Turns  []opponent.Turn
}

// FindTurns finds the turns of a person in the events of a sitting; at says when each of
// these happened. What was taken back isn't among them, but they saw that it was. A turn
// of which a computer played a part isn't theirs. Its error is a [*Refusal] with
// NoSuchHand, of a hand that was abandoned too, or with HandUnderWay, also while its deal
// lies on the table once more.
func FindTurns(id ID, events []Event, at []time.Time, key HandKey, p Person) (OwnTurns, error) {
	var t turnsSeen
	var found *HandResult
	s := New(id)
	for i, e := range events {
		if s.phase == Playing && s.key() == key {
			t.see(&s, e, p)
		}
		s.fold(e, at[i])
		if s.last != nil && s.last.Key() == key {
			found = s.last
		}
	}
	switch {
	case s.phase == Playing && s.hand == key.Hand:
		return OwnTurns{}, &Refusal{Code: HandUnderWay}
	case found == nil || found.Abandoned:
		return OwnTurns{}, &Refusal{Code: NoSuchHand}
	}
	return OwnTurns{Result: found, Seat: seatIn(found.Seats, p), Turns: t.own()}, nil
}

// key names the hand under way, or the last one.
func (s *State) key() HandKey { return HandKey{Hand: s.hand, Again: s.again} }

// seatIn returns the seat that a person had in a hand; Nobody without one.
func seatIn(seats []Sitter, p Person) engine.Seat {
	return engine.Seat(slices.IndexFunc(seats, func(t Sitter) bool { return p != "" && t.Person == p }))
}

// turnsSeen are plays of a hand as one person saw them.
type turnsSeen struct {
	plays    []opponent.Play
	computer []bool // which of these a computer made in their place
}

// see notes what is about to happen to a sitting, if it is a play of a person's seat.
func (t *turnsSeen) see(s *State, e Event, p Person) {
	if back, ok := e.(TookBack); ok && s.seats.hand[back.Seat].Person == p {
		t.plays, t.computer = t.plays[:len(t.plays)-1], t.computer[:len(t.computer)-1]
	}
	turn := s.game.Turn
	move, ok := moveIn(e)
	if !ok || s.seats.hand[turn].Person != p {
		return
	}
	t.plays = append(t.plays, opponent.Play{View: engine.See(s.game, turn), Log: s.log.seenBy(turn), Move: move})
	t.computer = append(t.computer, s.seats.byComputer(turn))
}

// moveIn returns the move of a hand that an event tells of; false for one of anything else.
func moveIn(e Event) (engine.Move, bool) {
	played, ok := e.(Played)
	if !ok {
		return nil, false
	}
	switch e := played.Event.(type) {
	case engine.Drew:
		return engine.Draw{Source: e.Source}, true
	case engine.Melded:
		return engine.Meld{Cards: e.Cards}, true
	case engine.LaidOff:
		return engine.LayOff{Meld: e.Meld, Cards: e.Cards}, true
	case engine.Discarded:
		return engine.Discard{Card: e.Card}, true
	case engine.WentOut:
		return engine.GoOut{Melds: e.Melds, LayOffs: e.LayOffs, Discard: e.Discard}, true
	case engine.Dealt, engine.Won, engine.Blocked:
	}
	return nil, false
}

// own returns the turns that the person played to the end.
func (t *turnsSeen) own() []opponent.Turn {
	var turns []opponent.Turn
	for i := 0; i < len(t.plays); {
		begin, number := i, t.plays[i].View.Turns
		for i < len(t.plays) && t.plays[i].View.Turns == number {
			i++
		}
		if !slices.Contains(t.computer[begin:i], true) {
			turns = append(turns, t.plays[begin:i])
		}
	}
	return turns
}
