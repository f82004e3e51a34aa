package sqlstore

import (
	"context"
	"database/sql"
	"maps"
	"slices"

	"github.com/boathouse-rum/boathouse/engine/sitting"
	"github.com/boathouse-rum/boathouse/storage"
)

const addFact = `INSERT INTO facts (person, server, start, kind, about, weight, since, body)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

// FillFacts writes the facts of a store that was kept without them.
func FillFacts(ctx context.Context, tx *sql.Tx) error {
	return eachYear(ctx, tx, func(s sitting.Server, p sitting.Person, pieces years) error {
		for _, start := range slices.Sorted(maps.Keys(pieces)) {
			for _, r := range storage.FactsOf(pieces[start]) {
				_, err := tx.ExecContext(ctx, addFact, string(p), string(s), start,
					r.Kind, r.About, r.Weight, r.Since, r.Body)
				if err != nil {
					return err
				}
			}
		}
		return nil
	})
}
