package sitting

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// A Command is what one person asks of one sitting.
type Command struct {
	Key     string // idempotency key, the id of the interaction; never empty
	Table   ID     // empty for Open
	By      Person
	Manager bool   // may manage the server, so has the host's rights
	Version int64  // the Sight.Version it was drawn for; 0: judge on the present state
	Lang    string // BCP 47 tag of By's own language, kept with them if something is stored; empty: not known
	Do      Action
}

// An Action is the verb of a command. The set is closed: [Open], [Join],
// [Leave], [AddComputer], [Remove], [SetSettings], [Start], [Next], [Again],
// [Cut], [Play], [TakeBack], [Agree], [Nudge], [End], [Vote], [Close], [Away], [Back],
// [Invite], [Respond].
//
//sumtype:decl
type Action interface{ isAction() }

// Open opens a table in a channel that has none; its host takes the first seat.
// Without a channel it is a table for the host alone, of whom there is none open.
type Open struct {
	Server   Server   // empty without a channel
	Channel  Channel  // empty: the table is the host's alone
	Settings Settings // unused with Like
	// Against are computers that sit down at once, in this order. Alone they take all
	// the seats that are left.
	Against []opponent.Level
	// Like is a closed table of the channel that the caller sat at, or empty. The
	// new table has its settings and whoever stayed there to the end; computers too.
	Like ID
	Gone []Person // of those, who can't come back and gets no seat

	sitters []Sitter // of Like, from the left of the caller on
}

// Join takes a seat, in mid-hand from the next hand on.
type Join struct{}

// Leave gets up. In mid-hand it is refused with NotSure until Sure.
type Leave struct{ Sure bool }

// AddComputer seats a computer. Host or manager.
type AddComputer struct {
	Level     opponent.Level     // whose characters one is taken of, who isn't seated yet if there is one
	Character opponent.Character // the one that is asked for, in place of a level; nobody: any of the level
}

// Remove empties a seat. Host or manager. In mid-hand it is refused with NotSure until Sure.
type Remove struct {
	Seat engine.Seat // of Sight.Seats, and on from there of Sight.Waiting
	Sure bool
}

// SetSettings changes rules, seats and turn limit. Host or manager, between hands.
type SetSettings struct{ Settings Settings }

// Start has the first hand dealt, or the next. Host or manager; a first hand anyone seated, once
// the host has done nothing for a while.
type Start struct{ host absence }

// Next has the next hand dealt, unless it is already. Anyone seated.
type Next struct{}

// Again deals the last hand once more with the seats turned by one, so that
// everybody gets the cards that another had. It counts for nothing. Anyone seated.
type Again struct{}

// Cut adds a word to the next deal. Anyone seated.
type Cut struct{ Word string }

// Play makes moves for the caller's seat, all or none.
type Play struct{ Moves []engine.Move }

// TakeBack asks to take the caller's newest play back: a draw from the discard pile alone, a meld
// or lay-off of the present turn, or the discard that ended it, until somebody has drawn. It
// happens when everybody else present has agreed, at once if there is nobody. Who plays alone may
// take a discard back until they draw again, with the turns of computers after it; the hand then
// counts on no record, so that is refused with NotSure until Sure.
type TakeBack struct{ Sure bool }

// Agree answers the wish to take something back. One No ends it.
type Agree struct{ Yes bool }

// Nudge calls the one whose turn it is. Anyone seated, once in four hours.
type Nudge struct {
	// As the clock says, by which the table completes it.
	at     time.Time
	hushed bool // the one to play wants quiet
}

// End asks whoever else is present to end the hand under way: nobody pays, and the
// table stays. It ends when nobody has said no in time, at once for a manager or if
// there is nobody to ask. Host or manager. Refused with NotSure until Sure.
type End struct{ Sure bool }

// Vote answers a wish to end the hand. One No ends the wish.
type Vote struct {
	Number int64 // of the wish, as [Ending] has it
	Yes    bool
}

// Close ends the table. Host or manager. In mid-hand it is refused with NotSure
// until Sure, and then asks as End does. Where anyone else who is seated wants it, the host is
// called; if they do nothing for a while, it is taken.
type Close struct {
	Sure bool
	host absence
}

// Away has a computer play the caller's seat from now on, until they do anything.
type Away struct{}

// Back does nothing of its own. Like every command, whatever becomes of it, it
// gives an away caller the seat back.
type Back struct{}

// Invite asks people to take a seat. Anyone seated, nobody twice, and at most
// [MostInvited] at the same time.
type Invite struct{ People []Person }

// Respond answers an invitation: by a seat, as Join takes one, or by not now.
type Respond struct{ Yes bool }

func (Open) isAction()        {}
func (Join) isAction()        {}
func (Leave) isAction()       {}
func (AddComputer) isAction() {}
func (Remove) isAction()      {}
func (SetSettings) isAction() {}
func (Start) isAction()       {}
func (Next) isAction()        {}
func (Again) isAction()       {}
func (Cut) isAction()         {}
func (Play) isAction()        {}
func (TakeBack) isAction()    {}
func (Agree) isAction()       {}
func (Nudge) isAction()       {}
func (End) isAction()         {}
func (Vote) isAction()        {}
func (Close) isAction()       {}
func (Away) isAction()        {}
func (Back) isAction()        {}
func (Invite) isAction()      {}
func (Respond) isAction()     {}

// Verb names an action for the log.
func Verb(a Action) string {
	switch a.(type) {
	case Open:
		return "open"
	case Join:
		return "join"
	case Leave:
		return "leave"
	case AddComputer:
		return "add"
	case Remove:
		return "remove"
	case SetSettings:
		return "settings"
	case Start:
		return "start"
	case Next:
		return "next"
	case Again:
		return "again"
	case Cut:
		return "cut"
	case Play:
		return "play"
	case TakeBack:
		return "takeback"
	case Agree:
		return "agree"
	case Nudge:
		return "nudge"
	case End:
		return "end"
	case Vote:
		return "vote"
	case Close:
		return "close"
	case Away:
		return "away"
	case Back:
		return "back"
	case Invite:
		return "invite"
	case Respond:
		return "respond"
	}
	return "none"
}
