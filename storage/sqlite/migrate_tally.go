package sqlite

import (
	"context"
	"database/sql"
	"maps"
	"slices"

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
	tallies, err := sqlstore.Tallies(ctx, tx)
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
