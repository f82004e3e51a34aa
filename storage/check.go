package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// A FindingCode names what is wrong with a file.
type FindingCode uint8

// The codes.
const (
	Damaged       FindingCode = iota + 1 // the database itself: Detail is SQLite's line
	EventMissing                         // an event's number is not one above the one before
	EventChanged                         // an event's hash is not that of its row
	EventUnlinked                        // an event doesn't follow the hash of the one before
	EventUnread                          // an event can't be decoded: Detail is its kind
	EventsCut                            // a table's last events are missing, or it has too many
	TextChanged                          // a free text is not the one that its event was stored with
	EntryMissing                         // as EventMissing and EventsCut, of a server's tab
	EntryChanged                         // as EventChanged
	EntryUnlinked                        // as EventUnlinked
	Unbalanced                           // the entries between two people don't sum to zero: Detail says whose
)

// String returns the code as a word for logs.
func (c FindingCode) String() string {
	switch c {
	case Damaged:
		return "damaged"
	case EventMissing:
		return "event-missing"
	case EventChanged:
		return "event-changed"
	case EventUnlinked:
		return "event-unlinked"
	case EventUnread:
		return "event-unread"
	case EventsCut:
		return "events-cut"
	case TextChanged:
		return "text-changed"
	case EntryMissing:
		return "entry-missing"
	case EntryChanged:
		return "entry-changed"
	case EntryUnlinked:
		return "entry-unlinked"
	case Unbalanced:
		return "unbalanced"
	}
	return fmt.Sprintf("finding-%d", uint8(c))
}

// A Finding is one thing wrong with a file.
type Finding struct {
	Code   FindingCode
	Table  table.ID     // of an event
	Server table.Server // of an entry
	Seq    int64        // of the event or entry, from 1
	Detail string
}

// Findings are what a check looked at and what it found.
type Findings struct {
	Tables, Events, Texts, Entries int
	Wrong                          []Finding // empty when all is well
}

