package storage

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/table"
)

// An eventRow is a row of events.
type eventRow struct {
	sealed
	id, table, seq, at int64
	prev, hash         []byte
}

// played is the kind of most events, which isn't read again and again.
const played = "played"

const allEvents = `SELECT id, table_id, seq, at, nullif(kind, 'played'), body, text_hash, ties, prev, hash FROM events NOT INDEXED ORDER BY id`

func (e *eventRow) read(row []driver.Value) {
	e.id, e.table, e.seq, e.at = numberOf(row[0]), numberOf(row[1]), numberOf(row[2]), numberOf(row[3])
	if e.kind = played; row[4] != nil {
		e.kind = textOf(row[4])
	}
	e.body = bytesOf(row[5])
	e.textHash, e.ties, e.prev, e.hash = bytesOf(row[6]), bytesOf(row[7]), bytesOf(row[8]), bytesOf(row[9])
}

// stream reads the rows of a query past database/sql, whose conversions would
// take as long as all that is done with a row.
func (c *checking) stream(ctx context.Context, query string, columns int, do func(row []driver.Value) error) error {
	return c.conn.Raw(func(conn any) (err error) {
		said := connection{conn: conn.(driver.Conn)}
		defer func() { err = clean(err, said.closeStatements) }()
		s, err := said.prepare(query)
		if err != nil {
			return err
		}
		return sorted(s.each(ctx, columns, do))
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
	if err := c.conn.Raw(func(conn any) error { return c.replayAll(ctx, conn.(driver.Conn)) }); err != nil {
		return sorted(err)
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

func (c *checking) replayAll(ctx context.Context, conn driver.Conn) (err error) {
	said := connection{conn: conn}
	defer func() { err = clean(err, said.closeStatements) }()
	events, err := said.prepare(allEvents)
	if err != nil {
		return err
	}
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
	var e eventRow
	err = events.each(ctx, 10, func(row []driver.Value) error {
		e.read(row)
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
	ev, err := table.DecodeEvent(e.kind, e.body, word)
	if err != nil {
		r.spoil(EventUnread, e.seq, strconv.Quote(e.kind))
		ev = nil
	}
	if err := r.play(e, ev); err != nil {
		return err
	}
	r.ties(e, ev)
	if _, closes := ev.(table.Closed); closes && r.seq == r.stored {
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
	if ev, err := table.DecodeEvent(e.kind, e.body, ""); err != nil || string(table.Named(ev)) != textOf(row[0]) {
		r.find(TextChanged, e.seq, "its author")
	}
	return word, nil
}

// ties looks at what ties an event to rows beside it.
func (r *replay) ties(e *eventRow, ev table.Event) {
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
		if p := table.Named(ev); p != "" {
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

// index compares the index of events with the events: SQLite's own look at it
// takes longer than all the rest.
func (c *checking) index(ctx context.Context) error {
	var count, sum sql.NullInt64
	err := c.tx.QueryRowContext(ctx, `SELECT count(*), sum((table_id % 2147483647 * 1000003 + seq % 2147483647) % 2147483647 * (id % 2147483647) % 2147483647)
		FROM events INDEXED BY sqlite_autoindex_events_1`).Scan(&count, &sum)
	if err == nil && (count.Int64 != int64(c.Events) || sum.Int64 != c.indexed) {
		c.add(Finding{Code: Damaged, Detail: "the index of events doesn't fit"})
	}
	return sorted(err)
}
