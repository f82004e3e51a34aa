package postgres

import (
	"context"

	"github.com/boathouse-rum/boathouse/table"
)

// Connections is how many there are at once, where nobody says otherwise.
const Connections = connections

// Words reads texts, one a row.
func (d *DB) Words(ctx context.Context, query string) (words []string, err error) {
	rows, err := d.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var word string
		if err := rows.Scan(&word); err != nil {
			return nil, err
		}
		words = append(words, word)
	}
	return words, rows.Err()
}

// Translate is what a server is told of what is written for any database.
func Translate(query string) string { return translate(query) }

// Do says something that isn't of a store.
func (d *DB) Do(ctx context.Context, query string) error {
	_, err := d.db.ExecContext(ctx, query)
	return err
}

// Head returns the newest fence of an owner, and how many events it has.
func (d *DB) Head(ctx context.Context, owner table.OwnerID) (f table.Fence, seq int64, err error) {
	err = d.db.QueryRowContext(ctx, "SELECT epoch, coalesce((SELECT seq FROM tables WHERE name = ?1), 0) FROM heads WHERE owner = ?1", string(owner)).Scan(&f, &seq)
	return f, seq, err
}

// Schema is the schema as a server tells it.
func (d *DB) Schema(ctx context.Context) (map[string]string, error) {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // it has read only
	return schemaOf(ctx, tx)
}
