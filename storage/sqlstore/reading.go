package sqlstore

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/table"
)

// Books reads what a change is decided on, as [table.Tabs] says.
func (r *Reader) Books(ctx context.Context, s sitting.Server, by, with sitting.Person, c tab.Change) (table.Reading, error) {
	tx, err := r.snapshot(ctx)
	if err != nil {
		return table.Reading{}, Sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	var out table.Reading
	err = tx.StmtContext(ctx, r.asked.Owes).QueryRowContext(ctx, string(s), string(by), string(with)).Scan(&out.Tab, &out.Books.Owed, &out.Books.Gone, &out.Books.Left)
	if err != nil {
		return table.Reading{}, Sorted(err)
	}
	var from tab.Source
	switch c := c.(type) {
	case tab.Undo:
		from = c.From
	case tab.Void:
		from = c.Hand
	case tab.Reclaim:
		from = c.From
		pact, err := pactOf(ctx, tx, c.From.ID)
		if err != nil {
			return table.Reading{}, err
		}
		out.Books.Release = pact.AsksManager()
	case tab.Settle, tab.Forgive, tab.LetGo, tab.Release:
	}
	pairs := map[[2]sitting.Person]bool{storage.Pair(by, with): true}
	if from != nil {
		brought, at, undone, err := r.brought(ctx, tx, s, from)
		if err != nil {
			return table.Reading{}, err
		}
		out.At = at
		for _, l := range brought {
			pair := storage.Pair(l.Person, l.Other)
			if with != "" && !pairs[pair] {
				continue
			}
			if pairs[pair] = true; undone[l.Seq] {
				out.Books.Undone = true
			} else {
				out.Books.Brought = append(out.Books.Brought, l)
			}
		}
	}
	for pair := range pairs {
		var pending bool
		err := tx.StmtContext(ctx, r.asked.IsPending).QueryRowContext(ctx, string(s), string(pair[0]), string(pair[1])).Scan(&pending)
		if err != nil {
			return table.Reading{}, Sorted(err)
		}
		out.Books.Pending = out.Books.Pending || pending
	}
	return out, nil
}

// What a source brought, and whether it was undone. They name indexes, so they aren't prepared: a file that lacks one
// opens, and a doctor says what it lacks.
const (
	linesOfHand = "SELECT seq, at, person, other, pips, EXISTS (SELECT 1 FROM entries u INDEXED BY entries_of_ref WHERE u.server = e.server AND u.ref = CAST(e.seq AS TEXT) AND u.ref <> '' AND u.kind = 'reversal') FROM entries e INDEXED BY entries_of_hand WHERE server = ? AND table_id = (SELECT id FROM tables WHERE name = ?) AND hand = ? AND again = ? ORDER BY +seq"
	linesOfRef  = "SELECT seq, at, person, other, pips, EXISTS (SELECT 1 FROM entries u INDEXED BY entries_of_ref WHERE u.server = e.server AND u.ref = CAST(e.seq AS TEXT) AND u.ref <> '' AND u.kind = 'reversal') FROM entries e INDEXED BY entries_of_ref WHERE server = ? AND ref = ? AND ref <> '' AND kind = ? ORDER BY +seq"
)

// brought returns the lines of a source, in order, when they were entered, and which of them were
// undone.
func (r *Reader) brought(ctx context.Context, tx *sql.Tx, s sitting.Server, from tab.Source) (lines []tab.Line, at int64, undone map[int64]bool, err error) {
	is := storage.SourceOf(from)
	of, args := linesOfHand, []any{string(s), is.Table, is.Hand, is.Again}
	if is.Ref != "" {
		of, args = linesOfRef, []any{string(s), is.Ref, is.Kind}
	}
	rows, err := tx.QueryContext(ctx, of, args...)
	undone = make(map[int64]bool)
	err = Each(rows, err, func() error {
		l := tab.Line{From: from}
		var gone bool
		if err := rows.Scan(&l.Seq, &at, &l.Person, &l.Other, &l.Pips, &gone); err != nil {
			return err
		}
		lines = append(lines, l)
		if gone {
			undone[l.Seq] = true
		}
		return nil
	})
	if err != nil {
		return nil, 0, nil, fmt.Errorf("storage: lines of %v: %w", from, err)
	}
	return lines, at, undone, nil
}

// Moved tells what the reversal of entries did, as [table.Tabs] says.
func (r *Reader) Moved(ctx context.Context, s sitting.Server, undid []int64) ([]table.Moved, error) {
	tx, err := r.snapshot(ctx)
	if err != nil {
		return nil, Sorted(err)
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	var moves []table.Moved
	at := make(map[[2]sitting.Person]int)
	for _, seq := range undid {
		var back tab.Line
		err := tx.QueryRowContext(ctx, "SELECT seq, person, other, pips FROM entries INDEXED BY entries_of_ref WHERE server = ? AND ref = CAST(? AS TEXT) AND ref <> '' AND kind = 'reversal'",
			string(s), seq).Scan(&back.Seq, &back.Person, &back.Other, &back.Pips)
		if err != nil {
			return nil, fmt.Errorf("storage: reversal of entry %d: %w", seq, Sorted(err))
		}
		i, met := at[storage.Pair(back.Person, back.Other)]
		switch {
		case met && moves[i].Person == back.Person:
			moves[i].After += back.Pips
		case met: // the other side of it
		default:
			m := table.Moved{Person: back.Person, Other: back.Other}
			err := tx.QueryRowContext(ctx, "SELECT coalesce(sum(pips), 0) FROM entries INDEXED BY entries_of_pair WHERE server = ? AND person = ? AND other = ? AND seq < ?",
				string(s), string(m.Person), string(m.Other), back.Seq).Scan(&m.Before)
			if err != nil {
				return nil, Sorted(err)
			}
			m.After = m.Before + back.Pips
			at[storage.Pair(m.Person, m.Other)] = len(moves)
			moves = append(moves, m)
		}
	}
	return moves, nil
}
