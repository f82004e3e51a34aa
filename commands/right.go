package commands

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// A right says who may ask for something.
type right uint8

const (
	anyone     right = iota
	newcomer         // who has no seat
	seated           // who has a seat, now or from the next hand on
	player           // who has a hand of cards
	host             // and managers of the server
	hostSeated       // the same, of those who have a seat
	deputy           // the same, and who has a seat, once the host has done nothing for a while
	keeper           // managers of the server alone
	sat              // who had a seat at the closed table
)

// A need says what there must be. A click is on a table that it names; a command
// means the table of its channel.
type need uint8

const (
	noTable     need = iota // not even a table
	freeChannel             // no open table
	maybeTable              // the table, or none
	anyTable                // open or closed
	closedTable
	openTable
	handDealt // at an open table, under way or over
	handOver  // at an open table, and none under way
	noHand    // under way at an open table
	handOn    // under way
	ownTable  // at which the caller plays alone
)

// A counting says whether a click is refused that was drawn for an older state of
// its table. Commands are judged on the present.
type counting uint8

const (
	ignored counting = iota
	counted
	countedAtRest // but not while a hand is under way
)

// may says why the reader may not have something at the table seen. What a row
// needs of its hand beyond its being dealt, and who sat at a closed table, is judged
// by the table, or by the row's own function.
func (s *sight) may(who right, needs need) error {
	if needs >= openTable && needs != ownTable && s.snap.Phase == sitting.Ended {
		return refused(sitting.IsClosed)
	}
	if err := s.has(who); err != nil {
		return err
	}
	if needs == ownTable {
		if !s.snap.Alone {
			return &render.DoorRefusal{Code: render.Forged}
		}
		return nil
	}
	if needs >= handDealt && s.snap.Hand == 0 {
		return refused(sitting.InLobby)
	}
	return nil
}

// mayPlay says why the caller has no hand to look at.
func (s *sight) mayPlay() error { return s.may(player, handDealt) }

// has says why the reader has not a right.
func (s *sight) has(who right) error {
	switch who {
	case anyone, sat:
	case keeper:
		if !s.manager {
			return &render.DoorRefusal{Code: render.NotManager}
		}
	case newcomer:
		if s.seated() {
			return refused(sitting.Seated)
		}
	case seated:
		if !s.seated() {
			return refused(sitting.NotSeated)
		}
	case player:
		switch {
		case s.snap.Me == engine.Nobody && s.waits():
			if m := s.snap.Match; m != nil && !m.Over {
				return refused(sitting.JoinsAfter)
			}
			return refused(sitting.JoinsLater)
		case s.snap.Me == engine.Nobody:
			return refused(sitting.NotSeated)
		}
	case deputy: // whether it is time is judged by the table
		if !s.mayChange() && !s.seated() {
			return refused(sitting.NotHost)
		}
	case host, hostSeated:
		switch {
		case !s.mayChange():
			return refused(sitting.NotHost)
		case who == hostSeated && !s.seated():
			return refused(sitting.NotSeated)
		}
	}
	return nil
}
