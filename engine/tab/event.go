package tab

// An Event is a fact in the life of a proposal, stored before anyone hears of it. The
// set is closed: [Proposed], [Agreed], [Refused], [TakenBack], [RanOut], [Dropped].
//
//sumtype:decl
type Event interface{ isTabEvent() }

// Proposed asks for a change, or asks anew, of the other one, where the figures have
// changed since.
type Proposed struct {
	Tab    string // whose: the server's
	Where  string // the channel in which both are told of it
	Change Change
	By     Person
	With   Person // empty: of a void
	Owed   int64  // what With owes By at that moment
	Until  int64  // unix ms
	Note   string // stored apart, so that it can be erased; empty without one
}

// Agreed makes it so. Its lines are stored with it.
type Agreed struct {
	By    Person  // who said yes; who proposed it, where nobody need
	Undid []int64 // numbers of the entries that it reverses, in order
	Was   Outcome // of a void: what the hand was to its people, for whom it counts no longer
}

// Refused is the other's no.
type Refused struct{ By Person }

// TakenBack is the proposer's own no.
type TakenBack struct{ By Person }

// RanOut says that nobody answered in time.
type RanOut struct{}

// Dropped says that one of the two has left for good, and nobody can answer.
type Dropped struct{}

func (Proposed) isTabEvent()  {}
func (Agreed) isTabEvent()    {}
func (Refused) isTabEvent()   {}
func (TakenBack) isTabEvent() {}
func (RanOut) isTabEvent()    {}
func (Dropped) isTabEvent()   {}