// Check reads the whole file: that the database is sound, that every chain of
// events and entries is whole and as it was written, and that the books balance.
// Where it is too damaged to be read on, that is the last finding. No finding
// and no error quotes an event.
func (r *Reader) Check(ctx context.Context) (Findings, error) {
	var f Findings
	tx, err := r.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return f, sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	for _, look := range []func(context.Context, *sql.Tx) error{f.checkFile, f.checkHeads, f.checkEvents, f.checkTabs, f.checkEntries} {
		err := look(ctx, tx)
		if isFatal(err) {
			f.add(Finding{Code: Damaged, Detail: err.Error()})
			return f, nil
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

func (f *Findings) add(w Finding) { f.Wrong = append(f.Wrong, w) }

// checkFile asks SQLite.
func (f *Findings) checkFile(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
	err = each(rows, err, func() error {
		var line string
		err := rows.Scan(&line)
		f.add(Finding{Code: Damaged, Detail: line})
		return err
	})
	if err != nil {
		return err
	}
	rows, err = tx.QueryContext(ctx, `SELECT "table", coalesce(rowid, 0), parent FROM pragma_foreign_key_check`)
	return each(rows, err, func() error {
		var of, parent string
		var row int64
		err := rows.Scan(&of, &row, &parent)
		f.add(Finding{Code: Damaged, Detail: fmt.Sprintf("row %d of %s has no %s", row, of, parent)})
		return err
	})
}

// checkHeads compares the number of a table's events with what its head says.
func (f *Findings) checkHeads(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT name, t.seq, coalesce(max(e.seq), 0)
		FROM tables t LEFT JOIN events e ON table_id = t.id GROUP BY t.id`)
	return each(rows, err, func() error {
		var id table.ID
		var says, has int64
		err := rows.Scan(&id, &says, &has)
		f.Tables++
		if says != has {
			f.add(Finding{Code: EventsCut, Table: id, Seq: says, Detail: fmt.Sprintf("the last is %d", has)})
		}
		return err
	})
}

// A chain is how far a check has followed the rows of one table or server.
type chain struct {
	of   string
	seq  int64
	hash digest
}

// follow moves to the next row and says what is wrong with its place.
func (c *chain) follow(of string, seq int64, prev []byte) (missing, unlinked bool) {
	if of != c.of {
		*c = chain{of: of}
	}
	missing = seq != c.seq+1
	unlinked = string(prev) != string(c.hash[:])
	c.seq = seq
	return missing, unlinked
}

func (f *Findings) checkEvents(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT name, e.seq, at, kind, e.body, text_hash, prev, hash, salt, x.body
		FROM events e JOIN tables t ON t.id = e.table_id LEFT JOIN texts x USING (table_id, seq)
		ORDER BY e.table_id, e.seq`)
	var c chain
	var h hasher
	return each(rows, err, func() error {
		var (
			e          sealed
			id         table.ID
			seq, at    int64
			prev, hash sql.RawBytes
			text       sql.NullString
		)
		if err := scanSecret(rows, &id, &seq, &at, &e.kind, &e.body, &e.textHash, &prev, &hash, &e.salt, &text); err != nil {
			return err
		}
		f.Events++
		missing, unlinked := c.follow(string(id), seq, prev)
		if missing {
			f.add(Finding{Code: EventMissing, Table: id, Seq: seq})
		}
		if unlinked {
			f.add(Finding{Code: EventUnlinked, Table: id, Seq: seq})
		}
		link := h.event(asDigest(prev), id, seq, at, &e)
		if string(hash) != string(link[:]) {
			f.add(Finding{Code: EventChanged, Table: id, Seq: seq})
		}
		copy(c.hash[:], hash)
		if text.Valid {
			f.Texts++
			if sum := h.text(e.salt, text.String); string(sum[:]) != string(e.textHash) {
				f.add(Finding{Code: TextChanged, Table: id, Seq: seq})
			}
		}
		if _, err := table.DecodeEvent(e.kind, e.body, text.String); err != nil {
			f.add(Finding{Code: EventUnread, Table: id, Seq: seq, Detail: strconv.Quote(e.kind)})
		}
		return nil
	})
}

// checkTabs compares the number of a server's entries with what its head says.
func (f *Findings) checkTabs(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT server, coalesce(says, 0), coalesce(has, 0)
		FROM (SELECT server, entries AS says FROM tabs)
		FULL JOIN (SELECT server, max(seq) AS has FROM entries GROUP BY server) USING (server)
		WHERE says IS NOT has ORDER BY server`)
	return each(rows, err, func() error {
		var server table.Server
		var says, has int64
		err := rows.Scan(&server, &says, &has)
		f.add(Finding{Code: EntryMissing, Server: server, Seq: says, Detail: fmt.Sprintf("the last is %d", has)})
		return err
	})
}

func (f *Findings) checkEntries(ctx context.Context, tx *sql.Tx) error {
	rows, err := tx.QueryContext(ctx, `SELECT e.server, e.seq, at, name, hand, again, person, other, pips, prev, hash
		FROM entries e JOIN tables t ON t.id = e.table_id ORDER BY e.server, e.seq`)
	var c chain
	var h hasher
	books := make(map[table.Server][]tab.Entry)
	err = each(rows, err, func() error {
		var (
			e          tab.Entry
			server     table.Server
			id         table.ID
			seq, at    int64
			hand       table.HandKey
			prev, hash sql.RawBytes
		)
		if err := rows.Scan(&server, &seq, &at, &id, &hand.Hand, &hand.Again, &e.Person, &e.Other, &e.Pips, &prev, &hash); err != nil {
			return err
		}
		f.Entries++
		missing, unlinked := c.follow(string(server), seq, prev)
		if missing {
			f.add(Finding{Code: EntryMissing, Server: server, Seq: seq})
		}
		if unlinked {
			f.add(Finding{Code: EntryUnlinked, Server: server, Seq: seq})
		}
		link := h.entry(asDigest(prev), server, seq, at, id, hand, e)
		if string(hash) != string(link[:]) {
			f.add(Finding{Code: EntryChanged, Server: server, Seq: seq})
		}
		copy(c.hash[:], hash)
		books[server] = append(books[server], e)
		return nil
	})
	if err != nil {
		return err
	}
	for _, server := range slices.Sorted(maps.Keys(books)) {
		if err := tab.Check(books[server]); err != nil {
			var fault *tab.Fault
			if !errors.As(err, &fault) {
				return err
			}
			f.add(Finding{Code: Unbalanced, Server: server, Detail: fault.Error()})
		}
	}
	return nil
}
