package storage

import (
	"encoding/hex"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A tip is where the tab of a server must stand, as the hands have ended so far.
type tip struct {
	seq     int64
	hash    Digest
	tallies uint64         // what the hands count for their people, weighed
	sides   uint64         // how many of them people sat in together, weighed
	unsure  bool           // a table's events don't tell what was owed
	undone  map[int64]bool // numbers of the entries that were reversed; nil: none yet
	found   bool           // the server has a tab
}

func (d *Doctor) tip(s sitting.Server) *tip {
	t := d.tips[s]
	if t == nil {
		t = &tip{}
		d.tips[s] = t
	}
	return t
}

// enter enters a hand that ended into the tab as it must be.
func (r *replay) enter(e *EventRow, ended *sitting.Finish) error {
	entries, err := tab.Entries(ended.Debts)
	if err != nil {
		r.spoil(CourseBroken, e.Seq, "debts")
		return nil
	}
	server := r.audit.Head().Server
	t := r.tip(server)
	row := EntryRow{Server: server, At: e.At, From: HandSource(r.row.Head.Table, ended.Hand)}
	for _, row.Entry = range entries {
		t.seq++
		row.Seq, row.Layout = t.seq, LayoutKind
		if t.seq <= r.handEntries[server] {
			row.Layout = LayoutHand
		}
		t.hash = r.hash.Entry(t.hash, &row)
	}
	key := tab.Hand{Table: string(r.row.Head.Table), Number: ended.Hand.Hand, Again: ended.Hand.Again}
	if _, voided := r.plain[key]; voided {
		r.plain[key] = r.audit.AtOnce()
	}
	r.count(e, t, server, &ended.Outcome)
	r.countSides(t, server, &ended.Outcome, 1)
	r.record(e, server, ended.Plays)
	if p := r.places[server]; p != nil {
		return r.compare(p, e, server, ended.Hand, entries)
	}
	return nil
}

// otherTabs compares the tab of each server with the one that the hands make. Where
// its last hash is the same, every entry is. Where not, there is room to say which
// entries are others.
func (d *Doctor) otherTabs() map[sitting.Server]*places {
	others := make(map[sitting.Server]*places)
	for _, has := range d.Tabs {
		t := d.tip(has.Server)
		t.found = true
		if t.unsure || has.Entries != t.seq || has.Hash != hex.EncodeToString(t.hash[:]) {
			others[has.Server] = newPlaces()
		}
	}
	for server, t := range d.tips {
		if !t.found && (t.unsure || t.seq > 0) {
			others[server] = newPlaces()
		}
	}
	return others
}

// places are what was found in the tab of a server that isn't as it must be.
type places struct {
	known map[int64]bool // numbers of entries that are a hand's
	last  int64
	wrong []Finding
	extra []Finding // entries that no hand ended with
}

func newPlaces() *places { return &places{known: make(map[int64]bool)} }

// compare compares the entries of a hand with what it ended with.
func (r *replay) compare(p *places, e *EventRow, server sitting.Server, hand sitting.HandKey, want []tab.Entry) error {
	wrong := func(code FindingCode, seq int64) {
		p.wrong = append(p.wrong, Finding{Code: code, Table: r.row.Head.Table, Hand: hand, Server: server, Seq: seq})
	}
	err := r.rows.Debts(r.id, hand, server, func(has *EntryRow) {
		if has.Server != server || len(want) == 0 {
			return // one too many
		}
		if has.Entry != want[0] || has.At != e.At || has.Seq <= p.last {
			wrong(DebtChanged, has.Seq)
		}
		want, p.last, p.known[has.Seq] = want[1:], has.Seq, true
	})
	if err == nil && len(want) > 0 {
		wrong(DebtMissing, 0)
	}
	return err
}

// Debt tells an entry of a tab, once all events were told again; of is the row of
// the table that it names, 0 for none. It is found if no hand ended with it, unless
// the table can't be played again. Entries of tabs that [Again.Tabs] doesn't list
// are passed over.
func (a *Again) Debt(e *EntryRow, of int64) {
	p := a.places[e.Server]
	if p == nil || p.known[e.Seq] || a.spoiled[of] {
		return
	}
	w := Finding{
		Code: DebtExtra, Server: e.Server, Seq: e.Seq, Table: sitting.ID(e.From.Table),
		Hand: sitting.HandKey{Hand: int(e.From.Hand), Again: int(e.From.Again)},
	}
	if e.From.Ref != "" {
		w.Detail = e.From.Kind + " " + e.From.Ref
	}
	p.extra = append(p.extra, w)
}

// EndTab adds to d what is wrong with the tab of a server.
func (a *Again) EndTab(d *Doctor, server sitting.Server) {
	p := a.places[server]
	for _, w := range append(p.wrong, p.extra...) {
		d.Add(w)
	}
	if len(p.wrong)+len(p.extra) == 0 && !a.tip(server).unsure {
		d.Add(Finding{Code: TabRewritten, Server: server})
	}
}
