package commands

import (
	"context"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/render"
	"github.com/boathouse-rum/boathouse/render/lang"
	"github.com/boathouse-rum/boathouse/table"
)

// Tables is what a visit asks of the house; *table.House does it.
type Tables interface {
	Do(ctx context.Context, c sitting.Command) (table.Reply, error)
	// Did tells whether something is stored that was asked for with a key.
	Did(ctx context.Context, key string) (bool, error)
	Look(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error)
	Peek(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error)
	// Before returns the table that stood in a channel before another; the one that
	// stands there now before none.
	Before(ctx context.Context, c sitting.Channel, other sitting.ID) (sitting.ID, error)
	Proof(ctx context.Context, id sitting.ID, hand int) (sitting.Proof, error)
	// Course returns a hand that is over as it was played, all hands open.
	Course(ctx context.Context, id sitting.ID, hand sitting.HandKey) (sitting.Course, error)
	// OwnTurns returns the turns of a hand that is over which a person played themselves.
	OwnTurns(ctx context.Context, id sitting.ID, key sitting.HandKey, p sitting.Person) (sitting.OwnTurns, error)
	Repost(ctx context.Context, id sitting.ID) error
	// Messages returns the ids of the messages that show a table or showed it, the newest first.
	Messages(ctx context.Context, id sitting.ID) ([]string, error)
	Reseal(ctx context.Context, id sitting.ID, hand int) error
	// Own returns the table at which a person plays alone, or the last such one.
	Own(ctx context.Context, p sitting.Person) (sitting.ID, error)
	// Seal notes which message carries the seal of a hand that a person plays alone.
	Seal(ctx context.Context, id sitting.ID, p sitting.Person, hand int, message string) (sitting.Sight, error)
	// Settle looks at such a table once no computer is to move.
	Settle(ctx context.Context, id sitting.ID, p sitting.Person) (sitting.Sight, error)
	// Turns lists the tables that wait for a person, the most urgent first.
	Turns(ctx context.Context, p sitting.Person) ([]table.Turn, error)
	// Suspect asks Discord whether channels were deleted.
	Suspect(s sitting.Server, channels ...sitting.Channel)
	// Bereft says whether a person lost a table with its channel and is to be told; nil: not so.
	Bereft(p sitting.Person) (told func(ctx context.Context, taken bool) error)
	// LostTables lists what a person lost so of late, the newest first.
	LostTables(ctx context.Context, p sitting.Person) ([]table.Lost, error)
	// Hosted lists the open tables of a server whose host a person is.
	Hosted(ctx context.Context, s sitting.Server, p sitting.Person) ([]sitting.Sight, error)
	// Refusal says why Discord takes no posts of a table that was just looked at.
	Refusal(id sitting.ID) (table.Refusal, bool)
	// Returned ends what waits for a manager because a person had left a server.
	Returned(ctx context.Context, s sitting.Server, p sitting.Person) error
	// Permitted says that the bot has what it needs in a channel.
	Permitted(c sitting.Channel)
	// Heard waits, not for long, until news is taken up by which the bot was removed from a server or is there again.
	Heard(ctx context.Context, s sitting.Server)
}

// Habits keep what people have said of themselves; *table.House does it.
type Habits interface {
	SetQuiet(ctx context.Context, p sitting.Person, q sitting.Quiet) error
	Quiet(ctx context.Context, p sitting.Person) (sitting.Quiet, error)
	// Holdings returns what is stored of a person.
	Holdings(ctx context.Context, p sitting.Person) (table.Holdings, error)
	// OwnHands returns the hands that are over and in which a person sat.
	OwnHands(ctx context.Context, p sitting.Person) ([]table.OwnHand, error)
	// Erase gets a person up from every table and has the store forget them; the key is
	// of who asked for it, as that of a command.
	// With redraw the public messages that show them are drawn again.
	Erase(ctx context.Context, p sitting.Person, key string, redraw bool) error
	// Shows lists the public messages that show a person, as far as they are known.
	Shows(ctx context.Context, p sitting.Person) ([]table.Shown, error)
	// Shared keeps that a message by which somebody shared something shows people.
	Shared(ctx context.Context, s table.Shown, people []sitting.Person) error
}

