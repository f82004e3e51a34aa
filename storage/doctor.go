package storage

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// A Doctor compares what a store keeps with what its events say. Whoever reads the
// store, all of it at one moment, tells the Doctor its rows in this order: people,
// what is owed, all events in the order in which they were stored, keys, entries,
// the hands that are counted, records; and ends each with the End… that belongs to it. Then
// [Doctor.Again] says whether the events have to be told once more, to say where
// something is wrong.
//
// A Doctor keeps the hand under way of each table that is open at that point of the
// events, what is owed, the open balances of one server, and a little of each
// person and each server.
type Doctor struct {
	Findings
	rows Rows
	hash Hasher

	replays map[int64]*replay // of tables, by the row: those that are open; nil: there is none
	newest  int64             // row of the newest table
	last    int64             // id of the newest event
	spoiled map[int64]bool    // tables, by the row, whose events don't tell what was owed

	people   map[string]*known
	tied     int64                   // id of the first event with a tie; 0: none yet
	receipts receipts                // of all events, less those of all keys
	Gaps     bool                    // events are numbered in order, not through: the caller's to set, before events are told
	LetGo    int64                   // id of the event up to which keys were let go: the caller's to set, before events are told
	left     map[receiptHash]Finding // keys that may be no batch's, while they are looked for

	outbox          map[int64][]table.Post // by the row of the table; those not read yet
	owed            map[int64]*owed        // posts that are in the outbox, by number; nil: nobody asks
	lowest, highest int64                  // numbers in the outbox

	chain Chain                     // of the tab whose entries are being told
	open  balances                  // between its people
	has   map[sitting.Server]uint64 // hands that are counted, weighed
	met   map[sitting.Server]uint64 // hands that are counted between people, weighed

	tips        map[sitting.Server]*tip
	handEntries map[sitting.Server]int64   // entries in the layout that knew hands alone: the first ones of a tab
	places      map[sitting.Server]*places // set when what is wrong with a tab is looked for
	tallies     map[sitting.Server]tallies // set when what is wrong with the count of hands is looked for
	sides       map[sitting.Server]sides   // set when what is wrong with the count of hands between people is looked for
	records     records                    // set when what is wrong with records is looked for

	plain map[tab.Hand]bool // hands that were voided as rummies, and whether they were none
}

// Rows are what a Doctor asks for while it is told events.
type Rows interface {
	// Table returns the row of a table; false: there is none.
	Table(row int64) (TableRow, bool, error)
	// Text returns the free text of an event; false: there is none.
	Text(table, seq int64) (TextRow, bool, error)
	// EntryAt returns an entry of a server's tab; false: there is none.
	EntryAt(server sitting.Server, seq int64) (EntryRow, bool, error)
	// Debts tells the entries of a hand, those of one server first, each server's
	// in order.
	Debts(table int64, hand sitting.HandKey, first sitting.Server, tell func(*EntryRow)) error
}

// A TableRow is the row of a table. Its numbers are as stored, whatever they are.
type TableRow struct {
	Head        sitting.Head   // without Open
	Sort        int64          // SortTable or SortProposal
	Low, High   sitting.Person // between whom a proposal is
	Open        int64
	Stored      int64 // events
	Wake, Moved int64 // unix ms
	Waits       sitting.Person
	Noted       bool // that it waits for somebody or nobody; not in a row older than such notes
	Opener      sitting.Person
	Posts, Done int64          // owed in all, and done
	Refs        []byte         // JSON; nil: there are none
	Checkpoint  *CheckpointRow // nil: there is none
}

// A TextRow is the free text of an event.
type TextRow struct {
	Author string
	Salt   []byte
	Text   string
}

// An EventRow is the row of an event.
type EventRow struct {
	Sealed
	ID         int64 // counts all events
	Table      int64 // the row of its table
	Seq        int64 // from 1 in each table
	At         int64 // unix ms
	Prev, Hash []byte
}

// NewDoctor begins at a store of which nothing is known.
func NewDoctor(rows Rows) *Doctor {
	return &Doctor{
		rows: rows, handEntries: make(map[sitting.Server]int64), replays: make(map[int64]*replay), people: make(map[string]*known),
		outbox: make(map[int64][]table.Post), owed: make(map[int64]*owed), lowest: 1 << 62,
		open: make(balances), has: make(map[sitting.Server]uint64), met: make(map[sitting.Server]uint64), tips: make(map[sitting.Server]*tip),
		plain: make(map[tab.Hand]bool),
	}
}

