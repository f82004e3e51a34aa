package sqlstore

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
)

// Tallies counts the hands of all tables as books of old did: with each one that was won
// all at once as a rummy.
func Tallies(ctx context.Context, tx *sql.Tx) (map[storage.Quarter]tab.Tally, error) {
	tallies := make(map[storage.Quarter]tab.Tally)
	err := EachHand(ctx, tx, func(h *HandOver) error {
		o := h.Outcome
		o.Rummy = o.Rummy || h.AtOnce
		for _, p := range o.People {
			q := storage.Quarter{Server: h.Server, Person: p, Start: tab.QuarterOf(h.At)}
			tallies[q] = tallies[q].Plus(o.Tally(p))
		}
		return nil
	})
	return tallies, err
}

const dropRummies = `UPDATE quarters SET rummies = rummies - CASE start WHEN ?3 THEN ?4 ELSE 0 END, all_rummies = all_rummies - ?4
	WHERE server = ?1 AND person = ?2 AND start >= ?3`

// DropRummies takes out of what is counted the rummies that were none: where everybody goes
// out at once that pays no more, and no result said so. What was voided is out already.
func DropRummies(ctx context.Context, tx *sql.Tx) error {
	voided, err := voidedRummies(ctx, tx)
	if err != nil {
		return err
	}
	none := make(map[storage.Quarter]int64)
	err = EachHand(ctx, tx, func(h *HandOver) error {
		key := tab.Hand{Table: string(h.Table), Number: h.Hand.Hand, Again: h.Hand.Again}
		if h.AtOnce && h.Outcome.Tally(h.Outcome.Winner).Wins > 0 && !slices.Contains(voided, key) {
			none[storage.Quarter{Server: h.Server, Person: h.Outcome.Winner, Start: tab.QuarterOf(h.At)}]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, q := range slices.SortedFunc(maps.Keys(none), storage.CompareQuarters) {
		if _, err := tx.ExecContext(ctx, dropRummies, string(q.Server), string(q.Person), q.Start, none[q]); err != nil {
			return Sorted(err)
		}
	}
	return nil
}

// voidedRummies lists the hands that were voided as rummies.
func voidedRummies(ctx context.Context, tx *sql.Tx) (hands []tab.Hand, _ error) {
	//nolint:rowserrcheck // Each looks
	rows, err := tx.QueryContext(ctx, `SELECT p.kind, p.body FROM tables t JOIN events a ON a.table_id = t.id JOIN events p ON p.table_id = t.id
		WHERE t.sort = 1 AND a.kind = 'agreed' AND instr(a.body, '"rummy":true') > 0 AND p.kind = 'proposed' ORDER BY t.id, p.seq`)
	err = Each(rows, err, func() error {
		var kind string
		var body sql.RawBytes
		if err := ScanSecret(rows, &kind, &body); err != nil {
			return err
		}
		e, err := tab.DecodeEvent(kind, body, "")
		if err != nil { // what it means nobody knows: a check says so
			return nil
		}
		if void, ok := e.(tab.Proposed).Change.(tab.Void); ok {
			hands = append(hands, void.Hand)
		}
		return nil
	})
	return hands, err
}

// A HandOver is a hand that an event ended.
type HandOver struct {
	sitting.Finish
	Server sitting.Server
	Event  int64 // its id
	At     int64 // unix ms
	Table  sitting.ID
	AtOnce bool // won all at once, where that pays no more
}

// EachHand plays every table again and tells the hands that ended otherwise than by
// being abandoned. What comes after an event that no rule leads to isn't told: nobody knows
// what it means, and a check judges it no further either. While rows are read a connection to a
// server takes nothing else, so a table's hands are told after all of them: tell may write.
func EachHand(ctx context.Context, tx *sql.Tx, tell func(*HandOver) error) error {
	tables, err := Column[int64](tx.QueryContext(ctx, "SELECT id FROM tables ORDER BY id"))
	if err != nil {
		return err
	}
	for _, of := range tables {
		hands, err := handsOf(ctx, tx, of)
		if err != nil {
			return err
		}
		for i := range hands {
			if err := tell(&hands[i]); err != nil {
				return Sorted(err)
			}
		}
	}
	return nil
}

// handsOf plays one table again.
func handsOf(ctx context.Context, tx *sql.Tx, of int64) (hands []HandOver, _ error) {
	var audit *sitting.Audit
	broken := false
	//nolint:rowserrcheck // Each looks
	rows, err := tx.QueryContext(ctx, `SELECT e.id, name, at, kind, e.body, coalesce(x.body, '')
		FROM events e JOIN tables t ON t.id = e.table_id
		LEFT JOIN texts x ON x.table_id = e.table_id AND x.seq = e.seq
		WHERE e.table_id = ? ORDER BY e.seq`, of)
	err = Each(rows, err, func() error {
		var h HandOver
		var kind, text string
		var body sql.RawBytes
		if err := ScanSecret(rows, &h.Event, &h.Table, &h.At, &kind, &body, &text); err != nil || broken {
			return err
		}
		if audit == nil {
			audit = sitting.NewAudit(h.Table)
		}
		e, err := sitting.DecodeEvent(kind, body, text)
		if err == nil {
			err = audit.Next(e, storage.Stamp(h.At))
		}
		if broken = !storage.Follows(err); broken {
			return nil
		}
		ended, over := audit.Ended()
		if over {
			h.Finish, h.Server, h.AtOnce = ended, audit.Head().Server, audit.AtOnce()
			hands = append(hands, h)
		}
		return nil
	})
	return hands, err
}