// Tabs take what people propose about the tab; *table.House does it.
type Tabs interface {
	Tab(ctx context.Context, c table.TabCommand) (table.TabReply, error)
	// LookTab returns a proposal as it is now.
	LookTab(ctx context.Context, id table.ProposalID) (table.TabReply, error)
}

// Servers keep what people and managers have said of one server.
type Servers interface {
	SetWatch(ctx context.Context, s sitting.Server, p sitting.Person, on bool) error
	Watches(ctx context.Context, s sitting.Server, p sitting.Person) (bool, error)
	// Manners are what its managers have settled; the zero value where they have nothing.
	Manners(ctx context.Context, s sitting.Server) (table.Manners, error)
	ChangeManners(ctx context.Context, s sitting.Server, change func(table.Manners) (table.Manners, error)) (table.Manners, error)
	// Newest returns the table that was opened last there; empty where none was.
	Newest(ctx context.Context, s sitting.Server) (sitting.ID, error)
}

// Books tell who owes whom in a server, and what people have played.
type Books interface {
	Ledger
	// Standings returns each person's sum over all others, highest first.
	Standings(ctx context.Context, s sitting.Server) ([]tab.Standing, error)
	// Brought lists the newest hands of a person that brought them something in a server, newest first.
	Brought(ctx context.Context, s sitting.Server, p sitting.Person, most int) ([]tab.Brought, error)
	// Plays returns the hands of a person's record in a server, oldest first: those of the
	// server, and all in which nobody else sat.
	Plays(ctx context.Context, s sitting.Server, p sitting.Person) ([]tab.Play, error)
	// OwnEntries returns all entries of a person on the tab of a server, in order.
	OwnEntries(ctx context.Context, s sitting.Server, p sitting.Person) ([]tab.Booked, error)
}

// A Ledger tells one person's side of a tab.
type Ledger interface {
	// Accounts returns a page of so many accounts, counted from 0, or the last one where there aren't so many.
	Accounts(ctx context.Context, s sitting.Server, p sitting.Person, page, most int) (tab.Accounts, error)
	Account(ctx context.Context, s sitting.Server, p, other sitting.Person) (tab.Account, error)
	// Postings returns a page of so many entries with everybody or, unless the other is empty, with one.
	Postings(ctx context.Context, s sitting.Server, p, other sitting.Person, at tab.Cursor, most int) (tab.Stretch, error)
	// Posting returns the entry of a number, whoever's it is; the zero Posting where there is none.
	Posting(ctx context.Context, s sitting.Server, seq int64) (tab.Posting, error)
	// From returns all that a source brought anybody, in order.
	From(ctx context.Context, s sitting.Server, from tab.Source) ([]tab.Posting, error)
	// Collected lists the newest hands of which nothing was undone, by who collected, newest first.
	Collected(ctx context.Context, s sitting.Server, most int) ([]tab.Collected, error)
	// Pacts lists the newest open proposals, so many at most, with everybody or with one.
	Pacts(ctx context.Context, s sitting.Server, p, other sitting.Person, most int) ([]tab.Pact, error)
}

// A hall is what all visits share: whom they ask, what they draw with and what is
// remembered between them.
type hall struct {
	*line
	tables    Tables
	habits    Habits
	books     Books
	tabs      Tabs
	servers   Servers
	scores    Scores
	calendars Calendars
	board     *Noticeboard
	people    *people
	hands     *hands
	looks     *lookers
	words     *lang.Catalogue
	ink       *ink
	now       func() time.Time
	traces    traces
	hints     *hints
	reviews   *reviews
	notes     notes
	shares    shares
	zones     []zone
	about     render.AboutModel
	openings  *rarely
	reposts   *rarely
	exports   *rarely
	readings  *rarely       // of all that a person has played, by who asked
	reading   chan struct{} // holds one while that is read
	// How long an answer waits for the table message that is posted anew: less than the
	// patience, so that it isn't promised before.
	tableWithin time.Duration
}
