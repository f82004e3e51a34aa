package sqlstore

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Recall finds the receipt of a key, as [table.Store] says.
func (r *Reader) Recall(ctx context.Context, key string) (table.Receipt, error) {
	var (
		id, tabHead string
		from, to    int64
		owed        []byte
	)
	err := r.asked.FindKey.QueryRowContext(ctx, key).Scan(&id, &from, &to, &owed, &tabHead)
	if err != nil {
		return table.Receipt{}, Found(err, table.ErrNotFound)
	}
	return readReceipt(id, from, to, owed, tabHead)
}

// Due lists the tables that next do something by themselves, as [table.Store] says.
func (r *Reader) Due(ctx context.Context) ([]table.Due, error) {
	rows, err := r.db.QueryContext(ctx, `SELECT name, wake FROM tables WHERE `+isOpen+` AND wake <> 0
		UNION ALL SELECT name, ?1 FROM tables WHERE id IN (SELECT table_id FROM outbox)
		UNION ALL SELECT ?2 || server, wake FROM calendars WHERE wake <> 0
		UNION ALL SELECT ?2 || server, ?1 FROM seasons WHERE post <> 0
		UNION ALL SELECT DISTINCT ?3 || channel, ?1 FROM redraws`, storage.Woken, string(table.SeasonMark), string(table.RedrawMark))
	var due []table.Due
	err = Each(rows, err, func() error {
		var d table.Due
		var wake int64
		err := rows.Scan(&d.Owner, &wake)
		d.At = storage.Stamp(wake)
		due = append(due, d)
		return err
	})
	return due, err
}

// Find returns the newest table of a channel, as [table.Store] says.
func (r *Reader) Find(ctx context.Context, c sitting.Channel, before sitting.ID) (sitting.Head, error) {
	h, err := scanHead(r.asked.FindChannel.QueryRowContext(ctx, string(c), string(before)))
	return h, Found(err, table.ErrNotFound)
}

// Own returns the newest table at which a person plays alone, as [table.Store] says.
func (r *Reader) Own(ctx context.Context, p sitting.Person) (sitting.Head, error) {
	h, err := scanHead(r.asked.FindOwn.QueryRowContext(ctx, string(p)))
	return h, Found(err, table.ErrNotFound)
}

// Load returns a table as it was at one moment, as [table.Store] says.
func (r *Reader) Load(ctx context.Context, id sitting.ID) (table.Log, error) {
	return r.load(ctx, id, r.loadEvents, r.loadOwed, r.loadHeads, r.loadRefs)
}

// Resume returns a table from its checkpoint on, as [table.Store] says.
func (r *Reader) Resume(ctx context.Context, id sitting.ID) (table.Log, error) {
	return r.load(ctx, id, r.loadCheckpoint, r.loadEvents, r.loadOwed, r.loadHeads, r.loadRefs)
}

type loading = func(context.Context, *sql.Tx, *table.Log) error

// load reads parts of a table, one after the other.
func (r *Reader) load(ctx context.Context, id sitting.ID, parts ...loading) (l table.Log, err error) {
	tx, err := r.snapshot(ctx)
	if err != nil {
		return table.Log{}, Sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	found := tx.StmtContext(ctx, r.asked.FindTable).QueryRowContext(ctx, string(id))
	err = found.Scan(&l.Head.Table, &l.Head.Server, &l.Head.Channel, &l.Head.Open, &l.Gone)
	if err != nil {
		return table.Log{}, Found(err, table.ErrNotFound)
	}
	for _, part := range parts {
		if err := part(ctx, tx, &l); err != nil {
			return table.Log{}, err
		}
	}
	return l, nil
}

// loadCheckpoint reads the checkpoint and the free texts that it leaves out, if it was taken after
// the event that it says.
func (r *Reader) loadCheckpoint(ctx context.Context, tx *sql.Tx, l *table.Log) error {
	var c storage.CheckpointRow
	var link []byte
	row := tx.StmtContext(ctx, r.asked.Checkpoint).QueryRowContext(ctx, string(l.Head.Table))
	err := row.Scan(&c.Seq, &c.Hand, &c.Texts, &c.Body, &c.Sum, &link)
	var h storage.Hasher
	if err != nil || !c.Follows(&h, storage.AsDigest(link), l.Head.Table) {
		return Found(err, nil)
	}
	l.Checkpoint, l.Texts = &c.Checkpoint, make(map[int64]string)
	rows, err := tx.StmtContext(ctx, r.asked.Texts).QueryContext(ctx, string(l.Head.Table), c.Texts, c.Seq)
	return Each(rows, err, func() error {
		var seq int64
		var text string
		err := rows.Scan(&seq, &text)
		l.Texts[seq] = text
		return err
	})
}

func (r *Reader) loadEvents(ctx context.Context, tx *sql.Tx, l *table.Log) error {
	from := l.From()
	rows, err := tx.StmtContext(ctx, r.asked.Events).QueryContext(ctx, string(l.Head.Table), from)
	var kind, text string
	var body sql.RawBytes
	var at int64
	return Each(rows, err, func() error {
		if err := ScanSecret(rows, &at, &kind, &body, &text); err != nil {
			return err
		}
		e, err := sitting.DecodeEvent(kind, body, text)
		if err != nil { // which may hold the hidden deck
			return &storage.EventError{Table: l.Head.Table, Seq: from + int64(len(l.Events)) + 1, Kind: kind}
		}
		l.Events, l.At = append(l.Events, e), append(l.At, storage.Stamp(at))
		return nil
	})
}

func (r *Reader) loadOwed(ctx context.Context, tx *sql.Tx, l *table.Log) error {
	rows, err := tx.StmtContext(ctx, r.asked.Owed).QueryContext(ctx, string(l.Head.Table))
	return Each(rows, err, func() error {
		var p table.Post
		err := rows.Scan(&p.ID, &p.Kind, &p.Hand, &p.Seq, &p.To.Channel, &p.To.Person)
		l.Owed = append(l.Owed, p)
		return err
	})
}

func (r *Reader) loadHeads(ctx context.Context, tx *sql.Tx, l *table.Log) error {
	from := 0
	if l.Checkpoint != nil {
		from = l.Checkpoint.Hand
	}
	rows, err := tx.StmtContext(ctx, r.asked.Heads).QueryContext(ctx, string(l.Head.Table), from)
	var hash []byte
	var hand sitting.HandKey
	return Each(rows, err, func() error {
		if err := rows.Scan(&hand.Hand, &hand.Again, &hash); err != nil {
			return err
		}
		if l.Heads == nil {
			l.Heads = make(map[sitting.HandKey]string)
		}
		l.Heads[hand] = hex.EncodeToString(hash) // the last of a hand stays
		return nil
	})
}

func (r *Reader) loadRefs(ctx context.Context, tx *sql.Tx, l *table.Log) error {
	var body []byte
	err := tx.StmtContext(ctx, r.asked.Refs).QueryRowContext(ctx, string(l.Head.Table)).Scan(&body)
	if err != nil {
		return Found(err, nil)
	}
	if err := json.Unmarshal(body, &l.Refs); err != nil {
		return fmt.Errorf("storage: refs of table %s: %w: %w", l.Head.Table, table.ErrBroken, err)
	}
	return nil
}

// scanHead reads name, server, channel and open.
func scanHead(row interface{ Scan(...any) error }) (sitting.Head, error) {
	var h sitting.Head
	err := row.Scan(&h.Table, &h.Server, &h.Channel, &h.Open)
	return h, err
}