// HandEntries tells, before any event, how many entries at the beginning of a tab
// have LayoutHand; none unless it is told.
func (d *Doctor) HandEntries(s sitting.Server, entries int64) { d.handEntries[s] = entries }

// VoidedRummy tells, before any event, a hand that was voided as a rummy.
func (d *Doctor) VoidedRummy(h tab.Hand) { d.plain[h] = false }

// Post tells a post in the outbox of a table, by its row. opened is how often the
// store was opened for writing.
func (d *Doctor) Post(of int64, p table.Post, opened int64) {
	d.Posts++
	if p.ID/PostsAnOpening < 1 || p.ID/PostsAnOpening > opened {
		d.Add(Finding{Code: PostChanged, Seq: p.ID, Detail: "of no opening of the file"})
	}
	d.outbox[of] = append(d.outbox[of], p)
	d.lowest, d.highest = min(d.lowest, p.ID), max(d.highest, p.ID)
}

// Event tells the next event. The row may be used again for the one after it. An
// error is of Rows.
func (d *Doctor) Event(e *EventRow) error {
	d.Events++
	if e.ID != d.last+1 && !d.Gaps {
		d.Add(Finding{Code: RowsMissing, Seq: d.last + 1, Detail: fmt.Sprintf("events %d to %d", d.last+1, e.ID-1)})
	}
	d.last = e.ID
	r, err := d.replayOf(e.Table)
	if r == nil || err != nil {
		return err
	}
	r.follow(e)
	word, err := r.text(e)
	if err != nil {
		return err
	}
	if r.row.Sort == SortProposal {
		return r.agree(e, word)
	}
	ev, err := sitting.DecodeEvent(e.Kind, e.Body, word)
	if err != nil {
		r.spoil(EventUnread, e.Seq, strconv.Quote(e.Kind))
		ev = nil
	}
	if err := r.play(e, ev); err != nil {
		return err
	}
	named := sitting.Person("")
	if ev != nil {
		named = sitting.Named(ev)
	}
	r.ties(e, named)
	if _, closes := ev.(sitting.Closed); closes && r.seq == r.row.Stored {
		r.end()
		delete(d.replays, e.Table)
	}
	return nil
}

// EndEvents ends the events of the tables that are open.
func (d *Doctor) EndEvents() {
	for _, id := range slices.Sorted(maps.Keys(d.replays)) {
		if r := d.replays[id]; r != nil {
			r.end()
		}
	}
	for _, id := range slices.Sorted(maps.Keys(d.outbox)) {
		for _, p := range d.outbox[id] {
			d.Add(Finding{Code: PostChanged, Seq: p.ID, Detail: fmt.Sprintf("of table %d, which isn't there", id)})
		}
	}
}

// Again returns a Doctor who is to be told all events once more, then all entries,
// where it lists tabs, the counted hands, where it lists servers, and the records,
// where it says so; nil when nothing is left to say.
// What it finds of the events was found before.
func (d *Doctor) Again() *Again {
	a := &Again{Doctor: NewDoctor(d.rows)}
	a.handEntries, a.owed = d.handEntries, nil
	a.places, a.tallies, a.sides, a.records = d.otherTabs(), d.otherTallies(), d.otherSides(), d.otherRecords()
	if len(a.places)+len(a.tallies)+len(a.sides)+len(a.records) == 0 {
		return nil
	}
	return a
}

// An Again is a second look at tabs that aren't as they must be.
type Again struct{ *Doctor }

// Tabs lists the servers of whose tabs something is to be said.
func (a *Again) Tabs() []sitting.Server { return slices.Sorted(maps.Keys(a.places)) }

// Counts lists the servers of whose counted hands something is to be said.
func (a *Again) Counts() []sitting.Server { return slices.Sorted(maps.Keys(a.tallies)) }

// Meetings lists the servers of whose hands between people something is to be said.
func (a *Again) Meetings() []sitting.Server { return slices.Sorted(maps.Keys(a.sides)) }
