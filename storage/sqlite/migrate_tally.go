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
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

const addTally = `INSERT INTO quarters (server, person, start, pips, hands, wins, rummies) VALUES (?, ?, ?, 0, ?, ?, ?)
	ON CONFLICT DO UPDATE SET hands = hands + excluded.hands, wins = wins + excluded.wins, rummies = rummies + excluded.rummies`

// stays is an expression for what stays from one opening of the file to the next,
// and through a migration: a start may end between one and the opening that sums up.
const stays = `(SELECT one || ' ' || count FROM openings)
	|| (SELECT coalesce(group_concat(format(';%Q %s', name, hex(value)), '' ORDER BY name), '') FROM secrets)`

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

// talliesOf counts the hands of all tables.
func talliesOf(ctx context.Context, tx *sql.Tx) (map[storage.Quarter]tab.Tally, error) {
	tallies := make(map[storage.Quarter]tab.Tally)
	err := eachHand(ctx, tx, func(h *handOver) error {
		for _, p := range h.Outcome.People {
			q := storage.Quarter{Server: h.server, Person: p, Start: tab.QuarterOf(h.at)}
			tallies[q] = tallies[q].Plus(h.Outcome.Tally(p))
		}
		return nil
	})
	return tallies, err
}

// A handOver is a hand that an event ended.
type handOver struct {
	sitting.Finish
	server sitting.Server
	event  int64 // its id
	at     int64 // unix ms
}

// eachHand plays every table again and tells the hands that ended otherwise than by
// being abandoned. What comes after an event that no rule leads
// to isn't told: nobody knows what it means, and a check judges it no further
// either.
func eachHand(ctx context.Context, tx *sql.Tx, tell func(*handOver) error) error {
	//nolint:rowserrcheck // Each looks
	rows, err := tx.QueryContext(ctx, `SELECT e.id, name, at, kind, e.body, coalesce(x.body, '') FROM events e JOIN tables t ON t.id = e.table_id
		LEFT JOIN texts x ON x.table_id = e.table_id AND x.seq = e.seq ORDER BY e.table_id, e.seq`)
	var of sitting.ID
	var audit *sitting.Audit
	return sqlstore.Each(rows, err, func() error {
		var id sitting.ID
		var h handOver
		var kind, text string
		var body sql.RawBytes
		if err := sqlstore.ScanSecret(rows, &h.event, &id, &h.at, &kind, &body, &text); err != nil {
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
			err = audit.Next(e, storage.Stamp(h.at))
		}
		if err != nil && !isOtherDeck(err) {
			audit = nil
			return nil
		}
		ended, over := audit.Ended()
		if !over {
			return nil
		}
		h.Finish, h.server = ended, audit.Head().Server
		return tell(&h)
	})
}

// isOtherDeck says whether an audit goes on after its error.
func isOtherDeck(err error) bool {
	var flaw *sitting.Flaw
	return errors.As(err, &flaw) && flaw.Code == sitting.OtherDeck
}
