package sitting

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
)

// nudgeEvery is how long nobody is nudged again, at one table and by whomever.
const nudgeEvery = 4 * time.Hour

// Nudge completes the wish to nudge the one to play.
func (c Clock) Nudge(s State) Nudge {
	return Nudge{at: Whole(c.Now), hushed: s.byPerson() && c.isHushed(s.WaitsOn())}
}

func (h *hearing) nudge(do Nudge) ([]Event, error) {
	seat := h.s.game.Turn
	if h.sits() && h.stale() {
		return nil, &Refusal{Code: Stale}
	}
	switch code := h.s.mayNudge(h.c.By, seat, do.at); {
	case code == NudgedLately:
		return nil, &Refusal{Code: code, Until: h.s.seats.at(seat).nudged.Add(nudgeEvery)}
	case code != 0:
		return nil, &Refusal{Code: code}
	case do.hushed:
		return nil, &Refusal{Code: WantsQuiet}
	}
	return []Event{Nudged{Seat: seat, By: h.c.By}}, nil
}

// mayNudge says why a person may not nudge a seat at a moment; 0 if they may.
func (s *State) mayNudge(by Person, seat engine.Seat, at time.Time) Code {
	switch {
	case !s.seats.sits(by):
		return NotSeated
	case s.phase != Playing || seat != s.game.Turn:
		return NoHand
	case !s.byPerson():
		return NudgesComputer
	case s.WaitsOn() == by:
		return NudgesSelf
	case s.isNudged(seat, at):
		return NudgedLately
	}
	return 0
}

// nudgeFrom returns the moment before which the one to play isn't nudged again; zero where they
// may be.
func (s *State) nudgeFrom() time.Time {
	if s.phase != Playing || !s.byPerson() {
		return time.Time{}
	}
	last := s.seats.at(s.game.Turn).nudged
	if last.IsZero() {
		return last
	}
	return last.Add(nudgeEvery)
}

// isNudged says whether somebody nudged a seat not long before a moment.
func (s *State) isNudged(seat engine.Seat, at time.Time) bool {
	last := s.seats.at(seat).nudged
	return !last.IsZero() && at.Before(last.Add(nudgeEvery))
}
