package storage

import (
	"context"
	"database/sql/driver"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/table"
)

// An eventRow is a row of events.
type eventRow struct {
	sealed
	id, table, seq, at int64
	prev, hash         []byte
}

// played is the kind of most events, which isn't made anew again and again.
const played = "played"

// read takes a row of events, and reports whether its columns hold what they can.
func (e *eventRow) read(r *record) bool {
	r.must(1, 2, 3, 4, 5, 7, 8)
	e.id, e.table, e.seq, e.at = r.number, r.integer(1, 0), r.integer(2, 0), r.integer(3, 0)
	if e.kind = played; string(r.text(4)) != played {
		e.kind = string(r.text(4))
	}
	e.body, e.textHash, e.prev, e.hash, e.ties = r.blob(5), r.blob(6), r.blob(7), r.blob(8), r.blob(9)
	return !r.wrong
}

// hollow says whether there is nothing in what would rather be NULL: its hash is the same.
func (e *eventRow) hollow() bool {
	return e.textHash != nil && len(e.textHash) == 0 || e.ties != nil && len(e.ties) == 0
}

// onPages does something with the pages of the file and the statements of one connection.
func (c *checking) onPages(do func(said *connection, p *pages) error) error {
	return c.conn.Raw(func(conn any) (err error) {
		said := &connection{conn: conn.(driver.Conn)}
		defer func() { err = clean(err, said.closeStatements) }()
		p, err := newPages(said)
		if err != nil {
			return sorted(err)
		}
		return sorted(do(said, p))
	})
}

func bytesOf(v driver.Value) []byte {
	b, _ := v.([]byte)
	return b
}

func numberOf(v driver.Value) int64 {
	n, _ := v.(int64)
	return n
}

func textOf(v driver.Value) string {
	s, _ := v.(string)
	return s
}

// events reads all events in the order in which they were stored, plays every
// table again, and compares what is kept beside its events with what follows from
// them. Only tables that are open at that point of the file are in memory.
func (c *checking) events(ctx context.Context) error {
	if err := c.readOutbox(ctx); err != nil {
		return err
	}
	if err := c.replayAll(ctx); err != nil {
		return err
	}
	for id, posts := range c.outbox {
		for _, p := range posts {
			c.add(Finding{Code: PostChanged, Seq: p.ID, Detail: fmt.Sprintf("of table %d, which isn't there", id)})
		}
	}
	return c.index(ctx)
}

// readOutbox reads what is owed: what a moment leaves undone, so it is little.
func (c *checking) readOutbox(ctx context.Context) error {
	c.outbox, c.owed = make(map[int64][]table.Post), make(map[int64]*owed)
	var openings int64
	if err := c.tx.QueryRowContext(ctx, "SELECT max(count) FROM openings").Scan(&openings); err != nil {
		return sorted(err)
	}
	rows, err := c.tx.QueryContext(ctx, "SELECT table_id, id, kind, hand, seq FROM outbox ORDER BY table_id, id")
	c.lowest = 1 << 62
	return each(rows, err, func() error {
		var of, kind int64
		var p table.Post
		if err := rows.Scan(&of, &p.ID, &kind, &p.Hand, &p.Seq); err != nil {
			return err
		}
		if p.Kind = table.PostKind(kind); int64(p.Kind) != kind {
			p.Kind = 0
		}
		c.Posts++
		if p.ID/postsAnOpening < 1 || p.ID/postsAnOpening > openings {
			c.add(Finding{Code: PostChanged, Seq: p.ID, Detail: "of no opening of the file"})
		}
		c.outbox[of] = append(c.outbox[of], p)
		c.lowest, c.highest = min(c.lowest, p.ID), max(c.highest, p.ID)
		return nil
	})
}

func (c *checking) replayAll(ctx context.Context) error {
	if err := c.readLayouts(ctx); err != nil {
		return err
	}
	return c.onPages(func(said *connection, p *pages) (err error) {
		if c.findTable, err = said.prepare(findReplay); err != nil {
			return err
		}
		if c.findText, err = said.prepare("SELECT author, salt, body FROM texts WHERE table_id = ? AND seq = ?"); err != nil {
			return err
		}
		if c.findEntries, err = said.prepare(findEntries); err != nil {
			return err
		}
		c.replays = make(map[int64]*replay)
		p.used = c.used
		var e eventRow
		err = p.each(ctx, c.roots[eventsTable], func(r *record) error {
			if !e.read(r) {
				return &FatalError{errRow}
			}
			return c.event(&e)
		})
		if err != nil {
			return err
		}
		for _, id := range slices.Sorted(maps.Keys(c.replays)) {
			if r := c.replays[id]; r != nil {
				r.end()
			}
		}
		return nil
	})
}

