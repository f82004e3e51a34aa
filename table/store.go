package table

import (
	"context"
	"slices"
	"time"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A Store keeps what tables did. Each method is safe for many callers at once;
// Append is durable when it returns.
type Store interface {
	// Claim gives an owner, stored or not yet, to the caller: any fence given before is
	// stale from then on. What is loaded after it is all that was stored under those. The
	// fences of a store that only one process can have open are always good. A gentle
	// claim takes nothing from another house that is there: then it is ErrFenced.
	Claim(ctx context.Context, owner OwnerID, gently bool) (Claim, error)
	// Fresh says, before something is shown from memory, whether its owner's fence still
	// holds, and it has so many events. ErrFenced: the fence is stale. ErrConflict: it has others.
	Fresh(ctx context.Context, owner OwnerID, f Fence, seq int64) error
	// Append stores one batch, all or nothing. A batch whose Key is stored already
	// changes nothing and returns the first receipt with Repeated set. ErrConflict:
	// From is not the number of events stored. ErrFenced: the batch's Fence is stale.
	// ErrChannelTaken: the first event opens a second table in a channel, or a second one
	// without a channel for the same host. A *sitting.Refusal with OwnTables or
	// ServerTables: it opens one more than Limits allow; tables without a channel aren't
	// counted, nor limited. One with AskedLately, ToldNo, AsksMany or AskedMany: somebody asks too
	// much of others. After any other error the caller can't know whether the batch was
	// stored: look the key up.
	Append(ctx context.Context, b Batch) (Receipt, error)
	// Load returns the events of a table in order, the first one numbered 1, and
	// what is owed and posted. ErrNotFound: no such table.
	Load(ctx context.Context, id sitting.ID) (Log, error)
	// Resume returns a table as Load does, but from its checkpoint on, where it has one that
	// was taken after the event that it says.
	Resume(ctx context.Context, id sitting.ID) (Log, error)
	// Recall finds the receipt of a key. ErrNotFound: never stored.
	Recall(ctx context.Context, key string) (Receipt, error)
	// Due lists the owners that next do something by themselves, and when: one that
	// owes a post at once. An owner may be listed twice.
	Due(ctx context.Context) ([]Due, error)
	// Find returns the newest table of a channel, open or closed, of those opened
	// before another; of all without another. ErrNotFound: none.
	Find(ctx context.Context, c sitting.Channel, before sitting.ID) (sitting.Head, error)
	// Own returns the newest table at which a person plays alone, open or closed: one
	// that they opened without a channel. ErrNotFound: none.
	Own(ctx context.Context, p sitting.Person) (sitting.Head, error)
	// Turns lists the open tables of channels that may wait for a person, with where they stand.
	Turns(ctx context.Context, p sitting.Person) ([]Turn, error)
	// Losses lists the tables that were lost with their channels since a moment. ErrBroken: not
	// those that the error names, which can't be read.
	Losses(ctx context.Context, since time.Time) (map[sitting.ID]Loss, error)
	// AddLoss adds to what is kept of a table that was lost, as Plus does. ErrFenced: the fence is
	// stale, and nothing is kept.
	AddLoss(ctx context.Context, id sitting.ID, f Fence, loss Loss) error
	// ChannelGone keeps that a channel was deleted: nothing links to what its tables showed there.
	ChannelGone(ctx context.Context, c sitting.Channel) error
	// Posted marks a post as done and keeps where the channel's messages are. ErrFenced: the
	// fence is stale, and nothing is kept: whoever has the owner makes the posts once more.
	Posted(ctx context.Context, done []int64, id sitting.ID, f Fence, refs Refs) error
}

// Habits keep what people have said of themselves for all tables.
type Habits interface {
	// SetQuiet keeps a person's quiet hours in place of earlier ones; the zero
	// Quiet is none. It returns the tables that wait for the person, which are due at
	// once from then on: their clocks may run faster than when they were stored.
	SetQuiet(ctx context.Context, p sitting.Person, q sitting.Quiet) ([]sitting.ID, error)
	// Quiet returns the quiet hours of a person; the zero Quiet without any.
	Quiet(ctx context.Context, p sitting.Person) (sitting.Quiet, error)
	// Seats lists the open tables at which a person may have a seat, or be asked to take one.
	Seats(ctx context.Context, p sitting.Person) ([]sitting.ID, error)
	// Holdings returns what is stored of a person; the zero Holdings of one who is erased or unknown.
	Holdings(ctx context.Context, p sitting.Person) (Holdings, error)
	// Sat lists the tables at which a person may ever have sat, oldest first, open or closed.
	Sat(ctx context.Context, p sitting.Person) ([]sitting.ID, error)
	// Erase forgets who a person is and all that they said, all or nothing: what is
	// left is a pseudonym that nobody has. With it messages are owed to be drawn again.
	// Nobody of that name is no error.
	Erase(ctx context.Context, p sitting.Person, shown ...Shown) error
}

// Servers keep who is told when a table opens in a server, and what its managers have
// settled for its tables.
type Servers interface {
	// SetWatch keeps whether a person is told when a table opens in a server.
	SetWatch(ctx context.Context, s sitting.Server, p sitting.Person, on bool) error
	// Watchers lists those who are told so and weren't since a moment, or were of a table
	// that opened at one; who were told longest ago first, no more than most.
	Watchers(ctx context.Context, s sitting.Server, since, opened time.Time, most int) ([]sitting.Person, error)
	// Manners are what its managers have settled; ChangeManners changes them.
	Manners(ctx context.Context, s sitting.Server) (Manners, error)
	ChangeManners(
		ctx context.Context, s sitting.Server, change func(Manners) (Manners, error),
	) (Manners, error)
	// Told keeps that people were told of a table that opened at a moment.
	Told(ctx context.Context, s sitting.Server, people []sitting.Person, opened time.Time) error
}

// Manners are what the managers of a server have settled for its tables. Each may be
// empty: then a table is opened as the one before, and stands anywhere.
type Manners struct {
	Rules    string            `json:"rules,omitempty"` // name of a preset
	Pace     string            `json:"pace,omitempty"`
	Lang     string            `json:"lang,omitempty"`     // BCP 47 tag
	Channels []sitting.Channel `json:"channels,omitempty"` // where tables may stand, in the order of their adding
	Gone     bool              `json:"gone,omitempty"`     // one was deleted, and no manager knows
	By       string            `json:"by,omitempty"`       // the interaction by which it was changed last
}

// A Pulse outlives the house: how long nobody was there is counted from its last beat.
type Pulse interface {
	// Beat keeps the time up to which people could play, and stretches before it in
	// which they couldn't; both or neither.
	Beat(ctx context.Context, at time.Time, lost []Stretch) error
	// LastBeat returns what Beat kept last; the zero time before the first.
	LastBeat(ctx context.Context) (time.Time, error)
	// Outages returns the stretches that Beat kept, oldest first, those left out that
	// every table has made up for.
	Outages(ctx context.Context) ([]Stretch, error)
}

// A Stretch is a time in which nobody could play: the house was not running, its
// machine slept, the line to the players was cut, or nothing could be stored.
type Stretch struct{ From, To time.Time }

// A Known person is a pseudonym resolved, for one server.
type Known struct {
	Person sitting.Person
	User   string // outer user id
	Name   string // in that server, when they last acted there; empty if they never did
}

// Kept is what is kept of a person for every server, beside their quiet hours. It is
// erased with them.
type Kept struct {
	Lang  string // BCP 47 tag of the language that they last acted in; empty: not known
	Prefs string // their settings for what they are shown, as the hall writes them; empty: none
}

// Limits are how many tables may be open at once, the one that is to be opened
// among them; 0: any number.
type Limits struct {
	Person int // that one person has opened
	Server int
}

// A Fence is a claim to an owner: a later one has a higher number.
type Fence int64

// A Claim is what a house is given with an owner.
type Claim struct {
	Fence Fence
	Since Fence // the first of its claims to the owner since which no other house had it
}

// isTaken says whether another house may have had the owner until now.
func (c Claim) isTaken() bool { return c.Fence > 0 && c.Since == c.Fence }

// A Batch is what one job stores.
type Batch struct {
	Table   sitting.ID
	Fence   Fence  // under which Events were decided
	Key     string // idempotency key; empty for the table's own jobs
	At      time.Time
	From    int64 // events stored before this batch
	Events  []sitting.Event
	Ended   sitting.Finish // the hand that ends in this batch
	Owes    []Post         // posts that the channel is owed because of this batch; their ID is given by the store
	Erase   int64          // number of an earlier event whose free text is erased with this batch; 0: none
	Wake    time.Time      // before which the table does nothing by itself; zero: it does nothing
	Waits   sitting.Person // whose turn it is; empty: nobody's
	Head    sitting.Head   // the table as it stands after this batch
	Limits  Limits         // on tables, of a batch that opens one
	Asks    []Ask          // what people ask each other with it
	Answers []Answer       // to earlier asks of the table
	By      sitting.Person // who asked for it; empty: nobody did, or nothing new is known of them
	Lang    string         // By's own language, kept with them; empty: as it is kept already
	// Checkpoint is the table's after this batch, in place of an earlier one; nil: that stays.
	Checkpoint *sitting.Checkpoint
}

// A Receipt says what a batch became.
type Receipt struct {
	Table    sitting.ID
	From, To int64 // events From+1 … To are the batch's
	Owed     []Post
	TabHead  string // head of the server's tab chain after the debts of Ended, in hex; empty without any
	Repeated bool
}

// A Due is when an owner next does something by itself.
type Due struct {
	Owner OwnerID
	At    time.Time // never zero, never too late; where it is too early, nothing happens
}

// A Log is a stored table.
type Log struct {
	Head       sitting.Head
	Gone       bool                // its channel was deleted
	Checkpoint *sitting.Checkpoint // events up to it are left out; nil: none are
	Texts      map[int64]string    // that the checkpoint leaves out, by event
	Events     []sitting.Event
	At         []time.Time                // when each event was stored
	Owed       []Post                     // not yet posted, oldest first
	Heads      map[sitting.HandKey]string // by hand with debts, of the hands in it: head of the server's tab chain after them, in hex; nil: none
	Refs       Refs
}

// From returns how many events the log leaves out.
func (l *Log) From() int64 {
	if l.Checkpoint == nil {
		return 0
	}
	return l.Checkpoint.Seq
}

// Refs say where a table's messages stand in its channel. Empty: not posted.
type Refs struct {
	Table       string // message id
	TablePosted time.Time
	Earlier     []string `json:",omitempty"` // messages that showed the table before, oldest first
	Ping        string
	PingSeq     int64                 // the Post.Seq that the turn's call was made for
	PingIn      sitting.Channel       `json:",omitempty"` // where the turn's call stands; empty: in the table's channel
	Asked       map[sitting.Ask]Asked `json:",omitempty"` // calls that ask something else
	Seal        string                // that was posted last without a result
	SealHand    int                   // its hand
	SealsAgain  map[int]string        `json:",omitempty"` // by hand: seals that were posted once more, because the first message was deleted
	Result      string
	ResultHand  int
	Evening     string    `json:",omitempty"` // what a closed table has come to
	Replaced    bool      `json:",omitempty"` // what stands of it offers no other table any more
	Deal        string    `json:",omitempty"` // the newest message whose id is the last cut of a hand: it is never deleted
	DealHand    int       `json:",omitempty"` // its hand
	Before      Before    `json:",omitzero"`  // the table message before, until it is cleared away
	Left        []Before  `json:",omitempty"` // those before it, where that failed for now; a proposal's too
	Pictures    []Picture `json:",omitempty"` // in the table message, as far as is known
	Refused     Refusals  `json:",omitempty"` // posts that Discord refuses for now
	Unsure      bool      `json:"-"`          // of what a post returns: it is made, and an older try of it may arrive after it
}

// mostEarlier is how many messages that showed a table are remembered. People open threads on them.
const mostEarlier = 100

// Shows returns the refs of a table that another message shows from a time on; "" is none.
func (r Refs) Shows(message string, at time.Time) Refs {
	if before := r.Table; before != "" && before != message {
		r.Earlier = append(slices.Clone(r.Earlier), before)
		r.Earlier = r.Earlier[max(len(r.Earlier)-mostEarlier, 0):]
	}
	r.Table = message
	if message != "" {
		r.TablePosted = at
	}
	return r
}

// Moves returns the refs of a table that a new message shows from a time on, while the one before
// is to be cleared away.
func (r Refs) Moves(message string, at time.Time) Refs {
	r.Before = Before{Message: r.Table}
	if r.Table != "" && r.Table == r.Deal {
		r.Before.Hand = r.DealHand
	}
	return r.Shows(message, at)
}

// Uncleared are the messages in whose place another stands and that aren't cleared away yet.
func (r Refs) Uncleared() []Before {
	all := append(slices.Clone(r.Left), r.Before)
	return slices.DeleteFunc(all, func(old Before) bool { return old.Message == "" })
}

// isUncleared says whether a message is one of these.
func (r Refs) isUncleared(message string) bool {
	return slices.ContainsFunc(r.Uncleared(), func(old Before) bool { return old.Message == message })
}

// Deals returns the refs of a table at which a hand's own message, the last cut, has become the
// table message. For the same hand again, because the first message couldn't be stored, the one to
// be cleared away stays the same.
func (r Refs) Deals(hand int, message string, at time.Time) Refs {
	if r.DealHand < hand {
		r = r.Moves(message, at)
	} else {
		r = r.Shows(message, at)
	}
	r.Deal, r.DealHand = message, hand
	return r
}

// A Before is a table message in whose place another stands: it is to be deleted, or to
// shrink to its line where its id is a cut.
type Before struct {
	Message string
	Hand    int `json:",omitempty"` // whose last cut it is; 0: of none
}

// A Picture stands in a message.
type Picture struct {
	ID   string // Discord's
	Name string // follows from what is in it
}

// A Turn is a table that waits for a person.
type Turn struct {
	Table    sitting.ID
	Server   sitting.Server
	Channel  sitting.Channel
	Message  string    // id of the table message; empty: not posted
	Deadline time.Time // of the turn, which no store knows; zero: none
}

// An Asked is a call that stands.
type Asked struct {
	Message string          // id
	Seq     int64           // the Post.Seq that it was made for
	In      sitting.Channel `json:",omitempty"` // where it stands; empty: in the table's channel
}
