package sqlite

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/tab"
	"github.com/boathouse-rum/boathouse/storage"
	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// makeSides are the columns and indexes by which a tab is looked up.
func makeSides() []string {
	return []string{
		"ALTER TABLE balances ADD COLUMN hands INTEGER NOT NULL DEFAULT 0", // on the tab, that both sat in, less those that were voided
		"CREATE INDEX entries_of_pair ON entries (server, person, other, seq)",
		// Entries by the hand that brought them.
		"DROP INDEX entries_of_table",
		"CREATE INDEX entries_of_hand ON entries (table_id, hand, again)",
		// Proposals by when they ended: what undid an entry is stored at the same moment.
		"CREATE INDEX tables_agreed ON tables (server, moved) WHERE sort = 1",
	}
}

const addSide = `INSERT INTO balances (server, person, other, pips, hands) VALUES (?, ?, ?, 0, ?)
	ON CONFLICT DO UPDATE SET hands = hands + excluded.hands`

// countSides makes those, and counts for each two how many hands they sat in together in
// files from before that was counted.
func countSides(ctx context.Context, tx *sql.Tx) error {
	for _, query := range makeSides() {
		if _, err := tx.ExecContext(ctx, query); err != nil {
			return err
		}
	}
	hands := make(map[storage.Side]int64)
	err := sqlstore.EachHand(ctx, tx, func(h *sqlstore.HandOver) error {
		for _, s := range storage.Sides(h.Server, &h.Outcome) {
			hands[s]++
		}
		return nil
	})
	if err != nil {
		return err
	}
	rows, err := tx.QueryContext(ctx, "SELECT t.server, kind, e.body FROM events e JOIN tables t ON t.id = e.table_id WHERE sort = 1 AND kind = 'agreed'") //nolint:rowserrcheck // Each looks
	err = sqlstore.Each(rows, err, func() error {
		var of storage.Side
		var kind string
		var body []byte
		if err := rows.Scan(&of.Server, &kind, &body); err != nil {
			return err
		}
		if agreed, err := tab.DecodeEvent(kind, body, ""); err == nil {
			was := agreed.(tab.Agreed).Was
			for _, s := range storage.Sides(of.Server, &was) {
				hands[s]--
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	maps.DeleteFunc(hands, func(_ storage.Side, n int64) bool { return n == 0 })
	for _, s := range slices.SortedFunc(maps.Keys(hands), storage.CompareSides) {
		if _, err := tx.ExecContext(ctx, addSide, s.Server, s.Person, s.Other, hands[s]); err != nil {
			return err
		}
	}
	return nil
}
