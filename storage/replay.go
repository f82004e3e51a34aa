package storage

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// Woken is the time, in unix ms, at which a table is due that has to look at its
// clock at once.
const Woken = 1

// A replay is a table whose events are being told: how far its chain goes, and
// what the events have come to.
type replay struct {
	*Doctor
	id  int64
	row TableRow

	audit *sitting.Audit // nil: what the events say isn't known, or it is a proposal
	pact  *tab.Audit     // of a proposal; nil: what the events say isn't known, or it is a table
	seq   int64
	at    int64          // when the newest event was stored
	host  sitting.Person // who opened the table
	link  Digest         // of the newest event
	owing []table.Post   // not yet found to be due

	follows bool // the checkpoint was taken after the event that it says

	owed int64
}

// replayOf returns the table of an event, asked for when its first event comes.
// nil: there is no such table.
func (d *Doctor) replayOf(id int64) (*replay, error) {
	if r, ok := d.replays[id]; ok {
		return r, nil
	}
	row, found, err := d.rows.Table(id)
	if err != nil {
		return nil, err
	}
	if !found {
		d.replays[id] = nil
		d.Add(Finding{Code: TableMissing, Seq: id})
		return nil, nil
	}
	r := &replay{Doctor: d, id: id, row: row}
	if row.Sort == SortProposal {
		r.pact = new(tab.Audit)
	} else {
		r.audit = sitting.NewAudit(row.Head.Table)
		if row.Checkpoint != nil {
			r.audit.Compare(row.Checkpoint.Checkpoint)
		}
	}
	r.owing, r.owed = d.outbox[id], int64(len(d.outbox[id]))
	delete(d.outbox, id)
	d.replays[id] = r
	d.Tables++
	if d.newest++; id != d.newest { // tables are opened in the order of their numbers
		r.spoil(EventMissing, 1, "not in the order of tables, or after its end")
	}
	return r, nil
}

func (r *replay) find(code FindingCode, seq int64, detail string) {
	r.Add(Finding{Code: code, Table: r.row.Head.Table, Seq: seq, Detail: detail})
}

// spoil finds something that leaves open what the rest of the events say, and so
// what the tab has to say.
func (r *replay) spoil(code FindingCode, seq int64, detail string) {
	r.find(code, seq, detail)
	if r.spoiled == nil {
		r.spoiled = make(map[int64]bool)
	}
	r.spoiled[r.id] = true
	r.tip(r.row.Head.Server).unsure = true
	if server, ok := r.server(); ok {
		r.tip(server).unsure = true
	}
	r.audit, r.pact = nil, nil
}

// server is whose tab the events are of, as they say.
func (r *replay) server() (sitting.Server, bool) {
	switch {
	case r.audit != nil:
		return r.audit.Head().Server, true
	case r.pact != nil:
		return sitting.Server(r.pact.Proposal().Tab), true
	}
	return "", false
}

// follow follows the chain of a table to an event.
func (r *replay) follow(e *EventRow) {
	if e.Seq != r.seq+1 {
		r.spoil(EventMissing, e.Seq, "")
	}
	if string(e.Prev) != string(r.link[:]) {
		r.spoil(EventUnlinked, e.Seq, "")
	}
	link := r.hash.Event(AsDigest(e.Prev), r.row.Head.Table, e.Seq, e.At, &e.Sealed)
	if string(e.Hash) != string(link[:]) || e.hollow() {
		r.spoil(EventChanged, e.Seq, "")
	}
	r.seq, r.at = e.Seq, e.At
	copy(r.link[:], e.Hash)
	r.checkpoint(e)
}

