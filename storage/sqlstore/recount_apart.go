package sqlstore

import (
	"context"
	"database/sql"
)

const addApart = `INSERT INTO plays (person, event, server, alone, won, rummy, pips, against, apart)
	SELECT person, ?2, ?3, ?4, 0, 0, ?5, ?6, 1 FROM people WHERE person = ?1
	ON CONFLICT (person, event) DO UPDATE SET won = 0, rummy = 0, apart = 1`

// AddApart puts the hands at whose end a computer played for somebody into the records of those who
// had made a move of them. Records of old lack them.
func AddApart(ctx context.Context, tx *sql.Tx) error {
	return EachHand(ctx, tx, func(h *HandOver) error {
		for _, p := range h.Plays {
			if !p.Apart {
				continue
			}
			_, err := tx.ExecContext(ctx, addApart, string(p.Person), h.Event, string(h.Server), AsInt(p.Alone), p.Pips, p.Against)
			if err != nil {
				return Sorted(err)
			}
		}
		return nil
	})
}
