package sitting

import (
	"time"

	"github.com/boathouse-rum/boathouse/engine"
	"github.com/boathouse-rum/boathouse/engine/deal"
	"github.com/boathouse-rum/boathouse/engine/opponent"
)

// An Event is a fact in the life of a sitting, stored before anyone hears of it. The set is closed:
// [Opened], [Joined], [ComputerSat], [Left], [RulesSet], [HostPassed], [HostSought], [HostSeen],
// [Frozen], [Committed], [Sealed], [Placed], [CutGiven], [HandStarted], [Played], [TakebackAsked],
// [TakebackAnswered], [TakebackLapsed], [TookBack], [WentAway], [CameBack], [Reminded], [Called],
// [Nudged], [TimeLost], [EndAsked], [EndAnswered], [Abandoned], [Invited], [Declined], [Closed].
//
//sumtype:decl
type Event interface{ isSittingEvent() }

// Opened is the first event of every sitting. Without a channel it is its host's
// alone: nobody else can sit down or is told anything.
type Opened struct {
	Server   Server  // empty without a channel
	Channel  Channel // empty: the host's alone
	Host     Person
	Settings Settings
}

// Joined seats a person: at once in the lobby, later from the next hand on.
type Joined struct{ Person Person }

// ComputerSat seats a computer, as Joined seats a person.
type ComputerSat struct{ Character opponent.Character }

// Left empties a seat: in the lobby at once; later the seat keeps its number
// until the next hand is dealt, in mid-hand a computer plays it to the end of the
// hand, and its debts of that hand stand. Those who wait are numbered on after
// the seats.
type Left struct {
	Seat engine.Seat
	By   Person // the one who left, or the one who removed the seat
}

// RulesSet changes the settings for hands not yet dealt.
type RulesSet struct{ Settings Settings }

// HostPassed gives the host's rights to another.
type HostPassed struct{ To Person }

// HostSought asks whether the host is still there, whom somebody seated waits for.
type HostSought struct{ By Person }

// HostSeen says that the host did something, which others wait for or may wait for.
type HostSeen struct{}

// Frozen fixes who sits in the next hand, and the words that are cut into it: whoever comes
// now waits for the hand after it. The hand is dealt once its last cut, the id of a message
// that is posted after this, is stored.
type Frozen struct {
	Hand        int
	Interaction string // that asked for the hand; empty: the table deals by itself
}

// Committed fixes the seed of a hand before its last cut exists.
type Committed struct {
	Hand int // from 1
	// Seed of the deal; stored apart, so that it can be erased where the hand is never
	// dealt, and zero then. That of a hand without Seal isn't stored apart.
	Seed deal.Seed
	// Seal is what deal.Commitment makes of the seed. The id of the message that carries it
	// is a cut, and the hand isn't dealt before there is [Sealed]. Empty: the hand was
	// committed before there was that, and the interaction that starts it is its first cut.
	Seal string
}

// Sealed says that the seal of a hand stands in the channel.
type Sealed struct {
	Hand    int
	Message string // id of the message that carries it: a cut
}

// Placed says that the table message of a frozen hand stands in the channel.
type Placed struct {
	Hand    int
	Message string // its id: the last cut
}

// CutGiven records a player's word for the next deal; a later one of the same
// person replaces it and takes its new place.
type CutGiven struct {
	By   Person
	Word string // NFC; stored apart, so that it can be erased
}

// HandStarted names the interaction that started a deal, which was the first of its
// cuts before there was [Sealed]. The deal itself follows as Played{engine.Dealt}.
type HandStarted struct {
	Hand        int
	Interaction string // empty: the table dealt by itself
	Again       int    // 0: a fresh deal; k: the k-th turning of the hand's deal, which keeps its number, seed and cuts
	Match       int    // the pips that win the match which it begins; 0: it begins none
	Tab         bool   // of a turning that was stored before none counted: it counts on the tab
}

// Played wraps an event of the hand.
type Played struct{ Event engine.Event }

// TakebackAsked opens the wish of a seat to take its newest play back.
type TakebackAsked struct{ Seat engine.Seat }

// TakebackAnswered is what a person at the table says to the open wish; No ends it.
type TakebackAnswered struct {
	Seat engine.Seat
	Yes  bool
}

// TakebackLapsed ends a wish that computers have waited for long enough.
type TakebackLapsed struct{ Seat engine.Seat }

