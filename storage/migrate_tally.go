package storage

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
)

// A quarter is one person's quarter of an hour in a server.
type quarter struct {
	server sitting.Server
	person sitting.Person
	start  int64 // unix ms
}

func compareQuarters(a, b quarter) int {
	return cmp.Or(cmp.Compare(a.server, b.server), cmp.Compare(a.person, b.person), cmp.Compare(a.start, b.start))
}

// tallyHands counts the hands of files from before hands were counted, and sums up
// what stays by what is summed up since then.
func tallyHands(ctx context.Context, tx *sql.Tx) error {
	tallies, err := talliesOf(ctx, tx)
	if err != nil {
		return err
	}
	for _, q := range slices.SortedFunc(maps.Keys(tallies), compareQuarters) {
		t := tallies[q]
		if _, err := tx.ExecContext(ctx, addQuarter, q.server, q.person, q.start, 0, t.Hands, t.Wins, t.Rummies); err != nil {
			return err
		}
	}
	var rows string
	if err := tx.QueryRowContext(ctx, "SELECT "+stays).Scan(&rows); err != nil {
		return err
	}
	var h hasher
	sum := h.stays(rows)
	_, err = tx.ExecContext(ctx, "UPDATE openings SET sum = ?", sum[:])
	return err
}

// talliesOf plays every table again. What comes after an event that no rule leads
// to isn't counted: nobody knows what it means, and a check judges it no further
// either.
func talliesOf(ctx context.Context, tx *sql.Tx) (map[quarter]tab.Tally, error) {
	rows, err := tx.QueryContext(ctx, `SELECT name, at, kind, e.body, coalesce(x.body, '') FROM events e JOIN tables t ON t.id = e.table_id
		LEFT JOIN texts x ON x.table_id = e.table_id AND x.seq = e.seq ORDER BY e.table_id, e.seq`)
	tallies := make(map[quarter]tab.Tally)
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
			err = audit.Next(e, stamp(at))
		}
		if err != nil && !isOtherDeck(err) {
			audit = nil
			return nil
		}
		ended, _ := audit.Ended()
		for _, p := range ended.Outcome.People {
			q := quarter{audit.Head().Server, p, tab.QuarterOf(at)}
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
