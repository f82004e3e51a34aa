package table

import (
	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// A Command is what one person asks of one table.
type Command struct {
	Key     string // idempotency key, the id of the interaction; never empty
	Table   ID     // empty for Open
	By      Person
	Manager bool  // may manage the server, so has the host's rights
	Version int64 // the Snapshot.Version it was drawn for; 0: judge on the present state
	Do      Action
}

// An Action is the verb of a command. The set is closed: [Open], [Join],
// [Leave], [AddComputer], [Remove], [SetSettings], [Start], [Next], [Cut],
// [Play], [Close], [Back].
//
//sumtype:decl
type Action interface{ isAction() }

// Open opens a table in a channel that has none; its host takes the first seat.
type Open struct {
	Server   Server
	Channel  Channel
	Lang     string
	Settings Settings
}

// Join takes a seat, in mid-hand from the next hand on.
type Join struct{}

// Leave gets up. In mid-hand it is refused with NotSure until Sure.
type Leave struct{ Sure bool }

// AddComputer seats a computer. Host or manager.
type AddComputer struct{ Level opponent.Level }

// Remove empties a seat. Host or manager. In mid-hand it is refused with NotSure until Sure.
type Remove struct {
	Seat engine.Seat // of Snapshot.Seats, and on from there of Snapshot.Waiting
	Sure bool
}

// SetSettings changes rules, seats and turn limit. Host or manager, between hands.
type SetSettings struct{ Settings Settings }

// Start deals the first hand, or the next. Host or manager.
type Start struct{}

// Next deals the next hand. Anyone seated.
type Next struct{}

// Cut adds a word to the next deal. Anyone seated.
type Cut struct{ Word string }

// Play makes moves for the caller's seat, all or none.
type Play struct{ Moves []engine.Move }

// Close ends the table. Host or manager. In mid-hand it is refused with NotSure until Sure.
type Close struct{ Sure bool }

// Back does nothing of its own. Like every command, whatever becomes of it, it
// gives an away caller the seat back.
type Back struct{}

func (Open) isAction()        {}
func (Join) isAction()        {}
func (Leave) isAction()       {}
func (AddComputer) isAction() {}
func (Remove) isAction()      {}
func (SetSettings) isAction() {}
func (Start) isAction()       {}
func (Next) isAction()        {}
func (Cut) isAction()         {}
func (Play) isAction()        {}
func (Close) isAction()       {}
func (Back) isAction()        {}