// TookBack undoes the newest play of a seat, which was its own newest event too.
type TookBack struct {
	Seat engine.Seat
	Left time.Duration // that its turn has from now on, where its discard came back; 0 without a limit
}

// WentAway lets a computer play a seat until its owner does anything.
type WentAway struct{ Seat engine.Seat }

// CameBack gives the seat back to its owner.
type CameBack struct{ Seat engine.Seat }

// Reminded says that half of the turn's time is over.
type Reminded struct{ Seat engine.Seat }

// Called says that people were told what they are asked, in a message that notifies
// them: once a turn and a wish. A table stored before Ask existed has it only where
// quiet hours had held a turn's call back.
type Called struct {
	Seat engine.Seat // to play, or of whose wish it is; Nobody where they have none
	Ask  Ask
}

// Nudged says that somebody at the table has called the one to play.
type Nudged struct {
	Seat engine.Seat // to play
	By   Person
}

// TimeLost gives the turn under way, and the open wish to end the hand, back what
// they lost of their time because the bot, the players' line to it or its store was away.
type TimeLost struct{ For time.Duration }

// EndAsked opens a person's wish to end the hand under way.
type EndAsked struct {
	By    Person
	Close bool // the table is to close with it
}

// EndAnswered is what a person at the table says to that wish; No ends it.
type EndAnswered struct {
	Seat engine.Seat
	Yes  bool
}

// Abandoned ends the hand under way: nobody pays. The table stays.
type Abandoned struct{ By Person }

// Invited asks somebody to take a seat.
type Invited struct {
	Person Person
	Seat   engine.Seat // of who asks, those who wait numbered on after the seats
}

// Declined is the answer of somebody who was asked to take a seat and doesn't want to now.
type Declined struct{ Person Person }

// Closed ends a table. A hand under way is abandoned: nobody pays.
type Closed struct {
	By   Person        // empty where nobody asked for it
	Idle time.Duration // nobody had done anything for so long; 0: it was closed for another reason
}

func (Opened) isSittingEvent()           {}
func (Joined) isSittingEvent()           {}
func (ComputerSat) isSittingEvent()      {}
func (Left) isSittingEvent()             {}
func (RulesSet) isSittingEvent()         {}
func (HostPassed) isSittingEvent()       {}
func (HostSought) isSittingEvent()       {}
func (HostSeen) isSittingEvent()         {}
func (Frozen) isSittingEvent()           {}
func (Committed) isSittingEvent()        {}
func (Sealed) isSittingEvent()           {}
func (Placed) isSittingEvent()           {}
func (CutGiven) isSittingEvent()         {}
func (HandStarted) isSittingEvent()      {}
func (Played) isSittingEvent()           {}
func (TakebackAsked) isSittingEvent()    {}
func (TakebackAnswered) isSittingEvent() {}
func (TakebackLapsed) isSittingEvent()   {}
func (TookBack) isSittingEvent()         {}
func (WentAway) isSittingEvent()         {}
func (CameBack) isSittingEvent()         {}
func (Reminded) isSittingEvent()         {}
func (Called) isSittingEvent()           {}
func (Nudged) isSittingEvent()           {}
func (TimeLost) isSittingEvent()         {}
func (EndAsked) isSittingEvent()         {}
func (EndAnswered) isSittingEvent()      {}
func (Abandoned) isSittingEvent()        {}
func (Invited) isSittingEvent()          {}
func (Declined) isSittingEvent()         {}
func (Closed) isSittingEvent()           {}

// Named returns the person whom an event names; empty for none. No event names two.
func Named(e Event) Person {
	switch e := e.(type) {
	case Opened:
		return e.Host
	case Joined:
		return e.Person
	case Left:
		return e.By
	case HostPassed:
		return e.To
	case HostSought:
		return e.By
	case CutGiven:
		return e.By
	case Nudged:
		return e.By
	case EndAsked:
		return e.By
	case Abandoned:
		return e.By
	case Invited:
		return e.Person
	case Declined:
		return e.Person
	case Closed:
		return e.By
	case ComputerSat, RulesSet, HostSeen, Frozen, Committed, Sealed, Placed, HandStarted, Played, TakebackAsked, TakebackAnswered,
		TakebackLapsed, TookBack, WentAway, CameBack, Reminded, Called, TimeLost, EndAnswered:
	}
	return ""
}
