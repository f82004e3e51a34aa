package sqlstore

import (
	"context"
	"database/sql"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// reading has a function read the file as it was at one moment.
func (r *Reader) reading(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := r.snapshot(ctx)
	if err != nil {
		return Sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	return do(tx)
}

const sinceWhen = `coalesce((SELECT at FROM entries e INDEXED BY entries_of_pair WHERE e.server = b.server AND e.person = b.person AND e.other = b.other ORDER BY e.seq LIMIT 1), 0)`

// Accounts returns a page of so many accounts of a person in a server, counted from 0, or
// the last one where there aren't so many: who owes most first, then those whom the person
// owes, and who is even last.
func (r *Reader) Accounts(ctx context.Context, s sitting.Server, p sitting.Person, page, most int) (all tab.Accounts, err error) {
	err = r.reading(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(pips), 0) FROM balances WHERE server = ? AND person = ?", string(s), string(p)).Scan(&all.Others, &all.Net)
		if err != nil {
			return Sorted(err)
		}
		all.Pages = max(1, (all.Others+most-1)/most)
		all.Page = min(max(page, 0), all.Pages-1)
		rows, err := tx.QueryContext(ctx, `SELECT other, pips, hands, `+sinceWhen+` FROM
			(SELECT * FROM balances WHERE server = ? AND person = ? ORDER BY pips = 0, pips DESC, other LIMIT ? OFFSET ?) b
			ORDER BY pips = 0, pips DESC, other`, string(s), string(p), most, all.Page*most)
		return Each(rows, err, func() error {
			var a tab.Account
			err := rows.Scan(&a.Other, &a.Pips, &a.Hands, &a.Since)
			all.List = append(all.List, a)
			return err
		})
	})
	return all, err
}

// Account returns the account of a person with another one; one with nothing on it where
// there is none.
func (r *Reader) Account(ctx context.Context, s sitting.Server, p, other sitting.Person) (tab.Account, error) {
	a := tab.Account{Other: other}
	err := r.db.QueryRowContext(ctx, "SELECT pips, hands, "+sinceWhen+" FROM balances b WHERE server = ? AND person = ? AND other = ?", string(s), string(p), string(other)).
		Scan(&a.Pips, &a.Hands, &a.Since)
	return a, Found(err, nil)
}

// Postings returns a page of so many of a person's postings in a server, with everybody or,
// unless the other is empty, with one.
func (r *Reader) Postings(ctx context.Context, s sitting.Server, p, other sitting.Person, at tab.Cursor, most int) (page tab.Stretch, err error) {
	by, whose, args := "entries_of_person", "e.server = ? AND e.person = ?", []any{string(s), string(p)}
	if other != "" {
		by, whose, args = "entries_of_pair", whose+" AND e.other = ?", append(args, string(other))
	}
	where, order := whose, "DESC"
	args = append(args, at.Seq)
	switch {
	case at.Newer:
		where, order = where+" AND e.seq > ?", "ASC"
	case at.Seq > 0:
		where += " AND e.seq < ?"
	default:
		where += " AND e.seq > ?" // than 0: all are
	}
	err = r.reading(ctx, func(tx *sql.Tx) error {
		page.List, err = postings(ctx, tx, by, where+" ORDER BY e.seq "+order+" LIMIT ?", append(args, most+1)...)
		if err != nil {
			return err
		}
		more := len(page.List) > most
		page.List = page.List[:min(most, len(page.List))]
		if at.Newer {
			slices.Reverse(page.List)
			page.Newer, page.Older = more, at.Seq > 0
		} else {
			page.Older, page.Newer = more, at.Seq > 0
		}
		return traceAll(ctx, tx, s, page.List)
	})
	return page, err
}

// Posting returns the entry of a number in the tab of a server; the zero Posting where
// there is none.
func (r *Reader) Posting(ctx context.Context, s sitting.Server, seq int64) (of tab.Posting, err error) {
	err = r.reading(ctx, func(tx *sql.Tx) error {
		list, err := postings(ctx, tx, entriesKey, "e.server = ? AND e.seq = ?", string(s), seq)
		if err != nil || len(list) == 0 {
			return err
		}
		err = traceAll(ctx, tx, s, list)
		of = list[0]
		return err
	})
	return of, err
}

// From returns all that a source brought to the tab of a server, in order.
func (r *Reader) From(ctx context.Context, s sitting.Server, from tab.Source) (list []tab.Posting, err error) {
	is := storage.SourceOf(from)
	by, where, args := "entries_of_hand", "e.server = ? AND table_id = (SELECT id FROM tables WHERE name = ?) AND hand = ? AND again = ?", []any{string(s), is.Table, is.Hand, is.Again}
	if is.Ref != "" {
		by, where, args = "entries_of_ref", "e.server = ? AND ref = ? AND ref <> '' AND kind = ?", []any{string(s), is.Ref, is.Kind}
	}
	err = r.reading(ctx, func(tx *sql.Tx) error {
		list, err = postings(ctx, tx, by, where+" ORDER BY e.seq", args...)
		if err != nil {
			return err
		}
		return traceAll(ctx, tx, s, list)
	})
	return list, err
}

// entriesKey is the index of the entries' own key.
const entriesKey = "sqlite_autoindex_entries_1"

// postings reads entries by an index, without what brought them. Left to itself SQLite, which
// has no figures of the rows, would rather read a whole tab in order than sort a page.
func postings(ctx context.Context, tx *sql.Tx, by, where string, args ...any) ([]tab.Posting, error) {
	rows, err := tx.QueryContext(ctx, `SELECT e.seq, e.kind, coalesce(t.name, ''), e.hand, e.again, e.ref, e.person, e.other, e.pips, e.at, coalesce(t.channel, ''),
			coalesce((SELECT min(u.seq) FROM entries u INDEXED BY entries_of_ref WHERE u.server = e.server AND u.ref = CAST(e.seq AS TEXT) AND u.ref <> '' AND u.kind = 'reversal'), 0)
		FROM entries e INDEXED BY `+by+` LEFT JOIN tables t ON t.id = e.table_id WHERE `+where, args...)
	var list []tab.Posting
	err = Each(rows, err, func() error {
		var p tab.Posting
		var from storage.Source
		err := rows.Scan(&p.Seq, &from.Kind, &from.Table, &from.Hand, &from.Again, &from.Ref, &p.Person, &p.Other, &p.Pips, &p.At, &p.Channel, &p.Undone)
		if err != nil {
			return err
		}
		p.Line.From, err = from.Read()
		list = append(list, p)
		return err
	})
	return list, err
}
