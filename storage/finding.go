package storage

import (
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// A FindingCode names what is wrong with a file.
type FindingCode uint8

// The codes. Where a detail is spoken of, it is that of the finding.
const (
	Damaged           FindingCode = iota + 1 // the database itself: Detail is its own line
	EventMissing                             // an event's number is not one above the one before
	EventChanged                             // an event's hash is not that of its row
	EventUnlinked                            // an event doesn't follow the hash of the one before
	EventUnread                              // an event can't be decoded: Detail is its kind
	EventsCut                                // a table's last events are missing, or it has too many
	TextChanged                              // a free text is not the one that its event was stored with
	EntryMissing                             // as EventMissing and EventsCut, of a server's tab
	EntryChanged                             // as EventChanged
	EntryUnlinked                            // as EventUnlinked
	Unbalanced                               // the entries between two people don't sum to zero: Detail says whose
	SchemaChanged                            // a table, index or trigger is not as the migrations make it: Detail names it
	StaysChanged                             // the count of openings, the versions or the secrets were changed
	TableMissing                             // tables are numbered through: Seq is the first number missing
	RowsMissing                              // events are numbered through all tables: Seq is the first number missing
	CourseBroken                             // the rules don't lead to an event: Detail says why
	DeckChanged                              // a hand was dealt other cards than its seed and cuts give
	HeadChanged                              // a table's row doesn't say what its events do: Detail names the column
	DebtMissing                              // the tab lacks what was owed for Hand
	DebtChanged                              // an entry is not what was owed for Hand
	DebtExtra                                // an entry tells of a debt that no hand ended with
	TabRewritten                             // the tab was another when Hand was entered
	PostChanged                              // a post is owed that nothing asks for: Seq is its number
	PostsMissing                             // a table owes fewer posts than it has left to make, or more: Detail says how many
	RefsChanged                              // a table's messages tell of what wasn't
	ReceiptMissing                           // a batch was stored under a key that is gone or changed: Seq is its last event
	ReceiptChanged                           // the receipt of a key is no batch's
	PersonChanged                            // a person is another than they were: Detail is their pseudonym
	PersonUntied                             // nothing says any more who a person was: Detail is their pseudonym
	BalanceChanged                           // what lies between two people is not the sum of their entries: Detail says who
	QuarterChanged                           // a quarter of an hour brought a person something else: Detail says whom, when and what
	PlayChanged                              // a person's record isn't what their hands make it: Seq is the event that ended a hand, Detail says whose
	CheckpointChanged                        // a table is read from another state than its events make: Seq is the newest event in it
	FactChanged                              // a year isn't what a person's entries make it: Detail says whose
	LeaseChanged                             // processes can't have written a row by which they share a database: Detail names it
)

// String returns the code as a word for logs.
func (c FindingCode) String() string {
	words := [...]string{
		Damaged: "damaged", EventMissing: "event-missing", EventChanged: "event-changed", EventUnlinked: "event-unlinked",
		EventUnread: "event-unread", EventsCut: "events-cut", TextChanged: "text-changed", EntryMissing: "entry-missing",
		EntryChanged: "entry-changed", EntryUnlinked: "entry-unlinked", Unbalanced: "unbalanced",
		SchemaChanged: "schema-changed", StaysChanged: "openings-changed", TableMissing: "table-missing",
		RowsMissing: "rows-missing", CourseBroken: "course-broken", DeckChanged: "deck-changed", HeadChanged: "head-changed",
		DebtMissing: "debt-missing", DebtChanged: "debt-changed", DebtExtra: "debt-extra", TabRewritten: "tab-rewritten",
		PostChanged: "post-changed", PostsMissing: "posts-missing", RefsChanged: "refs-changed",
		ReceiptMissing: "receipt-missing", ReceiptChanged: "receipt-changed",
		PersonChanged: "person-changed", PersonUntied: "person-untied",
		BalanceChanged: "balance-changed", QuarterChanged: "quarter-changed", PlayChanged: "play-changed",
		CheckpointChanged: "checkpoint-changed", FactChanged: "fact-changed", LeaseChanged: "lease-changed",
	}
	if int(c) < len(words) && words[c] != "" {
		return words[c]
	}
	return fmt.Sprintf("finding-%d", uint8(c))
}

// Part returns the part of a file that the finding is about: file, chain, games,
// heads, posts, keys, people or books.
func (c FindingCode) Part() string {
	switch c {
	case Damaged, SchemaChanged, StaysChanged, LeaseChanged:
		return "file"
	case EventMissing, EventChanged, EventUnlinked, EventUnread, EventsCut, TextChanged, TableMissing, RowsMissing,
		EntryMissing, EntryChanged, EntryUnlinked:
		return "chain"
	case CourseBroken, DeckChanged:
		return "games"
	case HeadChanged, CheckpointChanged:
		return "heads"
	case PostChanged, PostsMissing, RefsChanged:
		return "posts"
	case ReceiptMissing, ReceiptChanged:
		return "keys"
	case PersonChanged, PersonUntied:
		return "people"
	case Unbalanced, DebtMissing, DebtChanged, DebtExtra, TabRewritten, BalanceChanged, QuarterChanged, PlayChanged,
		FactChanged:
		return "books"
	}
	return "file"
}

// Parts lists what [FindingCode.Part] returns, in the order in which a check is told.
func Parts() []string {
	return []string{"file", "chain", "games", "heads", "posts", "keys", "people", "books"}
}

// A Finding is one thing wrong with a file.
type Finding struct {
	Code   FindingCode
	Table  sitting.ID      // of an event
	Hand   sitting.HandKey // of a debt
	Server sitting.Server  // of an entry
	Seq    int64           // of the event or entry, from 1
	Detail string
}

// Findings are what a check looked at and what it found.
type Findings struct {
	Tables, Events, Texts, Entries int
	Hands                          int       // finished, and played again by the rules
	Keys, Posts                    int       // receipts, and posts that are owed
	People, Untied                 int       // known by name, and of these not yet tied to any event
	Tabs                           []TabHead // where the tab of each server stands
	Wrong                          []Finding // empty when all is well; the first MostWrong
	More                           int       // findings that are left out
}

// A TabHead is where the tab of a server stands: the results in its channels
// show the same.
type TabHead struct {
	Server  sitting.Server
	Entries int64
	Hash    string // of the last entry, in hex
}

// MostWrong is how many findings are kept: where a whole table is gone nobody
// reads of every row of it.
const MostWrong = 1000

// Add adds a finding, unless there are enough.
func (f *Findings) Add(w Finding) {
	if len(f.Wrong) == MostWrong {
		f.More++
		return
	}
	f.Wrong = append(f.Wrong, w)
}
