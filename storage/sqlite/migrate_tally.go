package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

const addTally = `INSERT INTO quarters (server, person, start, pips, hands, wins, rummies) VALUES (?, ?, ?, 0, ?, ?, ?)
	ON CONFLICT DO UPDATE SET hands = hands + excluded.hands, wins = wins + excluded.wins, rummies = rummies + excluded.rummies`

// tallyHands counts the hands of files from before hands were counted, and sums up
// what stays by what is summed up since then.
func tallyHands(ctx context.Context, tx *sql.Tx) error {
	tallies, err := talliesOf(ctx, tx)
	if err != nil {
		return err
	}
	for _, q := range slices.SortedFunc(maps.Keys(tallies), storage.CompareQuarters) {
		t := tallies[q]
		if _, err := tx.ExecContext(ctx, addTally, q.Server, q.Person, q.Start, t.Hands, t.Wins, t.Rummies); err != nil {
			return err
		}
	}
	var rows string
	if err := tx.QueryRowContext(ctx, "SELECT "+stays).Scan(&rows); err != nil {
		return err
	}
	var h storage.Hasher
	sum := h.Stays(rows)
	_, err = tx.ExecContext(ctx, "UPDATE openings SET sum = ?", sum[:])
	return err
}

// talliesOf plays every table again. What comes after an event that no rule leads
// to isn't counted: nobody knows what it means, and a check judges it no further
// either.
func talliesOf(ctx context.Context, tx *sql.Tx) (map[storage.Quarter]tab.Tally, error) {
	rows, err := tx.QueryContext(ctx, `SELECT name, at, kind, e.body, coalesce(x.body, '') FROM events e JOIN tables t ON t.id = e.table_id
		LEFT JOIN texts x ON x.table_id = e.table_id AND x.seq = e.seq ORDER BY e.table_id, e.seq`)
	tallies := make(map[storage.Quarter]tab.Tally)
	var of sitting.ID
	var audit *sitting.Audit
	err = each(rows, err, func() error {
		var id sitting.ID
		var at int64
		var kind, text string
		var body sql.RawBytes
		if err := scanSecret(rows, &id, &at, &kind, &body, &text); err != nil {
			return err
		}
		if id != of {
			of, audit = id, sitting.NewAudit(id)
		}
		if audit == nil {
			return nil
		}
		e, err := sitting.DecodeEvent(kind, body, text)
		if err == nil {
			err = audit.Next(e, storage.Stamp(at))
		}
		if err != nil && !isOtherDeck(err) {
			audit = nil
			return nil
		}
		ended, _ := audit.Ended()
		for _, p := range ended.Outcome.People {
			q := storage.Quarter{Server: audit.Head().Server, Person: p, Start: tab.QuarterOf(at)}
			tallies[q] = tallies[q].Plus(ended.Outcome.Tally(p))
		}
		return nil
	})
	return tallies, err
}

// isOtherDeck says whether an audit goes on after its error.
func isOtherDeck(err error) bool {
	var flaw *sitting.Flaw
	return errors.As(err, &flaw) && flaw.Code == sitting.OtherDeck
}
