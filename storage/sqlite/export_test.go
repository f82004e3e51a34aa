package sqlite

import (
	"context"
	"database/sql"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// Rechain makes every chain of a file hold again after rows were changed: of each
// table's events, of each server's entries, and how many there are.
func Rechain(ctx context.Context, db *sql.DB) error {
	type link struct {
		id         int64
		prev, hash storage.Digest
	}
	var h storage.Hasher
	var links []link
	var c storage.Chain
	//nolint:rowserrcheck // Each looks
	rows, err := db.QueryContext(ctx, `SELECT name, e.id, e.seq, at, kind, body, text_hash, ties FROM events e
		JOIN tables t ON t.id = table_id ORDER BY table_id, e.seq`)
	err = sqlstore.Each(rows, err, func() error {
		var id sitting.ID
		var row, seq, at int64
		var e storage.Sealed
		if err := rows.Scan(&id, &row, &seq, &at, &e.Kind, &e.Body, &e.TextHash, &e.Ties); err != nil {
			return err
		}
		c.Follow(string(id), seq, nil)
		l := link{id: row, prev: c.Hash}
		l.hash = h.Event(c.Hash, id, seq, at, &e)
		c.Hash = l.hash
		links = append(links, l)
		return nil
	})
	for _, l := range links {
		if err == nil {
			_, err = db.ExecContext(ctx, "UPDATE events SET prev = ?, hash = ? WHERE id = ?", l.prev[:], l.hash[:], l.id)
		}
	}
	if err != nil {
		return err
	}
	return rechainTab(ctx, db)
}

func rechainTab(ctx context.Context, db *sql.DB) error {
	type row struct {
		storage.EntryRow
		is         int64
		prev, hash storage.Digest
	}
	var h storage.Hasher
	var links []row
	var c storage.Chain
	//nolint:rowserrcheck // Each looks
	rows, err := db.QueryContext(ctx, `SELECT e.server, e.seq, at, layout, kind, coalesce(name, ''), hand, again, ref, person, other, pips FROM entries e
		LEFT JOIN tables t ON t.id = e.table_id ORDER BY e.server, e.seq`)
	err = sqlstore.Each(rows, err, func() error {
		var r row
		err := rows.Scan(&r.Server, &r.is, &r.At, &r.Layout, &r.From.Kind, &r.From.Table, &r.From.Hand, &r.From.Again, &r.From.Ref, &r.Person, &r.Other, &r.Pips)
		if err != nil {
			return err
		}
		if string(r.Server) != c.Of {
			c = storage.Chain{Of: string(r.Server)}
		}
		c.Seq++
		r.Seq, r.prev = c.Seq, c.Hash
		r.hash = h.Entry(c.Hash, &r.EntryRow)
		c.Hash = r.hash
		links = append(links, r)
		return nil
	})
	for _, r := range links {
		if err == nil {
			_, err = db.ExecContext(ctx, "UPDATE entries SET seq = ?, prev = ?, hash = ? WHERE server = ? AND seq = ?", r.Seq, r.prev[:], r.hash[:], string(r.Server), r.is)
		}
	}
	if err == nil {
		_, err = db.ExecContext(ctx, "DELETE FROM tabs; INSERT INTO tabs SELECT server, max(seq) FROM entries GROUP BY server")
	}
	return err
}

// Columns are what the check says of each column.
func Columns() map[string]string { return columns() }

// ProgramVersion is the number of the newest migration.
func ProgramVersion() (int64, error) { return programVersion() }

// Migrate makes a file, or brings it up, and ends before it was opened.
func Migrate(ctx context.Context, path string) error {
	if err := makeFile(path); err != nil {
		return err
	}
	c, err := writing(path)
	if err != nil {
		return err
	}
	return migrate(ctx, c, path)
}
