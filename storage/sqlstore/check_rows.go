package sqlstore

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

// Beside prepares, on a connection, what the doctor asks for while it is told events.
func (c *Checking) Beside(said *Connection) error {
	for to, query := range map[**Statement]string{&c.findTable: findTable, &c.findText: findText, &c.findEntry: findEntry, &c.findDebts: findDebts} {
		s, err := said.Prepare(query)
		if err != nil {
			return err
		}
		*to = s
	}
	return nil
}

// BytesOf reads a value as a driver gives it; nothing where it is of another type.
func BytesOf(v driver.Value) []byte {
	b, _ := v.([]byte)
	return b
}

// refsOf reads the JSON of a table's messages; nil: there are none.
func refsOf(v driver.Value) []byte {
	if text, ok := v.(string); ok {
		return []byte(text)
	}
	return BytesOf(v)
}

// NumberOf reads a value as a driver gives it; nothing where it is of another type.
func NumberOf(v driver.Value) int64 {
	n, _ := v.(int64)
	return n
}

// TextOf reads a value as a driver gives it; nothing where it is of another type.
func TextOf(v driver.Value) string {
	s, _ := v.(string)
	return s
}

// readOutbox tells what is owed: what a moment leaves undone, so it is little.
func (c *Checking) readOutbox(ctx context.Context) error {
	var openings int64
	if err := c.Tx.QueryRowContext(ctx, "SELECT max(count) FROM openings").Scan(&openings); err != nil {
		return Sorted(err)
	}
	rows, err := c.Tx.QueryContext(ctx, "SELECT table_id, id, kind, hand, seq, to_channel, to_person FROM outbox ORDER BY table_id, id")
	return Each(rows, err, func() error {
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

// readLayouts tells how far the entries of each tab have the layout that knew hands
// alone.
func (c *Checking) readLayouts(ctx context.Context) error {
	rows, err := c.Tx.QueryContext(ctx, "SELECT server, max(seq) FROM entries WHERE layout = ? GROUP BY server", storage.LayoutHand)
	return Each(rows, err, func() error {
		var server sitting.Server
		var last int64
		err := rows.Scan(&server, &last)
		c.HandEntries(server, last)
		return err
	})
}

const findTable = `SELECT name, server, channel, open, t.seq, wake, posts, coalesce(done, 0), r.body, moved, waits, opener, sort, low, high,
	c.seq, c.hand, c.texts, c.body, c.sum
	FROM tables t LEFT JOIN refs r ON r.table_id = t.id LEFT JOIN checkpoints c ON c.table_id = t.id WHERE t.id = ?`

// Table implements [storage.Rows].
func (c *Checking) Table(row int64) (storage.TableRow, bool, error) {
	var dest [20]driver.Value
	found, err := c.findTable.Row(dest[:], row)
	if err != nil || !found {
		return storage.TableRow{}, false, err
	}
	return storage.TableRow{
		Head: sitting.Head{Table: sitting.ID(TextOf(dest[0])), Server: sitting.Server(TextOf(dest[1])), Channel: sitting.Channel(TextOf(dest[2]))},
		Open: NumberOf(dest[3]), Stored: NumberOf(dest[4]), Wake: NumberOf(dest[5]), Posts: NumberOf(dest[6]), Done: NumberOf(dest[7]),
		Refs: refsOf(dest[8]), Moved: NumberOf(dest[9]),
		Waits: sitting.Person(TextOf(dest[10])), Noted: dest[10] != nil, Opener: sitting.Person(TextOf(dest[11])),
		Sort: NumberOf(dest[12]), Low: sitting.Person(TextOf(dest[13])), High: sitting.Person(TextOf(dest[14])),
		Checkpoint: checkpointOf(dest[15:]),
	}, true, nil
}

// checkpointOf reads the columns of a checkpoint; nil where there is none.
func checkpointOf(row []driver.Value) *storage.CheckpointRow {
	if row[0] == nil {
		return nil
	}
	return &storage.CheckpointRow{Checkpoint: sitting.Checkpoint{
		Seq: NumberOf(row[0]), Hand: int(NumberOf(row[1])), Texts: NumberOf(row[2]), Body: BytesOf(row[3]),
	}, Sum: BytesOf(row[4])}
}

const findText = "SELECT author, salt, body FROM texts WHERE table_id = ? AND seq = ?"

// Text implements [storage.Rows].
func (c *Checking) Text(of, seq int64) (storage.TextRow, bool, error) {
	var row [3]driver.Value
	found, err := c.findText.Row(row[:], of, seq)
	return storage.TextRow{Author: TextOf(row[0]), Salt: BytesOf(row[1]), Text: TextOf(row[2])}, found, err
}

const findEntry = "SELECT at, kind, coalesce((SELECT name FROM tables WHERE id = table_id), ''), hand, again, ref, person, other, pips FROM entries WHERE server = ? AND seq = ?"

// EntryAt implements [storage.Rows].
func (c *Checking) EntryAt(s sitting.Server, seq int64) (storage.EntryRow, bool, error) {
	var row [9]driver.Value
	found, err := c.findEntry.Row(row[:], string(s), seq)
	return storage.EntryRow{
		Server: s, Seq: seq, At: NumberOf(row[0]),
		From:  storage.Source{Kind: TextOf(row[1]), Table: TextOf(row[2]), Hand: NumberOf(row[3]), Again: NumberOf(row[4]), Ref: TextOf(row[5])},
		Entry: tab.Entry{Person: tab.Person(TextOf(row[6])), Other: tab.Person(TextOf(row[7])), Pips: NumberOf(row[8])},
	}, found, err
}

const findDebts = `SELECT server, seq, at, person, other, pips FROM entries
	WHERE table_id = ? AND hand = ? AND again = ? ORDER BY server <> ?, server, seq`

// Debts implements [storage.Rows].
func (c *Checking) Debts(of int64, hand sitting.HandKey, first sitting.Server, tell func(*storage.EntryRow)) (err error) {
	rows, err := c.findDebts.Rows(of, int64(hand.Hand), int64(hand.Again), string(first))
	if err != nil {
		return err
	}
	defer func() { err = Clean(err, rows.Close) }()
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
			Server: sitting.Server(TextOf(row[0])), Seq: NumberOf(row[1]), At: NumberOf(row[2]),
			Entry: tab.Entry{Person: tab.Person(TextOf(row[3])), Other: tab.Person(TextOf(row[4])), Pips: NumberOf(row[5])},
		})
	}
}