// play has the audit take an event, and draws what follows from it.
func (r *replay) play(e *EventRow, ev sitting.Event) error {
	if r.audit == nil {
		return nil
	}
	if opened, ok := ev.(sitting.Opened); ok {
		r.host = opened.Host
	}
	var flaw *sitting.Flaw
	switch err := r.audit.Next(ev, Stamp(e.At)); {
	case err == nil:
	case errors.As(err, &flaw) && flaw.Code == sitting.OtherDeck:
		r.find(DeckChanged, e.Seq, "")
	default:
		r.spoil(CourseBroken, e.Seq, err.Error())
		return nil
	}
	for i := 0; i < len(r.owing); i++ {
		if p := r.owing[i]; p.Seq == e.Seq && p.To == (table.Address{}) && p.TellsOf(ev, r.audit.Watch()) {
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
	if r.row.Stored != r.seq {
		r.spoil(EventsCut, r.row.Stored, fmt.Sprintf("the last is %d", r.seq))
	}
	if r.owed != r.row.Posts-r.row.Done {
		r.find(PostsMissing, 0, fmt.Sprintf("%d are owed, not %d", r.owed, r.row.Posts-r.row.Done))
	}
	if r.pact != nil {
		r.endProposal()
	}
	r.endCheckpoint()
	if r.audit == nil {
		return
	}
	if r.audit.End() != nil {
		r.spoil(CourseBroken, r.seq, sitting.BrokenOff.String())
		return
	}
	want := r.audit.Head()
	// Whatever else is kept beside the events, to be found without them, is a row here.
	r.columns([]column{
		{"server", r.row.Head.Server != want.Server},
		{"channel", r.row.Head.Channel != want.Channel},
		{"open", (r.row.Open == 1) != want.Open || r.row.Open&^1 != 0},
		{"opener", r.row.Opener != r.host},
		{"moved", r.row.Moved != r.at},
		{"waits", !r.waitsHold(r.audit.Waits())},
		{"wake", !r.wakeHolds()},
		{"low", r.row.Low != "" || r.row.High != ""},
	})
	if kept := r.audit.Kept(); kept > 0 {
		r.find(TextChanged, kept, "a seed that was to be erased")
	}
	for _, p := range r.owing {
		r.find(PostChanged, p.ID, "no event asks for it")
	}
	if !r.refsHold() {
		r.find(RefsChanged, 0, "")
	}
}

// A column of a table's row is wrong or not.
type column struct {
	name  string
	wrong bool
}

// columns finds those that are wrong.
func (r *replay) columns(all []column) {
	for _, c := range all {
		if c.wrong {
			r.find(HeadChanged, r.seq, c.name)
		}
	}
}

// wakeHolds says whether a table can have been left to wake when its row says.
// Whatever changes when it is due, as new quiet hours do, has it look at once.
func (r *replay) wakeHolds() bool { return r.audit.MayWake(Stamp(r.row.Wake)) }

// waitsHold says whether the note of whom a table waits for is right. In a row older
// than such notes there is none, or nobody where the table slept.
func (r *replay) waitsHold(want sitting.Person) bool {
	switch {
	case !r.row.Noted:
		return r.row.Wake == Woken
	case r.row.Waits == "":
		return want == "" || r.row.Wake == Woken
	}
	return r.row.Waits == want
}

// refsHold says whether a table's messages tell of hands and turns that were.
// Their ids are Discord's.
func (r *replay) refsHold() bool {
	if r.row.Refs == nil {
		return true
	}
	var refs table.Refs
	if json.Unmarshal(r.row.Refs, &refs) != nil {
		return false
	}
	dealt, committed := r.audit.Hands()
	for hand := range refs.SealsAgain {
		if hand < 1 || hand > committed {
			return false
		}
	}
	for _, hand := range []int{refs.SealHand, refs.DealHand, refs.Before.Hand} {
		if hand < 0 || hand > committed {
			return false
		}
	}
	return 0 <= refs.ResultHand && refs.ResultHand <= dealt &&
		0 <= refs.PingSeq && refs.PingSeq <= r.seq && r.asked(refs.Asked)
}

// asked says whether calls tell of events that there are.
func (r *replay) asked(calls map[sitting.Ask]table.Asked) bool {
	for _, call := range calls {
		if call.Seq < 0 || call.Seq > r.seq {
			return false
		}
	}
	return true
}
