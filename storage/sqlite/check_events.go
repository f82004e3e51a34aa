package sqlite

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// played is the kind of most events, which isn't made anew again and again.
const played = "played"

// readEvent takes a row of events, and reports whether its columns hold what they can.
func readEvent(e *storage.EventRow, r *record) bool {
	r.must(1, 2, 3, 4, 5, 7, 8)
	e.ID, e.Table, e.Seq, e.At = r.number, r.integer(1, 0), r.integer(2, 0), r.integer(3, 0)
	if e.Kind = played; string(r.text(4)) != played {
		e.Kind = string(r.text(4))
	}
	e.Body, e.TextHash, e.Prev, e.Hash, e.Ties = r.blob(5), r.blob(6), r.blob(7), r.blob(8), r.blob(9)
	return !r.wrong
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

// events tells what is owed and all events, in the order in which they were stored.
func (c *checking) events(ctx context.Context) error {
	if err := c.readOutbox(ctx); err != nil {
		return err
	}
	err := c.eachEvent(ctx, c.used, func(e *storage.EventRow) error {
		c.indexed += mixed(e.ID, e.Table, e.Seq)
		return c.Event(e)
	})
	if err != nil {
		return err
	}
	c.EndEvents()
	return c.index(ctx)
}

// readOutbox tells what is owed: what a moment leaves undone, so it is little.
func (c *checking) readOutbox(ctx context.Context) error {
	var openings int64
	if err := c.tx.QueryRowContext(ctx, "SELECT max(count) FROM openings").Scan(&openings); err != nil {
		return sorted(err)
	}
	rows, err := c.tx.QueryContext(ctx, "SELECT table_id, id, kind, hand, seq, to_channel, to_person FROM outbox ORDER BY table_id, id")
	return each(rows, err, func() error {
		var of, kind int64
		var p table.Post
		if err := rows.Scan(&of, &p.ID, &kind, &p.Hand, &p.Seq, &p.To.Channel, &p.To.Person); err != nil {
			return err
		}
		if p.Kind = table.PostKind(kind); int64(p.Kind) != kind {
			p.Kind = 0
		}
		c.Post(of, p, openings)
		return nil
	})
}

// eachEvent reads all events, notes which pages it read unless used is nil, and has
// what the doctor asks for meanwhile at hand.
func (c *checking) eachEvent(ctx context.Context, used []uint64, do func(e *storage.EventRow) error) error {
	if err := c.readLayouts(ctx); err != nil {
		return err
	}
	return c.onPages(func(said *connection, p *pages) error {
		for to, query := range map[**statement]string{&c.findTable: findTable, &c.findText: findText, &c.findEntry: findEntry, &c.findDebts: findDebts} {
			s, err := said.prepare(query)
			if err != nil {
				return err
			}
			*to = s
		}
		p.used = used
		var e storage.EventRow
		return p.each(ctx, c.roots[eventsTable], func(r *record) error {
			if !readEvent(&e, r) {
				return &storage.FatalError{Err: errRow}
			}
			return do(&e)
		})
	})
}

// readLayouts tells how far the entries of each tab have the layout that knew hands
// alone.
func (c *checking) readLayouts(ctx context.Context) error {
	rows, err := c.tx.QueryContext(ctx, "SELECT server, max(seq) FROM entries WHERE layout = ? GROUP BY server", storage.LayoutHand)
	return each(rows, err, func() error {
		var server sitting.Server
		var last int64
		err := rows.Scan(&server, &last)
		c.HandEntries(server, last)
		return err
	})
}

const findTable = `SELECT name, server, channel, open, seq, wake, posts, coalesce(done, 0), CAST(refs.body AS BLOB), moved, waits, opener, sort, low, high
	FROM tables LEFT JOIN refs ON table_id = id WHERE id = ?`

// Table implements [storage.Rows].
func (c *checking) Table(row int64) (storage.TableRow, bool, error) {
	var dest [15]driver.Value
	found, err := c.findTable.row(dest[:], row)
	if err != nil || !found {
		return storage.TableRow{}, false, err
	}
	return storage.TableRow{
		Head: sitting.Head{Table: sitting.ID(textOf(dest[0])), Server: sitting.Server(textOf(dest[1])), Channel: sitting.Channel(textOf(dest[2]))},
		Open: numberOf(dest[3]), Stored: numberOf(dest[4]), Wake: numberOf(dest[5]), Posts: numberOf(dest[6]), Done: numberOf(dest[7]),
		Refs: bytesOf(dest[8]), Moved: numberOf(dest[9]),
		Waits: sitting.Person(textOf(dest[10])), Noted: dest[10] != nil, Opener: sitting.Person(textOf(dest[11])),
		Sort: numberOf(dest[12]), Low: sitting.Person(textOf(dest[13])), High: sitting.Person(textOf(dest[14])),
	}, true, nil
}

const findText = "SELECT author, salt, body FROM texts WHERE table_id = ? AND seq = ?"

// Text implements [storage.Rows].
func (c *checking) Text(of, seq int64) (storage.TextRow, bool, error) {
	var row [3]driver.Value
	found, err := c.findText.row(row[:], of, seq)
	return storage.TextRow{Author: textOf(row[0]), Salt: bytesOf(row[1]), Text: textOf(row[2])}, found, err
}

const findEntry = "SELECT at, kind, coalesce((SELECT name FROM tables WHERE id = table_id), ''), hand, again, ref, person, other, pips FROM entries WHERE server = ? AND seq = ?"

// EntryAt implements [storage.Rows].
func (c *checking) EntryAt(s sitting.Server, seq int64) (storage.EntryRow, bool, error) {
	var row [9]driver.Value
	found, err := c.findEntry.row(row[:], string(s), seq)
	return storage.EntryRow{
		Server: s, Seq: seq, At: numberOf(row[0]),
		From:  storage.Source{Kind: textOf(row[1]), Table: textOf(row[2]), Hand: numberOf(row[3]), Again: numberOf(row[4]), Ref: textOf(row[5])},
		Entry: tab.Entry{Person: tab.Person(textOf(row[6])), Other: tab.Person(textOf(row[7])), Pips: numberOf(row[8])},
	}, found, err
}

const findDebts = `SELECT server, seq, at, person, other, pips FROM entries
	WHERE table_id = ? AND hand = ? AND again = ? ORDER BY server <> ?, server, seq`

// Debts implements [storage.Rows].
func (c *checking) Debts(of int64, hand sitting.HandKey, first sitting.Server, tell func(*storage.EntryRow)) (err error) {
	rows, err := c.findDebts.rows(of, int64(hand.Hand), int64(hand.Again), string(first))
	if err != nil {
		return err
	}
	defer func() { err = clean(err, rows.Close) }()
	var row [6]driver.Value
	for {
		err := rows.Next(row[:])
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		tell(&storage.EntryRow{
			Server: sitting.Server(textOf(row[0])), Seq: numberOf(row[1]), At: numberOf(row[2]),
			Entry: tab.Entry{Person: tab.Person(textOf(row[3])), Other: tab.Person(textOf(row[4])), Pips: numberOf(row[5])},
		})
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
				return &storage.FatalError{Err: errRow}
			}
			lastTable, lastSeq = of, seq
			count, sum = count+1, sum+mixed(id, of, seq)
			return nil
		})
	})
	if err == nil && (count != c.Events || sum != c.indexed) {
		c.Add(storage.Finding{Code: storage.Damaged, Detail: "the index of events doesn't fit"})
	}
	return err
}
