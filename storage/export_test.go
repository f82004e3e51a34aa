package storage

import (
	"context"
	"database/sql"

	"github.com/boathouse-rum/boathouse/engine/sitting"
)

// Rechain makes every chain of a file hold again after rows were changed: of each
// table's events, of each server's entries, and how many there are.
func Rechain(ctx context.Context, db *sql.DB) error {
	type link struct {
		id         int64
		prev, hash digest
	}
	var h hasher
	var links []link
	var c chain
	rows, err := db.QueryContext(ctx, `SELECT name, e.id, e.seq, at, kind, body, text_hash, ties FROM events e
		JOIN tables t ON t.id = table_id ORDER BY table_id, e.seq`)
	err = each(rows, err, func() error {
		var id sitting.ID
		var row, seq, at int64
		var e sealed
		if err := rows.Scan(&id, &row, &seq, &at, &e.kind, &e.body, &e.textHash, &e.ties); err != nil {
			return err
		}
		c.follow(string(id), seq, nil)
		l := link{id: row, prev: c.hash}
		l.hash = h.event(c.hash, id, seq, at, &e)
		c.hash = l.hash
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
		entryRow
		is         int64
		prev, hash digest
	}
	var h hasher
	var links []row
	var c chain
	rows, err := db.QueryContext(ctx, `SELECT e.server, e.seq, at, layout, kind, coalesce(name, ''), hand, again, ref, person, other, pips FROM entries e
		LEFT JOIN tables t ON t.id = e.table_id ORDER BY e.server, e.seq`)
	err = each(rows, err, func() error {
		var r row
		err := rows.Scan(&r.server, &r.is, &r.at, &r.layout, &r.from.kind, &r.from.table, &r.from.hand, &r.from.again, &r.from.ref, &r.Person, &r.Other, &r.Pips)
		if err != nil {
			return err
		}
		if string(r.server) != c.of {
			c = chain{of: string(r.server)}
		}
		c.seq++
		r.seq, r.prev = c.seq, c.hash
		r.hash = h.entry(c.hash, &r.entryRow)
		c.hash = r.hash
		links = append(links, r)
		return nil
	})
	for _, r := range links {
		if err == nil {
			_, err = db.ExecContext(ctx, "UPDATE entries SET seq = ?, prev = ?, hash = ? WHERE server = ? AND seq = ?", r.seq, r.prev[:], r.hash[:], string(r.server), r.is)
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
