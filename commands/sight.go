package commands

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/render"
)

// A sight is a table as one reader sees it.
type sight struct {
	me      sitting.Person // "" for one who never acted
	manager bool           // of the server
	snap    sitting.Sight  // the newest seen; without an ID before that
	reader  render.Reader  // of snap
}

// seated says whether the caller has a seat, now or from the next hand on.
func (s *sight) seated() bool { return s.snap.Me != engine.Nobody || s.waits() }

// midHand says whether a hand is under way or frozen: who leaves it is played for.
func (s *sight) midHand() bool {
	return s.snap.Phase == sitting.Playing || s.snap.Phase == sitting.Dealing
}

// waits says whether the caller joins with the next hand.
func (s *sight) waits() bool {
	for _, t := range s.snap.Waiting {
		if t.Person == s.me && s.me != "" {
			return true
		}
	}
	return false
}

// isAway says whether a computer plays for the visit's person at the table seen.
func (s *sight) isAway() bool {
	for _, list := range [][]sitting.Sitter{s.snap.Seats, s.snap.Waiting} {
		for _, t := range list {
			if t.Person == s.me && t.Person != "" {
				return t.Away
			}
		}
	}
	return false
}

// mayChange says whether the reader has the host's rights.
func (s *sight) mayChange() bool { return s.manager || s.me != "" && s.snap.Host == s.me }

// mayHint says why the caller gets no hint now.
func (s *sight) mayHint() error {
	switch {
	case s.snap.Settings.NoHints:
		return &render.DoorRefusal{Code: render.NoHints}
	case s.snap.Phase != sitting.Playing || s.snap.View.Phase == engine.Over:
		return refused(sitting.NoHand)
	case s.snap.View.Turn != s.snap.Me:
		return &render.DoorRefusal{Code: render.HintWaits}
	}
	return nil
}

// situation is where the reader stands.
func (s *sight) situation() render.Situation {
	if s.snap.Alone && s.snap.Phase == sitting.Playing {
		return render.PlaysAlone
	}
	switch s.snap.Phase {
	case 0, sitting.Ended:
		return render.NoTableHere
	case sitting.Lobby:
		return render.InLobby
	case sitting.Between:
		return render.BetweenHands
	case sitting.Dealing:
		return render.BeforeDeal
	case sitting.Playing:
	}
	switch {
	case s.waits():
		return render.Joins
	case s.snap.Me == engine.Nobody:
		return render.Watching
	case s.snap.View.Turn != s.snap.Me:
		return render.OthersTurn
	case s.snap.View.Phase == engine.ToDraw:
		return render.MyDraw
	}
	return render.MyPlay
}

// anyWayOut is a way to go out, with last as the discard unless that is NoCard.
// Where there is none it is the nearest thing to one, which the rules refuse with
// the cards that are left over.
func (s *sight) anyWayOut(last engine.Card) engine.Move {
	if way, ok := engine.FindGoOut(s.snap.View, last); ok {
		return way
	}
	return engine.NearGoOut(s.snap.View, last)
}
