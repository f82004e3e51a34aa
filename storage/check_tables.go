package storage

import (
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// A replay is a table whose events are being read: how far its chain goes, and
// what the events have come to.
type replay struct {
	*checking
	id          int64
	head        sitting.Head // as its row says, without Open
	open        int64
	stored      int64 // events, as its row says
	wake, moved int64
	waits       sitting.Person
	noted       bool // that it waits for somebody or nobody; not in a row older than such notes
	opener      sitting.Person
	posts, done int64 // owed in all, and done
	refs        []byte

	audit *sitting.Audit // nil: what the events say isn't known
	seq   int64
	at    int64          // when the newest event was stored
	host  sitting.Person // who opened the table
	hash  digest
	owing []table.Post // not yet found to be due
	owed  int64
}

const findReplay = `SELECT name, server, channel, open, seq, wake, posts, coalesce(done, 0), CAST(refs.body AS BLOB), moved, waits, opener
	FROM tables LEFT JOIN refs ON table_id = id WHERE id = ?`

// replayOf returns the table of an event, read when its first event comes. nil:
// there is no such table.
func (c *checking) replayOf(id int64) (*replay, error) {
	if r, ok := c.replays[id]; ok {
		return r, nil
	}
	var dest [12]driver.Value
	found, err := c.findTable.row(dest[:], id)
	if err != nil {
		return nil, err
	}
	if !found {
		c.replays[id] = nil
		c.add(Finding{Code: TableMissing, Seq: id})
		return nil, nil
	}
	r := &replay{checking: c, id: id}
	r.head.Table, r.head.Server, r.head.Channel = sitting.ID(textOf(dest[0])), sitting.Server(textOf(dest[1])), sitting.Channel(textOf(dest[2]))
	r.open, r.stored, r.wake, r.posts, r.done = numberOf(dest[3]), numberOf(dest[4]), numberOf(dest[5]), numberOf(dest[6]), numberOf(dest[7])
	r.refs, _ = dest[8].([]byte)
	r.moved, r.waits, r.noted, r.opener = numberOf(dest[9]), sitting.Person(textOf(dest[10])), dest[10] != nil, sitting.Person(textOf(dest[11]))
	r.audit = sitting.NewAudit(r.head.Table)
	for _, p := range c.outbox[id] {
		r.owing, r.owed = append(r.owing, p), r.owed+1
	}
	delete(c.outbox, id)
	c.replays[id] = r
	c.Tables++
	if c.newest++; id != c.newest { // tables are opened in the order of their numbers
		r.spoil(EventMissing, 1, "not in the order of tables, or after its end")
	}
	return r, nil
}

func (r *replay) find(code FindingCode, seq int64, detail string) {
	r.add(Finding{Code: code, Table: r.head.Table, Seq: seq, Detail: detail})
}

// spoil finds something that leaves open what the rest of the events say, and so
// what the tab has to say.
func (r *replay) spoil(code FindingCode, seq int64, detail string) {
	r.find(code, seq, detail)
	if r.spoiled == nil {
		r.spoiled = make(map[int64]bool)
	}
	r.spoiled[r.id] = true
	r.tip(r.head.Server).unsure = true
	if r.audit != nil {
		r.tip(r.audit.Head().Server).unsure = true
	}
	r.audit = nil
}

// follow follows the chain of a table to an event.
func (r *replay) follow(e *eventRow) {
	if e.seq != r.seq+1 {
		r.spoil(EventMissing, e.seq, "")
	}
	if string(e.prev) != string(r.hash[:]) {
		r.spoil(EventUnlinked, e.seq, "")
	}
	link := r.checking.hash.event(asDigest(e.prev), r.head.Table, e.seq, e.at, &e.sealed)
	if string(e.hash) != string(link[:]) || e.hollow() {
		r.spoil(EventChanged, e.seq, "")
	}
	r.seq, r.at = e.seq, e.at
	copy(r.hash[:], e.hash)
}

// play has the audit take an event, and draws what follows from it.
func (r *replay) play(e *eventRow, ev sitting.Event) error {
	if r.audit == nil {
		return nil
	}
	if opened, ok := ev.(sitting.Opened); ok {
		r.host = opened.Host
	}
	var flaw *sitting.Flaw
	switch err := r.audit.Next(ev, stamp(e.at)); {
	case err == nil:
	case errors.As(err, &flaw) && flaw.Code == sitting.OtherDeck:
		r.find(DeckChanged, e.seq, "")
	default:
		r.spoil(CourseBroken, e.seq, err.Error())
		return nil
	}
	for i := 0; i < len(r.owing); i++ {
		if p := r.owing[i]; p.Seq == e.seq && p.TellsOf(ev, r.audit.Watch()) {
			r.due(p, e)
			r.owing = append(r.owing[:i], r.owing[i+1:]...)
			i--
		}
	}
	ended, over := r.audit.Ended()
	if !over {
		return nil
	}
	r.Hands++
	return r.enter(e, &ended)
}

// end compares what is kept of a table with what its events have come to.
func (r *replay) end() {
	if r.stored != r.seq {
		r.spoil(EventsCut, r.stored, fmt.Sprintf("the last is %d", r.seq))
	}
	if r.owed != r.posts-r.done {
		r.find(PostsMissing, 0, fmt.Sprintf("%d are owed, not %d", r.owed, r.posts-r.done))
	}
	if r.audit == nil {
		return
	}
	if r.audit.End() != nil {
		r.spoil(CourseBroken, r.seq, sitting.BrokenOff.String())
		return
	}
	want := r.audit.Head()
	// Whatever else is kept beside the events, to be found without them, is a row here.
	for _, column := range []struct {
		name  string
		wrong bool
	}{
		{"server", r.head.Server != want.Server},
		{"channel", r.head.Channel != want.Channel},
		{"open", r.open != asInt(want.Open)},
		{"opener", r.opener != r.host},
		{"moved", r.moved != r.at},
		{"waits", !r.waitsHold(r.audit.Waits())},
		{"wake", !r.wakeHolds()},
	} {
		if column.wrong {
			r.find(HeadChanged, r.seq, column.name)
		}
	}
	for _, p := range r.owing {
		r.find(PostChanged, p.ID, "no event asks for it")
	}
	if !r.refsHold() {
		r.find(RefsChanged, 0, "")
	}
}

// wakeHolds says whether a table can have been left to wake when its row says.
// New quiet hours of the person whom it waits for have it look at once.
func (r *replay) wakeHolds() bool {
	if r.wake == woken && (!r.noted || r.waits != "") {
		return true
	}
	return r.audit.MayWake(stamp(r.wake))
}

// waitsHold says whether the note of whom a table waits for is right. In a row older
// than such notes there is none, or nobody where the table slept.
func (r *replay) waitsHold(want sitting.Person) bool {
	switch {
	case !r.noted:
		return r.wake == woken
	case r.waits == "":
		return want == "" || r.wake == 0
	}
	return r.waits == want
}

// refsHold says whether a table's messages tell of hands and turns that were.
// Their ids are Discord's.
func (r *replay) refsHold() bool {
	if r.refs == nil {
		return true
	}
	var refs table.Refs
	if json.Unmarshal(r.refs, &refs) != nil {
		return false
	}
	dealt, committed := r.audit.Hands()
	for hand := range refs.Commitments {
		if hand < 1 || hand > committed {
			return false
		}
	}
	return 0 <= refs.ResultHand && refs.ResultHand <= dealt && 0 <= refs.PingSeq && refs.PingSeq <= r.seq
}
