package storage

import (
	"context"
	"database/sql/driver"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A tip is where the tab of a server must stand, as the hands have ended so far.
type tip struct {
	link
	tallies uint64 // what the hands count for their people, weighed
	unsure  bool   // a table's events don't tell what was owed
	found   bool   // the server has a tab
}

func (c *checking) tip(s sitting.Server) *tip {
	t := c.tips[s]
	if t == nil {
		t = &tip{}
		c.tips[s] = t
	}
	return t
}

// enter enters a hand that ended into the tab as it must be.
func (r *replay) enter(e *eventRow, ended *sitting.Finish) error {
	entries, err := tab.Entries(ended.Debts)
	if err != nil {
		r.spoil(CourseBroken, e.seq, "debts")
		return nil
	}
	server := r.audit.Head().Server
	t := r.tip(server)
	row := entryRow{server: server, at: e.at, from: handSource(r.head.Table, ended.Hand)}
	for _, row.Entry = range entries {
		t.seq++
		row.seq, row.layout = t.seq, layoutKind
		if t.seq <= r.handEntries[server] {
			row.layout = layoutHand
		}
		t.hash = r.checking.hash.entry(t.hash, &row)
	}
	r.count(e, t, server, &ended.Outcome)
	if r.places != nil && r.places[server] != nil {
		return r.compare(e, server, ended.Hand, entries)
	}
	return nil
}

// debts compares the tab of each server with the one that the hands make. Where
// its last hash is the same, every entry is. Where not, all is read again to say
// which entries are others.
func (c *checking) debts(ctx context.Context) error {
	places := make(map[sitting.Server]*places)
	for _, has := range c.Tabs {
		t := c.tip(has.Server)
		t.found = true
		if t.unsure || has.Entries != t.seq || has.Hash != hex.EncodeToString(t.hash[:]) {
			places[has.Server] = newPlaces()
		}
	}
	for server, t := range c.tips {
		if !t.found && (t.unsure || t.seq > 0) {
			places[server] = newPlaces()
		}
	}
	tallies, err := c.otherTallies(ctx)
	if err != nil || len(places)+len(tallies) == 0 {
		return err
	}
	again := checking{conn: c.conn, tx: c.tx, roots: c.roots, people: make(map[string]*known), tips: make(map[sitting.Server]*tip), places: places, tallies: tallies}
	if err = again.replayAll(ctx); err != nil {
		return err
	}
	for _, server := range slices.Sorted(maps.Keys(places)) {
		if err := c.leftOver(ctx, server, places[server], &again); err != nil {
			return err
		}
	}
	for _, server := range slices.Sorted(maps.Keys(tallies)) {
		if err := c.compareTallies(ctx, server, tallies[server]); err != nil {
			return err
		}
	}
	return nil
}

// places are what was found in the tab of a server that isn't as it must be.
type places struct {
	known map[int64]bool // numbers of entries that are a hand's
	last  int64
	wrong []Finding
}

func newPlaces() *places { return &places{known: make(map[int64]bool)} }

const findEntries = `SELECT server, seq, at, person, other, pips FROM entries
	WHERE table_id = ? AND hand = ? AND again = ? ORDER BY server <> ?, server, seq`

// compare compares the entries of a hand with what it ended with.
func (r *replay) compare(e *eventRow, server sitting.Server, hand sitting.HandKey, want []tab.Entry) (err error) {
	p := r.places[server]
	rows, err := r.findEntries.rows(r.id, int64(hand.Hand), int64(hand.Again), string(server))
	if err != nil {
		return err
	}
	defer func() { err = clean(err, rows.Close) }()
	wrong := func(code FindingCode, seq int64) {
		p.wrong = append(p.wrong, Finding{Code: code, Table: r.head.Table, Hand: hand, Server: server, Seq: seq})
	}
	var row [6]driver.Value
	for {
		err := rows.Next(row[:])
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		seq := numberOf(row[1])
		has := tab.Entry{Person: tab.Person(textOf(row[3])), Other: tab.Person(textOf(row[4])), Pips: numberOf(row[5])}
		if textOf(row[0]) != string(server) || len(want) == 0 {
			continue // one too many
		}
		if has != want[0] || numberOf(row[2]) != e.at || seq <= p.last {
			wrong(DebtChanged, seq)
		}
		want, p.last, p.known[seq] = want[1:], seq, true
	}
	if len(want) > 0 {
		wrong(DebtMissing, 0)
	}
	return nil
}

// leftOver tells what is wrong with the tab of a server, with the entries that no
// hand ended with. Those of tables that can't be played again aren't judged.
func (c *checking) leftOver(ctx context.Context, server sitting.Server, p *places, again *checking) error {
	before := len(c.Wrong)
	for _, w := range p.wrong {
		c.add(w)
	}
	rows, err := c.tx.QueryContext(ctx, `SELECT e.seq, coalesce(table_id, 0), coalesce(name, ''), hand, again, kind, ref FROM entries e LEFT JOIN tables t ON t.id = table_id
		WHERE e.server = ? ORDER BY e.seq`, string(server))
	err = each(rows, err, func() error {
		w := Finding{Code: DebtExtra, Server: server}
		var of int64
		var from source
		if err := rows.Scan(&w.Seq, &of, &w.Table, &w.Hand.Hand, &w.Hand.Again, &from.kind, &from.ref); err != nil {
			return err
		}
		if from.ref != "" {
			w.Detail = from.kind + " " + from.ref
		}
		if !p.known[w.Seq] && !again.spoiled[of] {
			c.add(w)
		}
		return nil
	})
	if err == nil && len(c.Wrong) == before && !again.tip(server).unsure {
		c.add(Finding{Code: TabRewritten, Server: server})
	}
	return err
}
