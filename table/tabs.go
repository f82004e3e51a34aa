package table

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// Tabs keep what is proposed between people of a server, and bring to the books what
// was agreed to.
type Tabs interface {
	// Agree stores what a proposal did, all or nothing, as [Store.Append] does. ErrConflict: From
	// is not the number of events stored, or between the two, or two whom it concerns, something
	// was entered since the tab was read, or something else is proposed. A *tab.Refusal with
	// IsGone: it would be open, and one of the two has been erased. A *sitting.Refusal: too much is
	// asked, as of [Store.Append].
	Agree(ctx context.Context, d Deed) (Receipt, error)
	// Proposal returns the events of a proposal in order. ErrNotFound: there is none.
	Proposal(ctx context.Context, id ProposalID) (ProposalLog, error)
	// Books reads what a change that somebody asks for is decided on: with another, or of a
	// void with nobody.
	Books(ctx context.Context, s sitting.Server, by, with sitting.Person, c tab.Change) (Reading, error)
	// Moved tells what the reversal of entries, by their numbers, did to what lies between their people:
	// one Moved a pair, in the order in which they were reversed.
	Moved(ctx context.Context, s sitting.Server, undid []int64) ([]Moved, error)
	// ProposalPosted marks posts as made and keeps where the proposal's message is, as [Store.Posted] does.
	ProposalPosted(ctx context.Context, done []int64, id ProposalID, f Fence, refs Refs) error
	// Pending lists the open proposals of a person, oldest first.
	Pending(ctx context.Context, p sitting.Person) ([]ProposalID, error)
}

// A ProposalID names a proposal, an owner beside the tables. No table has such an id.
type ProposalID OwnerID

// A Reading is what was read of the books of a server.
type Reading struct {
	Books tab.Books // without Manager and Was, which aren't in them
	Tab   int64     // the number of the newest entry then; 0: none
	At    int64     // when what would be undone was entered, unix ms; 0: nothing would
}

// A Deed is what one job of a proposal stores.
type Deed struct {
	Proposal ProposalID
	Fence    Fence
	Server   sitting.Server
	Key      string // idempotency key; empty for the proposal's own jobs
	At       time.Time
	From     int64 // events stored before
	Events   []tab.Event
	After    tab.Proposal // what they come to
	Lines    []tab.Line   // that they bring to the tab, unnumbered
	Read     int64        // Reading.Tab of what Events were decided on; below 0: they were decided without
	Owes     []Post
	Asks     []Ask          // what it asks or tells somebody
	Answers  []Answer       // to earlier asks of the proposal
	Wake     time.Time      // before which the proposal does nothing by itself; zero: it does nothing
	By       sitting.Person // who asked for it; empty: nobody did
	Lang     string         // By's own language, kept with them; empty: as it is kept already
}

// A ProposalLog is a stored proposal.
type ProposalLog struct {
	Server sitting.Server
	Events []tab.Event
	At     []time.Time // when each event was stored
	Owed   []Post      // not yet posted, oldest first
	Refs   Refs
}
