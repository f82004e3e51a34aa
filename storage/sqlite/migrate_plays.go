package sqlite

import (
	"context"
	"database/sql"

	"github.com/boathouse-rum/boathouse/storage/sqlstore"
)

// makePlays is a table for the records of people, which stay as long as these are known.
const makePlays = `-- What a hand was to somebody who ended it themselves.
CREATE TABLE plays (
    person  TEXT    NOT NULL REFERENCES people (person),
    event   INTEGER NOT NULL, -- that ended the hand
    server  TEXT    NOT NULL,
    alone   INTEGER NOT NULL CHECK (alone IN (0, 1)), -- with computers only
    won     INTEGER NOT NULL CHECK (won IN (0, 1)),
    rummy   INTEGER NOT NULL CHECK (rummy IN (0, won)), -- won all at once
    pips    INTEGER NOT NULL, -- collected; below 0: paid
    against TEXT    NOT NULL, -- words of the computers that sat, each once, in order, with a space between
    PRIMARY KEY (person, event)
) STRICT, WITHOUT ROWID`

const fillPlays = `INSERT INTO plays (person, event, server, alone, won, rummy, pips, against)
	SELECT person, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM people WHERE person = ?1`

// keepPlays makes that table, and fills it in files from before there was one.
func keepPlays(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, makePlays); err != nil {
		return err
	}
	return sqlstore.EachHand(ctx, tx, func(h *sqlstore.HandOver) error {
		for _, p := range h.Plays {
			_, err := tx.ExecContext(ctx, fillPlays, p.Person, h.Event, h.Server, sqlstore.AsInt(p.Alone), sqlstore.AsInt(p.Won), sqlstore.AsInt(p.Rummy), p.Pips, p.Against)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