// event looks at one event.
func (c *checking) event(e *eventRow) error {
	c.Events++
	if e.id != c.last+1 {
		c.add(Finding{Code: RowsMissing, Seq: c.last + 1, Detail: fmt.Sprintf("events %d to %d", c.last+1, e.id-1)})
	}
	c.last = e.id
	c.indexed += mixed(e.id, e.table, e.seq)
	r, err := c.replayOf(e.table)
	if r == nil || err != nil {
		return err
	}
	r.follow(e)
	word, err := r.text(e)
	if err != nil {
		return err
	}
	ev, err := sitting.DecodeEvent(e.kind, e.body, word)
	if err != nil {
		r.spoil(EventUnread, e.seq, strconv.Quote(e.kind))
		ev = nil
	}
	if err := r.play(e, ev); err != nil {
		return err
	}
	r.ties(e, ev)
	if _, closes := ev.(sitting.Closed); closes && r.seq == r.stored {
		r.end()
		delete(c.replays, e.table)
	}
	return nil
}

// text returns the free text of an event: empty when it has none, or it was
// erased, or isn't what it was.
func (r *replay) text(e *eventRow) (string, error) {
	if e.textHash == nil {
		return "", nil
	}
	var row [3]driver.Value
	found, err := r.findText.row(row[:], e.table, e.seq)
	if err != nil || !found {
		return "", err
	}
	r.Texts++
	salt, _ := row[1].([]byte)
	word := textOf(row[2])
	if sum := r.checking.hash.text(salt, word); string(sum[:]) != string(e.textHash) {
		r.find(TextChanged, e.seq, "")
		return "", nil
	}
	if ev, err := sitting.DecodeEvent(e.kind, e.body, ""); err != nil || string(sitting.Named(ev)) != textOf(row[0]) {
		r.find(TextChanged, e.seq, "its author")
	}
	return word, nil
}

// ties looks at what ties an event to rows beside it.
func (r *replay) ties(e *eventRow, ev sitting.Event) {
	var person, receipt, head []byte
	if len(e.ties) > 0 {
		if r.tied == 0 {
			r.tied = e.id
		}
		var rest []byte
		person, rest = cutTie(e.ties, tiePerson)
		receipt, rest = cutTie(rest, tieReceipt)
		head, _ = cutTie(rest, tieTab)
	}
	if receipt != nil {
		r.receipts.add(receipt)
	}
	if ev != nil {
		if p := sitting.Named(ev); p != "" {
			r.names(p, person, e.id, r.head.Table, e.seq)
		}
	}
	if head == nil || r.audit == nil {
		return
	}
	if tip := r.tip(r.audit.Head().Server); !tip.unsure && string(head) != string(tip.hash[:]) {
		r.add(Finding{Code: TabRewritten, Table: r.head.Table, Server: r.head.Server, Seq: e.seq})
		tip.unsure = true
	}
}

// mixed is a number of a row's places by which two lists of rows are compared.
func mixed(id, table, seq int64) int64 {
	const prime = 1<<31 - 1
	return (table%prime*1_000_003 + seq%prime) % prime * (id % prime) % prime
}

// index compares the index of events with the events.
func (c *checking) index(ctx context.Context) error {
	var count int
	var sum, lastTable, lastSeq int64
	err := c.onPages(func(_ *connection, p *pages) error {
		p.used = c.used
		return p.each(ctx, c.roots[eventsIndex], func(r *record) error {
			of, seq, id := r.integer(0, 0), r.integer(1, 0), r.integer(2, 0)
			if of < lastTable || of == lastTable && seq <= lastSeq || r.wrong {
				return &FatalError{errRow}
			}
			lastTable, lastSeq = of, seq
			count, sum = count+1, sum+mixed(id, of, seq)
			return nil
		})
	})
	if err == nil && (count != c.Events || sum != c.indexed) {
		c.add(Finding{Code: Damaged, Detail: "the index of events doesn't fit"})
	}
	return err
}
