package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/table"
)

// traceAll finds of each posting what brought it: of a hand where it was told, of all else
// the proposal, of a reversal what it undoes.
func traceAll(ctx context.Context, tx *sql.Tx, s sitting.Server, list []tab.Posting) error {
	for i := range list {
		p := &list[i]
		var err error
		switch from := p.Line.From.(type) {
		case tab.Hand:
			if i > 0 && list[i-1].Line.From == p.Line.From { // its entries stand side by side
				p.Result = list[i-1].Result
				continue
			}
			p.Result, err = resultOf(ctx, tx, from, p.At)
		case tab.Settlement:
			p.Pact, err = pactOf(ctx, tx, from.Proposal)
		case tab.Forgiveness:
			p.Pact, err = pactOf(ctx, tx, from.Proposal)
		case tab.WriteOff:
			p.Pact, err = pactOf(ctx, tx, from.ID)
		case tab.Reversal:
			err = traceReversal(ctx, tx, s, p, from.Seq)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// traceReversal finds the entry that was undone, and the proposal that undid it: it ended
// when the reversal was stored.
func traceReversal(ctx context.Context, tx *sql.Tx, s sitting.Server, p *tab.Posting, undone int64) error {
	of, err := postings(ctx, tx, entriesKey, "e.server = ? AND e.seq = ?", string(s), undone)
	if err != nil {
		return err
	}
	for _, u := range of {
		p.Undid, p.Channel = u.Line, u.Channel
		if hand, ok := u.Line.From.(tab.Hand); ok {
			if p.Result, err = resultOf(ctx, tx, hand, u.At); err != nil {
				return err
			}
		}
	}
	p.Pact, err = undoing(ctx, tx, s, p.At, undone)
	return err
}

// undoing returns the proposal that undid an entry, which it did at a time; the zero Pact where
// none is there any more.
func undoing(ctx context.Context, tx *sql.Tx, s sitting.Server, at, undone int64) (tab.Pact, error) {
	ids, err := names(ctx, tx, "SELECT name FROM tables INDEXED BY tables_agreed WHERE sort = 1 AND server = ? AND moved = ? ORDER BY id", string(s), at)
	if err != nil {
		return tab.Pact{}, err
	}
	for _, id := range ids {
		pact, undid, err := readPact(ctx, tx, id)
		if err != nil {
			return tab.Pact{}, err
		}
		if slices.Contains(undid, undone) {
			return pact, nil
		}
	}
	return tab.Pact{}, nil
}

// names reads the names of owners.
func names(ctx context.Context, tx *sql.Tx, query string, args ...any) (list []string, err error) {
	rows, err := tx.QueryContext(ctx, query, args...)
	err = Each(rows, err, func() error {
		var name string
		err := rows.Scan(&name)
		list = append(list, name)
		return err
	})
	return list, err
}

func pactOf(ctx context.Context, tx *sql.Tx, id string) (tab.Pact, error) {
	pact, _, err := readPact(ctx, tx, id)
	return pact, err
}

// readPact returns a proposal with who did what, and which entries it undid.
func readPact(ctx context.Context, tx *sql.Tx, id string) (tab.Pact, []int64, error) {
	pact := tab.Pact{ID: id}
	var undid []int64
	rows, err := tx.QueryContext(ctx, `SELECT at, kind, e.body, coalesce(x.body, ''), text_hash IS NOT NULL AND x.body IS NULL FROM events e
		LEFT JOIN texts x USING (table_id, seq) WHERE e.table_id = (SELECT id FROM tables WHERE name = ? AND sort = 1) ORDER BY e.seq`, id)
	err = Each(rows, err, func() error {
		var at int64
		var kind, note string
		var body []byte
		var erased bool
		if err := rows.Scan(&at, &kind, &body, &note, &erased); err != nil {
			return err
		}
		e, err := tab.DecodeEvent(kind, body, note)
		if err != nil {
			return fmt.Errorf("storage: proposal %s: %w", id, err)
		}
		pact.Proposal = tab.Apply(pact.Proposal, e)
		switch e := e.(type) {
		case tab.Proposed:
			pact.At, pact.Erased = at, pact.Erased || erased
			if e.Note != "" {
				pact.Note = e.Note
			}
		case tab.Agreed:
			pact.Agreed, undid = e.By, e.Undid
		case tab.Refused, tab.TakenBack, tab.RanOut, tab.Dropped:
		}
		return nil
	})
	return pact, undid, err
}

// Pacts lists the newest open proposals of a person in a server, so many at most, with
// everybody or, unless the other is empty, with one.
func (r *Reader) Pacts(ctx context.Context, s sitting.Server, p, other sitting.Person, most int) (open []tab.Pact, err error) {
	err = r.reading(ctx, func(tx *sql.Tx) error {
		const query = "SELECT name FROM tables INDEXED BY tables_one_between WHERE open = 1 AND sort = 1 AND server = ?1 AND (low = ?2 OR high = ?2) AND (?3 = '' OR low = ?3 OR high = ?3) ORDER BY id DESC LIMIT ?4"
		ids, err := names(ctx, tx, query, string(s), string(p), string(other), most)
		if err != nil {
			return err
		}
		for _, id := range ids {
			pact, err := pactOf(ctx, tx, id)
			if err != nil {
				return err
			}
			open = append(open, pact)
		}
		return nil
	})
	return open, err
}

// farFrom is how many events after the end of a hand its result is looked for.
const farFrom = 200

// resultOf returns the message that told how a hand ended that ended at that time, in unix
// ms: the next hand's seal stands in it. Empty: nobody knows; of a deal that was dealt once
// more nobody does.
func resultOf(ctx context.Context, tx *sql.Tx, hand tab.Hand, at int64) (string, error) {
	if hand.Again > 0 {
		return "", nil
	}
	var id, events int64
	var refs []byte
	var gone bool
	err := tx.QueryRowContext(ctx, `SELECT id, seq, coalesce(r.body, '{}'), channel_gone
		FROM tables t LEFT JOIN refs r ON r.table_id = t.id WHERE name = ?`,
		hand.Table).Scan(&id, &events, &refs, &gone)
	if err != nil || gone { // the message went with its channel
		return "", Found(err, nil)
	}
	first, err := firstAt(ctx, tx, id, events, at)
	if err != nil {
		return "", err
	}
	var body []byte
	err = tx.QueryRowContext(ctx, "SELECT body FROM events WHERE table_id = ? AND seq BETWEEN ? AND ? AND kind = 'sealed' ORDER BY seq LIMIT 1", id, first, first+farFrom).Scan(&body)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", Sorted(err)
	}
	if err == nil {
		e, err := sitting.DecodeEvent("sealed", body, "")
		if err != nil {
			return "", fmt.Errorf("storage: seal of %s: %w", hand.Table, err)
		}
		if sealed, ok := e.(sitting.Sealed); ok && sealed.Hand == hand.Number+1 {
			return sealed.Message, nil
		}
	}
	var r table.Refs
	if err := json.Unmarshal(refs, &r); err != nil {
		return "", fmt.Errorf("storage: refs of %s: %w", hand.Table, err)
	}
	if r.ResultHand == hand.Number {
		return r.Result, nil
	}
	return "", nil
}

// firstAt returns the number of the first of a table's events that was stored at a time or
// later. They stand in the order of time, but where a clock was set back.
func firstAt(ctx context.Context, tx *sql.Tx, id, events, at int64) (int64, error) {
	low, high := int64(1), events
	for low < high {
		middle := (low + high) / 2
		var stored int64
		if err := tx.QueryRowContext(ctx, "SELECT at FROM events WHERE table_id = ? AND seq = ?", id, middle).Scan(&stored); err != nil {
			return 0, Sorted(err)
		}
		if stored < at {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low, nil
}
